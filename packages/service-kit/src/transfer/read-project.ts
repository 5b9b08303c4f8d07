import type { Database } from '../database/database.ts';
import { type Members, nameOf, secretMember, selectOf, type TransferKind } from './transfer-kind.ts';

/** Records of one kind, as JSON, with the secrets of those that have any. */
export interface ReadRecords {
  at: Date;
  kind: string;
  records: string[];
  secrets: { id: string; secretsJson: string }[];
}

/** All records of a project, kind by kind, from one snapshot. */
export async function* readProject(
  db: Database,
  kinds: readonly TransferKind[],
  projectId: string,
  withSecrets: boolean,
): AsyncGenerator<ReadRecords> {
  const statements = kinds.map((kind) => ({ text: selectOf(kind) }));
  for await (const { at, nth, rows } of db.scanEach<Members>(statements, [projectId])) {
    const kind = kinds[nth];
    if (!kind || rows.length === 0) continue;
    const read = rows.map((row) => split(kind, row, projectId, withSecrets));
    yield {
      at,
      kind: kind.kind,
      records: read.map(({ record }) => JSON.stringify(record)),
      secrets: read.flatMap(({ record, secrets }) =>
        Object.keys(secrets).length > 0 ? [{ id: nameOf(record), secretsJson: JSON.stringify(secrets) }] : [],
      ),
    };
  }
}

/** Members without a value are left out. */
function split({ secrets: own }: TransferKind, row: Members, projectId: string, withSecrets: boolean) {
  const sealed: Record<string, string> = {};
  for (const name of Object.keys(own?.stored ?? {})) {
    const { [secretMember(name)]: value } = row;
    if (typeof value === 'string') sealed[name] = value;
    delete row[secretMember(name)];
  }
  const record = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
  const secrets = own && withSecrets ? own.open(sealed, nameOf(record), projectId) : {};
  return { record, secrets };
}
