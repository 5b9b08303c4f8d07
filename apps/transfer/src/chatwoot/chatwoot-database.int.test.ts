import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import type { Seal } from '@parley/service-kit/archive';
import { connectDatabase } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { collect, testServer } from '@parley/testkit';

import { ChatwootStandIn } from '../../test/chatwoot-api.ts';
import { type ChatwootData, chatwootFiles, chatwootSql, writeBlobs } from '../../test/chatwoot-database.ts';
import type { Release } from '../../test/chatwoot-settings.ts';
import type { ExportFacts } from '../../test/exports.ts';
import { timeAt } from '../../test/random.ts';
import { ArchiveReader } from '../archive/archive-reader.ts';
import { newSeal, openSeal } from '../archive/sealing.ts';
import { convertProject, projectsOf } from '../convert/convert-project.ts';
import type { Origin } from '../origin/origin.ts';
import { Progress } from '../progress.ts';
import { openChatwoot } from './chatwoot-database.ts';
import { openChatwootRest } from './chatwoot-rest.ts';

const passphrase = 'a passphrase for tests';
const address = 'https://new.example';
let folder: string;
let seal: Seal;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-chatwoot-'));
  seal = await newSeal(passphrase);
  await writeBlobs(join(folder, 'blobs'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function converted(url: string, work: string, options: object = {}) {
  return convertedOf(
    await openChatwoot(url, { account: '1', address, files: join(folder, 'blobs'), ...options }),
    work,
  );
}

async function convertedOf({ origins, close }: { origins: Origin[]; close(): Promise<void> }, work: string) {
  try {
    const [origin] = origins;
    const [project] = origin ? await projectsOf(origin) : [];
    if (!origin || !project) throw new Error('The database has no account.');
    const { report, folder: made } = await convertProject(origin, project, { work: join(folder, work), seal, address });
    const archive = await ArchiveReader.open(made);
    const records = (kind: string) => collect(archive.records(kind));
    return { report, archive, records };
  } finally {
    await close();
  }
}

describe.each<[Release]>([[2024], [2025], [2026]])('a database of a Chatwoot of %d', (release) => {
  let url: string;
  let data: ChatwootData;
  let facts: ExportFacts;
  let found: Awaited<ReturnType<typeof converted>>;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    data = chatwootSql(release, { requests: 40 });
    ({ facts } = data);
    ({ url, drop } = await emptyDatabase(data.statements));
    found = await converted(url, `work-${release}`);
  });
  afterAll(() => drop());

  it('gives every row exactly one fate, and becomes the same records every time', async () => {
    for (const [name, { read, ...fates }] of Object.entries(found.report.collections))
      expect([name, Object.values(fates).reduce((sum, count) => sum + count, 0)]).toEqual([name, read]);
    expect(found.report.codes).toEqual(facts.refused);
    const { requests: request, messages: message, leads: lead } = facts;
    expect(found.archive.manifest.counts).toMatchObject({ project: 1, user: 2, department: 2, request, message, lead });
    expect(found.report.notTaken.includes('captain_documents')).toBe(release === 2026);
    expect((await converted(url, `again-${release}`)).archive.fingerprint).toBe(found.archive.fingerprint);
  });

  it('keeps who wrote what, states, tickets, ratings and how visitors are known', async () => {
    const [lead, second] = await found
      .records('lead')
      .then((all) => ['own-7', 'web-1'].map((id) => all.find(({ lead_id }) => lead_id === id)));
    expect(lead).toMatchObject({ fullname: 'Visitor 0', note: 'Calls at night' });
    expect(second?.attributes).toEqual({ _import: { id: 101, ...(release >= 2025 && { blocked: true }) } });
    const requests = await found.records('request');
    const of = (ticket: number) => requests.find(({ ticket_id }) => ticket_id === ticket);
    expect(of(1_002)).toMatchObject({
      status: 1000,
      rating: 4,
      rating_message: 'Fine',
      channel: 'chat21',
      priority: 'normal',
    });
    expect(of(1_004)).toMatchObject({ status: 100, snooze: { until: '2099-01-01T00:00:00.000Z' } });
    expect(await found.records('clock')).toContainEqual(
      expect.objectContaining({ wakeAt: '2099-01-01T00:00:00.000Z' }),
    );
    expect(of(1_011)).toMatchObject({ status: 200, workingStatus: 'pending', participants: [expect.any(String)] });
    expect(new Set(requests.map(({ ticket_id }) => ticket_id)).size).toBe(facts.requests);
    const [owner] = (await found.records('membership')).filter(({ role }) => role === 'owner');
    const messages = (await found.records('message')).filter(({ request }) => request === of(1_002)?._id);
    expect(messages.slice(0, 2).map(({ sender }) => sender)).toEqual([of(1_002)?.requester, owner?.id_user]);
    const { sealing } = found.archive.head;
    const secrets = sealing && (await found.archive.secrets(await openSeal(passphrase, sealing)));
    expect(secrets?.get(`user\n${owner?.id_user}`)).toContain('$2b$04$');
  });

  it('keeps the threads of mail: Message-IDs, people in copy, and no password', async () => {
    const [mailbox] = await found.records('mailbox');
    expect(mailbox).toMatchObject({ address: 'help@old.example', inbound: 'none', enabled: false });
    const [first] = await found.records('request');
    const mails = [...(await found.records('mail')), ...(await found.records('outgoing_mail'))];
    const own = mails.filter(({ request }) => request === first?._id).map(({ message_id }) => message_id);
    expect(own.toSorted()).toEqual(own.map((_, place) => `m0.${place}@example.com`));
    const [thread] = (await found.records('thread')).filter(({ request_id }) => request_id === first?.request_id);
    const parties = ['boss@example.com', 'help@old.example', 'v0@example.com'];
    expect(thread).toMatchObject({
      mailbox: mailbox?._id,
      requester: 'v0@example.com',
      cc: ['boss@example.com'],
      parties,
    });
    expect(JSON.stringify([mailbox, mails])).not.toContain('secret');
  });

  it('takes the files of its disk, and names those that are missing, cut or programs; each message stays', async () => {
    const files = await found.records('file');
    expect(files.map(({ name, type, inline }) => [name, type, inline])).toEqual([
      ['a picture.png', 'image/png', false],
      ['notes.txt', 'application/octet-stream', false],
    ]);
    for (const { sha256, name } of files)
      expect(await readFile(found.archive.objectFile(String(sha256)))).toEqual(
        chatwootFiles.find((one) => one.name === name)?.bytes,
      );
    const messages = await found.records('message');
    const linkTo = (path: unknown) => `${address}/v3/files?path=${encodeURIComponent(String(path))}`;
    const named = messages.find(({ metadata }) => Object(metadata).src === linkTo(files[0]?.path));
    expect(named).toMatchObject({
      type: 'image',
      text: `Text 0\n${linkTo(files[1]?.path)}`,
      metadata: { name: 'a picture.png' },
    });
    expect(files.map(({ references }) => references)).toEqual(
      files.map(() => [expect.objectContaining({ message: named?._id, audience: 'all' })]),
    );
    const sources = messages.map(({ metadata }) => Object(metadata).src).filter(Boolean);
    expect(sources).toHaveLength(chatwootFiles.length);
    expect(sources).toContain('https://channel.example/story.png');
  });

  it('takes macros, and automation rules disabled, says in each what it lacks, and lists those without a counterpart', async () => {
    const [department] = (await found.records('department')).filter(({ name }) => name === 'support');
    const [owner] = (await found.records('membership')).filter(({ role }) => role === 'owner');
    const macros = await found.records('macro');
    expect(macros).toEqual([expect.objectContaining({ shared: true, owner: owner?.id_user, position: 0 })]);
    expect(macros[0]?.record).toMatchObject({
      ...{ name: 'Refund', description: 'Not taken: action mute_conversation' },
      actions: [
        { type: 'send_message', text: 'On its way' },
        { type: 'add_tags', tags: ['vip'] },
        { type: 'set_department', department: department?._id },
      ],
    });
    const [rule, ...others] = await found.records('rule');
    expect([rule?.enabled, others]).toEqual([false, []]);
    const [policy] = await found.records('policy');
    const description = policy ? 'Words' : 'Words\nNot taken: action add_sla';
    expect(rule?.record).toMatchObject({
      ...{ name: 'Urgent', description, on: ['message.created'], match: 'all' },
      filters: [
        { field: 'message.text', operator: 'contains', value: 'urgent' },
        { field: 'department', operator: 'in', value: [department?._id] },
      ],
      actions: [
        { type: 'set_priority', priority: 'urgent' },
        ...(policy ? [{ type: 'set_sla', policy: policy._id }] : []),
      ],
    });
    expect(found.report.collections.macros).toMatchObject({ read: 2, stored: 1, notTaken: 1 });
  });

  it('takes working hours, service levels, bots and webhooks, which act on nothing before an admin says so', async () => {
    const [project] = await found.records('project');
    const { inbox_51: site, inbox_52: mail } = Object(project?.timeSlots);
    expect([site, mail]).toMatchObject([
      { name: 'Site', active: true },
      { name: 'Mail', active: false },
    ]);
    const [day, none, whole] = [[{ start: '09:00', end: '17:30' }], [], [{ start: '00:00', end: '24:00' }]];
    const week = { 0: none, 1: day, 2: day, 3: day, 4: day, 5: day, 6: whole };
    expect(JSON.parse(site.hours)).toEqual({ tzname: 'Europe/Rome', ...week });
    const policies = (await found.records('policy')).map(({ record }) => record);
    const targets = { default: { first_response: 3_600_000, resolution: 86_400_000 } };
    expect(policies).toMatchObject(
      release < 2025 ? [] : [{ name: 'Gold', enabled: false, hours: 'inbox_51', targets }],
    );
    const [bot, ...others] = await found.records('bot');
    expect(bot).toMatchObject({ name: 'Guide', type: 'external', url: 'https://bot.example/hook' });
    expect([others, (await found.records('department')).filter(({ id_bot }) => id_bot !== undefined)]).toEqual([
      [],
      [],
    ]);
    const senders = (await found.records('message')).map(({ sender }) => sender);
    expect(senders).toContain(`bot_${bot?._id}`);
    expect(await found.records('subscription')).toMatchObject(
      ['request.create', 'message.create'].map((event) => ({
        ...{ event, target: 'https://hook.example/in', status: 'disabled' },
      })),
    );
    expect(found.report.collections.subscriptions).toMatchObject({ read: 4, stored: 2, notTaken: 2 });
  });

  it('takes saved filters of people, followers and mentions', async () => {
    const [owner] = (await found.records('membership')).filter(({ role }) => role === 'owner');
    const [linus] = (await found.records('user')).filter(({ firstname }) => firstname === 'Linus');
    const [department] = (await found.records('department')).filter(({ name }) => name === 'support');
    expect(await found.records('view')).toMatchObject([
      {
        ...{ owner: owner?.id_user, shared: false, position: 0 },
        record: {
          ...{ name: 'Mine', query: { status: '100,200', dept_id: department?._id } },
          attributes: { _import: { lost: ['condition browser_language equal_to'] } },
        },
      },
    ]);
    expect(await found.records('segment')).toMatchObject([
      {
        name: 'At Acme',
        filters: [
          { field: 'company', operator: 'contains', value: 'Acme' },
          { field: 'email', operator: 'is not null' },
        ],
      },
    ]);
    expect(found.report.collections.views).toMatchObject({ read: 2, notTaken: 1 });
    expect(found.report.collections.segments).toMatchObject({ read: 2, notTaken: 1 });
    const [request] = (await found.records('request')).filter(({ ticket_id }) => ticket_id === 1_002);
    expect(request?.followers).toEqual([linus?._id]);
    expect(await found.records('read')).toEqual([
      expect.objectContaining({
        ...{ request: request?._id, principal: linus?._id, mentioned_at: timeAt(1, 2) },
        ...{ upto_seq: request?._lastSeq, _readIn: request?._visibleIn },
      }),
    ]);
  });

  it('becomes the same requests, messages and leads by its API, which is busy, fails, cuts answers and repeats pages', async () => {
    const standIn = await ChatwootStandIn.start(data);
    try {
      const byRest = await convertedOf(await fetched(standIn, `rest-${release}`), `rest-${release}`);
      const { orphan: _orphan, ...others } = facts.refused;
      expect(byRest.report.codes).toEqual({ ...others, hash_mismatch: 1 });
      expect(standIn.leaked).toEqual([]);
      const comparable = async (from: typeof byRest, kind: string) =>
        byId((await from.records(kind)).map(inSeconds).map((one) => asTheApiTells(kind, one)));
      for (const kind of [
        'department',
        'group',
        'tag',
        'canned',
        'property',
        'mailbox',
        ...['file', 'rule', 'lead', 'project', 'policy', 'bot', 'subscription', 'view', 'segment'],
        'request',
        'message',
      ])
        expect([kind, await comparable(byRest, kind)]).toEqual([kind, await comparable(found, kind)]);
      for (const kind of ['clock', 'mail', 'outgoing_mail', 'thread'])
        expect((await byRest.records(kind)).map(inSeconds)).toEqual((await found.records(kind)).map(inSeconds));
      const everything = JSON.stringify([await byRest.records('mailbox'), byRest.archive.head]);
      expect(everything).not.toContain('a secret');
    } finally {
      await standIn.stop();
    }
  });
});

