import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenCall {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface FaultyServer {
  url: string;
  /** Calls that have arrived with their whole body. */
  calls: SeenCall[];
  stop(): Promise<void>;
}

export type Reaction = (res: ServerResponse, call: SeenCall) => unknown;

/** A server on loopback that does to the n-th call what the n-th reaction says; the last one goes on. */
export async function startFaultyServer(...reactions: readonly [Reaction, ...Reaction[]]): Promise<FaultyServer> {
  const calls: SeenCall[] = [];
  // Clients of other tests may still call a server that had this port before.
  const base = `/${randomUUID()}`;
  const server = createServer(async (req, res) => {
    if (!req.url?.startsWith(base)) return void res.writeHead(404).end();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of req) chunks.push(chunk);
    } catch {
      return;
    }
    const { method = '', headers } = req;
    const url = req.url.slice(base.length);
    const call = { method, url, headers, body: Buffer.concat(chunks).toString() };
    calls.push(call);
    const reaction = reactions[Math.min(calls.length, reactions.length) - 1] as Reaction;
    await reaction(res, call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Reaction {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return (res) => res.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body));
}

/** A problem document as Parley writes it. */
export function refuse(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  more: object = {},
): Reaction {
  return answer(status, { status, code, msg: `Refused: ${code}.`, requestId: 'req-1', ...more }, headers);
}

/** The connection breaks off without an answer. */
export const cut: Reaction = (res) => res.destroy();
/** The connection breaks off in the middle of the answer. */
export const cutInside: Reaction = (res) => {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  res.write('{"_id":');
  setImmediate(() => res.destroy());
};
/** Nothing ever comes. */
export const stall: Reaction = () => undefined;
