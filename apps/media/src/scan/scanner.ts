import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** What a scan says of a file. */
type Verdict = { outcome: 'clean' } | { outcome: 'infected'; name: string } | { outcome: 'error'; cause: unknown };

/** Looks for malware in the bytes as they were sent. */
export interface Scanner {
  /** `none` finds nothing, ever. */
  readonly name: 'none' | 'clamd';
  /** Never rejects. */
  scan(file: string): Promise<Verdict>;
  /** @throws Error when it cannot scan */
  check(): Promise<void>;
}

export const noScanner: Scanner = {
  name: 'none',
  scan: async () => ({ outcome: 'clean' }),
  check: async () => undefined,
};

const chunkBytes = 65_536;

/** ClamAV's daemon, by its INSTREAM command. */
export function clamdScanner(address: string, timeoutMs: number): Scanner {
  const open = () => {
    const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(address) ?? [];
    const socket = connect({ host, port: Number(port) });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd did not answer in time')));
    return socket;
  };

  return {
    name: 'clamd',
    async scan(file) {
      const socket = open();
      const overdue = setTimeout(() => socket.destroy(new Error('clamd took too long')), timeoutMs);
      try {
        const [reply] = await Promise.all([replyOf(socket), send(socket, file)]);
        return verdictOf(reply);
      } catch (cause) {
        return { outcome: 'error', cause };
      } finally {
        clearTimeout(overdue);
        socket.destroy();
      }
    },
    async check() {
      const socket = open();
      try {
        socket.write('zPING\0');
        if ((await replyOf(socket)) !== 'PONG') throw new Error('clamd does not answer to PING');
      } finally {
        socket.destroy();
      }
    },
  };
}

async function send(socket: Socket, file: string): Promise<void> {
  socket.write('zINSTREAM\0');
  const length = Buffer.alloc(4);
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  try {
    for await (const chunk of source) {
      length.writeUInt32BE((chunk as Buffer).length);
      socket.write(Buffer.from(length));
      if (!socket.write(chunk as Buffer)) await once(socket, 'drain');
    }
    length.writeUInt32BE(0);
    socket.write(length);
  } finally {
    source.destroy();
  }
}

/** The one reply, which ends with a zero byte or with the connection. */
function replyOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = '';
    const finish = () =>
      reply === '' ? reject(new Error('clamd said nothing')) : resolve(reply.replace(/\0.*$/s, ''));
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
