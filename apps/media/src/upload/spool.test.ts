import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { Spool } from './spool.ts';

let folder: string;
let spool: Spool;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'parley-spool-')), 'spool');
  spool = await Spool.open(folder, 1_000);
});
afterEach(async () => {
  spool.close();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

const bytes = (size: number) => Readable.from([Buffer.alloc(size / 2), Buffer.alloc(size / 2)]);

it('is busy when full, and has room again after a drop', async () => {
  const first = await spool.write(bytes(600), 600);
  await expect(spool.write(bytes(600), 600)).rejects.toMatchObject({ code: 'busy' });
  expect([spool.bytes, await readdir(folder)]).toEqual([600, [first.file.slice(folder.length + 1)]]);
  await spool.drop(first);
  await expect(spool.write(bytes(1_000), 1_000)).resolves.toMatchObject({ size: 1_000 });
});

it('leaves nothing of uploads that are too large or break off', async () => {
  await expect(spool.write(bytes(600), 599)).rejects.toMatchObject({ code: 'file_too_large' });
  const broken = new Readable({ read: () => undefined });
  broken.push('half');
  setImmediate(() => broken.destroy(new Error('gone')));
  await expect(spool.write(broken, 600)).rejects.toThrow('gone');
  expect([spool.bytes, await readdir(folder)]).toEqual([0, []]);
});

it('denies other users access to its files', async () => {
  const files = [(await spool.write(bytes(10), 10)).file, await spool.createFile()];
  const modes = await Promise.all([folder, ...files].map(async (file) => (await stat(file)).mode & 0o777));
  expect(modes).toEqual([0o700, 0o600, 0o600]);
});

it('sweeps files of crashed processes, but none under way', async () => {
  const [old, young] = [join(folder, 'old'), join(folder, 'young')];
  for (const file of [old, young]) await writeFile(file, 'half');
  await utimes(old, new Date(0), new Date(0));
  const next = await Spool.open(folder, 1_000);
  next.close();
  expect(await readdir(folder)).toEqual(['young']);
});
