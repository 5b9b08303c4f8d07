import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { noProject } from '@parley/contracts';
import { archiveKinds, kindsOfActivation } from '@parley/contracts/archive';
import { createParley, signIn } from '@parley/sdk';
import { newId } from '@parley/service-kit/call';
import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { Endpoint, eventually } from '@parley/testkit';

import { type FullProject, fullProject, vouchedCustomer } from './full-project.ts';
import { mutualTlsIn } from './loopback-certificate.ts';
import { Customer, newRequestId, newUser, startMesh, type TestMesh } from './mesh.ts';
import {
  anyId,
  callsDuring,
  done,
  guideCommand,
  guideCommands,
  killedTransfer,
  madeLongAgo,
  namesIn,
  outcomeOf,
  readArchive,
  temporaryFolder,
  transfer,
  writtenArchive,
} from './transfer-program.ts';

describe('a project that moves to another installation', () => {
  let from: TestMesh;
  let to: TestMesh;
  /** To which messages of `to` are sent as well. */
  const engine = new Endpoint();
  /** Which the project calls, wherever it is. */
  const [bot, webhook] = [new Endpoint(), new Endpoint()];
  const heard = () => [engine, bot, webhook].map(({ calls }) => calls.length);
  let heardBefore: number[];
  let databases: Map<string, Database>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let project: FullProject;
  let projectId: string;
  let first: string;
  let passphrase: string[];
  /** Of the guide, as people type them. */
  let commands: string[][];
  const command = (...words: string[]) =>
    commands.find((args) => words.every((word, place) => args[place] === word)) ?? words;
  const inFolder = (name: string) => join(folder.path, name);
  const work = () => ['--work', inFolder(`work-${randomUUID()}`)];
  const imported = (archive: string, ...args: string[]) => [
    'import',
    'archive',
    archive,
    ...passphrase,
    ...work(),
    ...args,
  ];

  beforeAll(async () => {
    folder = await temporaryFolder();
    // One after the other: each is busy while it starts. Services of the first one present certificates.
    const outbound = { OUTBOUND_ALLOW: '127.0.0.0/8', MAIL_GROUP: '100ms' };
    from = await startMesh({ ...outbound, ...(await mutualTlsIn(folder.path)) });
    to = await startMesh({
      ...{ ...outbound, ENGINE: 'http', ENGINE_URL: (await engine.start()).url },
      ENGINE_SECRETS: `whsec_${randomBytes(32).toString('base64')}`,
    });
    project = await fullProject(from.url, { bot: (await bot.start()).url, webhook: (await webhook.start()).url });
    projectId = project.id;
    await from.settled();
    expect(bot.calls).toHaveLength(1);
    heardBefore = heard();
    const log = createLogger({ service: 'test', level: 'silent' });
    const opened = Object.entries(to.databaseUrls).map(
      async ([name, url]) => [name, await connectDatabase({ url, service: 'test', log, poolSize: 1 })] as const,
    );
    databases = new Map(await Promise.all(opened));
    first = inFolder('first');
    await writeFile(inFolder('passphrase'), 'a horse that is correct\n');
    passphrase = ['--passphrase-file', inFolder('passphrase')];
    const places = {
      $PROJECT: projectId,
      'shop.archive': first,
      '-file passphrase': `-file ${inFolder('passphrase')}`,
    };
    commands = await guideCommands('From another Parley', places);
    expect(await outcomeOf(from, command('export'))).toBe(done);
  }, 180_000);

  afterAll(async () => {
    await Promise.all([...(databases?.values() ?? [])].map((db) => db.close()));
    await Promise.all([from?.stop(), to?.stop(), folder?.remove()]);
    for (const endpoint of [engine, bot, webhook]) endpoint.stop();
  });

  /** Nothing has left the installation: no call to its engine, to bots and webhooks of the project, and no mail to its people. */
  async function expectSilence(): Promise<void> {
    expect(heard()).toEqual(heardBefore);
    const mails = join(to.dataFolder, 'mail');
    const sent = (await readdir(mails)).filter((name) => name.endsWith('.eml'));
    const texts = await Promise.all(sent.map((name) => readFile(join(mails, name), 'utf8')));
    expect(
      texts.filter((text) => [project.owner.email, 'shop.example', 'customer.example'].some((to) => text.includes(to))),
    ).toEqual([]);
  }

  /** Rows in all tables of an installation, by table. */
  async function rows(which = 'true', tables = 'true'): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const [name, db] of databases) {
      const found = await db.query<{ table: string }>(
        `select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id_project'
         where c.relkind in ('r', 'p') and not c.relispartition and ${tables}`,
      );
      for (const { table } of found) {
        const [row] = await db.query<{ count: number }>(`select count(*) as count from "${table}" where ${which}`);
        if (row?.count) counts[`${name}.${table}`] = row.count;
      }
    }
    return counts;
  }

  /** The records of a copy that is not open are those of the archive under other ids, but for people who are refused here. */
  async function expectEqualButForIds(archive: string, copy: string): Promise<void> {
    const copied = inFolder('copied');
    expect(await outcomeOf(to, ['export', '--project', copy, '--to', copied])).toBe(done);
    const [one, other] = [await readArchive(archive), await readArchive(copied)];
    const others = ['user', 'membership', ...kindsOfActivation];
    const originals = new Set<string>();
    for (const kind of Object.keys(one.manifest.counts))
      for (const line of await one.lines(kind)) for (const named of namesIn(line)) originals.add(named);
    originals.delete(noProject);
    for (const kind of Object.keys(other.manifest.counts))
      for (const line of await other.lines(kind))
        expect([kind, namesIn(line).filter((named) => originals.has(named)), line]).toEqual([kind, [], line]);
    for (const kind of Object.keys(one.manifest.counts).filter((name) => !others.includes(name))) {
      const [was, is] = [await one.lines(kind), await other.lines(kind)];
      // The first four bytes of an id are its time, and stay.
      const shape = (line: string) => line.replace(anyId, (id) => `${id.slice(0, 8)}…`);
      const before = was.map((line) => (kind === 'mailbox' ? disabled(line) : line));
      expect([kind, is.map(shape).sort()]).toEqual([kind, before.map(shape).sort()]);
    }
  }

  it('is exported by its owner through the API as well: the same records and files', async () => {
    const { token } = await signIn(createParley({ url: from.url }), project.owner);
    const owner = new Customer(from.url, token);
    const { body: made } = await owner.call('POST', `/${projectId}/exports`, {});
    await eventually(async () => {
      const { body } = await owner.call('GET', `/${projectId}/exports/${made._id}`);
      expect(body).toMatchObject({ status: 'done' });
    });
    const downloads = inFolder('downloads');
    await mkdir(downloads);
    const { body } = await owner.call('POST', `/${projectId}/exports/${made._id}/sign`);
    for (const { name, url } of body.parts as { name: string; url: string }[]) {
      const answer = await fetch(url);
      await writeFile(join(downloads, name), new Uint8Array(await answer.arrayBuffer()));
    }
    await promisify(execFile)('sh', ['-c', await guideCommand('mkdir shop.archive')], { cwd: downloads });
    const downloaded = join(downloads, 'shop.archive');
    expect(await outcomeOf(to, ['import', 'archive', downloaded, '--dry-run'])).toBe(done);
    const [one, other] = [await readArchive(first), await readArchive(downloaded)];
    const { activity, ...counts } = one.manifest.counts;
    // That it was exported is one more.
    expect(other.manifest).toMatchObject({ counts, objects: one.manifest.objects });
    expect(other.manifest.counts.activity).toBeGreaterThan(Number(activity));
    // The owner has signed in since.
    const same = Object.keys(counts).filter((kind) => !['user', 'membership'].includes(kind));
    for (const kind of same) expect([kind, await other.lines(kind)]).toEqual([kind, await one.lines(kind)]);
  }, 120_000);

  it('is found by nothing and causes nothing before it is activated, killed at a random moment and resumed', async () => {
    const before = await rows('true', `c.relname in ('outbox', 'task')`);
    await killedTransfer(to, imported(first), 800 + Math.random() * 1_500);
    expect(await outcomeOf(to, [...command('import', 'archive'), ...work(), '--by', 'Grace'])).toBe(done);
    await to.settled();

    expect(await rows('true', `c.relname in ('outbox', 'task')`)).toEqual(before);
    const runs = `select run->>'state' as state, run->>'startedBy' as "startedBy" from import where id_project = $1`;
    const reported = await databases.get('workspace')?.query(runs, [projectId]);
    expect(reported).toEqual([{ state: 'verified', startedBy: 'Grace' }]);
    const { customer: stranger } = await newUser(to.url, 'Grace');
    for (const path of ['', '/requests', '/leads', '/departments', '/faq_kb', '/subscriptions']) {
      const [own, foreign] = [`/${projectId}${path}`, `/${'0'.repeat(23)}1${path}`];
      expect((await stranger.call('GET', own)).status).toBe((await stranger.call('GET', foreign)).status);
    }
    const anonymous = await stranger.call('POST', '/auth/signinAnonymously', {
      id_project: projectId,
      firstname: 'Vera',
    });
    expect(anonymous.status).toBe(404);
    await expectSilence();
  }, 240_000);

  it('opens by what is left to do: nothing that is stored is sent again, however often it is cut and repeated', async () => {
    const own = ['--work', inFolder('opening')];
    const verify = () => outcomeOf(to, ['import', 'verify', first, ...passphrase, ...own]);
    const verified = await callsDuring(async () => expect(await verify()).toBe(done));
    expect(verified).toEqual({ load: 0, keep: 0, activate: 0, writeObject: 0 });
    const activate = (stopping?: AbortSignal) => transfer(to, [...command('import', 'activate'), ...own], stopping);
    const stopping = new AbortController();
    const cut = await callsDuring(
      async () => expect(await activate(stopping.signal)).toMatchObject({ code: 4 }),
      (name) => name === 'keep' && stopping.abort(),
    );
    expect(cut).toEqual({ load: 0, keep: 1, activate: 1, writeObject: 0 });
    const resumed = await callsDuring(async () => expect(await activate()).toMatchObject({ code: 0 }));
    // Copies of two kinds of contacts and one of bots; six kinds of workspace, which three services keep.
    const copies = 2 + 1 + 6 * 3;
    // What is due by itself, and the services that were not open yet.
    expect(resumed).toEqual({ load: kindsOfActivation.length, keep: copies - 1, activate: 7, writeObject: 0 });
    const repeated = await callsDuring(async () => expect(await activate()).toMatchObject({ code: 0 }));
    expect(repeated).toEqual(verified);
    const report = JSON.parse(await readFile(inFolder('opening/report.json'), 'utf8'));
    const { manifest } = await readArchive(first);
    expect(report).toMatchObject({ state: 'active', kinds: { message: { read: manifest.counts.message } } });
  }, 120_000);

  it('is there as it was once it is activated: an export of it equals the first one', async () => {
    await to.settled();
    const second = inFolder('second');
    expect(await outcomeOf(to, ['export', '--project', projectId, '--to', second])).toBe(done);

    const [one, other] = [await readArchive(first), await readArchive(second)];
    const { counts } = one.manifest;
    expect(Object.keys(archiveKinds).filter((kind) => !(Number(counts[kind]) > 0))).toEqual(['suppression']);
    for (const kind of Object.keys(one.manifest.counts)) {
      const was = (await one.lines(kind)).map(kind === 'mailbox' ? disabled : String);
      const is = await other.lines(kind);
      // Only what differs: a comparison of all lines would take minutes to write.
      expect([kind, is.filter((line, place) => line !== was[place])]).toEqual([kind, []]);
      expect([kind, is.length]).toEqual([kind, was.length]);
    }
    expect(other.manifest).toMatchObject({ counts: one.manifest.counts, objects: one.manifest.objects });
    await expectSilence();
  }, 180_000);

  it('starts one turn of its bot and one webhook with the first message that is written here', async () => {
    const barbara = await vouchedCustomer(to.url, projectId, project.customerSecret);
    const path = `/${projectId}/requests/${project.botRequest}/messages`;
    const text = 'And is it here, too?';
    expect((await barbara.call('POST', path, { text })).status).toBe(200);
    await eventually(() => expect(heard()).toEqual(heardBefore.map((count) => count + 1)));
    await to.settled();
    expect(heard()).toEqual(heardBefore.map((count) => count + 1));
    expect([bot.calls.at(-1)?.body.payload.text, webhook.calls.at(-1)?.body.payload.text]).toEqual([text, text]);
  }, 60_000);

  it('is used by its people with their passwords, and its figures are those of its records', async () => {
    const { token } = await signIn(createParley({ url: to.url }), project.owner);
    const owner = new Customer(to.url, token);
    const { manifest } = await readArchive(first);
    const { body } = await owner.call('GET', `/${projectId}/requests?status=all&limit=1`);
    expect(body.count).toBe(manifest.counts.request);
    const { imports } = (await owner.call('GET', '/imports')).body;
    expect(imports).toMatchObject([{ id_project: projectId, state: 'active', source: 'parley', remaining: 0 }]);
    for (const [kind, { done, total }] of Object.entries<{ done: number; total: number }>(imports[0].progress))
      expect([kind, done, total]).toEqual([kind, manifest.counts[kind], manifest.counts[kind]]);

    const day = 86_400_000;
    const window = {
      start_date: new Date(Date.now() - 60 * day).toISOString().slice(0, 10),
      end_date: new Date(Date.now() + day).toISOString().slice(0, 10),
    };
    const run = await owner.call('POST', `/${projectId}/analytics/reconcile`, window);
    expect(run).toMatchObject({ status: 200, body: { status: 'done', differences: [] } });
    expect(run.body.checked.requests).toBe(manifest.counts.request);

    const requestId = newRequestId(projectId);
    const sent = await owner.call('POST', `/${projectId}/requests/${requestId}/messages`, { text: 'From here on' });
    expect(sent.status).toBe(200);
    await eventually(() =>
      expect(engine.calls.filter(({ body }) => body.data.message?.text === 'From here on')).toHaveLength(1),
    );
    const highest = Math.max(...(await readArchive(first).then((one) => one.lines('request'))).map(ticketOf));
    expect(Number(sent.body.request.ticket_id)).toBeGreaterThan(highest);
  }, 180_000);

  it('is refused where it lives already; under other ids it goes in beside itself, and discarded it leaves nothing', async () => {
    const again = await transfer(from, imported(first));
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('exists') });

    await to.settled();
    const before = await rows();
    // Complete, but for people with an account here whose address was never confirmed.
    const beside = await transfer(to, imported(first, '--ids', 'remap'));
    expect([beside.code, beside.output]).toEqual([2, expect.stringContaining('verified')]);
    const copies = await databases
      .get('workspace')
      ?.query<{ id: string }>(`select id_project as id from projects where name = $1 and id_project <> $2`, [
        project.name,
        projectId,
      ]);
    const copy = copies?.[0]?.id ?? '';
    const held = await rows(`id_project = '${copy}'`);
    const team = await databases
      .get('workspace')
      ?.query('select from teammates where id_project = $1 and id_user is not null', [copy]);
    expect(team).toEqual([]);
    expect(held).toMatchObject({ 'conversations.request': expect.any(Number), 'contacts.lead': expect.any(Number) });
    await expectEqualButForIds(inFolder('first'), copy);
    expect(await outcomeOf(to, ['import', 'discard', first, '--ids', 'remap', ...work()])).toBe(done);
    expect(await rows(`id_project = '${copy}'`)).toEqual({});
    // But for what goes on by itself meanwhile.
    const moves = /\.(task|inbox|outbox|tally|.*_delta|.*_rollup)$/;
    expect(await rows()).toMatchObject(
      Object.fromEntries(Object.entries(before).filter(([table]) => !moves.test(table))),
    );
    expect((await transfer(to, ['import', 'discard', first, ...passphrase, ...work()])).code).toBe(1);
  }, 240_000);

  it('stops where more of a kind is refused than --max-bad accepts, keeps what it has stored, and goes on', async () => {
    const id = newId();
    const faulty = (nth: number) => nth < 240 && nth % 2 === 0;
    const leads = Array.from({ length: 600 }, (_, nth) => ({
      ...{ _id: `65e18b00${nth.toString(16).padStart(16, '0')}`, ...madeLongAgo, lead_id: `v${nth}` },
      // A text that no database holds.
      ...(faulty(nth) && { fullname: '\u0000' }),
    }));
    const args = ['import', 'archive', await writtenArchive(inFolder('faulty'), id, { lead: leads }), ...work()];
    const stored = async () =>
      (await databases.get('contacts')?.query<{ id: string }>('select id from lead where id_project = $1', [id])) ?? [];

    const stopped = await transfer(to, args);
    expect([stopped.code, stopped.output]).toEqual([4, expect.stringContaining('lead: 120 refused')]);
    expect(await stored()).toHaveLength(500 - 120);

    const { code, output } = await transfer(to, [...args, '--max-bad', '50%']);
    expect([code, output]).toEqual([2, expect.stringMatching(/lead +600 +480 +0 +0 +120\n/)]);
    expect(await stored()).toHaveLength(480);
  }, 60_000);
});

/** A mailbox arrives disabled: two installations must not read the same mail. */
function disabled(line: string): string {
  return line.replace('"enabled":true', '"enabled":false');
}

function ticketOf(line: string): number {
  return (JSON.parse(line) as { r: { ticket_id: number } }).r.ticket_id;
}
