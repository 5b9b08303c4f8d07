import { ListRequestsQuery } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { type TestTables, testTables } from '../../test/reading.ts';
import { caller, insertRequests } from '../../test/rows.ts';
import { RequestQueries } from './request.query.repository.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await testTables();
});
afterAll(() => tables.close());

it.each([
  ['records', 'listStamps'],
  ['rows', 'listRows'],
] as const)(
  'gives each of the %s that have a due time once, though clocks move and end meanwhile',
  async (_form, list) => {
    const { db } = tables;
    const project = newId();
    const rows = await insertRequests(db, project, Array(230).fill({}));
    const due = (minutes: string, condition: string, ids: string[] = []) =>
      db.query(
        `update request_head h set due_at = timestamptz '2026-03-01' + (${minutes}) * interval '1 minute' from request r
        where h.id_project = $1 and r.id_project = $1 and r.id = h.id and cardinality($2::text[]) >= 0 and ${condition}`,
        [project, ids],
      );
    // Many at one time, and a tenth without any.
    await due('r.ticket_id % 5', 'r.ticket_id % 10 <> 0');
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = ListRequestsQuery.parse({ sortField: 'due_at', direction: '1', limit: '30', cursor });
      const all = { own: false, knows: () => true };
      const page = await new RequestQueries(db)[list](caller(project, 'admin'), project, query, all);
      seen.push(...page.requests.map(({ id }) => id));
      cursor = page.next;
      // Of those that were listed some are answered, of the others some are due later.
      await due('null', 'r.id = any ($2) and r.ticket_id % 3 = 0', seen);
      await due('100 + r.ticket_id', 'r.id <> all ($2) and r.ticket_id % 7 = 0 and h.due_at is not null', seen);
    } while (cursor);

    const wanted = rows.filter((_row, place) => (place + 1) % 10 !== 0).map(({ id }) => id);
    expect(seen.toSorted()).toEqual(wanted.toSorted());
  },
);