it('makes departments of its inboxes when it is asked to, with those who answer there', async () => {
  const { statements } = chatwootSql(2026, { requests: 4 });
  const { url, drop } = await emptyDatabase(statements);
  try {
    const { records } = await converted(url, 'inboxes', { departments: 'inboxes' });
    const departments = await records('department');
    const groups = await records('group');
    expect(departments.map(({ name }) => name).toSorted()).toEqual(['Default', 'Mail', 'Site']);
    const [linus] = (await records('user')).filter(({ firstname }) => firstname === 'Linus');
    const site = departments.find(({ name }) => name === 'Site');
    expect(groups.find(({ _id }) => _id === site?.id_group)).toMatchObject({ name: 'Site', members: [linus?._id] });
    const [request] = (await records('request')).filter(({ ticket_id }) => ticket_id === 1_002);
    expect(request?.department).toBe(site?._id);
  } finally {
    await drop();
  }
});

/** Visitors without an address come after the others by the API. */
const byId = (records: readonly object[]) =>
  records.toSorted((a, b) => (String(Object(a)._id) < String(Object(b)._id) ? -1 : 1));

/** The API has whole seconds. */
const inSeconds = (record: object) => JSON.parse(JSON.stringify(record).replace(/\.\d{3}Z/g, '.000Z')) as object;

