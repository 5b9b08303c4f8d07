import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Passes connections on to a server, and cuts them where a test says. */
export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Bytes from the server after which a connection is cut, counted for each; absent: never. */
  cutAfter: number | undefined;
  /** How many connections were cut by that. */
  cuts = 0;
  /** How many were opened. */
  connections = 0;

  private constructor(target: number) {
    this.#server = createServer((client) => {
      this.connections += 1;
      const server = connect(target, '127.0.0.1');
      const end = () => {
        client.destroy();
        server.destroy();
      };
      for (const socket of [client, server]) {
        this.#sockets.add(socket);
        socket.on('error', end).on('close', end);
      }
      let passed = 0;
      client.pipe(server);
      server.on('data', (chunk: Buffer) => {
        const left = (this.cutAfter ?? Number.POSITIVE_INFINITY) - passed;
        passed += chunk.length;
        if (chunk.length < left) return void client.write(chunk);
        this.cuts += 1;
        client.write(chunk.subarray(0, left), end);
      });
    });
  }

  static async start(target: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Cuts every connection that is open. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  async stop(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
