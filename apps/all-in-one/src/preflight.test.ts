import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parentOf } from './holders.ts';
import { checkPlace, Obstacle, obstacleOf } from './preflight.ts';

const host = '127.0.0.1';
let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'parley-preflight-'));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const obstacle = (place: Partial<Parameters<typeof checkPlace>[0]>) =>
  checkPlace({ port: 0, host, dataFolder, ...place }).catch((error: unknown) => error);

it('finds nothing wrong with a free place, and leaves nothing there', async () => {
  expect(await obstacle({})).toBeUndefined();
  await rm(dataFolder, { recursive: true });
  expect(await obstacle({ dataFolder: join(dataFolder, 'made', 'when', 'missing') })).toBeUndefined();
});

it('names the process that holds the port, and what to set instead', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as { port: number };

  const found = await obstacle({ port });
  await new Promise((resolve) => server.close(resolve));

  expect(found).toBeInstanceOf(Obstacle);
  expect(String(found)).toContain(`Port ${port} is in use by node (process ${process.pid}): stop it, or choose`);
  expect(String(found)).toContain(`PORT=${port + 10} PARLEY_DATA=.parley-2 npm start`);
});

it('names an address that is none of this machine', async () => {
  const found = await obstacle({ port: 12_345, host: 'x86_64-conda-linux-gnu' });
  expect(String(found)).toMatch(
    /^Error: PARLEY_HOST=x86_64-conda-linux-gnu is not an address of this machine \(E\w+\)/,
  );
});

it('says that a folder cannot be written, and which variable names another', async () => {
  await chmod(dataFolder, 0o555);
  // Root may write everywhere but there.
  const folder = process.getuid?.() === 0 ? '/sys/parley' : join(dataFolder, 'below');

  const found = await obstacle({ dataFolder: folder });

  expect(found).toBeInstanceOf(Obstacle);
  expect(String(found)).toMatch(/The data folder \S+ cannot be written \((EACCES|EPERM|EROFS)\): .*PARLEY_DATA\.$/);
  // A recursive mkdir of Node never ends there.
  if (process.platform === 'linux')
    expect(String(await obstacle({ dataFolder: '/proc/parley/data' }))).toMatch(/ cannot be written \(\w+\): /);
});

it('says that the disk is full, before anything is started and when a part fails by it', async () => {
  // The kernel refuses it as it does on a full disk.
  await symlink('/dev/full', join(dataFolder, '.writable'));
  const full = /The disk of \S+ is full \(ENOSPC\): make room, or .*PARLEY_DATA\.$/;
  expect(String(await obstacle({}))).toMatch(full);

  const initdb = new Error('Command failed: initdb\ninitdb: error: could not write: No space left on device');
  for (const error of [initdb, Object.assign(new Error('write'), { code: 'ENOSPC' })])
    expect(String(await obstacleOf(error, dataFolder))).toMatch(full);
  const other = new Error('something else');
  expect(await obstacleOf(other, dataFolder)).toBe(other);
});

it('knows who has started a process', async () => {
  expect(await parentOf(process.pid)).toContain(`(process ${process.ppid})`);
  expect(await parentOf(2 ** 22 + 1)).toBeUndefined();
});
