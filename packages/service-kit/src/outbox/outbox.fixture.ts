import { defineEvent, type EventEnvelope } from '@parley/contracts';
import { testDatabase } from '@parley/testkit';
import { z } from 'zod';

import type { BusConsumer, EventBus, OutgoingEvent } from '../bus/bus.ts';
import { connectDatabase, type Database } from '../database/database.ts';
import { LeaseKeeper } from '../database/lease.ts';
import { createLogger } from '../observability/log.ts';
import { appendToOutbox } from './outbox.ts';
import { type Relay, type RelayOptions, type RelayTimings, startRelay } from './relay.ts';

export const log = createLogger({ service: 'test', level: 'silent' });

export const thingChanged = defineEvent('thing.changed', z.object({ n: z.number() }));

/** Timings that let a test see in milliseconds what takes seconds. */
const hasty = { pollMs: 50, restMs: 50, drainMs: 1_000 };

interface ReplicaTimings extends Partial<RelayTimings> {
  leaseMs?: number;
  renewMs?: number;
}

/** A relay with leases of its own, as another replica has them. */
export function startReplica(options: Omit<RelayOptions, 'leases' | 'timings'> & { timings?: ReplicaTimings }): Relay {
  const { leaseMs = 3_000, renewMs = 100, ...timings } = options.timings ?? {};
  const leases = new LeaseKeeper({ db: options.db, log, leaseMs, renewMs });
  return startRelay({ ...options, leases, timings: { ...hasty, ...timings } });
}

export interface Store {
  url: string;
  db: Database;
  /** A second pool on the same database, as another replica has it. */
  connect(): Promise<Database>;
  stop(): Promise<void>;
}

/** A database with nothing but the kit's own tables, and a table `thing` for the changes that events announce. */
export async function openStore(): Promise<Store> {
  const { url, drop } = await testDatabase(new URL('../../prisma/', import.meta.url));
  const open: Database[] = [];
  const connect = async () => {
    const db = await connectDatabase({ url, service: 'workspace', poolSize: 20, log });
    open.push(db);
    return db;
  };
  const db = await connect();
  await db.query(
    'create table thing (key text primary key, n integer not null default 0, applied integer not null default 0)',
  );
  return {
    url,
    db,
    connect,
    async stop() {
      await Promise.all(open.map((each) => each.close()));
      await drop();
    },
  };
}

export const projectId = 'a'.repeat(24);

/** One change of a thing, with its event, in one transaction; `n` counts its changes. */
export function change(
  db: Database,
  key: string,
  inside: (n: number) => Promise<void> = async () => undefined,
): Promise<number> {
  return db.transaction(async () => {
    const [row] = await db.query<{ n: number }>(
      'insert into thing (key, n) values ($1, 1) on conflict (key) do update set n = thing.n + 1 returning n',
      [key],
    );
    const n = row?.n ?? 0;
    await appendToOutbox(db, [
      { event: thingChanged({ n }), aggregate: { noun: 'thing', id: key, version: n }, projectId, actor: 'system' },
    ]);
    await inside(n);
    return n;
  });
}

export interface Published {
  key: string;
  n: number;
  id: string;
}

/** A bus that writes down what it is given, in its order, and can refuse or forget to answer. */
export class RecordingBus implements EventBus {
  readonly published: Published[] = [];
  /** Runs before a batch is taken; throwing refuses it. */
  before: (batch: readonly OutgoingEvent[]) => Promise<void> = async () => undefined;
  /** Runs after a batch was taken and before it is acknowledged. */
  after: () => Promise<void> = async () => undefined;

  async publish(batch: readonly OutgoingEvent[], kept: (ids: readonly string[]) => void): Promise<void> {
    await this.before(batch);
    for (const { id, text } of batch) {
      const event: EventEnvelope<{ n: number }> = JSON.parse(text);
      this.published.push({ key: event.partitionkey, n: event.data.n, id });
    }
    await this.after();
    kept(batch.map(({ id }) => id));
  }

  /** What was published of one key. */
  of(key: string): number[] {
    return this.published.filter((event) => event.key === key).map(({ n }) => n);
  }

  consume(_consumer: BusConsumer) {
    return { stop: async () => undefined };
  }

  listen() {
    return { stop: async () => undefined };
  }

  broadcast(): void {}

  onBroadcast() {
    return { stop: async () => undefined };
  }

  async forget(): Promise<void> {}

  health() {
    return { up: true, adapter: 'memory' as const };
  }

  async idle() {}

  async close() {}
}

/** `1, 2, … n` */
export function upTo(n: number): number[] {
  return Array.from({ length: n }, (_, index) => index + 1);
}
