import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';

const nothing = Buffer.alloc(0);

/** The result of a scan. */
type Verdict = { outcome: 'clean' } | { outcome: 'infected'; name: string } | { outcome: 'error'; cause: unknown };

/** Scans the uploaded bytes for malware. */
export interface Scanner {
  /** `none` accepts everything. */
  readonly name: 'none' | 'clamd';
  /** Never rejects. */
  scan(file: string): Promise<Verdict>;
  /**
   * @returns its limitation, if there is one
   * @throws Error when it is unavailable
   */
  check(): Promise<string | undefined>;
}

export const noScanner: Scanner = {
  name: 'none',
  scan: async () => ({ outcome: 'clean' }),
  check: async () => 'none: uploads are not scanned',
};

const chunkBytes = 65_536;

/**
 * ClamAV's daemon, by its INSTREAM command.
 * @param largestBytes size of the largest file to scan
 */
export function clamdScanner(address: string, timeoutMs: number, largestBytes: number): Scanner {
  let takesLargest = false;
  const open = () => {
    const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(address) ?? [];
    const socket = connect({ host, port: Number(port) });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd did not answer in time')));
    return socket;
  };

  const ask = async (bytes: AsyncIterable<Buffer>): Promise<string> => {
    const socket = open();
    const overdue = setTimeout(() => socket.destroy(new Error('clamd took too long')), timeoutMs);
    const over = new AbortController();
    try {
      // An early reply, from a scanner that has seen enough, ends the sending.
      send(socket, bytes, over.signal).catch((error: Error) => socket.destroy(error));
      return await replyOf(socket);
    } finally {
      clearTimeout(overdue);
      over.abort();
      socket.destroy();
    }
  };

  return {
    name: 'clamd',
    async scan(file) {
      try {
        return verdictOf(await ask(createReadStream(file, { highWaterMark: chunkBytes })));
      } catch (cause) {
        return { outcome: 'error', cause };
      }
    },
    async check() {
      const socket = open();
      try {
        socket.write('zPING\0');
        if ((await replyOf(socket)) !== 'PONG') throw new Error('clamd does not answer to PING');
      } catch (error) {
        takesLargest = false;
        throw error;
      } finally {
        socket.destroy();
      }
      // clamd does not report its StreamMaxLength, so a scan of that size is tried; it holds until clamd restarts.
      takesLargest ||= await ask(zeros(largestBytes)).then(
        (reply) => verdictOf(reply).outcome === 'clean',
        () => false,
      );
      return takesLargest ? undefined : 'its StreamMaxLength is below the limit of uploads';
    },
  };
}

async function* zeros(size: number): AsyncGenerator<Buffer> {
  const chunk = Buffer.alloc(chunkBytes);
  for (let left = size; left > 0; left -= chunkBytes) yield chunk.subarray(0, Math.min(left, chunkBytes));
}

/** @param over aborts the sending */
async function send(socket: Socket, bytes: AsyncIterable<Buffer>, over: AbortSignal): Promise<void> {
  socket.write('zINSTREAM\0');
  for await (const chunk of bytes) {
    socket.write(lengthOf(chunk));
    if (!socket.write(chunk)) await once(socket, 'drain', { signal: over });
  }
  socket.write(lengthOf(nothing));
}

function lengthOf({ length }: Buffer): Buffer {
  const written = Buffer.alloc(4);
  written.writeUInt32BE(length);
  return written;
}

/** Reads the only reply, which ends with a zero byte or with the connection. */
function replyOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = '';
    const finish = () =>
      reply === '' ? reject(new Error('clamd sent an empty answer')) : resolve(reply.replace(/\0.*$/s, ''));
    socket.on('data', (chunk: Buffer) => {
      reply = (reply + chunk.toString('latin1')).slice(0, 4_096);
      if (reply.includes('\0')) finish();
    });
    socket.once('error', reject);
    socket.once('close', finish);
  });
}

function verdictOf(reply: string): Verdict {
  if (reply.endsWith(' OK')) return { outcome: 'clean' };
  const [, name] = /^stream: (.+) FOUND$/.exec(reply) ?? [];
  return name === undefined ? { outcome: 'error', cause: new Error(`clamd: ${reply}`) } : { outcome: 'infected', name };
}
