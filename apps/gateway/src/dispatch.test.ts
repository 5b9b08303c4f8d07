import { newId } from '@parley/service-kit';

import { Bulkhead, type Place } from './bulkhead.ts';
import { Dispatch } from './dispatch.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A service that works on four calls at once, and the calls that have had their turn, with their places. */
function bench() {
  const bulkhead = new Bulkhead('conversations', 1_000);
  const dispatch = new Dispatch(4);
  const begun: { name: string; place: Place }[] = [];
  return {
    begun,
    names: () => begun.map(({ name }) => name),
    async call(name: string, projectId: string, address = '192.0.2.1') {
      const identity = { principal: { kind: 'user' as const, id: newId() } };
      const caller = projectId === '' ? { address, projectId: name } : { address, identity, projectId };
      const place = bulkhead.enter(caller);
      void dispatch.turn(caller, place).then(() => begun.push({ name, place }));
      await settle();
      return place;
    },
    async end(name: string) {
      begun.find((each) => each.name === name)?.place.leave();
      await settle();
    },
  };
}

it('lets the call of another project start at once, and gives projects their turns while a service is busy', async () => {
  const { call, end, names } = bench();
  for (let nth = 1; nth <= 8; nth++) await call(`loud ${nth}`, 'loud');
  expect(names()).toEqual(['loud 1', 'loud 2', 'loud 3']);

  await call('other 1', 'other');
  await call('other 2', 'other');
  expect(names().at(-1)).toBe('other 1');

  await end('loud 1');
  await end('loud 2');
  expect(names().slice(4).toSorted()).toEqual(['loud 4', 'other 2']);
});

it('gives strangers of one address the turns of one caller, whatever projects they name', async () => {
  const { call, names } = bench();
  for (let nth = 1; nth <= 8; nth++) await call(`project ${nth}`, '');

  expect(names()).toHaveLength(3);
  await call('from elsewhere', '', '198.51.100.1');
  expect(names().at(-1)).toBe('from elsewhere');
});

it('passes over a call whose client has gone before its turn', async () => {
  const { call, end, names } = bench();
  for (let nth = 1; nth <= 3; nth++) await call(`call ${nth}`, 'loud');
  const gone = await call('gone', 'loud');
  await call('call 4', 'loud');
  gone.leave();

  await end('call 1');

  expect(names().at(-1)).toBe('call 4');
});
