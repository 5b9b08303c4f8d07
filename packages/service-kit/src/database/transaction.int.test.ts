import { openShelves, putShelf, type ShelfFixture } from '../../test/shelves.ts';

let shelves: ShelfFixture;
beforeEach(async () => {
  shelves = await openShelves();
});
afterEach(() => shelves.close());

const refusal = new Error('refused');
const refuse = () => Promise.reject(refusal);

it('stores nothing of a transaction that is refused, and hands the refusal on as it is', async () => {
  const { db, names } = shelves;
  const work = db.transaction(async () => {
    await putShelf(db, 'a');
    await refuse();
  });
  await expect(work).rejects.toBe(refusal);
  expect(await names()).toEqual([]);
});

it('shows nothing of an open transaction to others, and all of it after its end', async () => {
  const { db, names } = shelves;
  await db.transaction(async () => {
    await putShelf(db, 'a');
    await putShelf(db, 'b');
    expect(await names()).toEqual([]);
    expect(await db.query('select name from shelf order by name')).toEqual([{ name: 'a' }, { name: 'b' }]);
  });
  expect(await names()).toEqual(['a', 'b']);
});

it('makes a transaction inside another a part of it: refused outside, both are gone', async () => {
  const { db, names } = shelves;
  const work = db.transaction(async () => {
    await db.transaction(() => putShelf(db, 'inner'));
    await refuse();
  });
  await expect(work).rejects.toBe(refusal);
  expect(await names()).toEqual([]);
});

it('undoes only the inner part when its refusal is caught, even one by the server', async () => {
  const { db, names } = shelves;
  await db.transaction(async () => {
    await putShelf(db, 'a');
    await db.transaction(() => putShelf(db, 'a')).catch(() => undefined);
    await db.transaction(() => putShelf(db, 'b').then(refuse)).catch(() => undefined);
    await putShelf(db, 'c');
  });
  expect(await names()).toEqual(['a', 'c']);
});

it('keeps parts that run side by side apart: one refused among many takes none of the others with it', async () => {
  const { db, names } = shelves;
  await db.transaction(async () => {
    const parts = ['a', 'b', 'c', 'd'].map((name) =>
      db.transaction(async () => {
        await putShelf(db, name);
        await db.transaction(() => putShelf(db, `${name}+`));
        if (name === 'b') await refuse();
      }),
    );
    const outcomes = await Promise.allSettled(parts);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  });
  expect(await names()).toEqual(['a', 'a+', 'c', 'c+', 'd', 'd+']);
});

it('never lets two calls share a transaction, however their statements interleave', async () => {
  const { db, names } = shelves;
  const seen = await Promise.all(
    Array.from({ length: 20 }, async (_, call) => {
      const work = db.transaction(async () => {
        const [before] = await db.query<{ id: number }>('select pg_current_xact_id()::text::int8 as id');
        await putShelf(db, `call${String(call).padStart(2, '0')}`);
        const [after] = await db.query<{ id: number }>('select pg_current_xact_id()::text::int8 as id');
        expect(after).toEqual(before);
        if (call % 2 === 1) await refuse();
        return before?.id;
      });
      return work.catch(() => undefined);
    }),
  );
  const committed = seen.filter((id) => id !== undefined);
  expect(new Set(committed).size).toBe(10);
  expect(await names()).toHaveLength(10);
});

it('fails the commit when a statement failed and its error was swallowed, instead of storing half', async () => {
  const { db, names } = shelves;
  const work = db.transaction(async () => {
    await putShelf(db, 'a');
    await putShelf(db, 'a').catch(() => undefined);
  });
  await expect(work).rejects.toThrow('nothing is stored');
  expect(await names()).toEqual([]);
});

it('refuses a statement that comes after the end of its transaction, instead of running it outside', async () => {
  const { db, names } = shelves;
  const { promise: later, resolve: go } = Promise.withResolvers<void>();
  let forgotten: Promise<void> | undefined;
  await db.transaction(async () => {
    await putShelf(db, 'a');
    forgotten = later.then(() => putShelf(db, 'late'));
  });
  go();
  await expect(forgotten).rejects.toThrow('has ended');
  expect(await names()).toEqual(['a']);
});

it('takes no connection for a transaction that asks nothing', async () => {
  const { db } = shelves;
  await db.transaction(async () => {
    expect(db.stats().total).toBe(0);
  });
  expect(db.stats().total).toBe(0);
});

describe('outside', () => {
  it('stores what is done outside of a transaction even when that is refused', async () => {
    const { db, names } = shelves;
    const work = db.transaction(async () => {
      await putShelf(db, 'in');
      await db.outside(() => db.transaction(() => putShelf(db, 'out')));
      await refuse();
    });
    await expect(work).rejects.toBe(refusal);
    expect(await names()).toEqual(['out']);
  });

  it('has a connection for it when transactions hold all of the pool', async () => {
    const { db, names } = shelves;
    await Promise.all(
      Array.from({ length: 10 }, (_, call) =>
        db.transaction(async () => {
          await putShelf(db, `in${call}`);
          await db.outside(() => putShelf(db, `out${call}`));
        }),
      ),
    );
    expect(await names()).toHaveLength(20);
  });
});

describe('afterCommit', () => {
  it('runs effects after the commit, in order, and those of refused work never', async () => {
    const { db, names } = shelves;
    const heard: string[] = [];
    await db.transaction(async () => {
      await putShelf(db, 'a');
      db.afterCommit(() => heard.push('first'));
      await db.transaction(async () => db.afterCommit(() => heard.push('part')));
      const refused = db.transaction(async () => {
        db.afterCommit(() => heard.push('refused part'));
        await refuse();
      });
      await refused.catch(() => undefined);
      db.afterCommit(() => heard.push('last'));
      expect(heard).toEqual([]);
    });
    await db
      .transaction(async () => {
        db.afterCommit(() => heard.push('refused'));
        await refuse();
      })
      .catch(() => undefined);
    expect(heard).toEqual(['first', 'part', 'last']);
    expect(await names()).toEqual(['a']);
  });

  it('runs an effect at once when no transaction is open, and an effect that throws harms no other', async () => {
    const { db, names } = shelves;
    const heard: string[] = [];
    db.afterCommit(() => heard.push('now'));
    expect(heard).toEqual(['now']);
    await db.transaction(async () => {
      await putShelf(db, 'a');
      db.afterCommit(() => {
        throw new Error('broken effect');
      });
      db.afterCommit(() => heard.push('next'));
    });
    expect(heard).toEqual(['now', 'next']);
    expect(await names()).toEqual(['a']);
  });
});
