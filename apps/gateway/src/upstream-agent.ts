import { Agent, type AgentOptions, type ClientRequest, type ClientRequestArgs } from 'node:http';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** The gateway gave up on a service: no connection, or silence. */
export class UpstreamTimeout extends Error {}

/** A replica that has just stopped refuses; the next attempt reaches another one. */
const attempts = 3;
const pauseMs = 50;

/** Shorter than a stopping service waits for its callers (`DRAIN_LINGER`), so that it never closes a connection during a call. */
const idleMs = 500;

/**
 * Connections to the replicas of one service. A call gets one only when it is established: a refused connection is retried
 * for any method, since nothing of the call has been sent.
 */
export class UpstreamAgent extends Agent {
  readonly #connectTimeoutMs: number;
  readonly #silenceMs: number;
  /** By connection, by `performance.now()`. */
  readonly #idleSince = new WeakMap<Duplex, number>();

  /** @param options `silenceMs`: a call without a byte in either direction for so long ends with `timeout` */
  constructor({ connectTimeoutMs, silenceMs, ...options }: AgentOptions & UpstreamTimes) {
    super({ ...options, keepAlive: true, timeout: silenceMs });
    this.#connectTimeoutMs = connectTimeoutMs;
    this.#silenceMs = silenceMs;
  }

  override createConnection(
    options: ClientRequestArgs,
    opened?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    // On failure there is no stream, whatever the types say.
    this.#open(options as NetConnectOpts).then(
      (socket) => opened?.(null, socket),
      (error: Error) => opened?.(error, undefined as never),
    );
  }

  /** As the base class, whose types lack it. A busy process is late with its timers: a connection may have idled for longer than they allow. */
  addRequest(...call: Parameters<typeof addRequest>): void {
    const since = performance.now() - idleMs;
    for (const sockets of Object.values(this.freeSockets)) {
      // Those that idle the longest are the first.
      for (const socket of sockets ?? []) {
        if ((this.#idleSince.get(socket) ?? 0) >= since) break;
        socket.destroy();
      }
    }
    addRequest.apply(this, call);
  }

  override keepSocketAlive(socket: Duplex): boolean {
    const keeps = super.keepSocketAlive(socket);
    this.#idleSince.set(socket, performance.now());
    (socket as Socket).setTimeout(idleMs);
    // The base class answers whether the connection may be kept, which its type conceals.
    return keeps as unknown as boolean;
  }

  override reuseSocket(socket: Duplex, request: Parameters<Agent['reuseSocket']>[1]): void {
    (socket as Socket).setTimeout(this.#silenceMs);
    super.reuseSocket(socket, request);
  }

  async #open(options: NetConnectOpts): Promise<Socket> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await connected(connect(options), this.#connectTimeoutMs);
      } catch (error) {
        if (attempt === attempts || error instanceof UpstreamTimeout) throw error;
        await delay(pauseMs * attempt);
      }
    }
  }
}

/** Finds a connection for a call, or opens one. */
const { addRequest } = Agent.prototype as unknown as {
  addRequest(this: Agent, req: ClientRequest, options: ClientRequestArgs): void;
};

interface UpstreamTimes {
  connectTimeoutMs: number;
  silenceMs: number;
}

function connected(socket: Socket, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new UpstreamTimeout('the service did not accept')), timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    socket.once('error', fail);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}
