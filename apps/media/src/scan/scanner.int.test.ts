import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

import { picture } from '../../test/pictures.ts';
import { type Studio, startStudio } from '../../test/studio.ts';

/** Harmless, but every scanner knows it; in pieces, so that none finds it here. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS', '-TEST-FILE!$H+H*'].join('');

/** A daemon that speaks the protocol of clamd. */
class Clamd {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Bytes of each stream it was sent. */
  readonly scanned: Buffer[] = [];
  longestChunk = 0;
  address = '';

  private constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
      this.#serve(socket);
    });
  }

  static async start(): Promise<Clamd> {
    const clamd = new Clamd();
    clamd.#server.listen(0, '127.0.0.1');
    await once(clamd.#server, 'listening');
    const address = clamd.#server.address();
    clamd.address = typeof address === 'object' && address !== null ? `127.0.0.1:${address.port}` : '';
    return clamd;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    const command = Buffer.from('zINSTREAM\0');
    let buffer = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      buffer = Buffer.concat([buffer, chunk as Buffer]);
      const bytes = this.#streamIn(buffer, command);
      if (bytes === undefined) return;
      buffer = Buffer.alloc(0);
      this.scanned.push(bytes);
      socket.end(bytes.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    });
  }

  /** The whole stream, once its zero length has come. */
  #streamIn(buffer: Buffer, command: Buffer): Buffer | undefined {
    if (!buffer.subarray(0, command.length).equals(command)) return undefined;
    const parts: Buffer[] = [];
    let at = command.length;
    while (buffer.length >= at + 4) {
      const length = buffer.readUInt32BE(at);
      if (length === 0) return Buffer.concat(parts);
      if (buffer.length < at + 4 + length) return undefined;
      this.longestChunk = Math.max(this.longestChunk, length);
      parts.push(buffer.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
    return undefined;
  }
}

let clamd: Clamd;
let studio: Studio;
beforeAll(async () => {
  clamd = await Clamd.start();
  studio = await startStudio({ CLAMD_ADDRESS: clamd.address });
});
afterAll(async () => {
  await studio?.stop();
  await clamd?.stop().catch(() => undefined);
});

it('lets no file through that the scanner knows, and keeps nothing of it', async () => {
  const { vera } = studio.project();
  const before = await studio.stored();
  const archive = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(26), Buffer.from(eicar)]);
  for (const [name, bytes] of [
    ['eicar.txt', eicar],
    ['eicar.zip', archive],
  ] as const) {
    const { status, body } = await studio.upload(vera, 'uploadFile', { name, bytes });
    expect([status, body.code]).toEqual([422, 'file_infected']);
  }
  expect(await studio.stored()).toEqual(before);
});

it('shows the scanner the bytes as they were sent, in chunks that it takes', async () => {
  const { vera } = studio.project();
  const sent = Buffer.concat([await picture('png'), Buffer.alloc(200_000, 'foreign')]);
  expect((await studio.upload(vera, 'uploadImage', { name: 'p.png', bytes: sent })).status).toBe(201);
  expect(clamd.scanned.at(-1)?.equals(sent)).toBe(true);
  expect(clamd.longestChunk).toBeLessThanOrEqual(65_536);
});

it('refuses uploads while the scanner is away, unless it was told to let them pass', async () => {
  const { vera } = studio.project();
  const lenient = await startStudio({ CLAMD_ADDRESS: clamd.address, MEDIA_SCAN_FAIL: 'open' });
  await clamd.stop();
  const before = await studio.stored();
  const { status, body, headers } = await studio.upload(vera, 'uploadFile', { name: 'a.txt', bytes: 'hello' });
  expect([status, body.code]).toEqual([503, 'scanner_unavailable']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await studio.stored()).toEqual(before);

  const passed = await lenient.upload(lenient.project().vera, 'uploadFile', { name: 'a.txt', bytes: 'hello' });
  expect(passed.status).toBe(201);
  const [row] = await lenient.db.query('SELECT is_unscanned FROM files WHERE path = $1', [passed.body.filename]);
  expect(row).toEqual({ is_unscanned: true });
  await lenient.stop();
});

it('is said to be none where there is none', async () => {
  const without = await startStudio();
  const report = (await (await fetch(`${without.addresses.ops}/readyz`)).json()) as { dependencies: object };
  expect(report.dependencies).toMatchObject({
    scanner: { status: 'degraded', detail: expect.stringContaining('none') },
  });
  await without.stop();
});
