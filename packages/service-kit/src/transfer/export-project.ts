import type { Database } from '../database/database.ts';
import { readProject } from './read-project.ts';
import type { TransferKind } from './transfer-kind.ts';

/** What a service answers of a project: at least the time of its snapshot. */
export async function* exportProject(
  db: Database,
  kinds: readonly TransferKind[],
  projectId: string,
  withSecrets: boolean,
) {
  let asOfMs = 0;
  for await (const { at, ...read } of readProject(db, kinds, projectId, withSecrets)) {
    asOfMs = at.getTime();
    yield { asOfMs, ...read };
  }
  if (asOfMs === 0) yield { asOfMs: Date.now(), kind: '', records: [], secrets: [] };
}

/** Records of a project by kind. */
export async function countProject(
  db: Database,
  kinds: readonly TransferKind[],
  projectId: string,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind, table, join = '', where = 't.id_project = $1' } of kinds) {
    const text = `select count(*) as count from ${table} t ${join} where ${where}`;
    const [row] = await db.query<{ count: number }>(text, [projectId]);
    counts[kind] = row?.count ?? 0;
  }
  return counts;
}
