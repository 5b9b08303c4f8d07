import type { PageQuery } from '@parley/contracts';

import { openShelves, project, type ShelfFixture } from '../../test/shelves.ts';
import { runInCall } from '../call/call.ts';
import { binder, nextLink, type Placed, pageOf, type SortedList } from './paging.ts';

type Field = 'createdAt' | 'name' | 'size';

const shelfList: SortedList<Field> = {
  name: 'shelves',
  columns: {
    createdAt: { sql: 'created_at', type: 'timestamptz' },
    name: { sql: 'name', type: 'text' },
    size: { sql: 'nullif(size, 0)', type: 'bigint', nullable: true },
  },
  id: 'id',
  defaultField: 'createdAt',
};

let shelves: ShelfFixture;
beforeAll(async () => {
  shelves = await openShelves();
  // Many ties of time and of size; a fifth of the shelves has no size.
  await shelves.db.query(
    `insert into shelf (id_project, id, name, size, created_at)
      select $1, 'id' || lpad(n::text, 3, '0'), 'ä"' || (n * 37) % 101, n % 5,
             timestamptz '2026-01-01' + (n / 7) * interval '1 ms'
      from generate_series(1, 100) n`,
    [project],
  );
});
afterAll(() => shelves.close());

async function read(query: Partial<PageQuery<Field>>): Promise<{ ids: string[]; next?: string | undefined }> {
  const page = pageOf(shelfList, { page: 0, limit: 40, ...query });
  const values: unknown[] = [project];
  const bind = binder(values);
  const rows = await shelves.db.query<Placed & { id: string }>(
    `select id, ${page.columns} from shelf where id_project = $1 and ${page.after(bind)}
      order by ${page.order} ${page.limit(bind)}`,
    values,
  );
  const cut = page.cut(rows);
  return { ids: cut.rows.map(({ id }) => id), next: cut.next };
}

async function allByNumber(query: Partial<PageQuery<Field>>): Promise<string[]> {
  const pages = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((page) => read({ ...query, page, limit: 13 })));
  return pages.flatMap(({ ids }) => ids);
}

async function allByCursor(query: Partial<PageQuery<Field>>): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { ids, next } = await read({ ...query, limit: 13, ...(cursor && { cursor }) });
    found.push(...ids);
    cursor = next;
  } while (cursor);
  return found;
}

it('merges queries into the same pages that one query of all has', async () => {
  const bySize = { sortField: 'size', limit: 13 } as const;
  const places = [
    ...[{}, { page: 2, limit: 13 }, { limit: 13, cursor: (await read({ limit: 30 })).next }],
    // Before, across and within those without a value.
    ...[1, -1].flatMap((way) => [20, 70, 90].map((limit) => ({ ...bySize, direction: way as 1 | -1, after: limit }))),
  ];
  for (const { after, ...place } of places as (Partial<PageQuery<Field>> & { after?: number })[]) {
    if (after !== undefined) place.cursor = (await read({ ...place, limit: after })).next;
    const page = pageOf(shelfList, { page: 0, limit: 40, ...place });
    const values: unknown[] = [project];
    const bind = binder(values);
    const queries = ['size < 2', 'size = 2', 'size > 2'].map(
      (size) => `select * from shelf where id_project = $1 and ${size}`,
    );
    const rows = await shelves.db.query<Placed & { id: string }>(
      `select id, ${page.columns} from ${page.merged(queries, bind)} shelf order by ${page.order} ${page.limit(bind)}`,
      values,
    );
    const { rows: found, next } = page.cut(rows);
    expect({ ids: found.map(({ id }) => id), next }).toEqual(await read(place));
  }
});

it('begins with page 0 and the newest record', async () => {
  const { ids } = await read({});
  expect(ids).toHaveLength(40);
  expect(ids[0]).toBe('id100');
  expect((await read({ page: 2 })).ids).toHaveLength(20);
  expect(await read({ page: 3 })).toEqual({ ids: [] });
});

describe.each<[Field, 1 | -1]>([
  ['createdAt', -1],
  ['createdAt', 1],
  ['name', -1],
  ['name', 1],
  ['size', -1],
  ['size', 1],
])('sorted by %s, direction %i', (sortField, direction) => {
  it('shows every record once, by number and by cursor in the same order', async () => {
    const byNumber = await allByNumber({ sortField, direction });
    expect(new Set(byNumber).size).toBe(100);
    expect(await allByCursor({ sortField, direction })).toEqual(byNumber);
  });
});

it('puts records without a value last in both directions', async () => {
  const withoutSize = (ids: string[]) => ids.slice(-20).every((id) => Number(id.slice(2)) % 5 === 0);
  expect(withoutSize(await allByNumber({ sortField: 'size', direction: 1 }))).toBe(true);
  expect(withoutSize(await allByNumber({ sortField: 'size', direction: -1 }))).toBe(true);
});

