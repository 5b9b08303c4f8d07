import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createParley, getFile, uploadFile } from '@parley/sdk';

const run = promisify(execFile);

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(handle: (req: IncomingMessage, res: ServerResponse) => void): Promise<string> {
  server = createServer(handle);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answered = JSON.stringify({ filename: 'f', message: 'done' });

it('moves 200 MB up and down without growing by 16 MB', async () => {
  const chunk = Buffer.alloc(65_536, 65);
  const received: number[] = [];
  const url = await serve((req, res) => {
    if (req.method === 'POST') {
      let size = 0;
      req.on('data', (data: Buffer) => {
        size += data.length;
      });
      return void req.on('end', () => {
        received.push(size);
        res.writeHead(201, { 'content-type': 'application/json' }).end(answered);
      });
    }
    let left = Number(new URL(req.url ?? '', 'http://files').searchParams.get('path'));
    const write = () => {
      while (left > 0) {
        const part = chunk.subarray(0, Math.min(left, chunk.length));
        left -= part.length;
        if (!res.write(part)) return void res.once('drain', write);
      }
      res.end();
    };
    write();
  });

  const program = join(import.meta.dirname, 'transfer-program.ts');
  const flags = ['--expose-gc', '--max-semi-space-size=2', '--disable-warning=ExperimentalWarning'];
  const { stdout } = await run(process.execPath, [...flags, program, url, '200000000'], { timeout: 60_000 });

  expect(received.at(-1)).toBeGreaterThan(200_000_000);
  expect(JSON.parse(stdout).grownBytes).toBeLessThan(16_000_000);
}, 90_000);

it.each(['upload', 'download'])('an abort of the %s closes its connection', async (direction) => {
  const controller = new AbortController();
  let isClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    isClosed = resolve;
  });
  const url = await serve((req, res) => {
    res.on('close', isClosed);
    if (req.method === 'POST') {
      req.once('data', () => controller.abort());
      req.resume().on('error', () => undefined);
    } else {
      res.write('the beginning');
    }
  });
  const parley = createParley({ url, project: 'P', token: 'T' });
  const options = { signal: controller.signal };
  const endless = async function* () {
    for (;;) yield new Uint8Array(65_536);
  };
  const work =
    direction === 'upload'
      ? uploadFile(parley, { file: endless(), name: 'endless', to: 'chat' }, options)
      : getFile(parley, { path: 'endless' }, options).then(async (stream) => {
          for await (const part of stream) if (part.byteLength > 0) controller.abort();
        });

  await expect(work).rejects.toMatchObject({ name: 'AbortError' });
  await closed;
});

it('the time-out of an upload counts from the last byte that moved', async () => {
  const url = await serve((req, res) => {
    req.resume().on('end', () => res.writeHead(201, { 'content-type': 'application/json' }).end(answered));
  });
  const parley = createParley({ url, project: 'P', token: 'T', timeoutMs: 1_500 });
  // A sender must be slower in all than the time-out, and faster from part to part.
  async function* slowly() {
    for (let part = 0; part < 4; part += 1) {
      await new Promise((resolve) => setTimeout(resolve, 600));
      yield new Uint8Array(10);
    }
  }
  await expect(uploadFile(parley, { file: slowly(), name: 'slow' })).resolves.toMatchObject({ filename: 'f' });
});
