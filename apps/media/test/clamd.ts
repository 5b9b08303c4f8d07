import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort, startNamedServer } from '@parley/testkit';

/** Harmless, but every scanner knows it; in pieces, so that none finds it here. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS', '-TEST-FILE!$H+H*'].join('');

/** A daemon that speaks the protocol of clamd. */
export class FakeClamd {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Bytes of each stream it was sent. */
  readonly scanned: Buffer[] = [];
  longestChunk = 0;
  address = '';
  readonly #maxBytes: number;

  private constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
      this.#serve(socket);
    });
  }

  /** @param limits its StreamMaxLength */
  static async start({ maxBytes = 2 ** 25 } = {}): Promise<FakeClamd> {
    const clamd = new FakeClamd(maxBytes);
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
    let pieces: Buffer[] = [];
    let size = 0;
    socket.on('data', (chunk: Buffer) => {
      pieces.push(chunk);
      size += chunk.length;
      if (chunk.equals(Buffer.from('zPING\0'))) socket.end('PONG\0');
      if (size > this.#maxBytes) socket.end('INSTREAM size limit exceeded. ERROR\0');
      // Looked at only where it may be the end: the pieces are many.
      if (!chunk.subarray(-4).equals(Buffer.alloc(4))) return;
      const bytes = this.#streamIn(Buffer.concat(pieces), command);
      if (bytes === undefined) return;
      pieces = [];
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

/** What its suite needs; see `describeWithProgram` (Debian: clamav-daemon). */
export const clamdProgram = 'clamd';

export interface Clamd {
  address: string;
  stop(): Promise<void>;
}

/** The real daemon, with one signature of our own: the others are a download of hundreds of megabytes. */
export async function startClamd({ streamMaxLength }: { streamMaxLength: string }): Promise<Clamd> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-clamd-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const md5 = createHash('md5').update(eicar).digest('hex');
  await writeFile(join(folder, 'own.hdb'), `${md5}:${eicar.length}:Eicar-Test-Signature\n`);
  const settings = { Foreground: 'yes', TCPSocket: port, TCPAddr: '127.0.0.1', DatabaseDirectory: folder };
  const lines = Object.entries({ ...settings, StreamMaxLength: streamMaxLength }).map(
    ([name, value]) => `${name} ${value}\n`,
  );
  await writeFile(join(folder, 'clamd.conf'), lines.join(''));
  const ready = async () => {
    const socket = connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    socket.destroy();
  };
  const server = await startNamedServer(clamdProgram, ['--config-file', join(folder, 'clamd.conf')], { folder, ready });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { address: `127.0.0.1:${port}`, stop };
}
