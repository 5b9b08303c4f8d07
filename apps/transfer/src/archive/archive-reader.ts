import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { archiveKinds } from '@parley/contracts/archive';
import {
  files,
  formatVersion,
  Head,
  isKind,
  Manifest,
  objectPath,
  placeOf,
  sha256Of,
} from '@parley/service-kit/archive';
import type { z } from 'zod';

import { Refused } from '../config.ts';
import { type ArchivedRecord, linesOf, recordOf, recordsOf } from './part-lines.ts';
import type { Open } from './sealing.ts';

/** An archive whose sums, counts and schemas have been checked. */
export class ArchiveReader {
  readonly folder: string;
  readonly head: Head;
  readonly manifest: Manifest;
  /** The same for the same records, whenever they were written. */
  readonly fingerprint: string;

  private constructor(folder: string, head: Head, manifest: Manifest, fingerprint: string) {
    this.folder = folder;
    this.head = head;
    this.manifest = manifest;
    this.fingerprint = fingerprint;
  }

  /** Checks the archive whole: nothing is loaded of one that is cut, changed or unfinished. @throws Refused */
  static async open(folder: string): Promise<ArchiveReader> {
    const sums = await textOf(folder, files.sums, 'is missing: the archive is unfinished');
    const head = parseAs(Head, files.head, await textOf(folder, files.head));
    if (head.version > formatVersion)
      throw new Refused(
        `This archive has version ${head.version}, and this program reads versions up to ${formatVersion}.`,
      );
    await checkSums(folder, sums);
    const manifest = parseAs(Manifest, files.manifest, await textOf(folder, files.manifest));
    const reader = new ArchiveReader(folder, head, manifest, fingerprintOf(manifest));
    await reader.#checkParts(sums);
    return reader;
  }

  /** Kinds that this release does not know, with their records. */
  unknownKinds(): [string, number][] {
    const unknown = this.manifest.parts.filter(({ kind }) => !isKind(kind));
    return [...Map.groupBy(unknown, ({ kind }) => kind)].map(([kind, parts]) => [
      kind,
      parts.reduce((sum, { records }) => sum + records, 0),
    ]);
  }

  records(kind: string): AsyncGenerator<ArchivedRecord> {
    return recordsOf(
      this.folder,
      this.manifest.parts.filter((part) => part.kind === kind),
    );
  }

  /** Secrets by `placeOf`; of people, bots and subscriptions there are few beside their records. */
  async secrets(open: Open): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const file = join(this.folder, files.secrets);
    // Nothing in it had a secret.
    if (!(await stat(file).catch(() => undefined))) return found;
    const lines = createInterface({ input: createReadStream(file) });
    for await (const line of lines) {
      const { k, id, sealed } = JSON.parse(line) as { k: string; id: string; sealed: string };
      found.set(placeOf(k, id), open(sealed, placeOf(k, id)));
    }
    return found;
  }

  objectFile(sha256: string): string {
    return join(this.folder, objectPath(sha256));
  }

  hasObject(sha256: string): Promise<boolean> {
    return stat(this.objectFile(sha256)).then(
      () => true,
      () => false,
    );
  }

  async #checkParts(sums: string): Promise<void> {
    for (const part of this.manifest.parts) {
      if (!sums.includes(`  ${part.name}\n`)) throw new Refused(`${part.name} is not among the sums.`);
      const hash = createHash('sha256');
      let records = 0;
      const schema = isKind(part.kind) ? archiveKinds[part.kind].schema : undefined;
      for await (const line of linesOf(this.folder, part)) {
        hash.update(`${line}\n`);
        records += 1;
        const issue = schema?.safeParse(recordOf(part, line)).error?.issues[0];
        if (issue) throw new Refused(`${part.name}, line ${records}: ${issue.path.join('.')}: ${issue.message}`);
      }
      if (records !== part.records || hash.digest('hex') !== part.sha256)
        throw new Refused(`${part.name} has other lines than the manifest says.`);
    }
    for await (const { sha256, thumbnail_sha256 } of this.records('file')) {
      for (const sum of [sha256, thumbnail_sha256]) if (typeof sum === 'string') await this.#checkObject(sum);
    }
  }

  /** One that is missing is counted by the manifest, and named by the report. */
  async #checkObject(sha256: string): Promise<void> {
    const file = this.objectFile(sha256);
    if (!(await this.hasObject(sha256))) {
      if (!this.manifest.dangling.file) throw new Refused(`${objectPath(sha256)} is missing.`);
    } else if ((await fileSum(file)) !== sha256)
      throw new Refused(`${objectPath(sha256)} has other bytes than its name says.`);
  }
}

function fingerprintOf({ parts }: Manifest): string {
  return sha256Of(...parts.map(({ name, sha256 }) => `${sha256}  ${name}\n`));
}

async function checkSums(folder: string, sums: string): Promise<void> {
  for (const line of sums.split('\n').filter(Boolean)) {
    const [, sum, name = ''] = /^([0-9a-f]{64}) {2}([\w./-]+)$/.exec(line) ?? [];
    if (!sum || name.split('/').includes('..')) throw new Refused(`${files.sums} has a line that is no sum.`);
    const found = await fileSum(join(folder, name)).catch(() => undefined);
    if (found === undefined) throw new Refused(`${name} is missing.`);
    if (found !== sum) throw new Refused(`${name} was changed: its sum is another one.`);
  }
  for (const name of [files.head, files.manifest])
    if (!sums.includes(`  ${name}\n`)) throw new Refused(`${name} is not among the sums.`);
}

async function textOf(folder: string, name: string, why = 'cannot be read'): Promise<string> {
  try {
    return await readFile(join(folder, name), 'utf8');
  } catch (error) {
    throw new Refused(`${name} ${why}.`, { cause: error });
  }
}

/** @throws Refused, naming the file and the member */
function parseAs<Schema extends z.ZodType>(schema: Schema, file: string, text: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Refused(`${file} is not JSON`, { cause: error });
  }
  const { data, error } = schema.safeParse(value);
  if (error) throw new Refused(`${file}: ${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`);
  return data;
}

async function fileSum(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}
