import * as contracts from '@parley/contracts';
import { type AnyEndpoint, type EventEnvelope, endpointsOf } from '@parley/contracts';
import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { bodyFor, eventually, fillPath, makeParams, rowOf, searchFor } from '@parley/testkit';
import { TOTP } from 'otpauth';

import { type Announcement, announcements } from './announcements.ts';
import { newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';
import { newTenant, type Tenant } from './tenant.ts';

const publishers = ['workspace', 'conversations', 'contacts', 'bots', 'media', 'channels'] as const;
type Publisher = (typeof publishers)[number];

const isPublisher = (owner: string): owner is Publisher => publishers.some((name) => name === owner);
const mutations = endpointsOf(contracts).filter(({ method, owner }) => method !== 'get' && isPublisher(owner));
const definitions = new Map(contracts.eventsOf(contracts).map((definition) => [definition.type, definition] as const));

interface Outbox {
  db: Database;
  /** The last event of the test files before. */
  last: string;
}

const outboxes = new Map<string, Outbox>();
let mesh: SharedMesh;
let tenant: Tenant;

beforeAll(async () => {
  mesh = await sharedMesh();
  await mesh.settled();
  for (const name of publishers) {
    const log = createLogger({ service: name, level: 'silent' });
    const url = mesh.databaseUrls[name] ?? '';
    const db = await connectDatabase({ url, service: 'announcements', log, poolSize: 1 });
    outboxes.set(name, { db, last: await lastOf(db) });
  }
  tenant = await newTenant(mesh);
}, 60_000);
afterAll(async () => {
  for (const { db } of outboxes.values()) await db.close();
});

it('says of every operation that is no read what it announces, and of no other', () => {
  expect(Object.keys(announcements).sort()).toEqual(mutations.map(({ operation }) => operation).sort());
});

describe('announces in its own transaction what the table says, each event by its schema', () => {
  it.each(mutations.map((endpoint) => [endpoint.operation, endpoint] as const))(
    '%s',
    async (operation, endpoint) => {
      const row = rowOf(endpoint);
      const home = row.isLast ? await newTenant(mesh) : tenant;
      const { place } = home.owner;
      const line = lineOf(operation);
      const params = await makeParams(endpoint, endpoint.path, place);
      const path = fillPath(endpoint.path, params);
      await line.before?.(place, path.replace('/v3', ''));
      const before = await lastOf(outboxOf(endpoint).db);
      const { status, body, headers } = await home.owner.send(endpoint, {
        method: endpoint.method,
        url: path + searchFor(endpoint, place),
        body: line.body ? await line.body(place) : bodyFor(endpoint, place, params),
      });
      const announced = await announcedBy(endpoint, headers['x-request-id'] ?? '', before);

      // What wants a file, or a code from a mail, is refused here, and must have announced nothing.
      const isRefused = row.refuses?.includes(body.code ?? '') === true;
      if (!isRefused && !line.isIdle) expect(status).toBe(endpoint.status ?? 200);
      expect(announced.map(({ type }) => type)).toEqual(isRefused || line.isIdle ? [] : line.events);
      for (const { type, data } of announced)
        expect(definitions.get(type)?.schema.safeParse(data).error).toBeUndefined();
    },
    30_000,
  );
});

it('has announced every event of the catalogue by then, and no other', async () => {
  await tellTheRest();
  await mesh.settled();
  const seen = async () => {
    const rows = await Promise.all(
      [...outboxes.values()].map(({ db, last }) =>
        db.query<{ type: string }>('select distinct type from outbox where seq > $1::bigint', [last]),
      ),
    );
    return rows
      .flat()
      .map(({ type }) => type)
      .sort();
  };
  // They need another address, a server that fails, an hour of failures, or a domain that a DNS server proves.
  const named = ['api_token.used_elsewhere', 'mailbox.failing', 'mailbox.recovered', 'rule.suspended'];
  const rare = [...named, ...[...definitions.keys()].filter((type) => type.startsWith('sign_in_'))];
  const usual = [...definitions.keys()].filter((type) => !rare.includes(type)).sort();
  // Jobs announce who has come into a segment or left it, and what rules have done.
  await eventually(async () => expect((await seen()).filter((type) => !rare.includes(type))).toEqual(usual), {
    timeoutMs: 30_000,
  });
}, 60_000);

/** What no single call of the table brings about. */
async function tellTheRest(): Promise<void> {
  const { customer: ada, id, token } = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.call('POST', '/projects', { name: 'Shop' });
  const at = `/${project._id}`;
  const vera = await newVisitor(mesh.url, project._id, 'Vera');
  const request = `${at}/requests/${newRequestId(project._id)}`;
  await vera.customer.call('POST', `${request}/messages`, { text: 'Hello' });
  await ada.call('PUT', `${request}/messages/status`, { status: 300, upto: 1 });
  await ada.call('DELETE', `${request}/participants/${id}`);
  await ada.call('PUT', `${request}/departments`, {});
  const linus = await newUser(mesh.url, 'Linus');
  await ada.call('POST', `${at}/project_users/invite`, { email: linus.email, role: 'agent' });
  await ada.call('POST', `${request}/notes`, { text: 'Have a look', mentions: [linus.id] });

  const targets = { default: { first_response: 60_000 } };
  await ada.call('POST', `${at}/sla_policies`, { name: 'Quick', targets, due_soon: 60_000 });
  const late = newRequestId(project._id);
  await vera.customer.call('POST', `${at}/requests/${late}/messages`, { text: 'Hello?' });
  await makeOverdue(project._id);
  await ada.call('PUT', `${at}/requests/${late}/close`, {});

  await ada.call('POST', `${at}/surveys`, { name: 'After closing', enabled: true, min_team_messages: 0 });
  for (let round = 0; round < 2; round++) {
    // The second one is within the cooldown.
    const done = `${at}/requests/${newRequestId(project._id)}`;
    await vera.customer.call('POST', `${done}/messages`, { text: 'Thank you' });
    await ada.call('PUT', `${done}/close`, {});
  }

  const { body: lead } = await ada.call('POST', `${at}/leads`, { country: 'Italy' });
  const filters = [{ field: 'country', operator: '=', value: 'Italy' }];
  await ada.call('POST', `${at}/segments`, { name: 'Italy', filters });
  await ada.call('PUT', `${at}/leads/${lead._id}`, { country: 'France' });
  await ada.call('POST', `${at}/leads`, { country: 'Italy' });

  const { body: app } = await ada.call('POST', '/users/factors/totp', {});
  const confirmed = { code: new TOTP({ secret: app.secret }).generate(), end_sessions: false };
  await ada.call('POST', `/users/factors/totp/${app._id}/confirm`, confirmed);
  const actions = [{ type: 'add_tags', tags: ['new'] }];
  await ada.call('POST', `${at}/rules`, { name: 'New', on: ['request.created'], actions, enabled: true });
  await vera.customer.call('POST', `${at}/requests/${newRequestId(project._id)}/messages`, { text: 'One more' });

  const { body: bot } = await ada.call('POST', `${at}/bots`, { name: 'Robby', template: 'blank' });
  await ada.call('PUT', `${at}/bots/${bot._id}`, { trashed: true });

  const form = new FormData();
  form.append('file', new File(['one parcel'], 'order.txt'));
  const uploaded = await fetch(`${mesh.url}/v3/files/users`, {
    ...{ method: 'POST', headers: { authorization: token }, body: form },
  });
  const { filename } = (await uploaded.json()) as { filename: string };
  await ada.call('DELETE', `/files/users?path=${encodeURIComponent(filename)}`);
}

/** Lets the due times of a project have passed. */
async function makeOverdue(projectId: string): Promise<void> {
  const db = outboxes.get('conversations')?.db;
  const aged = `jsonb_set(record, '{clocks,0,dueAt}', '1767225600000')`;
  await db?.query(`update service_level set record = ${aged} where id_project = $1`, [projectId]);
  await db?.query('update request_head set revision = revision + 1 where id_project = $1', [projectId]);
}

function lineOf(operation: string): Announcement {
  const line = announcements[operation] ?? [];
  return 'events' in line ? line : { events: line };
}

function outboxOf({ owner }: AnyEndpoint): Outbox {
  const outbox = outboxes.get(owner);
  if (outbox === undefined) throw new Error(`${owner} has no outbox`);
  return outbox;
}

/** The number that an event of an outbox was given last. */
async function lastOf(db: Database): Promise<string> {
  const [{ last = '0' } = {}] = await db.query<{ last?: string }>(
    'select (case when is_called then last_value else 0 end)::text as last from outbox_seq',
  );
  return last;
}

/** The events of a call itself, numbered after `before`, without those that followed from them. */
async function announcedBy(endpoint: AnyEndpoint, requestId: string, before: string): Promise<EventEnvelope[]> {
  const ofAllShards = 'shard = any(array(select generate_series(0, 15)::smallint))';
  const rows = await outboxOf(endpoint).db.query<{ event: string }>(
    `select event from outbox where ${ofAllShards} and seq > $1::bigint order by seq`,
    [before],
  );
  const events = rows.map(({ event }) => JSON.parse(event) as EventEnvelope);
  return events.filter(({ correlationid, depth }) => correlationid === requestId && depth === 0);
}
