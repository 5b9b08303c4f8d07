import { createServer, connect as dial, type Server, type Socket } from 'node:net';

/** A line on loopback between a client and the mesh, which can be cut and frozen. */
export class Link {
  url = '';
  /** Connections that were made so far. */
  count = 0;
  /** Refuses upgrades to WebSocket, as a proxy may. */
  refusesSockets = false;
  /** Refuses streams of events, likewise. */
  refusesStreams = false;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isFrozen = false;

  private constructor(target: URL) {
    this.#server = createServer((near) => {
      this.count += 1;
      const far = dial(Number(target.port), target.hostname);
      const pair = [near, far] as const;
      this.#pairs.add(pair);
      for (const [from, to] of [pair, [far, near]] as const) {
        from.on('error', () => undefined);
        from.on('close', () => {
          this.#pairs.delete(pair);
          to.destroy();
        });
      }
      near.on('data', (data) => {
        const refused = [
          ...(this.refusesSockets ? [/upgrade: websocket/i] : []),
          ...(this.refusesStreams ? [/accept: text\/event-stream/i] : []),
        ];
        if (refused.some((one) => one.test(data.toString('latin1')))) return void near.destroy();
        far.write(data);
      });
      far.on('data', (data) => void near.write(data));
      if (this.#isFrozen) this.#pause(pair);
    });
  }

  static async to(target: string): Promise<Link> {
    const link = new Link(new URL(target));
    await new Promise<void>((resolve) => link.#server.listen(0, '127.0.0.1', resolve));
    const address = link.#server.address();
    link.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    return link;
  }

  /** Both ends learn of it. */
  cut(): void {
    for (const [near, far] of this.#pairs) {
      near.destroy();
      far.destroy();
    }
  }

  /** Nothing passes any more, and no end learns of it. */
  freeze(): void {
    this.#isFrozen = true;
    for (const pair of this.#pairs) this.#pause(pair);
  }

  /** What is open now never carries anything again, and no end learns of it; what is opened from now on does. */
  abandon(): void {
    for (const pair of this.#pairs) this.#pause(pair);
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const [near, far] of this.#pairs) {
      near.resume();
      far.resume();
    }
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pause([near, far]: readonly [Socket, Socket]): void {
    near.pause();
    far.pause();
  }
}