/** The API does not have the times of changes, nor those at which settings were made. */
function asTheApiTells(kind: string, record: object): object {
  const { updatedAt: _updated, createdAt, ...rest } = record as Record<string, unknown>;
  return ['department', 'group', 'tag', 'mailbox', 'bot'].includes(kind) ? rest : { ...rest, createdAt };
}

function fetched(
  { url, token }: Pick<ChatwootStandIn, 'url' | 'token'>,
  work: string,
  stopping = new AbortController().signal,
) {
  const progress = new Progress(new Writable({ write: (_bytes, _encoding, done) => done() }));
  return openChatwootRest({
    url,
    token,
    account: '1',
    work: join(folder, work),
    progress,
    stopping,
    firstPauseMs: 1,
    address,
  });
}

async function emptyDatabase(statements: readonly string[]): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `chatwoot_${randomBytes(8).toString('hex')}`;
  await onDatabase(await testServer('postgres'), [`create database ${name}`]);
  const url = await testServer(name);
  await onDatabase(url, statements);
  return { url, drop: async () => onDatabase(await testServer('postgres'), [`drop database ${name} with (force)`]) };
}

async function onDatabase(url: string, statements: readonly string[]): Promise<void> {
  const log = createLogger({ service: 'test', level: 'silent' });
  const db = await connectDatabase({ url, service: 'test', log, poolSize: 1 });
  for (const statement of statements) await db.query(statement);
  await db.close();
}
