import { once } from 'node:events';

import { Endpoint, eventually } from '@parley/testkit';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { TOTP } from 'otpauth';
import { WebSocket } from 'ws';

import { type Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

interface AsyncDocument {
  channels: Record<'socket' | 'webhooks', { messages: Record<string, AsyncMessage> }>;
  components: object;
}

interface AsyncMessage {
  name: string;
  title: string;
  headers?: object;
  payload: object;
}

/** Of one project. */
const maxSubscriptions = 100;

let receiver: Endpoint;
let socketMessages: Record<string, AsyncMessage>;
let webhookMessages: AsyncMessage[];
/** What webhooks subscribe to. */
let names: string[];
/** The first of the shops, as a socket follows it. */
let followed: Followed;
const ajv = new Ajv({ strict: false });
formats.default(ajv);

/** As many shops as hold the subscriptions to all names, and the history of each. */
beforeAll(async () => {
  const mesh = await sharedMesh();
  receiver = await new Endpoint().start();
  const document = (await (await fetch(`${mesh.url}/asyncapi.json`)).json()) as AsyncDocument;
  ajv.addSchema({ $id: 'parley', components: document.components });
  socketMessages = document.channels.socket.messages;
  webhookMessages = Object.values(document.channels.webhooks.messages);
  names = [
    ...webhookMessages.map(({ name }) => name).filter((name) => !name.includes('<name>')),
    ...['message.create.channel.chat21', 'message.create.request.channel.chat21', 'event.emit.cart.filled'],
  ];
  const length = Math.ceil(names.length / maxSubscriptions);
  const shops = await Promise.all(Array.from({ length }, () => newShop(mesh)));
  await Promise.all(
    shops.map(async ({ ada, at }, place) => {
      for (const event of names.slice(place * maxSubscriptions, (place + 1) * maxSubscriptions))
        await ok(ada.customer, 'POST', `${at}/subscriptions`, { event, target: receiver.url });
    }),
  );
  followed = await follow(mesh, shops[0] as Shop);
  await Promise.all(shops.map(runShop));
}, 120_000);
afterAll(() => {
  receiver?.stop();
  followed?.socket.terminate();
});

/** A schema of the document, its references included. */
function validatorOf(schema: object): ValidateFunction {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"parley#/components/')));
}

async function ok(customer: Customer, method: string, path: string, body?: unknown) {
  const answer = await customer.call(method, path, body);
  expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 200, undefined]);
  return answer.body;
}

async function newShop(mesh: SharedMesh) {
  const ada = await newUser(mesh.url, 'Ada');
  const project = await ok(ada.customer, 'POST', '/projects', { name: 'Shop' });
  const at = `/${project._id}`;
  const linus = await newUser(mesh.url, 'Linus');
  const vera = await newVisitor(mesh.url, project._id, 'Vera');
  return { ada, linus, vera, at, projectId: project._id as string, request: newRequestId(project._id) };
}

type Shop = Awaited<ReturnType<typeof newShop>>;

