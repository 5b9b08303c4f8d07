import { openShelves, project, putShelf, type ShelfFixture } from '../../test/shelves.ts';

let shelves: ShelfFixture;
beforeEach(async () => {
  shelves = await openShelves();
});
afterEach(() => shelves.close());

const refusal = new Error('refused');

async function transactionId(): Promise<number | undefined> {
  const [row] = await shelves.db.query<{ id: number }>('select pg_current_xact_id()::text::int8 as id');
  return row?.id;
}

it('commits a unit of work once, at its end, with all of its transactions', async () => {
  const { db, names } = shelves;
  const ids = await db.unitOfWork(async () => {
    const first = await db.transaction(() => putShelf(db, 'a').then(transactionId));
    expect(await names()).toEqual([]);
    const second = await db.transaction(() => putShelf(db, 'b').then(transactionId));
    expect(await db.query('select name from shelf order by name')).toHaveLength(2);
    expect(await names()).toEqual([]);
    return [first, second];
  });
  expect(await names()).toEqual(['a', 'b']);
  expect(new Set(ids).size).toBe(1);
});

it('rolls everything back when the unit is refused after its transactions succeeded', async () => {
  const { db, names } = shelves;
  const work = db.unitOfWork(async () => {
    await db.transaction(() => putShelf(db, 'a'));
    await db.prisma.shelf.create({ data: { idProject: project, id: 'p', name: 'p' } });
    throw refusal;
  });
  await expect(work).rejects.toBe(refusal);
  expect(await names()).toEqual([]);
});

it('makes a single write without transaction a part of the unit', async () => {
  const { db, names } = shelves;
  const work = db.unitOfWork(async () => {
    await putShelf(db, 'a');
    expect(await names()).toEqual([]);
    throw refusal;
  });
  await expect(work).rejects.toBe(refusal);
  expect(await names()).toEqual([]);
});

it('holds no connection while a unit has only read', async () => {
  const { db } = shelves;
  await db.unitOfWork(async () => {
    await db.query('select name from shelf');
    expect(db.stats()).toMatchObject({ total: 1, idle: 1 });
  });
});

it('starts afresh after a first transaction that was refused and caught', async () => {
  const { db, names } = shelves;
  const heard: string[] = [];
  await db.unitOfWork(async () => {
    const refused = db.transaction(async () => {
      await putShelf(db, 'refused');
      db.afterCommit(() => heard.push('refused'));
      throw refusal;
    });
    await expect(refused).rejects.toBe(refusal);
    expect(db.stats()).toMatchObject({ total: 1, idle: 1 });
    await putShelf(db, 'a');
  });
  expect(await names()).toEqual(['a']);
  expect(heard).toEqual([]);
});

it('makes one unit of a unit inside another', async () => {
  const { db, names } = shelves;
  const work = db.unitOfWork(async () => {
    await db.unitOfWork(() => putShelf(db, 'a'));
    throw refusal;
  });
  await expect(work).rejects.toBe(refusal);
  expect(await names()).toEqual([]);
});

it('stores what is done outside of a unit that is refused', async () => {
  const { db, names } = shelves;
  const work = db.unitOfWork(async () => {
    await putShelf(db, 'in');
    await db.outside(() => putShelf(db, 'out'));
    throw refusal;
  });
  await expect(work).rejects.toBe(refusal);
  expect(await names()).toEqual(['out']);
});

it('goes on after a caught unique violation inside a unit, as it would without one', async () => {
  const { db, names } = shelves;
  await putShelf(db, 'a');
  await db.unitOfWork(async () => {
    await db.transaction(() => putShelf(db, 'a')).catch(() => undefined);
    await db.transaction(() => putShelf(db, 'b'));
  });
  expect(await names()).toEqual(['a', 'b']);
});
