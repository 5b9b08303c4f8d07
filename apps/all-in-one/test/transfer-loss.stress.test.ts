import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

import { type EmbeddedPostgres, startEmbeddedPostgres } from '@parley/embedded-postgres';
import { createParley, signIn } from '@parley/sdk';
import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { amountOf, describeWithProgram, eventually, type NatsServer, startNatsServer } from '@parley/testkit';

import { Customer, newUser } from './mesh.ts';
import { startProcesses } from './processes.ts';
import { Traffic } from './traffic.ts';
import {
  type Converted,
  convertedArchive,
  done,
  killedTransfer,
  outcomeOf,
  readArchive,
  temporaryFolder,
  transfer,
} from './transfer-program.ts';

const beside = ['contacts', 'media', 'bots', 'analytics', 'webhooks', 'channels'] as const;
/** A lease of a process that was killed runs out before another takes it. */
const patience = { timeoutMs: 60_000, everyMs: 100 };
const requests = amountOf({ quick: 150, soak: 2_000 });
const victims = ['conversations', 'nats', 'postgres', 'contacts', 'workspace', 'media', 'analytics'] as const;

describeWithProgram('nats-server', 'a project that moves while parts of the mesh are lost', () => {
  let nats: NatsServer;
  let postgres: EmbeddedPostgres;
  let mesh: Awaited<ReturnType<typeof startProcesses<(typeof beside)[number]>>>;
  let url: string;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  /** Of PostgreSQL. */
  let disk: typeof folder;
  let conversations: Database;
  let archive: Converted;
  let usual: string | undefined;
  /** Why PostgreSQL did not start again. */
  const lost: string[] = [];
  const inFolder = (name: string) => join(folder.path, name);
  const work = () => ['--work', inFolder(`work-${randomUUID()}`)];

  beforeAll(async () => {
    [folder, disk] = [await temporaryFolder(), await temporaryFolder()];
    nats = await startNatsServer();
    // One of its own, which is killed and starts again at its address.
    const onLost = (error: Error) => lost.push(error.message);
    postgres = await startEmbeddedPostgres({ dataFolder: disk.path, durable: true, onLost });
    usual = process.env.TEST_DATABASE_URL;
    process.env.TEST_DATABASE_URL = postgres.url('postgres');
    mesh = await startProcesses({ natsUrl: nats.url, gateways: 1, beside });
    url = mesh.gateways[0]?.url ?? '';
    const log = createLogger({ service: 'test', level: 'silent' });
    conversations = await connectDatabase({ url: mesh.databaseUrls.conversations ?? '', service: 'test', log });
    archive = await convertedArchive(inFolder('source'), requests);
  }, 300_000);

  afterAll(async () => {
    // Other files of this process have the server of all tests.
    if (usual === undefined) delete process.env.TEST_DATABASE_URL;
    else process.env.TEST_DATABASE_URL = usual;
    await conversations?.close();
    await mesh?.stop();
    await nats?.stop();
    await postgres?.stop();
    await Promise.all([folder?.remove(), disk?.remove()]);
    expect(lost).toEqual([]);
  }, 60_000);

  const load = (...options: string[]) => [
    'import',
    'archive',
    archive.folder,
    ...archive.options,
    ...work(),
    ...options,
  ];

  async function exported(projectId: string): Promise<string> {
    const to = inFolder(randomUUID());
    expect(await outcomeOf(mesh, ['export', '--project', projectId, '--to', to])).toBe(done);
    return to;
  }

  async function linesByKind(archived: string): Promise<Record<string, string[]>> {
    const { manifest, lines } = await readArchive(archived);
    const kinds = Object.keys(manifest.counts);
    return Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await lines(kind)] as const)));
  }

  /** SIGKILL, and up again. */
  async function kill(victim: (typeof victims)[number]): Promise<void> {
    if (victim === 'postgres') {
      const { pid } = postgres;
      process.kill(pid, 'SIGKILL');
      await eventually(async () => {
        expect(postgres.pid).not.toBe(pid);
        await conversations.query('select');
      }, patience);
      return;
    }
    const [end, start] =
      victim === 'nats'
        ? [() => nats.kill(), () => nats.start()]
        : [() => mesh[victim].end('SIGKILL'), () => mesh[victim].start()];
    await end();
    await start();
  }

  async function owner(): Promise<Customer> {
    const { token } = await signIn(createParley({ url }), archive.facts.owner);
    return new Customer(url, token);
  }

  const projectIn = (output: string) => /project ([0-9a-f]{24}): /.exec(output)?.[1] ?? '';

  /** Compares figures and records of the year in which the old conversations were. */
  async function expectFigures(ada: Customer, id: string): Promise<void> {
    const path = `/${id}/analytics/reconcile`;
    const year = { start_date: '2024-01-01', end_date: '2024-12-31' };
    const { requests: had, messages } = archive.facts;
    // Those that were made when the project opened may still be.
    const { _id } = await eventually(async () => {
      const { status, body } = await ada.call('POST', path, year);
      expect(status).toBe(200);
      return body;
    }, patience);
    await eventually(async () => {
      const { body } = await ada.call('GET', `${path}/${_id}`);
      expect(body).toMatchObject({ status: 'done', differencesCount: 0, checked: { requests: had, messages } });
    }, patience);
  }

  it('ends as an undisturbed one, though services, NATS, PostgreSQL and the program are killed at random moments', async () => {
    const undisturbed = await transfer(mesh, load());
    expect([undisturbed.code, undisturbed.output]).toEqual([0, expect.stringContaining('verified')]);
    const id = projectIn(undisturbed.output);
    const first = await linesByKind(await exported(id));
    expect(await outcomeOf(mesh, ['import', 'discard', archive.folder, ...work()])).toBe(done);

    const rounds = amountOf({ quick: victims.length, soak: 60, full: 1_000 });
    for (let round = 0; round < rounds; round++) {
      const options = round < rounds / 2 ? [] : ['--activate'];
      const killed = killedTransfer(mesh, load(...options), 2_000 + Math.random() * 3_000);
      await delay(1_000 + Math.random() * 2_000);
      await kill(victims[round % victims.length] ?? 'nats');
      await killed;
    }
    expect(await outcomeOf(mesh, load('--activate'))).toBe(done);

    const second = await linesByKind(await exported(id));
    expect(Object.keys(second)).toEqual(Object.keys(first));
    for (const [kind, was] of Object.entries(first)) {
      expect([kind, second[kind]?.length]).toEqual([kind, was.length]);
      // Only what differs: a comparison of all lines would take minutes to write.
      expect([kind, second[kind]?.filter((line, place) => line !== was[place])]).toEqual([kind, []]);
    }
    await expectFigures(await owner(), id);
  }, 600_000);

  it('writes no secret anywhere but under seal: not into logs, reports, arguments, nor other files of the archive', async () => {
    const { facts, options } = archive;
    const key = await readFile(options[1] ?? '', 'utf8');
    const secrets = [facts.owner.password, facts.passwordHash, facts.customerSecret, key];
    const found = (text: string) => secrets.filter((secret) => text.includes(secret));
    const running = killedTransfer(mesh, load(), 20_000);
    await eventually(async () => {
      const lines = await commandLines();
      expect(lines.some((line) => line.includes(archive.folder))).toBe(true);
      expect(lines.flatMap(found)).toEqual([]);
    }, patience);
    await running;
    for (const name of ['workspace', 'conversations', ...beside] as const)
      expect([name, mesh[name].output.length > 0, found(mesh[name].output)]).toEqual([name, true, []]);
    const places = await readdir(folder.path, { recursive: true, withFileTypes: true });
    // The dump is that of the old system.
    const files = places.filter((one) => one.isFile() && one.name !== 'key' && !one.parentPath.includes('dump'));
    expect(files.some(({ name }) => name === 'report.json')).toBe(true);
    for (const { parentPath, name } of files) {
      const bytes = await readFile(join(parentPath, name));
      expect([name, found((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())]).toEqual([name, []]);
    }
  }, 120_000);

  it('has complete figures and copies though NATS and its data are lost in the middle of it', async () => {
    const stored = async () =>
      (await conversations.query<{ count: number }>('select count(*)::int as count from message'))[0]?.count ?? 0;
    const before = await stored();
    // A sign-in changes the owner's membership of each project.
    const ada = await owner();
    const loading = transfer(mesh, load('--ids', 'remap', '--rate', '200'));
    await eventually(async () => expect(await stored()).toBeGreaterThan(before), patience);
    await nats.kill();
    await nats.loseData();
    const { code, output } = await loading;
    // Linus has no confirmed address here.
    expect([code, output]).toEqual([2, expect.stringContaining('verified')]);
    const id = projectIn(output);
    const activate = ['import', 'activate', archive.folder, ...archive.options, '--ids', 'remap', ...work()];
    expect((await transfer(mesh, activate)).code).toBe(2);
    await nats.start();

    await expectFigures(ada, id);
    const copies = async () => {
      const tables = ['project', 'teammate', 'department', 'group', 'bot', 'lead', 'canned'];
      const rows = tables.map(async (table) => {
        const text = `select to_jsonb(t) as row from copy_${table} t where id_project = $1 order by t::text collate "C"`;
        return [table, await conversations.query(text, [id])] as const;
      });
      return Object.fromEntries(await Promise.all(rows));
    };
    const own = await copies();
    for (const [table, rows] of Object.entries(own)) expect([table, rows.length]).not.toEqual([table, 0]);
    // Made again from their owners, they are the same.
    expect(await outcomeOf(mesh, ['rebuild', 'conversations', ...work()])).toBe(done);
    expect(await copies()).toEqual(own);
  }, 300_000);

  it('goes out whole while people write: no record without what it names, all of a service as at one time', async () => {
    const { customer: ada } = await newUser(url, 'Ada');
    const { body: project } = await ada.call('POST', '/projects', { name: 'Shop' });
    const traffic = new Traffic({ url, projectId: project._id, reader: ada });
    traffic.start();
    await traffic.goesOn(40);
    for (let round = 0; round < amountOf({ quick: 3, soak: 30 }); round++) {
      const sent = traffic.sent.length;
      const archived = await exported(project._id);
      await traffic.goesOn(10);
      expect(await outcomeOf(mesh, ['import', 'archive', archived, '--dry-run'])).toBe(done);
      await expectOneMoment(archived, sent);
    }
    await traffic.stop();
    expect(traffic.refused).toEqual([]);
  }, 300_000);

  /** Every message has its request and every request its lead; each request has all its messages up to its last one, and no later one. */
  async function expectOneMoment(archived: string, sent: number): Promise<void> {
    const { manifest, lines } = await readArchive(archived);
    const recordsOf = async (kind: string) =>
      (await lines(kind)).map((line) => (JSON.parse(line) as { r: Record<string, string> }).r);
    const [leads, found, messages] = [await recordsOf('lead'), await recordsOf('request'), await recordsOf('message')];
    expect(manifest.dangling).toEqual({});
    expect(messages.length).toBeGreaterThanOrEqual(sent);
    const known = new Set(leads.map(({ _id }) => _id));
    expect(found.filter(({ lead }) => !known.has(lead))).toEqual([]);
    const seqs = Map.groupBy(messages, ({ request }) => request);
    for (const { _id, _lastSeq } of found) {
      const own = seqs.get(_id)?.map(({ seq }) => Number(seq));
      expect([_id, own]).toEqual([_id, Array.from({ length: Number(_lastSeq) }, (_, nth) => nth + 1)]);
      seqs.delete(_id);
    }
    expect([...seqs.keys()]).toEqual([]);
  }

  it('does not disturb a live project beside it, whose owner sees nothing of it', async () => {
    const { customer: grace } = await newUser(url, 'Grace');
    const { body: project } = await grace.call('POST', '/projects', { name: 'Live' });
    const traffic = new Traffic({ url, projectId: project._id, reader: grace });
    traffic.start();
    await traffic.goesOn(10);
    const before = traffic.sent.length;
    const other = await convertedArchive(inFolder('other'), requests / 2);
    const args = ['import', 'archive', other.folder, ...other.options, ...work(), '--ids', 'remap', '--rate', '1000'];
    const { code, output } = await transfer(mesh, [...args, '--activate']);
    expect([code, output]).toEqual([2, expect.stringContaining('active')]);
    const during = traffic.sent.length;
    await traffic.stop();

    expect(during).toBeGreaterThan(before);
    expect(traffic.refused).toEqual([]);
    traffic.expectHonest();
    const projects = await grace.call('GET', '/projects');
    expect(projects.body.map(({ id_project: id }: { id_project: { _id: string } | string }) => idOf(id))).toEqual([
      project._id,
    ]);
    for (const path of ['/requests', '/leads'])
      expect((await grace.call('GET', `/${projectIn(output)}${path}`)).body.code).toBe('not_a_member');
    const { body } = await grace.call('GET', `/${project._id}/requests?status=all&limit=1`);
    expect(body.count).toBe(traffic.conversations.length);
  }, 300_000);

  it('is exported for its owner although a service or the worker is killed: it goes on or fails, and no half of it is read', async () => {
    const ada = await owner();
    const { body: mine } = await ada.call('GET', '/projects');
    const id = idOf(mine[0].id_project);
    for (const victim of ['media', 'conversations', 'workspace'] as const) {
      const { status, body: made } = await ada.call('POST', `/${id}/exports`, {});
      expect([victim, status]).toEqual([victim, 200]);
      await delay(Math.random() * 1_000);
      await kill(victim);
      const state = await eventually(async () => {
        const { body } = await ada.call('GET', `/${id}/exports/${made._id}`);
        expect(['done', 'failed']).toContain(body.status);
        return body;
      }, patience);
      const signed = await ada.call('POST', `/${id}/exports/${made._id}/sign`);
      expect([state.status, signed.status]).toEqual(state.status === 'done' ? ['done', 200] : ['failed', 409]);
      if (state.status === 'failed') expect(state.parts).toBe(0);
      else expect(signed.body.parts).toHaveLength(state.parts);
      expect((await ada.call('DELETE', `/${id}/exports/${made._id}`)).status).toBe(200);
    }
  }, 300_000);
});

/** Of all processes of this machine. */
async function commandLines(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
}

/** Of a project, as a list of the caller's projects names it. */
function idOf(project: { _id: string } | string): string {
  return typeof project === 'string' ? project : project._id;
}