/** Something of everything that is announced. */
async function runShop({ ada: { customer: ada, id }, linus, vera: { customer: vera }, at, request }: Shop) {
  const of = `${at}/requests/${request}`;
  await ok(ada, 'PATCH', `/projects${at}`, { name: 'The shop' });
  await ok(ada, 'POST', `${at}/project_users/invite`, { email: linus.email, role: 'agent', user_available: true });
  await ok(ada, 'PUT', `${at}/project_users`, { user_available: false });
  await ok(ada, 'PUT', `${at}/project_users`, { user_available: true, max_served_chat: 7 });
  const group = await ok(ada, 'POST', `${at}/groups`, { name: 'Desk', members: [id] });
  await ok(ada, 'PUT', `${at}/groups/${group._id}`, { name: 'Front desk' });
  await ok(ada, 'DELETE', `${at}/groups/${group._id}`);
  const department = await ok(ada, 'POST', `${at}/departments`, { name: 'Sales', routing: 'pooled' });
  await ok(ada, 'PATCH', `${at}/departments/${department._id}`, { name: 'Orders' });
  await ok(ada, 'DELETE', `${at}/departments/${department._id}`);
  await ok(ada, 'POST', `${at}/tags`, { tag: 'vip' });
  await ok(ada, 'POST', `${at}/canned`, { title: 'Hello', text: 'Hello!' });
  const lead = await ok(ada, 'POST', `${at}/leads`, { fullname: 'Lea', email: 'lea@example.com' });
  await ok(ada, 'PUT', `${at}/leads/${lead._id}`, { fullname: 'Lea Leader' });
  await ok(ada, 'DELETE', `${at}/leads/${lead._id}`);
  const token = await ok(ada, 'POST', `${at}/api_tokens`, { name: 'Export', role: 'agent', expires_in: 3_600 });
  await ok(ada, 'POST', `${at}/api_tokens/${token._id}/rotate`);
  await ok(ada, 'DELETE', `${at}/api_tokens/${token._id}`);
  const role = await ok(ada, 'POST', `${at}/roles`, { name: 'Trainee', base: 'agent' });
  await ok(ada, 'PUT', `${at}/roles/${role._id}`, { name: 'Junior' });
  await ok(ada, 'DELETE', `${at}/roles/${role._id}`);
  const mailbox = { address: `help@${id}.example`, name: 'Shop', inbound: { type: 'none' } };
  const { _id: mailboxId } = await ok(ada, 'POST', `${at}/mailboxes`, mailbox);
  await ok(ada, 'PUT', `${at}/mailboxes/${mailboxId}`, { name: 'The shop' });
  await ok(ada, 'DELETE', `${at}/mailboxes/${mailboxId}`);
  const holiday = await ok(ada, 'POST', `${at}/holidays`, { name: 'Christmas', from: '2026-12-25' });
  await ok(ada, 'PUT', `${at}/holidays/${holiday._id}`, { name: 'Christmas Day' });
  await ok(ada, 'DELETE', `${at}/holidays/${holiday._id}`);
  const targets = { default: { first_response: 3_600_000 } };
  const policy = await ok(ada, 'POST', `${at}/sla_policies`, { name: 'Quick', targets });
  await ok(ada, 'PUT', `${at}/sla_policies/${policy._id}`, { name: 'Within an hour' });
  const actions = [{ type: 'add_tags', tags: ['new'] }];
  const shared = { visibility: 'shared' };
  const macro = await ok(ada, 'POST', `${at}/macros`, { name: 'New', ...shared, actions });
  await ok(ada, 'PUT', `${at}/macros/${macro._id}`, { name: 'Mark as new' });
  await ok(ada, 'DELETE', `${at}/macros/${macro._id}`);
  const view = await ok(ada, 'POST', `${at}/views`, { name: 'Open', ...shared, query: {} });
  await ok(ada, 'PUT', `${at}/views/${view._id}`, { name: 'All open' });
  await ok(ada, 'DELETE', `${at}/views/${view._id}`);
  const noted = await ok(ada, 'POST', `${at}/rules`, { name: 'New', on: ['request.created'], actions });
  await ok(ada, 'PUT', `${at}/rules/${noted._id}`, { enabled: true });
  const spare = await ok(ada, 'POST', `${at}/rules`, { name: 'Spare', on: ['request.closed'], actions });
  await ok(ada, 'DELETE', `${at}/rules/${spare._id}`);
  await ok(ada, 'POST', `${at}/surveys`, { name: 'Every one', enabled: true, min_team_messages: 0 });
  const question = await ok(ada, 'POST', `${at}/surveys`, { name: 'Spare' });
  await ok(ada, 'PUT', `${at}/surveys/${question._id}`, { name: 'Second' });
  await ok(ada, 'DELETE', `${at}/surveys/${question._id}`);
  const { _id: keptLead } = await ok(ada, 'POST', `${at}/leads`, { fullname: 'Kept' });
  const hold = await ok(ada, 'POST', `${at}/holds`, { kind: 'lead', record: keptLead, reason: 'Claim' });
  await ok(ada, 'DELETE', `${at}/holds/${hold._id}`);
  for (let round = 0; round < 2; round++) {
    // The second one is within the cooldown.
    const done = `${at}/requests/${newRequestId(at.slice(1))}`;
    await ok(vera, 'POST', `${done}/messages`, { text: 'Thank you' });
    await ok(ada, 'PUT', `${done}/close`);
  }
  const app = await ok(linus.customer, 'POST', '/users/factors/totp', {});
  const confirmed = { code: new TOTP({ secret: app.secret }).generate(), end_sessions: false };
  await ok(linus.customer, 'POST', `/users/factors/totp/${app._id}/confirm`, confirmed);
  const bot = await ok(ada, 'POST', `${at}/bots`, { name: 'Robby', type: 'internal' });
  await ok(ada, 'PUT', `${at}/bots/${bot._id}`, { name: 'Robby the robot' });
  const intent = { id_faq_kb: bot._id, question: 'Open?', answer: 'Always.' };
  const { _id: intentId } = await ok(ada, 'POST', `${at}/faq`, intent);
  await ok(ada, 'PUT', `${at}/faq/${intentId}`, { answer: 'Every day.' });
  await ok(ada, 'DELETE', `${at}/faq/${intentId}`);
  const italian = await ok(ada, 'POST', `${at}/leads`, { country: 'Italy' });
  const filters = [{ field: 'country', operator: '=', value: 'Italy' }];
  const segment = await ok(ada, 'POST', `${at}/segments`, { name: 'Italy', filters });
  await ok(ada, 'PUT', `${at}/segments/${segment._id}`, { name: 'Italians' });
  // One leaves the segment and one comes into it.
  await ok(ada, 'PUT', `${at}/leads/${italian._id}`, { country: 'France' });
  await ok(ada, 'POST', `${at}/leads`, { country: 'Italy' });
  await ok(vera, 'POST', `${of}/messages`, { text: 'My parcel has not arrived.' });
  const { _id: card } = await ok(vera, 'POST', `${of}/messages`, { text: 'I paid by 4111 1111 1111 1111.' });
  await ok(ada, 'POST', `${of}/messages/${card}/redact`, {});
  await ok(vera, 'POST', `${at}/events`, { name: 'cart.filled', attributes: { items: 3 } });
  await ok(ada, 'POST', `${of}/participants`, { member: linus.id });
  await ok(ada, 'POST', `${of}/messages`, { text: 'I am looking into it.' });
  // Of a request that was there before the policy, only the first of both changes something.
  for (const pinned of [policy._id, null]) await ok(ada, 'PUT', `${of}/sla`, { policy: pinned });
  await ok(ada, 'DELETE', `${at}/sla_policies/${policy._id}`);
  await ok(ada, 'PUT', `${of}/snooze`, { in: 3_600_000 });
  await ok(ada, 'DELETE', `${of}/snooze`);
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const later = await ok(ada, 'POST', `${of}/scheduled`, { text: 'Did it arrive?', at: inAnHour });
  await ok(ada, 'DELETE', `${of}/scheduled/${later._id}`);
  const twin = `${of}-2`;
  await ok(vera, 'POST', `${twin}/messages`, { text: 'And my other parcel?' });
  const { request_id: other } = await ok(ada, 'GET', twin);
  await ok(ada, 'PUT', `${of}/links/${other}`);
  await ok(ada, 'DELETE', `${of}/links/${other}`);
  await ok(ada, 'POST', `${of}/merge`, { source: other });
  await ok(ada, 'DELETE', `${twin}/merge`);
  const { notes } = await ok(ada, 'POST', `${of}/notes`, { text: 'Delayed', mentions: [linus.id] });
  await ok(ada, 'DELETE', `${of}/notes/${notes[0]._id}`);
  await ok(ada, 'POST', `${of}/followers`, { member: id });
  await ok(ada, 'DELETE', `${of}/followers/${id}`);
  await ok(ada, 'DELETE', `${of}/participants/${linus.id}`);
  const elsewhere = await ok(ada, 'POST', `${at}/departments`, { name: 'Elsewhere', routing: 'pooled' });
  await ok(ada, 'PUT', `${of}/departments`, { departmentid: elsewhere._id });
  await ok(ada, 'POST', `${at}/messages`, { text: 'Psst', recipient: id, recipientFullname: 'Ada' });
  await ok(vera, 'PUT', `${of}/messages/status`, { status: 300, upto: 99 });
  await ok(ada, 'PUT', `${of}/close`);
  await ok(vera, 'PATCH', `${of}/rating`, { rate: 5, rate_message: 'Kind' });
  await ok(ada, 'PUT', `${of}/reopen`);
  await ok(ada, 'DELETE', of);
  const archive = await ok(ada, 'POST', `${at}/exports`, { include_files: false });
  await ok(ada, 'DELETE', `${at}/exports/${archive._id}`);
  await ok(ada, 'DELETE', `${at}/bots/${bot._id}`);
}

