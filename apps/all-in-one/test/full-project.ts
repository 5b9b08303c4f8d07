import { eventually } from '@parley/testkit';
import { SignJWT } from 'jose';

import { Customer, newRequestId, newUser, newVisitor } from './mesh.ts';

export interface FullProject {
  id: string;
  name: string;
  owner: { email: string; password: string };
  /** A conversation with a bot of a server of its own, of a customer whom the project vouches for. */
  botRequest: string;
  customerSecret: string;
}

/** Addresses outside of the installation that the project calls. */
export interface Outside {
  bot: string;
  webhook: string;
}

/** A project with records of every kind that an archive holds but suppressed addresses, as few of each as show it. */
export async function fullProject(url: string, outside: Outside): Promise<FullProject> {
  const name = 'A full project';
  const { customer: ada, id: user, email, password } = await newUser(url, 'Ada');
  const { _id: id } = await answerOf(ada, 'POST', '/projects', { name });
  const create = (records: string, body: object) => answerOf(ada, 'POST', `/${id}/${records}`, body);
  const { _id: bot } = await create('bots', { name: 'Robby', type: 'internal', language: 'en' });
  const { _id: group } = await create('groups', { name: 'Workshop', members: [user] });
  await create('intents', { id_faq_kb: bot, intent_display_name: 'hours', question: 'hours', answer: 'From nine.' });
  const { _id: subscription } = await create('subscriptions', {
    event: 'request.close',
    target: 'https://shop.example',
  });
  await answerOf(ada, 'PUT', `/${id}/subscriptions/${subscription}`, { status: 'disabled' });
  const say = [{ type: 'send_message', text: 'Noted' }];
  const additions: [path: string, body: object][] = [
    ['departments', { name: 'Repairs', routing: 'pooled', id_group: group }],
    ['tags', { tag: 'vip', color: '#ff0000' }],
    ['canned', { title: 'Thanks', text: 'Thank you' }],
    ['properties', { label: 'Plan', name: 'plan' }],
    ['segments', { name: 'Italy', filters: [{ field: 'country', operator: '=', value: 'Italy' }] }],
    ['holidays', { name: 'Christmas', from: '2026-12-25', to: '2026-12-26', yearly: true }],
    ['leads', { lead_id: 'grace', fullname: 'Grace', email: 'grace@shop.example' }],
    ['labels', { lang: 'EN', data: { LABEL_PLACEHOLDER: 'Write to us…' }, default: true }],
    ['roles', { name: 'Supervisor', base: 'agent', rights: { 'analytics.read': true }, visibility: 'all' }],
    ['sla_policies', { name: 'In time', targets: { default: { resolution: 30 * 86_400_000 } } }],
    ['messages', { recipient: user, recipientFullname: 'Ada', text: 'Remember the milk' }],
    ['macros', { name: 'Answer', visibility: 'shared', actions: say }],
    ['rules', { name: 'Later', enabled: true, on: ['request.reopened'], actions: say }],
    ['surveys', { name: 'After closing', enabled: true }],
    ['views', { name: 'Open', query: { status: '100' }, visibility: 'shared' }],
  ];
  for (const [path, body] of additions) await create(path, body);
  await create(`requests/${newRequestId(id)}/messages`, { text: 'One with a clock' });
  await answerOf(ada, 'POST', `/projects/${id}/ban`, { ip: '203.0.113.7' });
  await converse(url, id, ada);
  await writeMails(url, id, ada);
  const { jwtSecret: customerSecret } = await answerOf(ada, 'POST', `/${id}/keys/generate`);
  const botRequest = await askBot(url, id, ada, customerSecret, outside.bot);
  // Last, so that little is called before it is exported.
  await create('subscriptions', { event: 'message.create', target: outside.webhook });
  return { id, name, owner: { email, password }, botRequest, customerSecret };
}

/** The customer of `botRequest`, signed in where the project is. */
export async function vouchedCustomer(url: string, id: string, secret: string): Promise<Customer> {
  const vouched = await new SignJWT({ aud: `parley:projects:${id}`, _id: 'barbara', firstname: 'Barbara' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));
  const { token } = await answerOf(new Customer(url, `JWT ${vouched}`), 'POST', '/auth/signinWithCustomToken');
  return new Customer(url, token);
}