it('goes on in the order of the cursor when the order is not said again', async () => {
  const first = await read({ sort: 'name', direction: 1 });
  const second = await read({ cursor: first.next });
  expect([...first.ids, ...second.ids]).toEqual((await allByNumber({ sort: 'name', direction: 1 })).slice(0, 80));
});

it('has no next page after the last one, full as it may be', async () => {
  expect((await read({ limit: 100 })).next).toBeUndefined();
  expect((await read({ limit: 99 })).next).toBeDefined();
});

describe('cursor_invalid', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it.each([
    ['not a cursor', 'x'],
    ['empty', ''],
    ['JSON of another shape', encode({ list: 'shelves' })],
    ['of another list', encode(['books', 'createdAt', -1, '1', 'id1'])],
    ['of an unknown field', encode(['shelves', 'toString', -1, '1', 'id1'])],
    ['of an unknown direction', encode(['shelves', 'createdAt', 0, '1', 'id1'])],
    ['with SQL for a time', encode(['shelves', 'createdAt', -1, '1); drop table shelf', 'id1'])],
    ['with an id that cannot be one', encode(['shelves', 'createdAt', -1, '1', "'"])],
    ['without value where all have one', encode(['shelves', 'createdAt', -1, null, 'id1'])],
    ['with a character PostgreSQL cannot hold', encode(['shelves', 'name', -1, 'a\u0000', 'id1'])],
    ['with half a character', encode(['shelves', 'name', -1, '\ud800', 'id1'])],
  ])('refuses a cursor %s', async (_, cursor) => {
    await expect(read({ cursor })).rejects.toMatchObject({ code: 'cursor_invalid', kind: 'bad_request' });
  });

  it('refuses the cursor of another order', async () => {
    const { next } = await read({ sortField: 'name', direction: 1 });
    await expect(read({ sortField: 'size', cursor: next })).rejects.toMatchObject({ code: 'cursor_invalid' });
    await expect(read({ direction: -1, cursor: next })).rejects.toMatchObject({ code: 'cursor_invalid' });
  });

  it('runs whatever numbers a made-up cursor holds', async () => {
    const largest = '99999999999999999';
    expect(await read({ cursor: encode(['shelves', 'createdAt', 1, largest, 'id1']) })).toEqual({ ids: [] });
    expect((await read({ cursor: encode(['shelves', 'size', -1, `9${largest}`, 'id1']) })).ids).toHaveLength(40);
  });
});

it('answers a page after a cursor from the index, whatever its depth', async () => {
  const { db } = shelves;
  const page = pageOf(shelfList, { page: 0, limit: 40, cursor: (await read({})).next });
  const values: unknown[] = [project];
  const bind = binder(values);
  await db.transaction(async () => {
    await db.query('create index shelf_created on shelf (id_project, created_at, id)');
    await db.query('set local enable_seqscan = off');
    const plan = await db.query<{ 'QUERY PLAN': string }>(
      `explain select id from shelf where id_project = $1 and ${page.after(bind)} order by ${page.order} ${page.limit(bind)}`,
      values,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toMatch(/Index.* Scan Backward using shelf_created/);
    expect(text).toMatch(/Index Cond: .*ROW\(created_at, id\) </);
    expect(text).not.toContain('Sort');
  });
});

describe('the link to the next page', () => {
  const linkFrom = (path: string, ...asked: Parameters<typeof nextLink>) =>
    runInCall({ path }, () => nextLink(...asked));

  it('is the path that was called, with all that was asked but the number of the page', () => {
    expect(linkFrom('/v3/p1/tags', 'abc', { limit: 40, page: 3, tags: ['a b', 'c'], name: undefined })).toBe(
      '</v3/p1/tags?limit=40&tags=a+b&tags=c&cursor=abc>; rel="next"',
    );
  });

  it('leaves the length of a page to a list whose own is longer than any that may be asked for', () => {
    expect(linkFrom('/v3/p1/tags', 'abc', { limit: 1000, sort: 'name' })).toBe(
      '</v3/p1/tags?sort=name&cursor=abc>; rel="next"',
    );
    expect(linkFrom('/v3/p1/tags', 'abc', { limit: 200 })).toBe('</v3/p1/tags?limit=200&cursor=abc>; rel="next"');
  });

  it('holds nothing of a path that would end it', () => {
    expect(linkFrom('/v3/p1/requests/a>;"<b/messages', 'abc')).toBe(
      '</v3/p1/requests/a%3E;%22%3Cb/messages?cursor=abc>; rel="next"',
    );
  });
});
