import { recordTable } from './record-table.ts';

interface Pot {
  projectId: string;
  id: string;
  glazedAt: Date | null;
  tags: string[];
  createdAt: Date;
}

const pots = recordTable<Pot>(
  'pot',
  'p',
  { projectId: 'id_project', id: 'id', glazedAt: 'glazed_at', tags: 'tags', createdAt: 'created_at' },
  ['createdAt'],
);

it('selects every column by the name of its member', () => {
  expect(pots.columns).toBe(
    'p.id_project as "projectId", p.id, p.glazed_at as "glazedAt", p.tags, p.created_at as "createdAt"',
  );
});

it('inserts every column, and updates those that may change, in the row of the record', () => {
  const record = 'json_populate_record(null::pot, $1::json)';
  const columns = 'id_project,id,glazed_at,tags,created_at';
  expect(pots.insert.text).toBe(`insert into pot (${columns}) select ${columns} from ${record}`);
  expect(pots.update.text.replace(/\s+/g, ' ')).toBe(
    `update pot p set glazed_at = record.glazed_at, tags = record.tags from ${record} record where p.id_project = $1::json->>'id_project' and p.id = record.id`,
  );
});

it('passes the members that have a column, and no others', () => {
  const pot = { projectId: 'P', id: 'a', glazedAt: null, tags: ['x'], createdAt: new Date(0), rank: 7 };
  expect(JSON.parse(pots.parameter(pot))).toEqual({
    ...{ id_project: 'P', id: 'a', glazed_at: null, tags: ['x'] },
    created_at: '1970-01-01T00:00:00.000Z',
  });
});
