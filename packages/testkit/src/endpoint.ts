import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A call that an {@link Endpoint} has received. */
export interface GotCall {
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the body as its receiver would, without our types.
  body: any;
  at: number;
}

/** Answers a call; the n-th one is number 1. */
type Answering = (res: ServerResponse, call: GotCall, nth: number) => void;

/** An external HTTP server at 127.0.0.1 (a webhook target, a bot): records calls, and answers by `answering`. */
export class Endpoint {
  readonly calls: GotCall[] = [];
  connections = 0;
  answering: Answering = (res) => res.end('{"success":true}');
  readonly #server = createServer(async (req, res) => {
    const text = Buffer.concat(await req.toArray()).toString();
    const call = { headers: req.headers, text, body: JSON.parse(text), at: Date.now() };
    this.answering(res, call, this.calls.push(call));
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
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/call`;
  }

  /** The `webhook-id`s of the calls, in their order. */
  get ids(): string[] {
    return this.calls.map(({ headers }) => String(headers['webhook-id']));
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
