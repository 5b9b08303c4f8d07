import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';

import { newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';
import { done, outcomeOf, temporaryFolder, transfer } from './transfer-program.ts';

const tables = ['project', 'teammate', 'department', 'group', 'holiday', 'bot', 'lead', 'segment', 'canned'].map(
  (name) => `copy_${name}`,
);

let mesh: SharedMesh;
let db: Database;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let projects: string[];
beforeAll(async () => {
  mesh = await sharedMesh();
  folder = await temporaryFolder();
  const log = createLogger({ service: 'test', level: 'silent' });
  db = await connectDatabase({ url: mesh.databaseUrls.conversations ?? '', service: 'test', log, poolSize: 1 });
  const { customer: ada } = await newUser(mesh.url, 'Ada');
  const made = async (path: string, body: object) => {
    const answer = await ada.call('POST', path, body);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };
  projects = [];
  for (const name of ['Shop', 'Garage', 'School']) {
    const { _id } = await made('/projects', { name });
    projects.push(_id);
    await made(`/${_id}/groups`, { name: 'Night' });
    await made(`/${_id}/departments`, { name: 'Returns' });
    await made(`/${_id}/holidays`, { name: 'New Year', from: '2027-01-01', to: '2027-01-01' });
    await made(`/${_id}/segments`, { name: 'Everyone' });
    await made(`/${_id}/canned`, { title: 'Bye', text: 'Goodbye' });
    await made(`/${_id}/bots`, { name: 'Robbie' });
    const { customer: vera } = await newVisitor(mesh.url, _id, 'Vera');
    const path = `/${_id}/requests/${newRequestId(_id)}/messages`;
    expect((await vera.call('POST', path, { text: 'Hello' })).status).toBe(200);
  }
  await mesh.settled();
}, 120_000);
afterAll(async () => {
  await db?.close();
  await folder?.remove();
});

const rebuild = (work = 'work') => ['rebuild', 'conversations', '--work', join(folder.path, work)];

/** Rows of all read models of the projects. */
async function copies(): Promise<Record<string, unknown[]>> {
  const rows = tables.map(async (table) => {
    const text = `select to_jsonb(t) as row from ${table} t where id_project = any($1) order by t::text collate "C"`;
    return [table, (await db.query<{ row: unknown }>(text, [projects])).map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

it('makes copies again that are lost or old, and leaves newer ones alone', async () => {
  const before = await copies();
  for (const table of tables) expect([table, before[table]?.length]).not.toEqual([table, 0]);
  const [shop, garage, school] = projects;
  for (const table of tables) {
    await db.query(`delete from ${table} where id_project = $1`, [shop]);
    await db.query(`update ${table} set version = -1, record = '{}' where id_project = $1`, [garage]);
  }
  await db.query(`update copy_project set version = 1000, record = '{"name":"Newer"}' where id_project = $1`, [school]);

  expect(await outcomeOf(mesh, rebuild())).toBe(done);

  const after = await copies();
  const [newer] = await db.query(`select version, record from copy_project where id_project = $1`, [school]);
  expect(newer).toEqual({ version: 1000, record: { name: 'Newer' } });
  const others = (rows: Record<string, unknown[]>) => ({
    ...rows,
    copy_project: rows.copy_project?.filter((row) => (row as { id_project: string }).id_project !== school),
  });
  expect(others(after)).toEqual(others(before));
}, 120_000);

it('goes on with the project at which it was cut off', async () => {
  const [first = '', ...others] = [...projects].sort();
  const file = join(folder.path, 'cut', 'rebuild-conversations.json');
  await mkdir(join(folder.path, 'cut'));
  await writeFile(file, JSON.stringify({ after: first, done: 1 }));
  await db.query('delete from copy_group where id_project = any($1)', [projects]);

  const { output } = await transfer(mesh, rebuild('cut'));

  expect(output).toMatch(/^conversations: copies of \d+ projects are as their owners have them\.$/m);
  const found = await db.query<{ id: string }>(
    'select distinct id_project as id from copy_group where id_project = any($1) order by 1',
    [projects],
  );
  expect(found.map(({ id }) => id)).toEqual(others);
  // The next one begins with the first.
  expect(existsSync(file)).toBe(false);
}, 120_000);

it('names the services that it can rebuild', async () => {
  const { code, output } = await transfer(mesh, ['rebuild', 'gateway']);
  expect([code, output]).toEqual([1, 'A rebuild needs one of: analytics, conversations, media.\n']);
});
