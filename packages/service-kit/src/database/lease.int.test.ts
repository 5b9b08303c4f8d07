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
function replica(...names: string[]) {
  const keeper = new LeaseKeeper({ db: shelves.db, log, leaseMs });
  const works = names.map((name) => new Work(name));
  keeper.add(works);
  keepers.push({ keeper, works });
  return { keeper, works, work: works[0] as Work };
}
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
  expect(await shelves.db.query('select name, fence from lease order by name')).toEqual([
    { name: 'one', fence: 2 },
    { name: 'two', fence: 1 },
  ]);
});

it('ends the work when another replica has the lease, and takes it again when that one is gone', async () => {
  const { work } = replica('job');
  await eventually(() => expect(holds(work)).toBe(true));
  await shelves.db.query(`update lease set holder = 'grace', until = now() + interval '1 s'`);
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
