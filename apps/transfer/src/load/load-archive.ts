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
import { StoredBatches } from '../stored-batches.ts';
import { batchesOf, oneAhead, type Written } from './batches.ts';
import type { Quarantine, Refusal } from './quarantine.ts';
import type { RefusedRecords } from './refused-records.ts';
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
  refused: RefusedRecords;
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

/** Loads all records but those of activation. What was stored before is answered again, so an interrupted run continues. */
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
  await findErased(services, archive, made, options);
  const outcomes: Record<string, Outcome> = {};
  for (const kind of kindsIn(archive)) {
    if (!kindsOfActivation.includes(kind)) outcomes[kind] = await loadKind(services, archive, made, kind, options);
  }
  for (const owner of owners)
    await patiently(() => services.of(owner).finish({ idProject: projectId, import: id }), options.stopping);
  return outcomes;
}

/** People of the archive who were erased here since it was written. Source: contract 90 section 4.4 */
async function findErased(
  services: Services,
  archive: ArchiveReader,
  { ids }: Import,
  { refused, stopping }: LoadOptions,
): Promise<void> {
  const idProject = archive.head.project._id;
  let count = 0;
  await patiently(async () => {
    for await (const { leads } of services.of('contacts').erased({ idProject }))
      for (const lead of leads) {
        refused.addErased(ids.id(lead));
        count += 1;
      }
  }, stopping);
  if (count === 0) return;
  const known = new Set<unknown>();
  for await (const { record } of mapped(archive.records('lead'), ids)) {
    const { _id, lead_id: leadId, email } = record;
    if (!refused.isErased(_id)) continue;
    known.add(leadId);
    if (typeof email === 'string') refused.addErased(email.toLowerCase());
  }
  // People of the team who have written as requesters keep their accounts.
  for await (const { record } of mapped(archive.records('user'), ids))
    if (record._externalId === undefined) known.delete(record._id);
  for (const id of known) refused.addErased(id);
}

export function kindsIn({ manifest }: ArchiveReader): ArchiveKind[] {
  return (Object.keys(archiveKinds) as ArchiveKind[]).filter((kind) => manifest.counts[kind] !== undefined);
}

export async function loadKind(
  services: Services,
  archive: ArchiveReader,
  made: Import,
  kind: ArchiveKind,
  options: LoadOptions,
): Promise<Outcome> {
  const { quarantine, progress, stopping, refused, maxBad } = options;
  const { service } = archiveKinds[kind];
  const stored = new StoredBatches(services, service, { idProject: made.projectId, import: made.id, kind }, stopping);
  const total = archive.manifest.counts[kind] ?? 0;
  const outcome: Outcome = { read: 0, stored: 0, unchanged: 0, linked: 0, quarantined: 0 };
  let [n, erased, loaded] = [0, 0, 0];
  const began = performance.now();
  progress.at(kind, 0, total);
  const batches = batchesOf(mapped(archive.records(kind), made.ids));
  // Answers about people change the ids of records that are read after them.
  for await (const batch of kind === 'user' ? batches : oneAhead(batches)) {
    stopping.throwIfAborted();
    n += 1;
    const { sent, kept } = separated(kind, batch, refused);
    const sha256 = sha256Of(...sent.map(({ json }) => `${json}\n`));
    const known = await stored.answerOf(n, sha256);
    const answer = known ?? (await loadBatch(services, archive, made, { kind, n, sha256, batch: sent }, options));
    if (!known) loaded += sent.length;
    const rejected = answer.rejected.flatMap(({ line, id, code, param }) => {
      const record = sent[line]?.record;
      return record ? [{ id, code, ...(param && { param }), record }] : [];
    });
    for (const { record } of rejected) refused.add(kind, record);
    for (const { id, ownId } of answer.linked) made.ids.link(id, ownId);
    await quarantine.add(kind, [...rejected, ...kept]);
    outcome.read += batch.length;
    outcome.stored += answer.stored;
    outcome.unchanged += answer.unchanged;
    outcome.linked += answer.linked.length;
    outcome.quarantined += rejected.length + kept.length;
    erased += kept.filter(({ code }) => code === 'erased').length;
    progress.at(kind, outcome.read, total, outcome.quarantined);
    if (outcome.quarantined - erased > Math.max(100, maxBad * total))
      throw new TooManyRefused(`${kind}: ${outcome.quarantined} refused`);
    await slowDown(options.rate, loaded, began, stopping);
  }
  return outcome;
}

/**
 * What hangs on a record that was refused is not stored either: nothing is left without its parent. Of a person who was erased not even
 * the quarantine holds more than ids.
 */
function separated(kind: ArchiveKind, batch: readonly Written[], refused: RefusedRecords) {
  const sent: Written[] = [];
  const kept: (Refusal & { record?: ArchivedRecord })[] = [];
  for (const one of batch) {
    const { record } = one;
    const code = refused.whyNot(kind, record);
    if (code === undefined) {
      sent.push(one);
      continue;
    }
    refused.add(kind, record, code);
    kept.push({ id: String(record._id ?? ''), code, ...(code !== 'erased' && { record }) });
  }
  return { sent, kept };
}

async function* mapped(records: AsyncIterable<ArchivedRecord>, ids: IdMap): AsyncGenerator<Written> {
  for await (const found of records) {
    const record = ids.record(found);
    yield { record, json: JSON.stringify(record) };
  }
}

async function loadBatch(
  services: Services,
  archive: ArchiveReader,
  { id, projectId }: Import,
  { kind, n, sha256, batch }: { kind: ArchiveKind; n: number; sha256: string; batch: readonly Written[] },
  { secrets, stopping }: LoadOptions,
) {
  const call = { idProject: projectId, import: id };
  // Bytes come before the row that names them.
  if (kind === 'file') for (const { record } of batch) await writeObjects(services, archive, call, record, stopping);
  const known = batch.flatMap(({ record }) => {
    const secretsJson = secrets.get(placeOf(kind, String(record._id)));
    return secretsJson === undefined ? [] : [{ id: String(record._id), secretsJson }];
  });
  const records = batch.map(({ json }) => json);
  const owner = services.of(archiveKinds[kind].service);
  return patiently(() => owner.load({ ...call, kind, n, sha256, records, secrets: known }), stopping);
}

async function writeObjects(
  services: Services,
  archive: ArchiveReader,
  call: { idProject: string; import: string },
  record: ArchivedRecord,
  stopping: AbortSignal,
): Promise<void> {
  const { _id, sha256, thumbnail_sha256 } = record as { _id: string; sha256: string; thumbnail_sha256?: string };
  for (const [part, sum] of [
    ['o', sha256],
    ['t', thumbnail_sha256],
  ] as const) {
    if (sum === undefined || !(await archive.hasObject(sum))) continue;
    const about = { ...call, id: _id, part, sha256: sum };
    try {
      await patiently(() => services.objects.writeObject(messagesOf(about, archive.objectFile(sum))), stopping);
    } catch (error) {
      // Media refuses the row as well, by its size.
      if (!(error instanceof AppError && error.code === 'file_too_large')) throw error;
    }
  }
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
