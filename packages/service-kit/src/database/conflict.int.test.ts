import { eventually } from '@parley/testkit';

import { openShelves, project, putShelf, type ShelfFixture } from '../../test/shelves.ts';

let shelves: ShelfFixture;
beforeEach(async () => {
  shelves = await openShelves();
  await putShelf(shelves.db, 'a');
  await putShelf(shelves.db, 'b');
});
afterEach(() => shelves.close());

const lock = (name: string) =>
  shelves.db.query('update shelf set size = size + 1 where id_project = $1 and name = $2', [project, name]);

async function sizes() {
  const rows = await shelves.db.query<{ size: number }>('select size from shelf order by name');
  return rows.map(({ size }) => size);
}

/** Resolves for all when as many have come; later comers pass. */
function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let here = 0;
  return () => {
    here += 1;
    if (here === size) resolve();
    return promise;
  };
}

it('does a transaction again that met a deadlock, so that both of two opposite ones succeed', async () => {
  const { db } = shelves;
  const bothHoldOne = meeting(2);
  const opposite = (first: string, second: string) =>
    db.transaction(async () => {
      await lock(first);
      await bothHoldOne();
      await lock(second);
    });
  await Promise.all([opposite('a', 'b'), opposite('b', 'a')]);
  expect(await sizes()).toEqual([2, 2]);
});

it('does the outermost transaction of a unit of work again after a deadlock', async () => {
  const { db } = shelves;
  const bothHoldOne = meeting(2);
  const opposite = (first: string, second: string) =>
    db.unitOfWork(() =>
      db.transaction(async () => {
        await lock(first);
        await bothHoldOne();
        await lock(second);
      }),
    );
  await Promise.all([opposite('a', 'b'), opposite('b', 'a')]);
  expect(await sizes()).toEqual([2, 2]);
});

it('does a statement by itself again that met a deadlock with a transaction', async () => {
  const { db } = shelves;
  const isBlocked = async () => {
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    expect(await db.outside(() => db.query(waiting))).toHaveLength(1);
  };
  // It holds b when it comes to a.
  const both = `with b as (update shelf set size = size + 1 where name = 'b' returning 1)
    update shelf set size = size + 1 where name = 'a' and exists (select from b)`;
  let alone: Promise<unknown> | undefined;
  await db.transaction(async () => {
    await lock('a');
    alone ??= db.outside(() => db.query(both));
    await eventually(isBlocked);
    await lock('b');
  });
  await alone;
  expect(await sizes()).toEqual([2, 2]);
});

it('does a transaction again that could not be serialized, and loses no update', async () => {
  const { db } = shelves;
  const bothHaveRead = meeting(2);
  const grow = () =>
    db.transaction(async () => {
      await db.query('set transaction isolation level serializable');
      const [row] = await db.query<{ size: number }>(`select size from shelf where name = 'a'`);
      await bothHaveRead();
      await db.query(`update shelf set size = $1 where name = 'a'`, [(row?.size ?? 0) + 1]);
    });
  await Promise.all([grow(), grow()]);
  expect(await sizes()).toEqual([2, 0]);
});

it('gives up after five times, with the error of the server', async () => {
  const { db } = shelves;
  let times = 0;
  const hopeless = db.transaction(async () => {
    times += 1;
    await db.query(`do $$ begin raise exception 'never' using errcode = '40001'; end $$`);
  });
  await expect(hopeless).rejects.toMatchObject({ code: '40001' });
  expect(times).toBe(5);
});

it('does not do work again that was refused for another reason', async () => {
  const { db } = shelves;
  let times = 0;
  const refused = db.transaction(async () => {
    times += 1;
    await putShelf(db, 'a');
  });
  await expect(refused).rejects.toMatchObject({ code: '23505' });
  expect(times).toBe(1);
});
