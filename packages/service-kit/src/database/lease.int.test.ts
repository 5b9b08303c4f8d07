import { eventually } from '@parley/testkit';

import { openShelves, type ShelfFixture } from '../../test/shelves.ts';
import { gate } from '../bus/bus.fixture.ts';
import { createLogger } from '../observability/log.ts';
import { type LeasedWork, LeaseKeeper } from './lease.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const leaseMs = 600;

let shelves: ShelfFixture;
let keepers: { keeper: LeaseKeeper; works: Work[] }[] = [];
beforeEach(async () => {
  shelves = await openShelves();
});
afterEach(async () => {
  for (const { keeper, works } of keepers) await keeper.release(works);
  keepers = [];
  await shelves.close();
});

/** Records `hold` and `lose`. */
class Work implements LeasedWork {
  readonly name: string;
  until = 0;
  times = 0;
  losses = 0;

  constructor(name: string) {
    this.name = name;
  }

  hold(until: number): void {
    this.until = until;
    this.times += 1;
  }

  lose(): void | Promise<void> {
    this.until = 0;
    this.losses += 1;
  }
}

/** A replica that wants these leases. */
const replica = (...names: string[]) => replicaOf(leaseMs, names);
/** Its rows end 1.2 s after they were written. */
const quickReplica = (...names: string[]) => replicaOf(150, names);

function replicaOf(leaseMs: number, names: string[]) {
  const keeper = new LeaseKeeper({ db: shelves.db, log, leaseMs });
  const works = names.map((name) => new Work(name));
  keeper.add(works);
  keepers.push({ keeper, works });
  return { keeper, works, work: works[0] as Work };
}
/** Rows of leases, not those by which replicas say that they are alive. */
const ofWorks = `name not like 'replica/%'`;
const holds = ({ until }: Work) => until > performance.now();

it('gives a lease to exactly one of ten replicas that ask at the same time', async () => {
  const all = Array.from({ length: 10 }, () => replica('job').work);
  await eventually(() => expect(all.every(({ times, losses }) => times + losses > 0)).toBe(true));
  expect(all.filter(holds)).toHaveLength(1);
});

it('stays with a replica that renews, beyond its first end, and reports until when', async () => {
  const { work } = replica('job');
  const other = replica('job');
  await eventually(() => expect(Math.max(work.times, other.work.times)).toBeGreaterThan(4));
  expect([work, other.work].filter(({ times }) => times > 0)).toHaveLength(1);
  expect(work.until).toBeLessThanOrEqual(performance.now() + leaseMs);
});

it('is free at once when it is given back, and stays with its keeper for the rest', async () => {
  const first = replica('one', 'two');
  await eventually(() => expect(first.works.every(holds)).toBe(true));
  await first.keeper.release(first.works.slice(0, 1));
  const second = replica('one', 'two');
  await eventually(() => expect(second.works.map(holds)).toEqual([true, false]));
  expect(await shelves.db.query(`select name, fence from lease where ${ofWorks} order by name`)).toEqual([
    { name: 'one', fence: 2 },
    { name: 'two', fence: 1 },
  ]);
});

it('ends the work when another replica has the lease, and takes it again when that one is gone', async () => {
  const { work } = replica('job');
  await eventually(() => expect(holds(work)).toBe(true));
  await shelves.db.query(`update lease set holder = 'grace', until = now() + interval '1 s' where ${ofWorks}`);
  await eventually(() => expect(work.losses).toBeGreaterThan(0));
  await eventually(() => expect(holds(work)).toBe(true));
});

it('asks for a lease at once that is added later', async () => {
  const { keeper, works } = replica('one');
  const late = new Work('late');
  works.push(late);
  keeper.add([late]);
  await eventually(() => expect(holds(late)).toBe(true));
  expect(late.losses).toBe(0);
});

it('hands shared works over when what they have begun is over, and renews the others meanwhile', async () => {
  const over = gate();
  const shared = (name: string) => Object.assign(new Work(name), { isShared: true });
  const works = ['a', 'b', 'c', 'd'].map(shared);
  for (const work of works) {
    work.lose = () => {
      work.until = 0;
      return over.opened;
    };
  }
  const first = new LeaseKeeper({ db: shelves.db, log, leaseMs });
  first.add(works);
  keepers.push({ keeper: first, works });
  await eventually(() => expect(works.filter(holds)).toHaveLength(4));

  const second = new LeaseKeeper({ db: shelves.db, log, leaseMs: 60_000, renewMs: 50 });
  const others = ['a', 'b', 'c', 'd'].map(shared);
  second.add(others);
  keepers.push({ keeper: second, works: others });
  await eventually(() => expect(works.filter(holds)).toHaveLength(2));
  const kept = works.filter(holds);
  const times = kept.map((work) => work.times);
  await eventually(() => expect(kept.every((work, index) => work.times > (times[index] ?? 0))).toBe(true));
  expect(others.filter(holds)).toEqual([]);

  over.open();
  await eventually(() => expect(others.filter(holds)).toHaveLength(2));
  expect(new Set([...kept, ...others.filter(holds)].map(({ name }) => name)).size).toBe(4);
});

