import pg from 'pg';

import { testServer } from './embedded-postgres.ts';
import { unboundStatements } from './project-scope.ts';

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: await testServer() });
  await client.connect();
  await client.query(`create temporary table note (id_project text, id text, text text, primary key (id_project, id));
    create temporary table word (id_project text, note text, word text, primary key (id_project, note, word));
    create temporary table setting (name text)`);
});
afterAll(() => client?.end());

const unbound = (...statements: string[]) => unboundStatements(client, new Set(['note', 'word']), statements);

const ofOneProject = [
  'select * from note where id_project = $1 and id = $2',
  'select * from note n join word w on w.id_project = n.id_project and w.note = n.id where n.id_project = $1',
  'with found as (select id from note where id_project = $1) select count(*) from found',
  'insert into note values ($1, $2, $3) on conflict do nothing',
  'update note set text = $3 where id_project = $1 and id = $2',
  'delete from word where id_project = $1 and note = any($2)',
  'declare scanned no scroll cursor for select * from note where id_project = $1',
  'select * from setting',
  'begin',
];

const ofMore = [
  'select * from note where id = $1',
  'select * from note n join word w on w.note = n.id where n.id_project = $1',
  'with found as (select id from note) select count(*) from found where $1 = 1',
  'update note set text = $2 where id = $1',
  'update note set id_project = $1',
  'delete from word where note = any($1)',
  'select exists (select from word where word = $1)',
];

it('lets statements pass that look at rows of one project, however they say so', async () => {
  expect(await unbound(...ofOneProject)).toEqual([]);
});

it.each(ofMore)('finds out: %s', async (statement) => {
  expect(await unbound(...ofOneProject, statement)).toEqual([statement]);
});
