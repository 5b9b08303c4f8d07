import { type Actor, fileDeleted, noProject } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { actor, eventually } from '@parley/testkit';
import { type MediaHarness, startMediaHarness } from '../../test/media-harness.ts';
import { picture } from '../../test/pictures.ts';
import { keyOf } from '../storage/storage.ts';

let harness: MediaHarness;
let replica: MediaHarness;
beforeAll(async () => {
  harness = await startMediaHarness();
  replica = await startMediaHarness(
    { ...harness.env, PARLEY_DATA: harness.folder },
    { databaseUrl: harness.databaseUrl },
  );
});
afterAll(async () => {
  await replica?.stop();
  await harness?.stop();
});

it('makes a file and its thumbnail disappear for everyone, on every replica, and removes the bytes', async () => {
  const { vera } = harness.project();
  const { body } = await harness.upload(vera, 'uploadImage', { name: 'p.png', bytes: await picture('png') });
  const before = await harness.stored();
  const { status, body: answer } = await harness.as(vera).deleteImage({ path: encodeURIComponent(body.filename) });
  expect([status, answer]).toEqual([200, { message: 'Image deleted successfully', filename: body.filename }]);

  for (const one of [harness, replica]) {
    for (const path of [body.filename, body.thumbnail]) expect((await one.read(path)).status).toBe(404);
  }
  expect((await harness.as(vera).deleteImage({ path: body.filename })).body.code).toBe('file_not_found');
  await eventually(async () => expect((await harness.stored()).objects).toBe(before.objects - 2));
  const events = await harness.outbox(fileDeleted);
  expect(events.filter(({ data }) => data.file.path === body.filename)).toHaveLength(1);
});

it('is permitted to the uploader and the admins of the project', async () => {
  const here = harness.project();
  const there = harness.project();
  const sent = async () =>
    (await harness.upload(here.victor, 'uploadChatFile', { name: 'a.txt', bytes: 'hello' })).body.filename as string;
  const path = await sent();
  const sameId = actor({ ...there.victor, id: here.victor.id });
  for (const stranger of [here.vera, here.linus, there.ada, sameId]) {
    for (const operation of ['deleteFile', 'deleteImage'] as const) {
      const { status, body } = await harness.as(stranger)[operation]({ path });
      expect([stranger.name, status, body.code]).toEqual([stranger.name, 403, 'not_the_owner']);
    }
  }
  expect((await harness.as(there.ada).deleteProjectFile({ path })).status).toBe(404);
  expect((await harness.read(path)).status).toBe(200);

  const { body } = await harness.as(here.grace).deleteProjectFile({ path });
  expect(body).toEqual({ message: 'File deleted successfully', filename: path });
  expect((await harness.as(here.victor).deleteFile({ path: await sent() })).status).toBe(200);
});

it('of a file without a project is permitted to its uploader alone, also at the URLs of their projects', async () => {
  const { linus, alan, ada, projectId } = harness.project();
  const free = { ...linus, projectId: undefined, role: undefined };
  const { body: file } = await harness.upload(free, 'uploadFile', { name: 'a.txt', bytes: 'hello' });
  const photo = { name: 'p.png', bytes: await picture('png') };
  const { body: avatar } = await harness.upload(linus, 'replaceProjectPhoto', photo);

  for (const { filename: path } of [file, avatar]) {
    expect((await harness.read(path, { at: `/v3/${projectId}/files` })).status).toBe(200);
    expect((await harness.read(path, { at: `/v3/${projectId}/files/download` })).status).toBe(200);
    for (const stranger of [alan, ada]) {
      const { status, body } = await harness.as(stranger).deleteProjectFile({ path });
      expect([status, body.code]).toEqual([403, 'not_the_owner']);
    }
    expect((await harness.as(linus).deleteProjectFile({ path })).status).toBe(200);
    expect((await harness.read(path)).status).toBe(404);
  }
});

it("of a photo is permitted to its subject, and of a bot's photo to the admins of its project, regardless of the uploader", async () => {
  const { grace, linus, ada, projectId } = harness.project();
  const bot = newId();
  harness.bots.set(bot, projectId);
  const sent = { name: 'p.png', bytes: await picture('png') };
  const query = { bot_id: bot };
  const { body: ofBot } = await harness.upload(grace, 'replaceProjectPhoto', sent, { query });
  const { body: own } = await harness.upload(linus, 'replaceProjectPhoto', sent);
  const remove = async (by: Actor, path: string) => (await harness.as(by).deleteImage({ path })).status;

  expect([await remove({ ...grace, role: 'agent' }, ofBot.filename), await remove(grace, own.filename)]).toEqual([
    403, 403,
  ]);
  expect([await remove(ada, ofBot.filename), await remove(linus, own.filename)]).toEqual([200, 200]);
});

it('does not accept a thumbnail alone', async () => {
  const { vera } = harness.project();
  const { body } = await harness.upload(vera, 'uploadImage', { name: 'p.png', bytes: await picture('png') });
  expect((await harness.as(vera).deleteImage({ path: body.thumbnail })).status).toBe(404);
  expect((await harness.read(body.thumbnail)).status).toBe(200);
});

it('happens automatically on expiry', async () => {
  const { grace } = harness.project();
  const query = { expiration: '3600' };
  const { body } = await harness.upload(grace, 'uploadAsset', { name: 'a.txt', bytes: 'hello' }, { query });
  expect((await harness.read(body.filename)).status).toBe(200);
  await harness.db.query(`UPDATE files SET expires_at = now() - interval '1 s' WHERE path = $1`, [body.filename]);
  expect((await harness.read(body.filename)).status).toBe(404);
  await harness.runJob('removeExpired');
  const rows = await harness.db.query('SELECT FROM files WHERE path = $1', [body.filename]);
  expect(rows).toHaveLength(0);
});

it('sweeps orphaned bytes, and no bytes of stored files or of uploads under way', async () => {
  const { vera } = harness.project();
  const { body } = await harness.upload(vera, 'uploadFile', { name: 'a.txt', bytes: 'hello' });
  await harness.settled();
  const before = await harness.stored();

  const { storage } = harness.context;
  const orphan = `${noProject}/${'a'.repeat(24)}/o`;
  await storage.put(orphan, `${import.meta.dirname}/delete.int.test.ts`, 1);
  await Promise.all([harness.runJob('sweepObjects'), replica.runJob('sweepObjects')]);
  expect((await harness.stored()).objects).toBe(before.objects + 1);

  for (const one of [harness, replica]) one.ageObjects();
  await Promise.all([harness.runJob('sweepObjects'), replica.runJob('sweepObjects')]);
  expect(await harness.stored()).toEqual(before);
  expect((await harness.read(body.filename)).status).toBe(200);
});

it('never affects a file whose bytes are missing: it is counted and logged', async () => {
  const { vera } = harness.project();
  const { body } = await harness.upload(vera, 'uploadFile', { name: 'a.txt', bytes: 'hello' });
  const [row] = await harness.db.query<{ key: string }>('SELECT object_key AS key FROM files WHERE path = $1', [
    body.filename,
  ]);
  await harness.context.storage.remove(keyOf(row?.key ?? '', 'o'));
  await harness.runJob('countMissing');
  const metrics = await (await fetch(`${harness.addresses.ops}/metrics`)).text();
  expect(metrics).toMatch(/^parley_files_without_bytes(\{.*\})? 1$/m);
  expect((await harness.read(body.filename)).status).toBe(503);
  expect((await harness.as(vera).deleteFile({ path: body.filename })).status).toBe(200);
});
