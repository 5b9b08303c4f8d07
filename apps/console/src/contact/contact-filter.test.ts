import { isFiltered, leadOrder, leadParameters, readContactFilter } from './contact-filter.ts';

it('reads from an address what it knows, and nothing else', () => {
  expect(
    readContactFilter({ q: 7, tag: '', segment: 'a', trash: 'true', sort: 'password', asc: 'yes', other: 1 }),
  ).toEqual({ q: '7', segment: 'a', trash: true });
  expect(readContactFilter({ q: ['x'], sort: 'email', asc: true })).toEqual({ sort: 'email', asc: true });
});

it('asks for no longer search than the API takes', () => {
  expect(readContactFilter({ q: 'x'.repeat(500) }).q).toHaveLength(200);
});

it('asks the API for what the address says', () => {
  expect(leadParameters({ q: 'ada', tag: 'vip', segment: 's', trash: true })).toEqual({
    full_text: 'ada',
    tags: 'vip',
    segment: 's',
    status: '1000',
  });
  expect(leadParameters({})).toEqual({});
  expect(leadOrder({})).toEqual({ sortField: 'createdAt', direction: -1 });
  expect(leadOrder({ sort: 'fullname', asc: true })).toEqual({ sortField: 'fullname', direction: 1 });
});

it('does not take the trash for a filter', () => {
  expect([isFiltered({ trash: true }), isFiltered({ tag: 'vip' })]).toEqual([false, true]);
});