it('writes one row a renewal, however many leases a replica holds', async () => {
  const { keeper, works, work } = quickReplica('one', 'two', 'three');
  const rows = () =>
    shelves.db.query<{ name: string; until: Date; version: string }>(
      'select name, until, xmin::text as version from lease order by name',
    );
  await eventually(() => expect(works.filter(holds)).toHaveLength(3));
  const before = await rows();
  const { times } = work;
  await eventually(() => expect(work.times).toBeGreaterThan(times + 1));
  const after = await rows();

  const written = after.filter(({ version }, index) => version !== before[index]?.version);
  expect(written.map(({ name }) => name)).toEqual([expect.stringMatching(/^replica\//)]);

  // Longer than the rows of leases last that are never rewritten.
  const [{ until } = { until: new Date(0) }] = await shelves.db.query<{ until: Date }>(
    'select max(until) as until from lease',
  );
  await eventually(async () => {
    const [{ past } = { past: false }] = await shelves.db.query<{ past: boolean }>('select now() > $1 as past', [
      until,
    ]);
    expect(past).toBe(true);
  });
  expect(works.filter(holds)).toHaveLength(3);
  expect(await shelves.db.query(`select from lease where ${ofWorks} and until <= now()`)).toEqual([]);
  await keeper.release(works);
  expect(await shelves.db.query(`select from lease where not (${ofWorks})`)).toEqual([]);
});

it('takes over what a dead replica held, within a third more than its lease', async () => {
  await shelves.db.query(
    `insert into lease (name, holder, until) values
      ('replica/dead', 'dead', now() + interval '300 ms'), ('job', 'dead', now() + interval '1 hour')`,
  );
  const { work } = replica('job');
  await eventually(() => expect(holds(work)).toBe(true));
  expect(await shelves.db.query(`select from lease where name = 'replica/dead' or holder = 'dead'`)).toEqual([]);
});

it('does not free the leases of a replica whose renewal is under way', async () => {
  await shelves.db.query(
    `insert into lease (name, holder, until) values
      ('replica/slow', 'slow', now()), ('job', 'slow', now() + interval '1 hour')`,
  );
  const renewed = gate();
  const begun = gate();
  const renewal = shelves.db.transaction(async () => {
    await shelves.db.query(`update lease set until = now() + interval '1 hour' where name = 'replica/slow'`);
    begun.open();
    await renewed.opened;
  });
  await begun.opened;
  const { work } = replica('job');
  await eventually(() => expect(work.losses).toBeGreaterThan(1));
  renewed.open();
  await renewal;
  const { losses } = work;
  await eventually(() => expect(work.losses).toBeGreaterThan(losses + 1));
  expect(work.times).toBe(0);
  expect(await shelves.db.query(`select holder from lease where name = 'job'`)).toEqual([{ holder: 'slow' }]);
});

it('holds nothing more once another replica has declared it dead, until it has taken that again', async () => {
  const { work } = replica('job');
  await eventually(() => expect(holds(work)).toBe(true));
  await shelves.db.query(`delete from lease where not (${ofWorks})`);
  await shelves.db.query(`update lease set holder = 'grace', until = now() + interval '1 s'`);
  await eventually(() => expect(work.losses).toBeGreaterThan(0));
  await eventually(() => expect(holds(work)).toBe(true));
});

describe('beside a replica of the release before, which renews each lease by itself', () => {
  /** Its statement. @returns whether it has the lease now */
  async function earlierTakes(holder: string, forMs: number): Promise<boolean> {
    const rows = await shelves.db.query(
      `insert into lease (name, holder, until, fence) values ('job', $1, now() + $2 * interval '1 ms', 1)
       on conflict (name) do update
         set holder = excluded.holder, until = excluded.until,
             fence = lease.fence + case when lease.holder = excluded.holder then 0 else 1 end
         where lease.holder = excluded.holder or lease.until <= now()
       returning name`,
      [holder, forMs],
    );
    return rows.length > 0;
  }

  it('keeps what it holds from it, for as long as it lives', async () => {
    const { work } = quickReplica('job');
    await eventually(() => expect(holds(work)).toBe(true));
    const { times } = work;
    await eventually(
      async () => {
        expect(await earlierTakes('earlier', leaseMs)).toBe(false);
        // Longer than one writing of the row lasts.
        expect(work.times).toBeGreaterThan(times + 30);
      },
      { timeoutMs: 20_000 },
    );
    expect(work.losses).toBe(0);
  });

  it('takes nothing that it holds, and takes over when it is gone', async () => {
    expect(await earlierTakes('earlier', 60_000)).toBe(true);
    const { work } = replica('job');
    await eventually(() => expect(work.losses).toBeGreaterThan(2));
    expect(work.times).toBe(0);
    await earlierTakes('earlier', 0);
    await eventually(() => expect(holds(work)).toBe(true));
  });

  it('leaves to it what a dead one of this release held', async () => {
    await shelves.db.query(
      `insert into lease (name, holder, until) values
        ('replica/dead', 'dead', now()), ('job', 'dead', now() + interval '1 hour')`,
    );
    // It wants another lease, so that the job is the other one's to take.
    replica('other');
    await eventually(async () => expect(await earlierTakes('earlier', leaseMs)).toBe(true));
  });
});
