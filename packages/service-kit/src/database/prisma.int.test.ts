import { openShelves, project, putShelf, type ShelfFixture } from '../../test/shelves.ts';
import { isUniqueViolation } from './failures.ts';

let shelves: ShelfFixture;
beforeEach(async () => {
  shelves = await openShelves();
});
afterEach(() => shelves.close());

const refusal = new Error('refused');
const shelf = (name: string) => ({ idProject: project, id: name, name });

it('rolls a Prisma write and a raw write of one transaction back together', async () => {
  const { db, names } = shelves;
  const work = db.transaction(async () => {
    await db.prisma.shelf.create({ data: shelf('prisma') });
    await putShelf(db, 'raw');
    throw refusal;
  });
  await expect(work).rejects.toBe(refusal);
  expect(await names()).toEqual([]);
});

it('commits a Prisma write and a raw write of one transaction together, each seeing the other', async () => {
  const { db, names } = shelves;
  await db.transaction(async () => {
    await db.prisma.shelf.create({ data: shelf('prisma') });
    expect(await db.query('select name from shelf')).toEqual([{ name: 'prisma' }]);
    await putShelf(db, 'raw');
    expect(await db.prisma.shelf.count()).toBe(2);
    expect(await names()).toEqual([]);
  });
  expect(await names()).toEqual(['prisma', 'raw']);
});

it('makes the transaction of a nested Prisma write a part of the ambient one', async () => {
  const { db, names } = shelves;
  const books = { create: [{ id: 'b1', title: 'one' }] };
  const work = db.transaction(async () => {
    await db.prisma.shelf.create({ data: { ...shelf('nested'), books } });
    expect(await db.query('select title from book')).toEqual([{ title: 'one' }]);
    throw refusal;
  });
  await expect(work).rejects.toBe(refusal);
  expect(await names()).toEqual([]);
});

it('undoes a nested Prisma write that fails, whole, and lets the ambient transaction go on', async () => {
  const { db, names } = shelves;
  const books = {
    create: [
      { id: 'same', title: 'one' },
      { id: 'same', title: 'two' },
    ],
  };
  await db.transaction(async () => {
    const failing = db.prisma.shelf.create({ data: { ...shelf('bad'), books } });
    await expect(failing).rejects.toMatchObject({ code: 'P2002' });
    await putShelf(db, 'good');
  });
  expect(await names()).toEqual(['good']);
});

it('keeps nested Prisma writes that run side by side in one transaction apart', async () => {
  const { db } = shelves;
  await db.transaction(async () => {
    const write = (name: string) =>
      db.prisma.shelf.create({ data: { ...shelf(name), books: { create: [{ id: name, title: name }] } } });
    await Promise.all(['a', 'b', 'c'].map(write));
  });
  expect(await db.prisma.book.count()).toBe(3);
});

it('runs a nested Prisma write outside of any transaction in one of its own', async () => {
  const { db, names } = shelves;
  const bad = {
    create: [
      { id: 'same', title: 'one' },
      { id: 'same', title: 'two' },
    ],
  };
  await expect(db.prisma.shelf.create({ data: { ...shelf('bad'), books: bad } })).rejects.toMatchObject({
    code: 'P2002',
  });
  await db.prisma.shelf.create({ data: { ...shelf('good'), books: { create: [{ id: 'b', title: 'b' }] } } });
  expect(await names()).toEqual(['good']);
  expect(db.stats()).toMatchObject({ total: db.stats().idle });
});

it('never lets a Prisma read of one call see the open transaction of another', async () => {
  const { db } = shelves;
  const counts = await Promise.all(
    Array.from({ length: 10 }, async (_, call) => {
      if (call % 2 === 1) return db.prisma.shelf.count({ where: { idProject: project } });
      return db.transaction(async () => {
        await db.prisma.shelf.create({ data: { idProject: `project${call}`, id: 'x', name: 'x' } });
        return db.prisma.shelf.count({ where: { idProject: `project${call}` } });
      });
    }),
  );
  expect(counts).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
});

it('refuses findUnique and $transaction, which would leave the ambient transaction', async () => {
  const { db } = shelves;
  const where = { idProject_id: { idProject: project, id: 'a' } };
  expect(() => db.prisma.shelf.findUnique({ where })).toThrow('use findFirst');
  expect(() => db.prisma.shelf.findUniqueOrThrow({ where })).toThrow('use findFirstOrThrow');
  expect(() => db.prisma.$transaction([])).toThrow('transaction() of the database');
  expect(await db.prisma.shelf.findFirst({ where: { id: 'a' } })).toBeNull();
});

it('distinguishes a unique violation from other errors, by Prisma and by SQL', async () => {
  const { db } = shelves;
  await putShelf(db, 'a');
  const byPrisma = await db.prisma.shelf.create({ data: shelf('a') }).catch((error: unknown) => error);
  const bySql = await putShelf(db, 'a').catch((error: unknown) => error);
  const other = await db.query('select 1 / 0').catch((error: unknown) => error);
  expect([byPrisma, bySql, other].map(isUniqueViolation)).toEqual([true, true, false]);
});

it('reads the same instant by Prisma and by SQL, whatever the zone of server and process', async () => {
  const { db } = shelves;
  const at = new Date('2026-06-30T22:15:30.123Z');
  await db.prisma.shelf.create({ data: { ...shelf('a'), createdAt: at, size: 7n } });
  expect(await db.query('select created_at, size from shelf')).toEqual([{ created_at: at, size: 7 }]);
  expect(await db.prisma.shelf.findFirst()).toMatchObject({ createdAt: at, size: 7n });
  expect(await db.prisma.shelf.count({ where: { createdAt: at } })).toBe(1);
  await db.query('update shelf set created_at = $1', [new Date(0)]);
  expect(await db.prisma.shelf.findFirst()).toMatchObject({ createdAt: new Date(0) });
});
