import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { eventually } from '@parley/testkit';

import type { Mesh, Replica } from '../mesh.ts';
import type { Step } from './plan.ts';

/** A process that hangs longer is ended as Kubernetes ends it. */
const graceMs = 45_000;
const patience = { timeoutMs: 120_000, everyMs: 200 };

/** Does to a mesh what a plan says, and heals it. */
export class Faults {
  readonly #mesh: Mesh;
  readonly #log: string[];
  /** To which something is being done. */
  readonly #touched = new Set<Replica>();

  constructor(mesh: Mesh, log: string[]) {
    this.#mesh = mesh;
    this.#log = log;
  }

  /** Resolves when every lane is through, everything runs and says that it is ready. */
  async run(lanes: readonly (readonly Step[])[]): Promise<void> {
    const done = await Promise.allSettled(lanes.map((steps) => this.#doAll(steps)));
    await Promise.all(this.#mesh.replicas.map(({ process }) => eventually(() => isReady(process.url), patience)));
    for (const lane of done) if (lane.status === 'rejected') throw lane.reason;
  }

  async #doAll(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      await delay(step.waitMs);
      await this.#do(step);
    }
  }

  async #do(step: Step): Promise<void> {
    if ('server' in step) return this.#toWay(step);
    if (!('service' in step)) return this.#toServer(step.fault, step.holdMs);

    const replica = this.#mesh.of(step.service)[step.nth];
    if (!replica || this.#touched.has(replica)) return;
    this.#touched.add(replica);
    this.#note(`${step.fault} ${replica.service} ${step.nth}`);
    if (step.fault === 'stop') {
      replica.process.signal('SIGSTOP');
      await delay(step.holdMs);
      replica.process.signal('SIGCONT');
    } else {
      await this.#end(replica, step.fault === 'kill');
      await delay(step.holdMs);
      await this.#startAgain(replica);
    }
    this.#note(`${step.fault} ${replica.service} ${step.nth}: over`);
    this.#touched.delete(replica);
  }

  async #toWay({ fault, server, service, nth, holdMs }: Extract<Step, { server: unknown }>): Promise<void> {
    const way = this.#mesh.of(service)[nth]?.ways[server];
    const what = `${fault} ${service} ${nth} from ${server}`;
    this.#note(what);
    if (fault === 'cut') way?.cut();
    else way?.stall();
    await delay(holdMs);
    way?.heal();
    this.#note(`${what}: over`);
  }

  async #toServer(fault: Step['fault'], holdMs: number): Promise<void> {
    const { nats, redis, s3 } = this.#mesh.servers;
    this.#note(fault);
    if (fault === 'flush redis') {
      await flush(redis.url);
    } else if (fault === 'restart redis') {
      await redis.kill();
      await delay(holdMs);
      await redis.start();
    } else if (fault === 'restart nats' || fault === 'wipe nats') {
      await nats.kill();
      if (fault === 'wipe nats') await nats.loseData();
      await delay(holdMs);
      await nats.start();
    } else if (fault === 'restart s3') {
      await s3?.kill();
      await delay(holdMs);
      await s3?.start();
    } else {
      await this.#mesh.servers.restartPostgres(fault === 'kill postgres');
    }
    this.#note(`${fault}: over`);
  }

  async #end(replica: Replica, isKilled: boolean): Promise<void> {
    const ended = this.#mesh.end(replica, isKilled ? 'SIGKILL' : 'SIGTERM');
    const timer = setTimeout(() => void this.#mesh.end(replica, 'SIGKILL'), graceMs);
    await ended;
    clearTimeout(timer);
  }

  /** As often as it takes: a process that starts while its database is down ends again. */
  #startAgain(replica: Replica): Promise<unknown> {
    return eventually(async () => {
      await this.#mesh.end(replica, 'SIGKILL');
      await this.#mesh.start(replica);
    }, patience);
  }

  #note(what: string): void {
    this.#log.push(`${new Date().toISOString()} ${what}`);
  }
}

async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })).status === 200;
}

function flush(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write('FLUSHALL\r\n'));
    socket.once('error', reject);
    socket.once('data', () => socket.end(resolve));
  });
}
