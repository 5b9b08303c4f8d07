import { createReadStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { AppError } from '@parley/contracts';
import { type ArchiveKind, archiveKinds, kindsOfActivation } from '@parley/contracts/archive';
import { placeOf, sha256Of } from '@parley/service-kit/archive';

import type { ArchiveReader } from '../archive/archive-reader.ts';
import type { ArchivedRecord } from '../archive/part-lines.ts';
import { owners } from '../config.ts';
import type { Progress } from '../progress.ts';
import { patiently, type Services } from '../services.client.ts';
import { batchesOf, type Written } from './batches.ts';
import type { Quarantine } from './quarantine.ts';
import { IdMap } from './remap.ts';

/** An import of an archive into the project that it makes. */
export interface Import {
  id: string;
  projectId: string;
  ids: IdMap;
}

export interface LoadOptions {
  /** Secrets by `placeOf`; none without the passphrase. */
  secrets: ReadonlyMap<string, string>;
  quarantine: Quarantine;
  progress: Progress;
  stopping: AbortSignal;
  /** Records a second. */
  rate?: number;
  /** Of the records of a kind, at least 100. */
  maxBad: number;
}

export interface Outcome {
  read: number;
  stored: number;
  unchanged: number;
  linked: number;
  quarantined: number;
}

/** More of a kind was refused than is accepted; what is stored stays. */
export class TooManyRefused extends Error {
  override name = 'TooManyRefused';
}

/** The same archive is the same import, wherever and whenever it is loaded. */
export function importOf({ fingerprint, head }: ArchiveReader, remaps: boolean): Import {
  const id = sha256Of(fingerprint, remaps ? 'remap' : 'keep').slice(0, 24);
  const ids = new IdMap(remaps ? sha256Of('ids of an import', id) : undefined);
  return { id, ids, projectId: ids.id(head.project._id) };
}

/** Loads all records but those of activation. Whatever was answered before is answered again, so a run that was cut goes on. */
export async function loadArchive(
  services: Services,
  archive: ArchiveReader,
  made: Import,
  options: LoadOptions,
): Promise<Record<string, Outcome>> {
  const { id, projectId } = made;
  // Workspace is the first: it knows whether another project has this id.
  for (const owner of ['workspace' as const, ...owners.filter((one) => one !== 'workspace')])
    await patiently(() => services.of(owner).begin({ idProject: projectId, import: id }), options.stopping);
  const refused = new Set<string>();
  const outcomes: Record<string, Outcome> = {};
  for (const kind of kindsIn(archive)) {
    if (!kindsOfActivation.includes(kind))
      outcomes[kind] = await loadKind(services, archive, made, kind, { ...options, refused });
  }
  for (const owner of owners)
    await patiently(() => services.of(owner).finish({ idProject: projectId, import: id }), options.stopping);
  options.progress.end();
  return outcomes;
}

export function kindsIn({ manifest }: ArchiveReader): ArchiveKind[] {
  return (Object.keys(archiveKinds) as ArchiveKind[]).filter((kind) => manifest.counts[kind] !== undefined);
}

export async function loadKind(
  services: Services,
  archive: ArchiveReader,
  made: Import,
  kind: ArchiveKind,
  options: LoadOptions & { refused: Set<string> },
): Promise<Outcome> {
  const { quarantine, progress, stopping, refused, maxBad } = options;
  const total = archive.manifest.counts[kind] ?? 0;
  const outcome: Outcome = { read: 0, stored: 0, unchanged: 0, linked: 0, quarantined: 0 };
  let n = 0;
  const began = performance.now();
  for await (const batch of batchesOf(mapped(archive.records(kind), made.ids))) {
    stopping.throwIfAborted();
    n += 1;
    const answer = await loadBatch(services, archive, made, { kind, n, batch }, options);
    const rejected = answer.rejected.flatMap(({ line, id, code, param }) => {
      const record = answer.sent[line]?.record;
      return record ? [{ id, code, ...(param && { param }), record }] : [];
    });
    const notSent = [
      ...answer.orphans.map(({ record }) => ({ id: String(record._id ?? ''), code: 'parent_missing', record })),
      ...answer.tooLarge.map(({ record }) => ({ id: String(record._id), code: 'too_large', param: 'size', record })),
    ];
    for (const { id } of [...rejected, ...notSent]) if (id !== '') refused.add(id);
    for (const { id, ownId } of answer.linked) made.ids.link(id, ownId);
    await quarantine.add(kind, [...rejected, ...notSent]);
    outcome.read += batch.length;
    outcome.stored += answer.stored;
    outcome.unchanged += answer.unchanged;
    outcome.linked += answer.linked.length;
    outcome.quarantined += rejected.length + notSent.length;
    progress.at(kind, outcome.read, total, outcome.quarantined);
    if (outcome.quarantined > Math.max(100, maxBad * total))
      throw new TooManyRefused(`${kind}: ${outcome.quarantined} refused`);
    await slowDown(options.rate, outcome.read, began, stopping);
  }
  return outcome;
}

async function* mapped(records: AsyncIterable<ArchivedRecord>, ids: IdMap): AsyncGenerator<Written> {
  for await (const found of records) {
    const record = ids.record(found);
    yield { record, json: JSON.stringify(record) };
  }
}

/** What hangs on a record that was refused is not stored either: nothing is left without its parent. */
function parentOf(record: ArchivedRecord, refused: ReadonlySet<string>): boolean {
  return [record.request, record.id_user, record.id_faq_kb, record.lead, record.mailbox].some(
    (parent) => typeof parent === 'string' && refused.has(parent),
  );
}

async function loadBatch(
  services: Services,
  archive: ArchiveReader,
  { id, projectId, ids }: Import,
  { kind, n, batch }: { kind: ArchiveKind; n: number; batch: readonly Written[] },
  { secrets, refused, stopping }: LoadOptions & { refused: ReadonlySet<string> },
) {
  const { orphans = [], others = [] } = Object.groupBy(batch, ({ record }) =>
    parentOf(record, refused) ? 'orphans' : 'others',
  );
  const tooLarge: Written[] = [];
  if (kind === 'file')
    for (const one of others)
      if (!(await writeObjects(services, archive, { id, projectId, ids }, one.record, stopping))) tooLarge.push(one);
  const sent = others.filter((one) => !tooLarge.includes(one));
  const records = sent.map(({ json }) => json);
  const known = sent.flatMap(({ record }) => {
    const secretsJson = secrets.get(placeOf(kind, String(record._id)));
    return secretsJson === undefined ? [] : [{ id: String(record._id), secretsJson }];
  });
  const answer = await patiently(
    () =>
      services.of(archiveKinds[kind].service).load({
        ...{ idProject: projectId, import: id, kind, n, records, secrets: known },
        sha256: sha256Of(...records.map((record) => `${record}\n`)),
      }),
    stopping,
  );
  return { ...answer, sent, orphans, tooLarge };
}

/** Bytes come before the row that names them. @returns false when media does not take as many */
async function writeObjects(
  services: Services,
  archive: ArchiveReader,
  { id, projectId }: Import,
  record: ArchivedRecord,
  stopping: AbortSignal,
): Promise<boolean> {
  const { _id, sha256, thumbnail_sha256 } = record as { _id: string; sha256: string; thumbnail_sha256?: string };
  for (const [part, sum] of [
    ['o', sha256],
    ['t', thumbnail_sha256],
  ] as const) {
    if (sum === undefined || !(await archive.hasObject(sum))) continue;
    const about = { idProject: projectId, import: id, id: _id, part, sha256: sum };
    try {
      await patiently(() => services.objects.writeObject(messagesOf(about, archive.objectFile(sum))), stopping);
    } catch (error) {
      if (error instanceof AppError && error.code === 'file_too_large') return false;
      throw error;
    }
  }
  return true;
}

async function* messagesOf(about: object, file: string) {
  const none = { idProject: '', import: '', id: '', part: '', sha256: '' };
  yield { ...none, ...about, bytes: Buffer.alloc(0) };
  for await (const bytes of createReadStream(file, { highWaterMark: 256 * 1_024 }))
    yield { ...none, bytes: bytes as Buffer };
}

async function slowDown(rate: number | undefined, done: number, began: number, stopping: AbortSignal): Promise<void> {
  if (rate === undefined) return;
  const aheadMs = (done / rate) * 1_000 - (performance.now() - began);
  if (aheadMs > 0) await delay(aheadMs, undefined, { signal: stopping });
}
