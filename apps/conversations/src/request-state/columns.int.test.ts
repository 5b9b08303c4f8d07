import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import type { Columns } from './columns.ts';
import { messageTable } from './message.columns.ts';
import { requestTable } from './request.columns.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

const declared = (table: Columns) =>
  Object.values<Columns[string]>(table).map(({ sql, nullable, select }) => ({
    sql,
    // A column with an expression of its own may hold nulls that no member shows.
    nullable: nullable || select !== undefined,
  }));

it.each([
  ['request', 'r', requestTable, []],
  // What statements keep themselves, or copies of what stands elsewhere.
  [
    'request_head',
    'h',
    requestTable,
    [
      ...['h.revision', 'h.quiet_revisions', 'h.visible_seq', 'h.visible_in', 'h.visible_out'],
      ...['h.last_message_at', 'h.listed_under', 'h.due_at'],
    ],
  ],
  ['message', 'm', messageTable, []],
] as const)('declares each column of %s, nullable as the table has it', async (name, alias, table, others) => {
  const stored = await service.db.query<{ sql: string; nullable: boolean }>(
    `select $2 || '.' || column_name as sql, is_nullable = 'YES' as nullable from information_schema.columns
     where table_schema = current_schema() and table_name = $1`,
    [name, alias],
  );
  // The head repeats the keys of the request.
  const keys = alias === 'h' ? ['h.id_project', 'h.id'] : [];
  const expected = stored.filter(({ sql }) => ![...others, ...keys].includes(sql));
  const own = declared(table).filter(({ sql }) => sql.startsWith(`${alias}.`));

  const bySql = (one: { sql: string }, other: { sql: string }) => one.sql.localeCompare(other.sql);
  expect(own.toSorted(bySql)).toEqual(expected.toSorted(bySql));
});

it('gives each column of an export a place of its own', () => {
  const places = Object.values<Columns[string]>(requestTable).flatMap(({ csv }) => csv ?? []);
  expect(new Set([...places, 9, 10, 11]).size).toBe(places.length + 3);
});