async function askBot(url: string, id: string, ada: Customer, secret: string, address: string): Promise<string> {
  const { _id: bot } = await answerOf(ada, 'POST', `/${id}/bots`, { name: 'Far', type: 'external', url: address });
  const desk = { name: 'Desk', routing: 'assigned', id_bot: bot };
  const { _id: departmentid } = await answerOf(ada, 'POST', `/${id}/departments`, desk);
  const barbara = await vouchedCustomer(url, id, secret);
  const requestId = newRequestId(id);
  const said = { text: 'Is a bot there?', departmentid };
  await answerOf(barbara, 'POST', `/${id}/requests/${requestId}/messages`, said);
  return requestId;
}

/** A mail that becomes a conversation, and the answer to it. */
async function writeMails(url: string, id: string, ada: Customer): Promise<void> {
  const orders = { address: 'orders@shop.example', name: 'Orders', inbound: { type: 'webhook' } };
  const { _id: mailbox, secret } = await answerOf(ada, 'POST', `/${id}/mailboxes`, orders);
  const head = ['From: mary@customer.example', `To: ${orders.address}`, 'Subject: Order', 'Message-ID: <1@c.example>'];
  const sent = await fetch(`${url}/v3/mail/inbound/${mailbox}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
    body: [...head, '', 'Where is it?', ''].join('\r\n'),
  });
  expect(sent.status).toBe(200);
  // The first mail starts the parser.
  const patience = { timeoutMs: 60_000, everyMs: 250 };
  const request = await eventually(async () => {
    const { mails } = await answerOf(ada, 'GET', `/${id}/mailboxes/${mailbox}/inbound?state=routed`);
    expect(mails).toHaveLength(1);
    return `/${id}/requests/${mails[0].request_id}`;
  }, patience);
  await answerOf(ada, 'POST', `${request}/messages`, { text: 'It is on its way.' });
  // The mailbox has no server to send by.
  await eventually(async () => {
    const { mails } = await answerOf(ada, 'GET', `${request}/mail`);
    expect(mails.at(-1)).toMatchObject({ direction: 'out', state: 'cancelled' });
  }, patience);
}

/** Visitors who write: one with a file, one who is closed and rates, one who waits. */
async function converse(url: string, id: string, ada: Customer): Promise<void> {
  const requests: string[] = [];
  const ids: string[] = [];
  for (const name of ['Vera', 'Linus', 'Alan']) {
    const { customer: visitor } = await newVisitor(url, id, name);
    const requestId = newRequestId(id);
    const request = `/${id}/requests/${requestId}`;
    await answerOf(visitor, 'POST', `${request}/messages`, { text: `${name} has a question` });
    await answerOf(ada, 'POST', `${request}/messages`, { text: 'I look into it', external_id: `of ${name}` });
    requests.push(request);
    ids.push(requestId);
    if (name !== 'Linus') continue;
    await answerOf(ada, 'PUT', `${request}/close`);
    // Surveys are asked every few seconds, and a guest has so many calls a minute.
    await eventually(
      async () => {
        const messages: { attributes?: { survey?: object } }[] = await answerOf(visitor, 'GET', `${request}/messages`);
        expect(messages.filter(({ attributes }) => attributes?.survey)).toHaveLength(1);
      },
      { timeoutMs: 15_000, everyMs: 500 },
    );
    await answerOf(visitor, 'PATCH', `${request}/rating`, { rate: 5, rating_message: 'Quick' });
  }
  await answerOf(ada, 'PUT', `${requests[0]}/links/${ids[2]}`);
  await answerOf(ada, 'POST', `/${id}/holds`, { kind: 'request', record: ids[0], reason: 'Claim 2031/17' });
  await answerOf(ada, 'POST', `${requests[2]}/scheduled`, { text: 'Has it come?', at: inADay() });
  const { body } = await ada.upload(`/${id}/files/chat`, new File(['words'], 'note.txt', { type: 'text/plain' }));
  const metadata = { src: `${url}/v3/${id}/files?path=${body.filename}`, name: 'note.txt', type: 'text/plain' };
  await answerOf(ada, 'POST', `${requests[0]}/messages`, { type: 'file', text: 'The note', metadata });
}

const inADay = (): string => new Date(Date.now() + 86_400_000).toISOString();

async function answerOf(caller: Customer, method: string, path: string, body?: object) {
  const { status, body: answer } = await caller.call(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer)}`);
  return answer;
}
