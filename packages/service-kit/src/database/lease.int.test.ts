import { eventually } from '@parley/testkit';

import { openShelves, putShelf, type ShelfFixture } from '../../test/shelves.ts';
import { acquireLease, fenced, type Lease, releaseLease, renewLease, underLease } from './lease.ts';

let shelves: ShelfFixture;
beforeEach(async () => {
  shelves = await openShelves();
});
afterEach(() => shelves.close());

const take = (holder: string, leaseMs?: number) => acquireLease(shelves.db, { name: 'job', holder, leaseMs });
const untaken = () => eventually(async () => (await take('grace', 60_000)) ?? false);

async function taken(holder: string, leaseMs?: number): Promise<Lease> {
  const lease = await take(holder, leaseMs);
  if (!lease) throw new Error(`${holder} did not get the lease`);
  return lease;
}

it('gives a lease to exactly one of ten that ask at the same time', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, holder) => take(`holder${holder}`)));
  expect(answers.filter(Boolean)).toHaveLength(1);
});

it('gives a lease that has run out to another, with a higher fence, and the old holder cannot renew it', async () => {
  const first = await taken('ada', 100);
  expect(await take('grace')).toBeUndefined();
  const second = await untaken();
  expect(second.fence).toBeGreaterThan(first.fence);
  expect(await renewLease(shelves.db, first)).toBe(false);
  expect(await renewLease(shelves.db, second)).toBe(true);
});

it('gives a fence of its own to a holder who comes back after his lease ran out', async () => {
  const first = await taken('ada', 1);
  const again = await eventually(async () => {
    const lease = await taken('ada', 1);
    return lease.fence > first.fence && lease;
  });
  expect(await renewLease(shelves.db, { ...again, fence: first.fence })).toBe(false);
});

it('stays with a holder who renews, beyond its first end', async () => {
  const lease = await taken('ada', 300);
  const began = Date.now();
  await eventually(async () => {
    expect(await renewLease(shelves.db, lease, 300)).toBe(true);
    expect(await take('grace')).toBeUndefined();
    return Date.now() - began > 600;
  });
});

it('is free at once when it is given back', async () => {
  const first = await taken('ada', 60_000);
  await releaseLease(shelves.db, first);
  expect((await taken('grace')).fence).toBe(first.fence + 1);
});

it('keeps a write of the holder and the change of holders apart', async () => {
  const { db, names } = shelves;
  const lease = await taken('ada', 150);
  await db.transaction(async () => {
    expect(await fenced(db, lease)).toBe(true);
    // Its row is locked: whoever takes over waits for this transaction.
    const successor = untaken();
    await putShelf(db, 'a');
    await expect(Promise.race([successor, db.query('select pg_sleep(0.3)')])).resolves.toEqual([{ pg_sleep: '' }]);
    void successor.then(() => undefined);
  });
  expect(await names()).toEqual(['a']);
  await untaken();
  expect(await db.transaction(() => fenced(db, lease))).toBe(false);
});

describe('underLease', () => {
  const options = { name: 'job', holder: 'ada', leaseMs: 300, renewMs: 60 };

  it('keeps others out for as long as the work takes, and lets them in right after', async () => {
    const { db } = shelves;
    const began = Date.now();
    const outcome = await underLease(db, options, async (_, signal) => {
      await eventually(async () => {
        expect(await take('grace')).toBeUndefined();
        return Date.now() - began > 700;
      });
      return signal.aborted;
    });
    expect(outcome).toEqual({ result: false });
    expect(await take('grace')).toBeDefined();
  });

  it('does nothing while another holds the lease', async () => {
    const { db } = shelves;
    await taken('grace', 60_000);
    expect(await underLease(db, options, () => Promise.reject(new Error('must not run')))).toBeUndefined();
  });

  it('tells the work when the lease is lost', async () => {
    const { db } = shelves;
    const outcome = await underLease(db, options, async (lease, signal) => {
      await db.query(`update lease set holder = 'grace', fence = fence + 1 where name = $1`, [lease.name]);
      await eventually(() => signal.aborted);
      return signal.reason as unknown;
    });
    expect(outcome?.result).toMatchObject({ message: 'The lease job is lost.' });
    expect(await db.query('select holder from lease')).toEqual([{ holder: 'grace' }]);
  });

  it('gives the lease back when the work fails', async () => {
    const { db } = shelves;
    await expect(underLease(db, options, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await take('grace')).toBeDefined();
  });
});
