import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { newId } from '@parley/service-kit/call';
import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import {
  amountOf,
  changedTables,
  describeWithProgram,
  eventually,
  type NatsServer,
  type Stored,
  startNatsServer,
  storedRows,
} from '@parley/testkit';
import { createRemoteJWKSet, jwtVerify, SignJWT } from 'jose';

import { caughtUp } from './caught-up.ts';
import { Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { startProcesses } from './processes.ts';
import { handledBy, outboxOf, publishAgain } from './published-again.ts';

const names = ['workspace', 'conversations', 'contacts', 'media', 'bots', 'analytics', 'webhooks'] as const;
type Name = (typeof names)[number];

/** Those that are killed while a person is erased: contacts leads it, the others take part. */
const killed = (['contacts', 'conversations', 'media', 'workspace', 'bots', 'analytics', 'webhooks'] as const).slice(
  0,
  amountOf({ usual: 2, soak: 7 }),
);
/** A process that was killed starts again, and its leases run out. */
const patience = { timeoutMs: 60_000 };
/** What the person said, and was known by. */
const said = ['sappho', 'lesbos.example', 'lyre-is-broken', 'mytilene'];

describeWithProgram('nats-server', 'the end of what is held of a person', () => {
  let nats: NatsServer;
  let mesh: Awaited<ReturnType<typeof start>>;
  let url: string;
  const databases = new Map<Name, Database>();

  const start = () =>
    startProcesses({ natsUrl: nats.url, gateways: 1, beside: ['contacts', 'media', 'bots', 'analytics', 'webhooks'] });

  beforeAll(async () => {
    nats = await startNatsServer();
    mesh = await start();
    url = mesh.gateways[0]?.url ?? '';
    const log = createLogger({ service: 'test', level: 'silent' });
    for (const name of names) {
      const db = await connectDatabase({ url: mesh.databaseUrls[name] ?? '', service: 'test', log, poolSize: 2 });
      databases.set(name, db);
    }
  }, 90_000);

  afterAll(async () => {
    for (const db of databases.values()) await db.close();
    await mesh?.stop();
    await nats?.stop();
  }, 60_000);

  const db = (name: Name): Database => {
    const found = databases.get(name);
    if (!found) throw new Error(`${name} has no database`);
    return found;
  };

  /** A project with its owner and the secret by which it vouches for visitors. */
  async function shop() {
    const ada = await newUser(url, 'Ada');
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
    const id: string = project._id;
    await ada.customer.call('PUT', `/${id}/project_users`, { user_available: true });
    const target = 'https://hooks.example.invalid/';
    for (const event of ['message.create', 'request.update', 'lead.updated', 'file.uploaded'])
      await ada.customer.call('POST', `/${id}/subscriptions`, { event, target });
    const { body } = await ada.customer.call('POST', `/${id}/keys/generate`);
    return { id, ada: ada.customer, secret: new TextEncoder().encode(body.jwtSecret) };
  }
  type Shop = Awaited<ReturnType<typeof shop>>;

  /** A visitor for whom the shop vouches, by an id of its own. */
  async function enter({ id, secret }: Shop, claims: { _id: string } & Record<string, unknown>) {
    const vouched = await new SignJWT({ aud: `parley:projects:${id}`, ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(secret);
    const { body } = await new Customer(url, `JWT ${vouched}`).call('POST', '/auth/signinWithCustomToken');
    return { customer: new Customer(url, body.token), id: claims._id, token: String(body.token) };
  }

  async function upload(token: string, text: string): Promise<string> {
    const form = new FormData();
    form.append('file', new File([text], 'lyre-is-broken.txt'));
    const headers = { authorization: token };
    const response = await fetch(`${url}/v3/files/users`, { method: 'POST', headers, body: form });
    const { filename } = (await response.json()) as { filename: string };
    return filename;
  }

  /** A conversation that leaves a trace of every kind. */
  async function converse(one: Shop, visitor: { customer: Customer; id: string; token: string }) {
    const path = `/${one.id}/requests/${newRequestId(one.id)}`;
    const file = await upload(visitor.token, 'lyre-is-broken');
    const first = {
      ...{ text: 'My lyre-is-broken', email: 'sappho@lesbos.example', attributes: { about: 'lyre-is-broken' } },
      ...{
        type: 'file',
        metadata: { src: `${url}/v3/files?path=${encodeURIComponent(file)}`, name: 'lyre-is-broken' },
      },
    };
    const answered = [
      await visitor.customer.call('POST', `${path}/messages`, first, { 'Idempotency-Key': randomUUID() }),
      await one.ada.call('POST', `${path}/messages`, { text: 'Dear Sappho!' }, { 'Idempotency-Key': randomUUID() }),
      await one.ada.call('POST', `${path}/notes`, { text: 'Sappho of Mytilene' }),
      await one.ada.call('PUT', `${path}/close`),
    ];
    expect(answered.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const lead = await eventually(async () => {
      const { body } = await one.ada.call('GET', `/${one.id}/leads?lead_id=${visitor.id}`);
      expect(body.count).toBe(1);
      return body.leads[0] as { _id: string };
    });
    const announced = await one.ada.call('PUT', `/${one.id}/leads/${lead._id}`, {
      fullname: 'Sappho',
      city: 'Mytilene',
    });
    expect(announced.status).toBe(200);
    const { body: request } = await one.ada.call('GET', path);
    return { path, file, lead: lead._id, request };
  }

  /** Where any of the words stands, in any table of any service, and in any file. */
  async function traces(words: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    const note = (place: string, text: string) => {
      for (const word of words) if (text.toLowerCase().includes(word.toLowerCase())) found.push(`${place}: ${word}`);
    };
    for (const [name, database] of databases) {
      const tables = await database.query<{ table: string }>(
        `select c.oid::regclass::text as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
      );
      for (const { table } of tables) {
        for (const { row } of await database.query<{ row: string }>(`select t::text as row from ${table} t`))
          note(`${name}.${table}`, row);
      }
    }
    for (const entry of await readdir(mesh.dataFolder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) note(entry.name, await readFile(join(entry.parentPath, entry.name), 'latin1'));
    }
    return found;
  }

  async function erased(one: Shop, erasure: string) {
    return eventually(async () => {
      const { body } = await one.ada.call('GET', `/${one.id}/erasures/${erasure}`);
      expect(body.status).toBe('done');
      return body;
    }, patience);
  }

  async function expectReceipt(erasure: { _id: string; lead: string; id_project: string; receipt: string }) {
    const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(erasure.receipt, keys, { audience: 'http://parley.test/receipts' });
    expect(payload).toMatchObject({
      ...{ sub: 'receipt', iss: 'http://parley.test', erasure: erasure._id, lead: erasure.lead },
      id_project: erasure.id_project,
    });
    const services = payload.services as { service: string; remaining: object }[];
    expect(services.map(({ service, remaining }) => [service, remaining])).toEqual(
      ['contacts', 'conversations', 'workspace', 'media', 'bots', 'analytics', 'webhooks'].map((name) => [name, {}]),
    );
  }

  /** Begins an erasure while a service is down, and brings it back when the others have answered. */
  async function eraseWithout(name: Name, one: Shop, lead: string): Promise<string> {
    // Contacts has to be asked; it dies while it waits for another service.
    const away = name === 'contacts' ? 'media' : name;
    await mesh[away].end('SIGKILL');
    const { status, body } = await one.ada.call('POST', `/${one.id}/leads/${lead}/erasures`, { reason: 'asked for' });
    expect([status, body.status]).toEqual([200, 'running']);
    await eventually(async () => {
      const [row] = await db('contacts').query<{ services: { service: string; status: string }[] }>(
        'select services from erasure where id_project = $1 and id = $2',
        [one.id, body._id],
      );
      const pending = row?.services.filter((service) => service.status === 'pending').map(({ service }) => service);
      expect(pending).toEqual([away]);
    }, patience);
    if (name === 'contacts') {
      await mesh.contacts.end('SIGKILL');
      await mesh.contacts.start();
    }
    await mesh[away].start();
    return body._id;
  }

  it.each(killed)(
    'comes, and leaves no word in any table or file, though %s was killed',
    async (name) => {
      const one = await shop();
      const guest = name === 'media';
      const sappho = guest
        ? await newVisitor(url, one.id, 'Sappho')
        : await enter(one, { _id: `customer-${newId()}`, firstname: 'Sappho', email: 'sappho@lesbos.example' });
      const { path, file, lead, request } = await converse(one, sappho);
      const before = await one.ada.call('GET', `/${one.id}/requests?status=all`);
      expect((await traces(said)).length).toBeGreaterThan(0);

      const erasure = await erased(one, await eraseWithout(name, one, lead));

      expect(await traces(said)).toEqual([]);
      // In activities ids stay.
      expect(new Set(await traces([sappho.id]))).toEqual(
        new Set([`analytics.activity: ${sappho.id}`, `analytics.activity_agent: ${sappho.id}`]),
      );
      await expectReceipt(erasure);
      const after = await one.ada.call('GET', `/${one.id}/requests?status=all`);
      expect(after.body.count).toBe(before.body.count);
      expect((await one.ada.call('GET', path)).body).toMatchObject({
        ...{ ticket_id: request.ticket_id, status: 1000, first_text: '', createdAt: request.createdAt },
        participants: request.participants,
      });
      expect((await one.ada.call('GET', `/${one.id}/leads/${lead}`)).status).toBe(404);
      expect((await fetch(`${url}/v3/files?path=${encodeURIComponent(file)}`)).status).toBe(404);
      await eventually(async () => expect((await sappho.customer.call('GET', path)).status).toBe(401), patience);
    },
    120_000,
  );

  /** Tables with rows for each event, and for each that was handled; calls to receivers go on by themselves. */
  const eventTables = [
    'outbox',
    'feed_change',
    'activity',
    'activity_agent',
    'tally_delta',
    'lane',
    'delivery',
    'attempt',
  ];

  /** Rows of the project in every service. */
  async function stateOf(projectId: string): Promise<Stored[]> {
    return Promise.all([...databases.values()].map((database) => storedRows(database, { projectId, ids: [] })));
  }

  it('stays, whichever earlier events are announced again', async () => {
    const one = await shop();
    const sappho = await enter(one, { _id: `customer-${newId()}`, firstname: 'Sappho' });
    const { lead } = await converse(one, sappho);
    const announced = await Promise.all(names.map((name) => outboxOf(db(name), one.id)));
    const { body } = await one.ada.call('POST', `/${one.id}/leads/${lead}/erasures`, {});
    await erased(one, body._id);
    const oldIds = announced.flat().map(({ id }) => id);
    await caughtUp(names.map((name) => mesh[name]));
    const wereHandled = await handledBy([...databases.values()], oldIds);
    expect(wereHandled.length).toBeGreaterThan(2);
    const before = await stateOf(one.id);

    const again = await Promise.all(names.map((name, place) => publishAgain(db(name), announced[place] ?? [])));
    const newIds = again.flatMap((ids) => [...ids.values()]);
    await eventually(
      async () => expect(await handledBy([...databases.values()], newIds)).toEqual(wereHandled),
      patience,
    );

    const after = await stateOf(one.id);
    expect(before.flatMap((stored, place) => changedTables(stored, after[place] ?? {}, eventTables))).toEqual([]);
    expect((await traces(said)).filter((trace) => !trace.includes('.outbox'))).toEqual([]);
    expect((await one.ada.call('GET', `/${one.id}/leads?status=all`)).body.count).toBe(0);
  }, 120_000);

  it('follows an export of everything, and a visitor who comes back is a new person', async () => {
    const one = await shop();
    const id = `customer-${newId()}`;
    const sappho = await enter(one, { _id: id, firstname: 'Sappho', email: 'sappho@lesbos.example' });
    const { path, file, lead } = await converse(one, sappho);

    const { status, body } = await one.ada.call('GET', `/${one.id}/leads/${lead}/export`);
    expect(status).toBe(200);
    const lines = String(body)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const ofType = (type: string) => lines.filter((line) => line.type === type).map(({ record }) => record);
    expect(lines[0]).toMatchObject({ type: 'export', version: 1, lead });
    expect(ofType('lead')).toEqual([expect.objectContaining({ _id: lead, lead_id: id, city: 'Mytilene' })]);
    expect(ofType('request')).toEqual([expect.objectContaining({ first_text: 'My lyre-is-broken' })]);
    expect(ofType('message').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['My lyre-is-broken', 'Dear Sappho!']),
    );
    expect(ofType('file')).toEqual([expect.objectContaining({ path: file })]);
    expect(ofType('membership')).toEqual([expect.objectContaining({ uuid_user: id })]);
    expect(lines.at(-1)).toMatchObject({ type: 'end', counts: { lead: 1, request: 1, file: 1, membership: 1 } });

    const { body: erasure } = await one.ada.call('POST', `/${one.id}/leads/${lead}/erasures`, {});
    await erased(one, erasure._id);
    await eventually(async () => expect((await sappho.customer.call('GET', path)).status).toBe(401), patience);

    const back = await enter(one, { _id: id, firstname: 'Psappha' });
    const again = `/${one.id}/requests/${newRequestId(one.id)}`;
    expect((await back.customer.call('POST', `${again}/messages`, { text: 'Hello' })).status).toBe(200);
    const { body: leads } = await one.ada.call('GET', `/${one.id}/leads?lead_id=${id}`);
    expect(leads.leads).toEqual([expect.objectContaining({ lead_id: id, fullname: 'Psappha', attributes: {} })]);
    expect(leads.leads[0]._id).not.toBe(lead);
    expect(JSON.stringify(leads)).not.toMatch(/lesbos|mytilene|lyre/i);
    expect((await back.customer.call('GET', path)).status).toBe(403);
    const { body: mine } = await back.customer.call('GET', `/${one.id}/requests/me?status=all`);
    expect(mine.requests.map(({ first_text }: { first_text: string }) => first_text)).toEqual(['Hello']);
  }, 60_000);
});
