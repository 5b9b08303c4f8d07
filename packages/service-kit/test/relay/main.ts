/** A replica that does nothing but publish the outbox of a database, to a table in it. */

import type { EventBus } from '../../src/bus/bus.ts';
import { connectDatabase } from '../../src/database/database.ts';
import { LeaseKeeper } from '../../src/database/lease.ts';
import { createLogger } from '../../src/observability/log.ts';
import { startRelay } from '../../src/outbox/relay.ts';

const { DATABASE_URL: url = '', LEASE_MS = '' } = process.env;
const log = createLogger({ service: 'relay', level: 'silent' });
const db = await connectDatabase({ url, service: 'workspace', poolSize: 4, log });
const nothing = { stop: async () => undefined };
const bus: EventBus = {
  async publish(batch, kept) {
    const values = [batch.map(({ id }) => id), process.pid];
    await db.query('insert into published (id, pid) select id, $2 from unnest($1::text[]) id', values);
    kept(batch.map(({ id }) => id));
  },
  consume: () => nothing,
  listen: () => nothing,
  broadcast: () => undefined,
  onBroadcast: () => nothing,
  forget: async () => undefined,
  health: () => ({ up: true, adapter: 'memory' }),
  idle: async () => undefined,
  close: async () => undefined,
};
const leaseMs = Number(LEASE_MS);
const leases = new LeaseKeeper({ db, log, leaseMs, renewMs: leaseMs / 6 });
startRelay({ db, bus, log, url, leases, timings: { pollMs: 50 } });
