import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

export type Misbehaviour = (req: IncomingMessage, res: ServerResponse) => void;

export interface Misbehaving {
  url: string;
  /** Whether a matching call has arrived. */
  readonly reached: boolean;
  connections(): Promise<number>;
  stop(): void;
}

/** A proxy that misbehaves for matching calls and forwards the others to the server behind it, if any. */
export async function misbehavingAt(
  behind: string | undefined,
  isMeant: (url?: string) => boolean,
  misbehave: Misbehaviour,
): Promise<Misbehaving> {
  let reached = false;
  const server = createServer((req, res) => {
    if (!isMeant(req.url)) return handOn(`${behind}${req.url}`, req, res);
    reached = true;
    misbehave(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get reached() {
      return reached;
    },
    connections: promisify(server.getConnections.bind(server)),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Forwards with unchanged headers: the signature covers the host name. */
function handOn(url: string, req: IncomingMessage, res: ServerResponse): void {
  const call = request(url, { method: req.method, headers: req.headers, setHost: false }, (answer) => {
    res.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(res);
  });
  call.on('error', () => res.destroy());
  req.pipe(call);
}

/** How many descriptors of this process point to a file. */
export async function filesHeldOpen(file: string): Promise<number> {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(file)).length;
}
