import { connect, createServer, type Server, type Socket } from 'node:net';

/** One address for the replicas of a service: spreads connections, not calls, as a cluster's Service does. */
export class Balancer {
  readonly #port: number;
  readonly #hosts: string[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #next = 0;

  /** @param port of every replica, and of this */
  constructor(port: number) {
    this.#port = port;
    this.#server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => {
      this.#keep(socket);
      void this.#hand(socket);
    });
  }

  async start(host: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(this.#port, host, resolve);
    });
  }

  add(host: string): void {
    if (!this.#hosts.includes(host)) this.#hosts.push(host);
  }

  /** No new connections go there; those that stand stay. */
  remove(host: string): void {
    const at = this.#hosts.indexOf(host);
    if (at >= 0) this.#hosts.splice(at, 1);
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** To the first replica in turn that accepts; to nobody, then the caller is cut off. */
  async #hand(caller: Socket): Promise<void> {
    for (let tries = this.#hosts.length; tries > 0; tries--) {
      const host = this.#hosts[this.#next++ % Math.max(1, this.#hosts.length)];
      const replica = host && (await this.#open(host));
      if (!replica) continue;
      this.#keep(replica);
      for (const [from, to] of [
        [caller, replica],
        [replica, caller],
      ] as const) {
        from.pipe(to);
        from.once('close', () => to.destroy());
      }
      return;
    }
    caller.resetAndDestroy();
  }

  #open(host: string): Promise<Socket | undefined> {
    return new Promise((resolve) => {
      const socket = connect({ host, port: this.#port, allowHalfOpen: true, noDelay: true });
      socket.once('error', () => resolve(undefined));
      socket.once('connect', () => resolve(socket));
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#sockets.delete(socket));
  }
}