interface Followed {
  socket: WebSocket;
  topics: { name: string; topic: string }[];
  frames: { action: string; payload: { topic?: string; method?: string } }[];
}

/** Subscribes to every topic, of which those with a state have shown it, and sends every action. */
async function follow(mesh: SharedMesh, { ada, vera, at, projectId, request }: Shop): Promise<Followed> {
  const [{ _id: member }] = await ok(ada.customer, 'GET', `${at}/project_users/users/${ada.id}`);
  const [{ _id: visitor }] = await ok(ada.customer, 'GET', `${at}/project_users/users/${vera.id}`);
  const bot = await ok(ada.customer, 'POST', `${at}/bots`, { name: 'Robby', type: 'internal' });
  await ok(vera.customer, 'POST', `${at}/requests/${request}/messages`, { text: 'Hello' });
  const values = {
    id_project: projectId,
    request_id: request,
    bot_id: bot._id as string,
    project_user_id: member as string,
    id_user: ada.id,
  };
  const topics = Object.values(socketMessages)
    .filter(({ title }) => title.startsWith('/'))
    .map(({ name, title }) => {
      const own = name === 'topic.events' ? { ...values, project_user_id: visitor as string } : values;
      return { name, topic: title.replace(/\{(\w+)\}/g, (_, key: keyof typeof values) => own[key]) };
    });
  const frames: Followed['frames'] = [];
  const socket = new WebSocket(`${mesh.url.replace('http', 'ws')}/v3/ws?token=${encodeURIComponent(ada.token)}`);
  const send = (action: string, payload: object) => socket.send(JSON.stringify({ action, payload }));
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString());
    frames.push(frame);
    // A socket that is silent is closed.
    if (frame.action === 'heartbeat') send('heartbeat', {});
  });
  await once(socket, 'open');
  for (const { topic } of topics) send('subscribe', { topic });
  for (const action of ['me', 'broadcast']) send(action, {});
  send('auth', { token: ada.token });
  const withState = topics.filter(({ name }) => !/typing|direct|inbox/.test(name));
  await eventually(() =>
    expect(new Set(frames.map(({ payload }) => payload.topic))).toEqual(
      new Set([...withState.map(({ topic }) => topic), undefined]),
    ),
  );
  await ok(vera.customer, 'POST', `${at}/events`, { name: 'typing.start', attributes: { request_id: request } });
  await ok(ada.customer, 'PUT', `${at}/bots/${bot._id}`, { name: 'Robby the robot' });
  return { socket, topics, frames };
}

