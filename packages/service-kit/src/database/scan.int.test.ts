import { collect } from '@parley/testkit';

import { openShelves, project, putShelf, type ShelfFixture } from '../../test/shelves.ts';

let shelves: ShelfFixture;
beforeAll(async () => {
  shelves = await openShelves();
});
afterAll(() => shelves.close());

const statement = { text: 'select name as id from shelf where id_project = $1 order by name' };

async function put(prefix: string, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, place) => place);
  await shelves.db.transaction(async () => {
    for (const number of numbers) await putShelf(shelves.db, `${prefix}${String(number).padStart(4, '0')}`);
  });
}

it('reads every row once as of its first moment, whatever is written meanwhile', async () => {
  await put('a', 501);
  const seen: string[] = [];
  const times = new Set<number>();

  for await (const { at, rows } of shelves.db.scan<{ id: string }>(statement, [project])) {
    if (seen.length === 0) await put('b', 3);
    times.add(at.getTime());
    seen.push(...rows.map(({ id }) => id));
  }

  expect(seen).toHaveLength(501);
  expect(new Set(seen).size).toBe(501);
  expect(seen.some((id) => id.startsWith('b'))).toBe(false);
  expect(times.size).toBe(1);
});

it('yields the time of its snapshot even when there is nothing', async () => {
  const batches = await collect(shelves.db.scan(statement, ['nowhere']));
  expect(batches).toEqual([{ at: expect.any(Date), rows: [] }]);
});

it('gives its connection back when the reader stops early, and when the statement fails', async () => {
  for (let round = 0; round < 20; round++) {
    for await (const _first of shelves.db.scan(statement, [project])) break;
    await expect(collect(shelves.db.scan({ text: 'select 1 / 0' }))).rejects.toThrow('division by zero');
  }
  const { total, idle } = shelves.db.stats();
  expect(idle).toBe(total);
});
