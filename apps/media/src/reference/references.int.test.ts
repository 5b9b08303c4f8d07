import type { Actor } from '@parley/contracts';
import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { newId } from '@parley/service-kit/call';
import { client } from '@parley/service-kit/grpc';
import { collect } from '@parley/testkit';
import { type MediaHarness, startMediaHarness } from '../../test/media-harness.ts';
import { picture } from '../../test/pictures.ts';
import { forgetBot } from '../file/forget-bot.ts';
import { type Signed, sign } from '../file/signature.ts';
import { endProject, keepProject } from '../project/keep-project.ts';
import { forgetRequest } from './forget-request.ts';
import { keepReferences } from './keep-references.ts';

let harness: MediaHarness;
beforeAll(async () => {
  harness = await startMediaHarness({ MEDIA_SIGNING_KEYS: `new:${'n'.repeat(32)},old:${'o'.repeat(32)}` });
});
afterAll(() => harness?.stop());

describe('a file that messages refer to', () => {
  it('is removed with the last request in which it was sent', async () => {
    const { vera, projectId } = harness.project();
    const path = await sent(vera);
    const [first, second] = [newId(), newId()];
    await said(projectId, vera, first, {
      metadata: { src: `https://x.example/v3/files?path=${encodeURIComponent(path)}` },
    });
    await said(projectId, vera, second, { text: `look: /v3/files?path=${path}` });

    await ended(projectId, first);
    expect((await harness.read(path)).status).toBe(200);
    await ended(projectId, second);
    expect((await harness.read(path)).status).toBe(404);
  });

  it('is removed as well when the message arrives after the end of its request', async () => {
    const { vera, projectId } = harness.project();
    const [path, kept] = [await sent(vera), await sent(vera)];
    const [late, living] = [newId(), newId()];
    await said(projectId, vera, living, { text: kept });
    await ended(projectId, late);
    await said(projectId, vera, late, { text: `${path} ${kept}` });
    expect([(await harness.read(path)).status, (await harness.read(kept)).status]).toEqual([404, 200]);
  });

  it('is assigned to the project of the first message that its uploader sends, and to no other', async () => {
    const here = harness.project();
    const { body } = await harness.upload({ ...here.linus, projectId: undefined, role: undefined }, 'uploadFile', {
      name: 'a.txt',
      bytes: 'hello',
    });
    const at = (projectId: string) => harness.read(body.filename, { at: `/v3/${projectId}/files` });
    const there = harness.project().projectId;
    const statuses = async () => [(await at(here.projectId)).status, (await at(there)).status];
    await said(there, here.vera, newId(), { text: body.filename });
    expect(await statuses()).toEqual([200, 200]);
    await said(here.projectId, here.linus, newId(), { text: body.filename });
    expect(await statuses()).toEqual([200, 404]);
  });

  it('is erased with its uploader, or with the person whose requests alone refer to it, but not with a returning visitor', async () => {
    const { vera, linus, projectId } = harness.project();
    const hers = await sent(vera);
    const [toHer, toBoth] = [await sent(linus), await sent(linus)];
    const [request, other] = [newId(), newId()];
    await said(projectId, linus, request, { text: `${toHer} ${toBoth}` });
    await said(projectId, linus, other, { text: toBoth });
    const subject = { idProject: projectId, lead: newId(), leadId: vera.id, requests: [request], untilMs: Date.now() };
    const later = await sent(vera);

    const calls = subjectClient();
    const exported = await collect(calls.export({ subject }));
    const paths = exported.map(({ recordJson }) => JSON.parse(recordJson).path);
    expect(paths.sort()).toEqual([hers, toHer, toBoth].sort());
    expect((await calls.erase({ subject })).erased).toMatchObject({ files: 2 });
    await harness.settled();
    await calls.erase({ subject });
    expect(new Set(Object.values((await calls.count({ subject })).remaining))).toEqual(new Set([0]));
    expect(
      await Promise.all([hers, toHer, toBoth, later].map(async (path) => (await harness.read(path)).status)),
    ).toEqual([404, 404, 200, 200]);
    calls.close();
  });

  it('is not found once its project has ended, and is erased in time', async () => {
    const { vera, ada, projectId } = harness.project();
    const path = await sent(vera);
    await deliver(projectId, endProject, { project: { ...projectView(projectId), __v: 5 } });
    expect((await harness.read(path)).status).toBe(404);
    expect((await harness.upload(ada, 'uploadAsset', { name: 'a.txt', bytes: 'x' })).status).toBe(403);

    await harness.db.query(`UPDATE projects SET deleted_at = now() - interval '31 days' WHERE id_project = $1`, [
      projectId,
    ]);
    // Projects that were erased earlier do not block others.
    await harness.db.query(`INSERT INTO projects (id_project, version, deleted_at)
      SELECT lpad(n::text, 24, '0'), 1, now() - interval '1 year' FROM generate_series(1, 300) n`);
    await harness.runJob('eraseProjects');
    expect(await harness.db.query('SELECT FROM files WHERE id_project = $1', [projectId])).toHaveLength(0);
  });

  it('is removed with its bot, if it is the photo of one', async () => {
    const { grace, projectId } = harness.project();
    const bot = newId();
    harness.bots.set(bot, projectId);
    const query = { bot_id: bot };
    const { body } = await harness.upload(grace, 'replaceProjectPhoto', { bytes: await picture('png') }, { query });
    await deliver(projectId, forgetBot, { bot: { _id: bot }, wasTrashed: true });
    expect((await harness.read(body.filename)).status).toBe(404);
  });
});

