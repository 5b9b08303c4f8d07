import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { newId } from '@parley/service-kit/call';
import {
  collect,
  describeWithProgram,
  eventually,
  type S3Server,
  s3Program,
  startS3Server,
  startVersityServer,
  timeoutOf,
  versityProgram,
} from '@parley/testkit';
import { Client } from 'minio';

import { startMediaHarness } from '../../test/media-harness.ts';
import { filesHeldOpen, type Misbehaving, type Misbehaviour, misbehavingAt } from '../../test/misbehaving-s3.ts';
import { folderStorage } from './folder-storage.ts';
import { type S3Options, s3Storage } from './s3-storage.ts';
import { keyOf, type Storage } from './storage.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-storage-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file on the disk with this many random bytes. */
async function source(size: number): Promise<{ file: string; bytes: Buffer }> {
  const file = join(folder, newId());
  const bytes = randomBytes(size);
  await writeFile(file, bytes);
  return { file, bytes };
}

const newKey = () => keyOf(`${newId()}/${newId()}`, 'o');

async function bytesOf(stream: Readable | undefined): Promise<Buffer | undefined> {
  return stream && Buffer.concat((await collect(stream)) as Buffer[]);
}

/** The guarantees of every driver. */
function conformance(storage: () => Storage) {
  it.each([0, 1, 1_000, 6 * 2 ** 20])('returns the %i stored bytes, and any range of them', async (size) => {
    const key = newKey();
    const { file, bytes } = await source(size);
    await storage().put(key, file, size);

    const read = await bytesOf(await storage().get(key));
    expect(sha256(read ?? Buffer.from('none'))).toBe(sha256(bytes));
    for (const [start, end] of [
      [0, 0],
      [size - 1, size - 1],
      [Math.floor(size / 3), Math.floor(size / 2)],
    ] as const) {
      if (size === 0 || end < start) continue;
      const part = (await bytesOf(await storage().get(key, { start, end }))) ?? Buffer.alloc(0);
      expect([part.length, part.equals(bytes.subarray(start, end + 1))]).toEqual([end + 1 - start, true]);
    }
  });

  it('finds nothing for a key that was never written or was removed; removing again is no error', async () => {
    const key = newKey();
    const { file } = await source(10);
    expect(await storage().get(key)).toBeUndefined();
    await storage().put(key, file, 10);
    await storage().remove(key);
    await storage().remove(key);
    expect(await storage().get(key)).toBeUndefined();
    expect(await storage().get(key, { start: 0, end: 1 })).toBeUndefined();
  });

  it('lists its objects with their times', async () => {
    const keys = [newKey(), newKey()];
    const { file } = await source(10);
    for (const key of keys) await storage().put(key, file, 10);
    const listed = await collect(storage().list());
    expect(listed.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
    for (const { modifiedAt } of listed) expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(600_000);
  });

  it('keeps the ledger apart from its objects, in the order of its names, each once', async () => {
    const names = [newId(), newId(), newId()].sort();
    const [first = '', second = '', third = ''] = names;
    for (const name of [third, first, second, first]) await storage().record(name);
    const mine = (all: string[]) => all.filter((name) => names.includes(name));
    expect(mine(await collect(storage().recorded('')))).toEqual(names);
    expect(mine(await collect(storage().recorded(first)))).toEqual([second, third]);
    expect(mine(await collect(storage().recorded(third)))).toEqual([]);
    const keys = (await collect(storage().list())).map(({ key }) => key);
    expect(keys.filter((key) => names.some((name) => key.includes(name)))).toEqual([]);
    await expect(storage().record('../outside')).rejects.toThrow('none of ours');
  });

  it('stores nothing when its source fails', async () => {
    const key = newKey();
    await expect(storage().put(key, join(folder, 'nowhere'), 7 * 2 ** 20)).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    expect(await storage().get(key)).toBeUndefined();
  });

  it.each(['../../etc/passwd', `${newId()}/${newId()}/x`, '', `${newId()}/../${newId()}/o`])(
    'never takes %j for a key',
    async (key) => {
      await expect(storage().get(key)).rejects.toThrow('none of ours');
      await expect(storage().remove(key)).rejects.toThrow('none of ours');
    },
  );

  it('ends the read when the reader disconnects', async () => {
    const key = newKey();
    const size = 6 * 2 ** 20;
    const { file } = await source(size);
    await storage().put(key, file, size);
    const stream = await storage().get(key);
    stream?.destroy();
    expect(stream?.destroyed).toBe(true);
    expect((await bytesOf(await storage().get(key)))?.length).toBe(size);
  });

  it('reports that it is writable', async () => {
    await expect(storage().check()).resolves.toBeUndefined();
  });
}

describe('a folder', () => {
  let storage: Storage;
  let place: string;
  beforeAll(async () => {
    place = join(folder, 'objects');
    storage = await folderStorage(place);
  });
  conformance(() => storage);

  it('denies other users access to its files, and follows no link', async () => {
    const key = newKey();
    const { file } = await source(10);
    await storage.put(key, file, 10);
    const files = (await readdir(place, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const modes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
    expect(new Set(modes.map(({ mode }) => mode & 0o777))).toEqual(new Set([0o600]));

    const [project, object] = [newId(), newId()];
    const parent = join(place, object.slice(-2), object.slice(-4, -2));
    await mkdir(parent, { recursive: true });
    await symlink('/etc/passwd', join(parent, `${project}.${object}.o`));
    await expect(storage.get(keyOf(`${project}/${object}`, 'o'))).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
  });

  it('sweeps unfinished writes, but none under way', async () => {
    const parent = join(place, 'aa', 'bb');
    await mkdir(parent, { recursive: true });
    const [old, young] = [join(parent, `.${crypto.randomUUID()}`), join(parent, `.${crypto.randomUUID()}`)];
    for (const file of [old, young]) await writeFile(file, 'half');
    await utimes(old, new Date(0), new Date(0));
    await storage.sweep(new Date(Date.now() - 3_600_000));
    expect(await readdir(parent)).toEqual([young.slice(parent.length + 1)]);
  });
});

/** Every S3 server that is there must serve the adapter alike. */
describe.each([
  [s3Program, startS3Server],
  [versityProgram, startVersityServer],
] as const)('of %s', (program, startServer) => {
  describeWithProgram(program, 'an S3 server', () => s3Conformance(startServer));
});

function s3Conformance(startServer: () => Promise<Omit<S3Server, 'kill' | 'start'>>): void {
  let server: Omit<S3Server, 'kill' | 'start'>;
  let storage: ReturnType<typeof s3Storage>;
  let options: S3Options;
  let client: Client;
  beforeAll(async () => {
    server = await startServer();
    const { url: endpoint, accessKey, secretKey, region } = server;
    options = {
      endpoint,
      accessKey,
      secretKey,
      region,
      bucket: 'parley-media',
      sse: false,
      createBucket: false,
      writeMs: 60_000,
    };
    const { hostname, port } = new URL(endpoint);
    client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey, region });
    await client.makeBucket(options.bucket, region);
    storage = s3Storage(options);
  }, 60_000);
  afterAll(async () => {
    storage?.close();
    await server?.stop();
  });
  conformance(() => storage);

  it('creates a missing bucket if configured', async () => {
    const bucket = `parley-${newId()}`;
    const [cautious, free] = [false, true].map((createBucket) => s3Storage({ ...options, bucket, createBucket }));
    await expect(cautious?.check()).rejects.toThrow('no such bucket');
    await free?.check();
    await cautious?.check();
    for (const each of [cautious, free]) each?.close();
  });

  it('takes the first upload into a bucket that it makes when it starts', async () => {
    const { endpoint, accessKey, secretKey } = options;
    const harness = await startMediaHarness({
      ...{ S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey },
      ...{ S3_BUCKET: `parley-${newId()}`, S3_CREATE_BUCKET: 'true' },
    });
    try {
      const { ada } = harness.project();
      expect((await harness.upload(ada, 'uploadFile', { name: 'a.txt', bytes: 'hello' })).status).toBe(201);
    } finally {
      await harness.stop();
    }
  });

  it('lists none of the objects that others have put into its bucket', async () => {
    await client.putObject(options.bucket, 'somebody/else.txt', 'x');
    expect((await collect(storage.list())).map(({ key }) => key)).not.toContain('somebody/else.txt');
  });

  it('denies access without the keys', async () => {
    const key = newKey();
    const { file } = await source(10);
    await storage.put(key, file, 10);
    expect([400, 401, 403]).toContain((await fetch(`${server.url}/${options.bucket}/${key}`)).status);
    const stranger = s3Storage({ ...options, secretKey: 'wrong' });
    await expect(stranger.get(key)).rejects.toMatchObject({ code: 'storage_unavailable' });
    stranger.close();
  });

  it('sweeps unfinished uploads, but none under way', async () => {
    const key = newKey();
    await client.initiateNewMultipartUpload(options.bucket, key, {});
    await storage.sweep(new Date(Date.now() - 3_600_000));
    expect(await unfinished(key)).toBe(1);
    await storage.sweep(new Date(Date.now() + 3_600_000));
    expect(await unfinished(key)).toBe(0);
  });

  it.each([
    ['cuts the line at the third part', (req: IncomingMessage) => void req.socket.destroy()],
    ['hangs at the third part', () => undefined],
    [
      'answers 500 to the third part',
      (req: IncomingMessage, res: ServerResponse) => void req.resume().on('end', () => res.writeHead(500).end()),
    ],
  ])(
    'leaves nothing of a write when it %s',
    async (_how, misbehave) => {
      const between = await misbehavingAt(server.url, (url = '') => url.includes('partNumber=3'), misbehave);
      const broken = s3Storage({ ...options, endpoint: between.url, writeMs: timeoutOf(1_000) });
      const key = newKey();
      const { file } = await source(17 * 2 ** 20);
      await expect(broken.put(key, file, 17 * 2 ** 20)).rejects.toMatchObject({ code: 'storage_unavailable' });
      expect(between.reached).toBe(true);
      expect(await storage.get(key)).toBeUndefined();
      expect(await unfinished(key)).toBe(0);
      await eventually(() => expect(filesHeldOpen(file)).resolves.toBe(0));
      broken.close();
      between.stop();
    },
    30_000,
  );

  async function unfinished(key: string): Promise<number> {
    const folder = key.slice(0, key.lastIndexOf('/') + 1);
    return (await collect(client.listIncompleteUploads(options.bucket, folder, false))).length;
  }
}

describe('an S3 server that does not behave', () => {
  let away: Misbehaving | undefined;
  afterEach(() => away?.stop());

  async function behind(misbehave: Misbehaviour, more: Partial<S3Options> = {}) {
    away = await misbehavingAt(undefined, () => true, misbehave);
    const keys = { accessKey: 'key', secretKey: 'secret', region: 'us-east-1', bucket: 'parley-media', sse: false };
    return s3Storage({ endpoint: away.url, ...keys, createBucket: false, writeMs: 100, readMs: 100, ...more });
  }

  it.each<[string, Misbehaviour]>([
    ['hangs', () => undefined],
    ['answers 500', (_req, res) => void res.writeHead(500).end()],
    ['cuts the line', (req) => void req.socket.destroy()],
  ])(
    'is unavailable when it %s, for writes and reads, in time, and holds nothing',
    async (_how, misbehave) => {
      const storage = await behind(misbehave);
      const { file } = await source(6 * 2 ** 20);
      await expect(storage.put(newKey(), file, 6 * 2 ** 20)).rejects.toMatchObject({ code: 'storage_unavailable' });
      await expect(storage.get(newKey())).rejects.toMatchObject({ code: 'storage_unavailable' });
      await eventually(() => expect(filesHeldOpen(file)).resolves.toBe(0));
      await eventually(() => expect(away?.connections()).resolves.toBe(0));
      storage.close();
    },
    30_000,
  );

  it('is tried twice before it counts as unavailable, and a stalled read ends', async () => {
    let calls = 0;
    const storage = await behind((_req, res) => {
      calls += 1;
      if (calls === 1) return void res.writeHead(503).end();
      res.writeHead(200, { 'content-length': 100, etag: '"x"', 'last-modified': new Date().toUTCString() });
      res.write('half');
    });
    await expect(storage.get(newKey()).then(bytesOf)).rejects.toThrow();
    expect(calls).toBe(2);
    storage.close();
  });

  it('is asked to encrypt objects if configured', async () => {
    const found: unknown[] = [];
    const note: Misbehaviour = (req, res) => {
      found.push(req.headers['x-amz-server-side-encryption']);
      res.writeHead(500).end();
    };
    const { file } = await source(10);
    for (const sse of [true, false]) {
      const storage = await behind(note, { sse });
      await storage.put(newKey(), file, 10).catch(() => undefined);
      storage.close();
      away?.stop();
    }
    expect([found.includes('AES256'), found.at(-1)]).toEqual([true, undefined]);
  });
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
