export { countProject, exportProject } from './export-project.ts';
export { Imports } from './imports.repository.ts';
export { type Batch, type Loaded, loadBatch } from './load-batch.ts';
export { serveTransfer } from './serve-transfer.ts';
export type { Members, StoredRecord, TransferKind } from './transfer-kind.ts';
