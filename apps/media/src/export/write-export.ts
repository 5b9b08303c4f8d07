import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import { ArchiveWriter, exportOrder, type Owner, objectPath, writeService } from '@parley/service-kit/archive';
import { newId } from '@parley/service-kit/call';
import { countProject, exportProject } from '@parley/service-kit/transfer';

import type { Context } from '../context.ts';
import { keyOf } from '../storage/storage.ts';
import { fileKind } from '../transfer/file-kind.ts';
import type { ProjectExport } from './export.ts';
import { TarParts } from './tar-parts.ts';

/** The export was deleted, or a later run has begun. */
export class RunOver extends Error {
  override name = 'RunOver';
}

interface Place {
  folder: string;
  over: AbortSignal;
}

const reportMs = 1_000;

/** Writes the archive of a project, from one snapshot of each service, and stores it part by part: the disk holds one service's records and one part. */
export async function writeExport(context: Context, run: ProjectExport, { folder, over }: Place): Promise<void> {
  const { config, storage, exports } = context;
  const { projectId } = run;
  const archive = join(folder, 'archive');
  await mkdir(archive);
  const tars = new TarParts({
    ...{ folder, maxBytes: config.EXPORT_PART_BYTES },
    async store({ name, file, size, sha256 }) {
      over.throwIfAborted();
      const objectKey = `${projectId}/${newId()}`;
      await context.stores.run(() => storage.put(keyOf(objectKey, 'o'), file, size));
      if (await exports.addPart(run, { name, objectKey, size, sha256 })) return;
      await storage.remove(keyOf(objectKey, 'o'));
      throw new RunOver();
    },
  });
  const writer = new ArchiveWriter({
    ...{ folder: archive, source: { kind: 'parley' }, project: { _id: projectId, name: '' }, seal: undefined },
    createdAt: new Date(),
    async take(name) {
      await tars.addFile(name, join(archive, name));
      await rm(join(archive, name));
    },
  });
  try {
    const progress = new ExportProgress(context, run, await totals(context, projectId));
    for (const owner of exportOrder) {
      const answers = answersOf(context, owner, projectId, over);
      await writeService(writer, owner, answers, (kind, done) => progress.at(kind, done));
      over.throwIfAborted();
    }
    await writeObjects(context, run, { folder, over }, { writer, tars, progress });
    const { asOf } = await writer.finish();
    await tars.end();
    await progress.end(asOf);
  } finally {
    tars.abandon();
  }
}

function answersOf({ db, owners }: Context, owner: Owner, projectId: string, over: AbortSignal) {
  return owner === 'media' ? exportProject(db, [fileKind], projectId, false) : owners.export(owner, projectId, over);
}

async function totals({ db, owners }: Context, projectId: string): Promise<Map<string, number>> {
  const counted = await Promise.all(
    exportOrder.map((owner) =>
      owner === 'media' ? countProject(db, [fileKind], projectId) : owners.count(owner, projectId),
    ),
  );
  return new Map(counted.flatMap((counts) => Object.entries(counts)));
}

interface Writing {
  writer: ArchiveWriter;
  tars: TarParts;
  progress: ExportProgress;
}

/** The bytes of files, each once. What has no bytes any more is counted, and stays without them. */
async function writeObjects(context: Context, run: ProjectExport, place: Place, writing: Writing): Promise<void> {
  const { writer, tars, progress } = writing;
  const { file, count } = await listObjects(context, run.projectId, place.folder);
  progress.total('object', count);
  let done = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    place.over.throwIfAborted();
    const { sha256, key, size } = JSON.parse(line) as StoredObject;
    const bytes = run.includeFiles ? await context.storage.get(key) : undefined;
    const whole = bytes && (await checked(context, bytes, { sha256, size, key }));
    if (whole) {
      await tars.add(objectPath(sha256), size, whole);
      writer.objects.count += 1;
      writer.objects.bytes += size;
    } else writer.addDangling('file');
    done += 1;
    await progress.at('object', done);
  }
}

interface StoredObject {
  sha256: string;
  key: string;
  size: number;
}

/** Read twice: what goes into a tar cannot be taken back. @returns nothing when the bytes are not those that they were */
async function checked({ storage }: Context, bytes: Readable, { sha256, size, key }: StoredObject) {
  const hash = createHash('sha256');
  let read = 0;
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    hash.update(piece);
    read += piece.length;
  }
  return read === size && hash.digest('hex') === sha256 ? storage.get(key) : undefined;
}

/** To a file: projects may have millions of them. */
async function listObjects(
  { db }: Context,
  projectId: string,
  folder: string,
): Promise<{ file: string; count: number }> {
  const file = join(folder, 'objects');
  await writeFile(file, '');
  let count = 0;
  for await (const { rows } of db.scan<StoredObject>(objects, [projectId])) {
    count += rows.length;
    await appendFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
  return { file, count };
}

const objects = {
  text: `select distinct on (sha256) sha256, key, size from (
      select sha256, object_key || '/o' as key, size from files where id_project = $1
      union all
      select thumbnail_sha256, object_key || '/t', thumbnail_size from files where id_project = $1 and thumbnail_sha256 is not null
    ) stored order by sha256, key`,
};

/** Where the export stands, stored now and then. */
class ExportProgress {
  readonly #context: Context;
  readonly #run: ProjectExport;
  readonly #totals: Map<string, number>;
  readonly #progress: ProjectExport['progress'] = {};
  #reportedAt = 0;

  constructor(context: Context, run: ProjectExport, totals: Map<string, number>) {
    this.#context = context;
    this.#run = run;
    this.#totals = totals;
  }

  total(kind: string, total: number): void {
    this.#totals.set(kind, total);
  }

  /** @throws RunOver */
  async at(kind: string, done: number): Promise<void> {
    if (kind === '') return;
    // What was written since the count.
    const total = Math.max(done, this.#totals.get(kind) ?? 0);
    this.#progress[kind] = { done, total };
    if (performance.now() - this.#reportedAt < reportMs) return;
    this.#reportedAt = performance.now();
    await this.#report({});
  }

  /** All that is there is done: what was counted and has gone since is not missing. */
  async end(asOf: Record<string, string>): Promise<void> {
    for (const one of Object.values(this.#progress)) one.total = one.done;
    await this.#report(asOf);
  }

  async #report(asOf: Record<string, string>): Promise<void> {
    if (!(await this.#context.exports.report(this.#run, { progress: this.#progress, asOf }))) throw new RunOver();
  }
}
