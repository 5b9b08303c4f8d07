import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { OutboundOptions } from './outbound.ts';
import type { OutboundRequest } from './pinned-request.ts';

export const limits = { totalMs: 2_000, bodyBytes: 262_144 };
export const call: OutboundRequest = {
  body: '{"text":"hi"}',
  headers: { 'content-type': 'application/json' },
  limits,
};

/** Servers that count who connects, on all addresses of this machine. */
export class Listeners {
  readonly #closing: (() => void)[] = [];

  /** Closes whatever was opened. */
  close(): void {
    for (const close of this.#closing.splice(0)) close();
  }

  /** To be done by `close`, too. */
  later(close: () => void): void {
    this.#closing.push(close);
  }

  async http(handle: RequestListener = (_req, res) => res.end('{"ok":true}')) {
    const server = createServer(handle);
    return { server, ...(await this.listen(server)) };
  }

  async listen(server: Server) {
    const seen = { connections: 0 };
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      seen.connections += 1;
      sockets.add(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '::', resolve));
    this.later(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return { seen, port: (server.address() as AddressInfo).port };
  }
}

/** Names lead where the table says; a list of lists is one answer after the other. */
export function names(table: Record<string, string[] | string[][]>): OutboundOptions['resolve'] {
  const asked = new Map<string, number>();
  return async (host) => {
    const answers = table[host] ?? [];
    const round = asked.get(host) ?? 0;
    asked.set(host, round + 1);
    const at = Array.isArray(answers[0]) ? (answers as string[][])[Math.min(round, answers.length - 1)] : answers;
    return (at ?? []) as string[];
  };
}
