import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A call that a receiver has got. */
export interface Got {
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the body as its receiver would, without our types.
  body: any;
}

type Answering = (res: ServerResponse, got: Got, nth: number) => void;

/** Somebody's server at 127.0.0.1. */
export class Receiver {
  readonly calls: Got[] = [];
  connections = 0;
  answering: Answering = (res) => res.end('{"success":true}');
  readonly #server = createServer(async (req, res) => {
    const text = Buffer.concat(await req.toArray()).toString();
    const got = { headers: req.headers, text, body: JSON.parse(text) };
    this.answering(res, got, this.calls.push(got));
  });
  readonly #sockets = new Set<Socket>();

  async start(): Promise<this> {
    this.#server.on('connection', (socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`;
  }

  /** What the calls were known by. */
  get ids(): string[] {
    return this.calls.map(({ headers }) => String(headers['webhook-id']));
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
