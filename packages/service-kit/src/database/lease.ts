import { hostname } from 'node:os';

import { newId } from '../ids.ts';
import { pause } from '../pause.ts';
import type { Database } from './database.ts';

/** The right to do what one process at a time may do. */
export interface Lease {
  name: string;
  holder: string;
  /** Grows with each new holder: whoever wrote with a smaller one was cut off. */
  fence: number;
}

export interface LeaseOptions {
  name: string;
  /** Who asks; see `newHolder`. */
  holder: string;
  /** Default 15 s. */
  leaseMs?: number;
}

/** Who asks for leases: another one in each replica and after each restart. */
export function newHolder(): string {
  return `${hostname()}/${process.pid}/${newId()}`;
}

const leaseDefaultMs = 15_000;
const renewDefaultMs = 5_000;

/** Takes a lease that is free, has run out or is the asker's own already; undefined while another holds it. By the database's clock. */
export async function acquireLease(db: Database, options: LeaseOptions): Promise<Lease | undefined> {
  const { name, holder, leaseMs = leaseDefaultMs } = options;
  const [row] = await db.outside(() => db.query<{ fence: number }>(acquire, [name, holder, leaseMs]));
  return row && { name, holder, fence: row.fence };
}

/** False when the lease is lost: another has it, or it ran out before this. */
export async function renewLease(db: Database, lease: Lease, leaseMs = leaseDefaultMs): Promise<boolean> {
  const rows = await db.outside(() => db.query(renew, [lease.name, lease.holder, lease.fence, leaseMs]));
  return rows.length > 0;
}

/** Lets others take it at once. */
export async function releaseLease(db: Database, lease: Lease): Promise<void> {
  await db.outside(() => db.query(release, [lease.name, lease.holder, lease.fence]));
}

/**
 * Inside the transaction of a write that only the holder may make: nobody takes the lease before that transaction ends.
 * @returns false when the lease is lost
 */
export async function fenced(db: Database, lease: Lease): Promise<boolean> {
  const rows = await db.query(hold, [lease.name, lease.holder, lease.fence]);
  return rows.length > 0;
}

/**
 * Does `work` under a lease that is renewed meanwhile (every 5 s by default) and given back at its end.
 * @param work its signal says that the lease is lost, or can no longer be known to be held: what it does must stop
 * @returns undefined when another holds the lease
 */
export async function underLease<T>(
  db: Database,
  options: LeaseOptions & { renewMs?: number },
  work: (lease: Lease, signal: AbortSignal) => Promise<T>,
): Promise<{ result: T } | undefined> {
  const { leaseMs = leaseDefaultMs, renewMs = renewDefaultMs } = options;
  const asked = performance.now();
  const lease = await acquireLease(db, options);
  if (!lease) return undefined;

  const lost = new AbortController();
  const over = new AbortController();
  const renewing = keepRenewing(db, lease, { leaseMs, renewMs, asked, lost, over: over.signal });
  try {
    return { result: await work(lease, lost.signal) };
  } finally {
    over.abort();
    await renewing;
    // One that cannot be given back runs out.
    if (!lost.signal.aborted) await releaseLease(db, lease).catch(() => undefined);
  }
}

interface Renewal {
  leaseMs: number;
  renewMs: number;
  asked: number;
  lost: AbortController;
  over: AbortSignal;
}

async function keepRenewing(db: Database, lease: Lease, renewal: Renewal): Promise<void> {
  const { leaseMs, renewMs, lost, over } = renewal;
  // Counted from before the question, by our own clock: it ends before the lease does.
  let validUntil = renewal.asked + leaseMs;
  while (!over.aborted && !lost.signal.aborted) {
    await pause(renewMs, over);
    if (over.aborted) return;
    const asked = performance.now();
    const kept = await renewLease(db, lease, leaseMs).catch(() => undefined);
    if (kept) validUntil = asked + leaseMs;
    if (kept === false || performance.now() + renewMs >= validUntil)
      lost.abort(new Error(`The lease ${lease.name} is lost.`));
  }
}

// clock_timestamp(), not now(): inside a transaction now() stands still.
const acquire = {
  name: 'lease_acquire',
  text: `insert into lease (name, holder, until) values ($1, $2, clock_timestamp() + $3 * interval '1 ms')
    on conflict (name) do update
      set holder = excluded.holder, until = excluded.until,
          fence = lease.fence + case when lease.holder = excluded.holder and lease.until > clock_timestamp() then 0 else 1 end
      where lease.holder = excluded.holder or lease.until <= clock_timestamp()
    returning fence`,
};

const renew = {
  name: 'lease_renew',
  text: `update lease set until = clock_timestamp() + $4 * interval '1 ms'
    where name = $1 and holder = $2 and fence = $3 and until > clock_timestamp()
    returning name`,
};

// Stored to the millisecond, and rounding must not make it end in the future.
const release = {
  name: 'lease_release',
  text: `update lease set until = clock_timestamp() - interval '1 ms' where name = $1 and holder = $2 and fence = $3`,
};

const hold = {
  name: 'lease_hold',
  text: `select name from lease where name = $1 and holder = $2 and fence = $3 and until > clock_timestamp() for share`,
};