describe('private media', () => {
  it('are readable by the uploader, admins, those who see the message, and with a signature; by no one else', async () => {
    const { vera, victor, linus, alan, grace, projectId } = harness.project();
    const path = await sent(linus);
    const noted = await sent(linus);
    const request = newId();
    await said(projectId, linus, request, { text: path });
    await said(projectId, linus, request, { text: noted }, 'private');
    for (const reader of [vera, alan]) harness.readable.add(`${reader.id} ${requestIdOf(projectId, request)}`);
    expect((await harness.read(path)).status).toBe(200);
    await setPrivate(projectId, true);

    const status = async (file: string, as?: Actor, query = '') => (await harness.read(file, { as, query })).status;
    expect(await status(path)).toBe(403);
    expect(await Promise.all([linus, grace, alan, vera, victor].map((as) => status(path, as)))).toEqual([
      200, 200, 200, 200, 403,
    ]);
    expect(await Promise.all([alan, vera].map((as) => status(noted, as)))).toEqual([200, 403]);

    const { body } = await harness.as(vera).signFiles({ paths: [path, noted, 'nonsense'], ttl: 60 });
    expect(Object.keys(body.urls)).toEqual([path]);
    const signed = new URL(body.urls[path] ?? '').searchParams;
    const query = (change: Record<string, string> = {}) =>
      `&${new URLSearchParams({ expires: signed.get('expires') ?? '', signature: signed.get('signature') ?? '', ...change })}`;
    expect(signed.get('path')).toBe(path);
    const opened = await harness.read(path, { query: query() });
    expect(opened.status).toBe(200);
    expect(opened.headers.get('cache-control')).toMatch(/^private, max-age=[1-6]?\d$/);
    const signature = signed.get('signature') ?? '';
    const altered = signature.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
    expect(await status(path, undefined, query({ signature: altered }))).toBe(403);
    expect(await status(path, undefined, query({ signature: signature.replace(/^[^.]+/, 'retired') }))).toBe(403);
    expect(await status(path, undefined, query({ expires: String(Number(signed.get('expires')) + 1) }))).toBe(403);
    expect(await status(noted, undefined, query())).toBe(403);

    await setPrivate(projectId, false);
    expect([await status(path), await status(noted)]).toEqual([200, 200]);
  });

  it('are readable with a signature until it expires, for seven days at most, and with no other signed claims', async () => {
    const { linus, projectId } = harness.project();
    const path = await sent(linus);
    await setPrivate(projectId, true);
    const now = Math.floor(Date.now() / 1_000);
    const week = 7 * 86_400;
    const live = harness.context.signingKeys;
    const retired = [{ kid: 'retired', secret: 'r'.repeat(32) }];
    const open = async (signed: Partial<Signed>, keys = live) => {
      const expires = signed.expires ?? now + 60;
      const signature = sign(keys, { projectId, path, expires, ...signed });
      const query = `&${new URLSearchParams({ expires: String(expires), signature })}`;
      const { status, bytes } = await harness.read(path, { query });
      return status === 200 ? 200 : `${status} ${JSON.parse(bytes.toString()).code}`;
    };
    expect([await open({}), await open({ expires: now + week })]).toEqual([200, 200]);
    expect(await open({}, [...live].reverse())).toBe(200);
    for (const expires of [now - 1, now - week, 1]) expect(await open({ expires })).toBe('403 link_expired');
    expect(await open({ expires: now + 5 * week })).toBe('403 private_file');
    expect(await open({ projectId: newId() })).toBe('403 private_file');
    expect(await open({ path: path.replace(/.$/, 'x') })).toBe('403 private_file');
    expect(await open({}, retired)).toBe('403 private_file');
  });
});

async function sent(by: Actor): Promise<string> {
  const { status, body } = await harness.upload(by, 'uploadChatFile', { name: 'a.txt', bytes: `hello ${newId()}` });
  expect(status).toBe(201);
  return body.filename;
}

function requestIdOf(projectId: string, request: string): string {
  return `support-group-${projectId}-${request}`;
}

/** A message as conversations publishes it. */
async function said(projectId: string, by: Actor, request: string, content: object, audience = 'all'): Promise<void> {
  const message = { _id: newId(), createdBy: by.id, text: '', attributes: {}, audience, ...content };
  await deliver(projectId, keepReferences, {
    message,
    request: { _id: request, request_id: requestIdOf(projectId, request) },
  });
}

async function ended(projectId: string, request: string): Promise<void> {
  const data = { _id: request, request_id: requestIdOf(projectId, request), ticket_id: '1' };
  await deliver(projectId, forgetRequest, data);
}

let version = 1;
async function setPrivate(projectId: string, private_media: boolean): Promise<void> {
  version += 1;
  const project = { ...projectView(projectId), settings: { private_media }, __v: version };
  await deliver(projectId, keepProject, { project, changes: ['settings'] });
}

function projectView(projectId: string): Record<string, unknown> {
  return { _id: projectId, id: projectId, name: 'Acme' };
}

/** Handles an event as the kit does: in one transaction, twice, since events may be redelivered. */
async function deliver(
  projectId: string,
  effect: (context: MediaHarness['context'], event: never) => Promise<void>,
  data: object,
): Promise<void> {
  const event = { idproject: projectId, time: new Date().toISOString(), data };
  for (let times = 1; times <= 2; times++) {
    await harness.db.transaction(() => effect(harness.context, event as never));
  }
  await harness.settled();
}

function subjectClient() {
  return client(SubjectServiceService, {
    ...{ address: harness.addresses.grpc, from: 'contacts', to: 'media', deadlineMs: 10_000 },
    actorKey: new Uint8Array(Buffer.from(harness.env.ACTOR_KEY ?? '', 'base64url')),
  });
}
