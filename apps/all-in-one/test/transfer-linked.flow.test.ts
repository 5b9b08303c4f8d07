import { join } from 'node:path';

import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';

import { newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';
import { callsDuring, done, outcomeOf, temporaryFolder, transfer } from './transfer-program.ts';

let mesh: SharedMesh;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let databases: Record<'workspace' | 'conversations', Database>;

beforeAll(async () => {
  mesh = await sharedMesh();
  folder = await temporaryFolder();
  const log = createLogger({ service: 'test', level: 'silent' });
  const open = (name: string) =>
    connectDatabase({ url: mesh.databaseUrls[name] ?? '', service: 'test', log, poolSize: 1 });
  databases = { workspace: await open('workspace'), conversations: await open('conversations') };
}, 60_000);
afterAll(async () => {
  await databases?.workspace.close();
  await databases?.conversations.close();
  await folder?.remove();
});

it('opens with the accounts of people who are known here, though it is cut before its scheduled messages come', async () => {
  const { customer: ada, id, email } = await newUser(mesh.url, 'Ada');
  await databases.workspace.query('update users set email_verified = true where email = $1', [email]);
  const { body: project } = await ada.call('POST', '/projects', { name: 'Shop' });
  const vera = await newVisitor(mesh.url, project._id, 'Vera');
  const request = `/${project._id}/requests/${newRequestId(project._id)}`;
  await vera.customer.call('POST', `${request}/messages`, { text: 'Hello' });
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const scheduled = await ada.call('POST', `${request}/scheduled`, { text: 'Any news?', at });
  expect(scheduled.status).toBe(200);
  await mesh.settled();
  const archive = join(folder.path, 'archive');
  expect(await outcomeOf(mesh, ['export', '--project', project._id, '--to', archive])).toBe(done);

  const load = ['import', 'archive', archive, '--ids', 'remap', '--work', join(folder.path, 'work')];
  const loaded = await transfer(mesh, load);
  expect([loaded.code, loaded.output]).toEqual([0, expect.stringMatching(/user +1 +0 +0 +1 +0\n/)]);
  const stopping = new AbortController();
  await callsDuring(
    async () => expect(await transfer(mesh, [...load, '--activate'], stopping.signal)).toMatchObject({ code: 4 }),
    (name) => name === 'keep' && stopping.abort(),
  );
  expect(await transfer(mesh, [...load, '--activate'])).toMatchObject({ code: 0 });

  const copy = /project ([0-9a-f]{24}): /.exec(loaded.output)?.[1];
  const authors = await databases.conversations.query(
    `select author->>'id' as id from scheduled_message where id_project = $1`,
    [copy],
  );
  expect(authors).toEqual([{ id }]);
}, 120_000);