it('describes the calls of webhooks as receivers get them, under every name that they subscribe to', async () => {
  const seen = () => new Set(receiver.calls.map(({ body }) => body.hook.event as string));
  // What this history does not announce.
  const absent = [
    ...['token.revoked', 'project.create', 'project.created', 'project.delete', 'project.deleted'],
    ...['project_user.delete', 'teammate.removed', 'teammate.joined', 'tag.updated', 'tag.deleted', 'canned.updated'],
    ...['canned.deleted', 'labels.updated', 'event.emit.request.fully_abandoned', 'request.abandoned'],
    ...['segment.deleted', 'bot.trashed', 'bot.imported', 'request.sla_due_soon', 'request.sla_breached'],
    ...['file.uploaded', 'file.deleted', 'export.signed', 'mailbox.failing', 'mailbox.recovered', 'rule.suspended'],
    'api_token.used_elsewhere',
    // Of domains that a DNS server proves, and their identity providers.
    ...names.filter((name) => name.startsWith('sign_in_')),
  ];
  const expected = names.filter((name) => !absent.includes(name));
  await eventually(() => expect(expected.filter((name) => !seen().has(name))).toEqual([]), { timeoutMs: 30_000 });

  const validators = new Map(
    webhookMessages.map(({ name, headers = {}, payload }) => [name, [validatorOf(headers), validatorOf(payload)]]),
  );
  const faults = receiver.calls.flatMap(({ headers, body }) => {
    const open = body.hook.event.replace(/(channel|event\.emit)\.(chat21|cart\.filled)$/, '$1.<name>');
    const [ofHeaders, ofBody] = validators.get(open) ?? [];
    const errors = [
      ...(ofHeaders?.(headers) ? [] : (ofHeaders?.errors ?? ['unknown'])),
      ...(ofBody?.(body) ? [] : (ofBody?.errors ?? [])),
    ];
    return errors.map((error) => `${open}: ${JSON.stringify(error)}`);
  });
  expect([...new Set(faults)]).toEqual([]);
}, 60_000);

it('describes the frames of every topic, and the answers to every action', async () => {
  const { topics, frames } = followed;
  const of = (name: string) => topics.find((one) => one.name === name)?.topic;
  await eventually(() => {
    for (const { topic } of topics)
      expect([topic, frames.filter(({ payload }) => payload.topic === topic).length]).not.toEqual([topic, 0]);
    const gone = frames.filter(({ payload }) => payload.method === 'DELETE');
    expect(new Set(gone.map(({ payload }) => payload.topic))).toEqual(
      new Set([of('topic.requests'), of('topic.inbox'), of('topic.request')]),
    );
  });

  const validators = new Map(Object.values(socketMessages).map(({ name, payload }) => [name, validatorOf(payload)]));
  const faults = frames.flatMap((frame) => {
    const name = topics.find(({ topic }) => topic === frame.payload.topic)?.name;
    const validator = validators.get(frame.action === 'publish' ? String(name) : `server.${frame.action}`);
    if (validator?.(frame)) return [];
    return [`${name ?? frame.action}: ${JSON.stringify(validator?.errors)} ${JSON.stringify(frame).slice(0, 300)}`];
  });
  expect(faults).toEqual([]);
  // A heartbeat comes now and then.
  const actions = new Set(frames.map(({ action }) => action).filter((action) => action !== 'heartbeat'));
  expect(actions).toEqual(new Set(['publish', 'me', 'auth', 'error']));
}, 60_000);
