import { newId } from '@parley/service-kit/call';
import { eventually } from '@parley/testkit';

import { ConcurrencyLimiter, type Slot } from './concurrency-limiter.ts';
import { Dispatch } from './dispatch.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Longer than any test takes. */
const never = 3_600_000;

/** A service that works on 16 calls at once, and the calls that have started, with their slots. */
function bench(times: { countedMs?: number; activeMs?: number } = {}) {
  const limiter = new ConcurrencyLimiter('conversations', 1_000);
  const dispatch = new Dispatch(16, { countedMs: never, activeMs: never, ...times });
  const begun: { name: string; slot: Slot }[] = [];
  return {
    begun,
    names: () => begun.map(({ name }) => name),
    async call(name: string, projectId: string, address = '192.0.2.1') {
      const identity = { principal: { kind: 'user' as const, id: newId() } };
      const caller = projectId === '' ? { address, projectId: name } : { address, identity, projectId };
      const slot = limiter.acquire(caller);
      void dispatch.schedule(caller, slot).then(() => begun.push({ name, slot }));
      await settle();
      return slot;
    },
    async end(name: string) {
      begun.find((each) => each.name === name)?.slot.release();
      await settle();
    },
  };
}

const several = async (count: number, call: (nth: number) => Promise<unknown>) => {
  for (let nth = 1; nth <= count; nth++) await call(nth);
};

it('gives a project that is alone all that a service can do, and few calls at once as soon as there is another', async () => {
  const { call, end, names } = bench();
  await several(20, (nth) => call(`loud ${nth}`, 'loud'));
  expect(names()).toHaveLength(16);

  await several(3, (nth) => call(`other ${nth}`, 'other'));
  await several(15, (nth) => end(`loud ${nth}`));

  // Two of each, an eighth of 16: one of the first is released, and the next of those that wait has begun.
  expect(names().slice(16)).toEqual(['other 1', 'other 2', 'loud 17']);
  await end('other 1');
  expect(names().at(-1)).toBe('other 3');
});

it('works on no more calls at once than it can, however many projects call', async () => {
  const { call, end, names } = bench();
  await several(10, async (nth) => {
    await call(`first of ${nth}`, `project ${nth}`);
    await call(`second of ${nth}`, `project ${nth}`);
  });
  expect(names()).toHaveLength(16);

  await end('first of 1');
  expect(names()).toHaveLength(17);
});

it('lets the next one in where a call takes long', async () => {
  const { call, names } = bench({ countedMs: 1 });
  await several(17, (nth) => call(`call ${nth}`, 'loud'));

  await eventually(() => expect(names()).toHaveLength(17));
});

it('gives a project all of it again once no other calls any more', async () => {
  const { call, names } = bench({ activeMs: 1 });
  await call('other', 'other');
  await eventually(async () => {
    await call('loud', 'loud');
    expect(names().filter((name) => name === 'loud')).toHaveLength(15);
  });
});

it('queues anonymous callers of one address as one caller, whatever projects they name', async () => {
  const { call, names } = bench();
  await call('from elsewhere 1', '', '198.51.100.1');
  await several(8, (nth) => call(`project ${nth}`, ''));
  expect(names()).toEqual(['from elsewhere 1', 'project 1', 'project 2']);

  await call('from elsewhere 2', '', '198.51.100.1');
  expect(names().at(-1)).toBe('from elsewhere 2');
});

it('passes over a call whose client disconnects while it is queued', async () => {
  const { call, end, names } = bench();
  await several(16, (nth) => call(`call ${nth}`, 'loud'));
  const gone = await call('gone', 'loud');
  await call('call 17', 'loud');
  gone.release();

  await end('call 1');

  expect(names().at(-1)).toBe('call 17');
});
