import { connect, createServer, type Server, type Socket } from 'node:net';

type State = 'open' | 'cut' | 'stalled';

interface Pair {
  caller: Socket;
  replica: Socket;
}

/**
 * One address for the replicas of a service: spreads connections, not calls, as a cluster's Service does. Or the way to one server, to be
 * cut and healed.
 */
export class Balancer {
  readonly host: string;
  readonly #port: number;
  readonly #hosts: string[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #pairs = new Set<Pair>();
  readonly #server: Server;
  #next = 0;
  #state: State = 'open';

  /**
   * @param host its own address
   * @param port of every replica, and of this
   */
  constructor(host: string, port: number) {
    this.host = host;
    this.#port = port;
    this.#server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => {
      this.#keep(socket);
      void this.#hand(socket);
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(this.#port, this.host, resolve);
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

  /** Connections break, and new ones are refused. */
  cut(): void {
    this.#state = 'cut';
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Nothing gets through, and no side is informed, as when a network loses all packets. */
  stall(): void {
    this.#state = 'stalled';
    for (const { caller, replica } of this.#pairs) {
      caller.unpipe(replica);
      replica.unpipe(caller);
    }
  }

  /** All is as it was; what was sent meanwhile arrives. */
  heal(): void {
    this.#state = 'open';
    for (const pair of this.#pairs) join(pair);
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #hand(caller: Socket): Promise<void> {
    const replica = await this.#choose();
    if (!replica) return void caller.resetAndDestroy();
    this.#keep(replica);
    const pair = { caller, replica };
    this.#pairs.add(pair);
    for (const [from, to] of [
      [caller, replica],
      [replica, caller],
    ] as const)
      from.once('close', () => {
        this.#pairs.delete(pair);
        to.destroy();
      });
    if (this.#state === 'open') join(pair);
    if (this.#state === 'cut' || caller.destroyed) replica.destroy();
  }

  /** The first replica in turn that accepts. */
  async #choose(): Promise<Socket | undefined> {
    for (let tries = this.#hosts.length; tries > 0; tries--) {
      const host = this.#hosts[this.#next++ % Math.max(1, this.#hosts.length)];
      const replica = host && (await this.#open(host));
      if (replica) return replica;
    }
    return undefined;
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

function join({ caller, replica }: Pair): void {
  caller.pipe(replica);
  replica.pipe(caller);
}
