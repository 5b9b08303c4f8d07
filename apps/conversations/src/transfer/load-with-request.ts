import type { Database } from '@parley/service-kit/database';
import { type Batch, type Loaded, loadBatch, type TransferKind } from '@parley/service-kit/transfer';

/**
 * Stores what belongs to requests that are stored. It is loaded when the project opens, by a run that may have been cut there and no longer
 * knows what was refused.
 */
export async function loadWithRequest(db: Database, kind: TransferKind, batch: Batch): Promise<Loaded> {
  const given = batch.records.map((text, line) => ({ text, line, request: requestIn(text) }));
  const found = await db.query<{ id: string }>('select id from request where id_project = $1 and id = any($2)', [
    batch.projectId,
    given.map(({ request }) => request),
  ]);
  const stored = new Set(found.map(({ id }) => id));
  const [own, orphans] = [
    given.filter(({ request }) => stored.has(request)),
    given.filter(({ request }) => !stored.has(request)),
  ];
  const loaded = await loadBatch(db, kind, { ...batch, records: own.map(({ text }) => text) });
  return {
    ...loaded,
    rejected: [
      ...loaded.rejected.map((one) => ({ ...one, line: own[one.line]?.line ?? one.line })),
      ...orphans.map(({ line, request }) => ({ line, id: request, code: 'parent_missing', param: 'request' })),
    ].sort((a, b) => a.line - b.line),
  };
}

function requestIn(text: string): string {
  try {
    return String(Object(JSON.parse(text)).request);
  } catch {
    return '';
  }
}
