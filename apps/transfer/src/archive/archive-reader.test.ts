import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { ArchiveWriter, type Manifest, sha256Of } from '@parley/service-kit/archive';
import { collect } from '@parley/testkit';

import { Refused } from '../config.ts';
import { ArchiveReader } from './archive-reader.ts';
import { newSeal, openSeal } from './sealing.ts';

const passphrase = 'a horse that is correct';
const id = (nth: number) => `65e18b00${String(nth).padStart(16, '0')}`;
const tag = (nth: number) => ({
  ...{
    _id: id(nth),
    createdBy: 'system',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
  ...{ tag: `tag ${nth}`, __v: 0 },
});
const part = 'workspace/tag-000001.jsonl.gz';

let folder: string;
let copies = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-reader-'));
  const writer = new ArchiveWriter({
    ...{ folder: join(folder, 'whole'), source: { kind: 'test' }, project: { _id: id(1), name: 'Shop' } },
    ...{ seal: await newSeal(passphrase), createdAt: new Date() },
  });
  await writer.write(
    'tag',
    Array.from({ length: 50 }, (_, nth) => JSON.stringify(tag(nth))),
  );
  await writer.writeSecret('tag', id(1), '{"secret":"x"}');
  await writer.finish();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A copy of the archive, to be changed. */
async function copy(): Promise<{ path: string; text(name: string): Promise<string>; sum(): Promise<void> }> {
  const path = join(folder, `copy-${copies++}`);
  await cp(join(folder, 'whole'), path, { recursive: true });
  const text = (name: string) => readFile(join(path, name), 'utf8');
  // As one would who knows the format: only what the sums cover is told by them.
  const sum = async () => {
    const names = [...new Set([...(await text('SHA256SUMS')).matchAll(/ {2}(.+)\n/g)].map(([, name = '']) => name))];
    const lines = await Promise.all(
      names.map(async (name) => `${sha256Of(await readFile(join(path, name)))}  ${name}\n`),
    );
    await writeFile(join(path, 'SHA256SUMS'), lines.join(''));
  };
  return { path, text, sum };
}

type Copy = Awaited<ReturnType<typeof copy>>;

const withoutLine = async ({ path }: Copy) => {
  const lines = gunzipSync(await readFile(join(path, part)))
    .toString()
    .split('\n');
  await writeFile(join(path, part), gzipSync(lines.toSpliced(7, 1).join('\n')));
};
const changed = async ({ path, text }: Copy, name: string, from: string, to: string) => {
  const before = await text(name);
  expect(before).toContain(from);
  await writeFile(join(path, name), before.replace(from, to));
};

describe('an archive is refused before anything of it is loaded', () => {
  it.each<[string, (one: Copy) => Promise<unknown>]>([
    [
      'a byte is another one',
      async ({ path }) => {
        const bytes = await readFile(join(path, part));
        bytes[40] = 255 - (bytes[40] ?? 0);
        await writeFile(join(path, part), bytes);
      },
    ],
    ['a part is missing', ({ path }) => rm(join(path, part))],
    ['a line is missing', withoutLine],
    ['a line is missing, and the sums agree', (one) => withoutLine(one).then(one.sum)],
    ['the manifest was altered', (one) => changed(one, 'manifest.json', '"tag"', '"lead"')],
    [
      'the manifest was altered, and the sums agree',
      (one) => changed(one, 'manifest.json', '"records": 50', '"records": 49').then(one.sum),
    ],
    ['the sums are missing', ({ path }) => rm(join(path, 'SHA256SUMS'))],
    ['its version is above ours', (one) => changed(one, 'head.json', '"version": 1', '"version": 2').then(one.sum)],
    ['the sums name a file elsewhere', ({ path }) => writeFile(join(path, 'SHA256SUMS'), `${'0'.repeat(64)}  ../x\n`)],
  ])('when %s', async (_what, change) => {
    const one = await copy();
    await change(one);
    await expect(ArchiveReader.open(one.path)).rejects.toThrow(Refused);
  });

  it('when a record does not fit its schema, with its part, line and member', async () => {
    const path = join(folder, 'faulty');
    const writer = new ArchiveWriter({
      ...{ folder: path, source: { kind: 'test' }, project: { _id: id(1), name: 'Shop' }, seal: undefined },
      createdAt: new Date(),
    });
    await writer.write('tag', [JSON.stringify(tag(1)), JSON.stringify({ ...tag(2), tag: '' })]);
    await writer.finish();
    await expect(ArchiveReader.open(path)).rejects.toThrow(/tag-000001\.jsonl\.gz, line 2: tag: /);
  });

  it('when the passphrase is another one', async () => {
    const { head } = await ArchiveReader.open(join(folder, 'whole'));
    if (!head.sealing) throw new Error('The archive is not sealed.');
    await expect(openSeal('another horse altogether', head.sealing)).rejects.toThrow(Refused);
  });
});

it('has no secrets where it is sealed and nothing in it had one', async () => {
  const path = join(folder, 'bare');
  const seal = await newSeal(passphrase);
  const project = { _id: id(1), name: 'Shop' };
  await mkdir(path);
  await new ArchiveWriter({ folder: path, source: { kind: 'test' }, project, seal, createdAt: new Date() }).finish();
  const open = await openSeal(passphrase, seal.sealing);
  expect((await (await ArchiveReader.open(path)).secrets(open)).size).toBe(0);
});

it('reads an archive with members and kinds of a later release, and names those kinds', async () => {
  const one = await copy();
  const lines = gunzipSync(await readFile(join(one.path, part)))
    .toString()
    .replace('"__v"', '"planet":"Mars","__v"');
  await writeFile(join(one.path, part), gzipSync(lines));
  const other = '{"k":"planet","v":1,"r":{"_id":"1"}}\n';
  const later = 'workspace/planet-000001.jsonl.gz';
  await writeFile(join(one.path, later), gzipSync(other));
  const manifest = JSON.parse(await one.text('manifest.json')) as Manifest;
  const [first] = manifest.parts;
  if (!first) throw new Error('The archive has no part.');
  Object.assign(first, { bytes: Buffer.byteLength(lines), sha256: sha256Of(lines) });
  const about = { name: later, kind: 'planet', service: 'workspace' };
  manifest.parts.push({ ...about, records: 1, bytes: other.length, sha256: sha256Of(other) });
  await writeFile(join(one.path, 'manifest.json'), JSON.stringify({ ...manifest, moons: 2 }));
  await writeFile(join(one.path, 'SHA256SUMS'), `${await one.text('SHA256SUMS')}${'0'.repeat(64)}  ${later}\n`);
  await one.sum();

  const archive = await ArchiveReader.open(one.path);
  expect(archive.unknownKinds()).toEqual([['planet', 1]]);
  const records = await collect(archive.records('tag'));
  expect(records).toHaveLength(50);
});
