import { z } from 'zod';

import { pageQuery } from './paging.ts';

const Query = z.object(pageQuery({ sortable: ['createdAt', 'name'] }));

it('begins at page 0 with 40 records and leaves the order to the list when nothing is asked for', () => {
  expect(Query.parse({})).toEqual({ page: 0, limit: 40 });
  const limitOf = (defaultLimit: number) => z.object(pageQuery({ sortable: ['name'], defaultLimit })).parse({}).limit;
  expect([10, 1000].map(limitOf)).toEqual([10, 1000]);
});

it('reads the words of a query, the alias of sortField among them', () => {
  const query = { page: '2', limit: '50', sort: 'name', direction: '1', cursor: 'abc' };
  expect(Query.parse(query)).toEqual({ page: 2, limit: 50, sort: 'name', direction: 1, cursor: 'abc' });
});

it('takes a limit over 200 as 200', () => {
  expect([200, '201', '9999'].map((limit) => Query.parse({ limit }).limit)).toEqual([200, 200, 200]);
});

it.each([
  ['page', 'two'],
  ['page', '-1'],
  ['page', '1.5'],
  ['page', ''],
  ['limit', '0'],
  ['limit', '-3'],
  ['limit', 'many'],
  ['direction', '0'],
  ['direction', 'up'],
])('refuses %s=%s', (member, value) => {
  expect(Query.safeParse({ [member]: value }).error?.issues.map(({ path }) => path)).toEqual([[member]]);
});

it('refuses a field that cannot be sorted by, and lists those that can', () => {
  const issues = Query.safeParse({ sortField: 'password' }).error?.issues;
  expect(issues?.map(({ message }) => message)).toEqual(['Must be one of createdAt, name']);
});
