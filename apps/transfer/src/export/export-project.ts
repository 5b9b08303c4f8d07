import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { AppError } from '@parley/contracts';
import {
  ArchiveWriter,
  exportOrder,
  type Manifest,
  type Owner,
  objectPath,
  type Seal,
  writeService,
} from '@parley/service-kit/archive';

import { recordsOf } from '../archive/part-lines.ts';
import { Refused } from '../config.ts';
import type { Progress } from '../progress.ts';
import { isAbsence, type Services } from '../services.client.ts';

const attempts = 5;

export interface ExportOptions {
  projectId: string;
  folder: string;
  seal?: Seal;
  createdAt?: Date;
}

/** Writes everything of a project to a folder, from one snapshot of each service. */
export async function exportProject(
  services: Services,
  { projectId, folder, seal, createdAt = new Date() }: ExportOptions,
  progress: Progress,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Refused(`${folder} is not empty.`);
  const writer = new ArchiveWriter({
    ...{ folder, seal, createdAt, source: { kind: 'parley' } },
    project: { _id: projectId, name: '' },
  });
  const total = await totals(services, projectId);
  if (!total.get('project')) throw new Refused(`There is no project ${projectId}.`);
  for (const owner of exportOrder)
    await readService(services, owner, { projectId, withSecrets: seal !== undefined }, writer, total, progress);
  await readObjects(services, projectId, writer, progress);
  return writer.finish();
}

async function totals(services: Services, projectId: string): Promise<Map<string, number>> {
  const counted = await Promise.all(exportOrder.map((owner) => services.of(owner).count({ idProject: projectId })));
  return new Map(counted.flatMap(({ counts }) => Object.entries(counts)));
}

/** A stream that breaks is begun again, from a new snapshot. */
async function readService(
  services: Services,
  owner: Owner,
  asked: { projectId: string; withSecrets: boolean },
  writer: ArchiveWriter,
  total: ReadonlyMap<string, number>,
  progress: Progress,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answers = services.of(owner).export({ idProject: asked.projectId, withSecrets: asked.withSecrets });
      await writeService(writer, owner, answers, (kind, done) => progress.at(kind, done, total.get(kind)));
      return;
    } catch (error) {
      if (!isAbsence(error) || attempt === attempts) throw error;
      await writer.dropService(owner);
    }
  }
}

/** Bytes of files, each once. One whose bytes have gone meanwhile is counted, and stays without them. */
async function readObjects(services: Services, projectId: string, writer: ArchiveWriter, progress: Progress) {
  for await (const file of recordsOf(writer.folder, writer.partsOf('file'))) {
    const { _id, sha256, thumbnail_sha256 } = file as { _id: string; sha256: string; thumbnail_sha256?: string };
    for (const [part, sum] of [
      ['o', sha256],
      ['t', thumbnail_sha256],
    ] as const) {
      if (sum === undefined) continue;
      const isThere = await readObject(services, { projectId, id: _id, part, sha256: sum }, writer).catch(
        (error: unknown) => {
          if (error instanceof AppError && error.kind === 'not_found') return false;
          throw error;
        },
      );
      if (!isThere) writer.addDangling('file');
    }
    progress.at('object', writer.objects.count, undefined);
  }
}

interface ObjectPlace {
  projectId: string;
  id: string;
  part: 'o' | 't';
  sha256: string;
}

async function readObject(services: Services, { projectId, id, part, sha256 }: ObjectPlace, writer: ArchiveWriter) {
  const target = join(writer.folder, objectPath(sha256));
  if (await exists(target)) return true;
  await mkdir(dirname(target), { recursive: true });
  const partial = `${target}.partial`;
  const hash = createHash('sha256');
  let bytes = 0;
  const pieces = services.objects.readObject({ idProject: projectId, id, part });
  const hashed = async function* () {
    for await (const piece of pieces) {
      hash.update(piece.bytes);
      bytes += piece.bytes.length;
      yield piece.bytes;
    }
  };
  try {
    await pipeline(hashed, createWriteStream(partial));
    if (hash.digest('hex') !== sha256) return false;
    await rename(partial, target);
  } finally {
    await rm(partial, { force: true });
  }
  writer.objects.count += 1;
  writer.objects.bytes += bytes;
  return true;
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
