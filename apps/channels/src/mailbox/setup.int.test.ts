import { dkimVerify } from 'mailauth/lib/dkim/verify.js';

import { headersOf, OutgoingHarness } from '../../test/outgoing-harness.ts';
import { leadIdOf } from '../thread/lead-id.ts';

const harness = new OutgoingHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());
beforeEach(() => {
  harness.smtp.mails.length = 0;
  harness.smtp.received.length = 0;
});

/** The verdict of a receiver who looks the key up in this record. */
async function verdictOf(mail: string, record: { name: string; value: string }) {
  const resolver = async (name: string) => (name === record.name ? [[record.value]] : []);
  const { results } = await dkimVerify(Buffer.from(mail.replaceAll('\n', '\r\n')), { resolver });
  return results.map(({ signingDomain, selector, status }) => [signingDomain, selector, status.result]);
}

it('signs mails of a mailbox that has a key, so that receivers find the signature right and a changed mail wrong', async () => {
  const { owner, id, people, requestId, address } = await harness.thread();
  const { body: key } = await owner.makeDkimKey({ mailbox_id: id });
  const domain = address.split('@')[1] ?? '';
  expect(key).toMatchObject({ name: `${key.selector}._domainkey.${domain}`, type: 'TXT' });
  await harness.say(people.projectId, requestId, { text: 'Größe: **42** 🎉' });
  await harness.pass();

  const [mail = ''] = harness.smtp.received;
  expect(await verdictOf(mail, key)).toEqual([[domain, key.selector, 'pass']]);
  expect(await verdictOf(mail.replace('Subject: Re: Order', 'Subject: Re: Other'), key)).toEqual([
    [domain, key.selector, 'fail'],
  ]);
  const [row] = await harness.service.db.query('select outgoing::text as text from mailbox where id = $1', [id]);
  expect(JSON.stringify(row)).not.toContain('PRIVATE KEY');

  const { body: next } = await owner.makeDkimKey({ mailbox_id: id });
  await harness.say(people.projectId, requestId);
  await harness.pass();
  expect(await verdictOf(harness.smtp.received.at(-1) ?? '', next)).toEqual([[domain, next.selector, 'pass']]);
  expect((await owner.getMailbox({ mailbox_id: id })).body).not.toHaveProperty('dkim');
});

it('says which DNS records of the domain are right', async () => {
  const { owner, id, address } = await harness.mailbox();
  const domain = address.split('@')[1] ?? '';
  const records = new Map<string, string[]>();
  harness.service.context.dns = {
    txt: async (name) => records.get(name) ?? [],
    mx: async (name) => records.get(`mx ${name}`) ?? [],
  };
  const verdicts = async () =>
    Object.fromEntries(
      (await owner.getMailboxDns({ mailbox_id: id })).body.records.map(({ check, ok }) => [check, ok]),
    );
  expect(await verdicts()).toEqual({ spf: false, dkim: false, dmarc: false, mx: false });

  const { body: key } = await owner.makeDkimKey({ mailbox_id: id });
  records.set(domain, ['v=spf1 include:mx.example -all', 'something=else']);
  records.set(`_dmarc.${domain}`, ['v=DMARC1; p=reject']).set(`mx ${domain}`, ['mx.example']);
  records.set(key.name, [key.value.replace('; ', ';')]);
  expect(await verdicts()).toEqual({ spf: true, dkim: true, dmarc: true, mx: true });
  // A second policy voids both; a key that was replaced is no longer the right one.
  records.set(domain, ['v=spf1 -all', 'v=spf1 +all']);
  await owner.makeDkimKey({ mailbox_id: id });
  expect(await verdicts()).toEqual({ spf: false, dkim: false, dmarc: true, mx: true });
});

it('tries a server before the mailbox is made, and tells what is wrong with it', async () => {
  const { owner, id, address } = await harness.mailbox({ outbound: harness.server });
  const check = async (outbound: object, to?: string) =>
    (await owner.checkMailbox({ address, outbound, ...(to && { to }) })).body;
  expect(await check(harness.server)).toEqual({ outbound: { ok: true, ms: expect.any(Number) } });
  expect(harness.smtp.mails).toEqual([]);
  expect((await check(harness.server, 'ada@team.example')).outbound?.ok).toBe(true);
  expect(harness.smtp.mails.map(({ to }) => to)).toEqual([['ada@team.example']]);
  expect((await check({ type: 'none' })).outbound?.error?.code).toBe('outbound_off');
  harness.smtp.faults.push({ at: 'to', answer: 550, text: 'ada@team.example unknown' });
  const { error } = (await check(harness.server, 'ada@team.example')).outbound ?? {};
  expect(error).toEqual({ code: 'rejected', text: 'The mail server refused the mail or its recipient. (550)' });
  const refused = await owner.checkMailbox({ address, outbound: { ...harness.server, host: '10.0.0.7' } });
  expect([refused.status, refused.body.code]).toEqual([422, 'url_not_allowed']);
  expect((await owner.checkStoredMailbox({ mailbox_id: id })).body).toMatchObject({ outbound: { ok: true } });
});

it('opens a request with a mail to a customer, whose answer belongs to it', async () => {
  const { owner, id, address, deliver, people } = await harness.mailbox({
    outbound: harness.server,
    department: 'sales',
  });
  const call = {
    mailbox_id: id,
    to: 'Vera@Customer.example',
    cc: ['grace@customer.example'],
    subject: 'Your order',
    text: 'It has left.',
  };
  const { status, body } = await owner.startMailConversation(call);
  expect(status).toBe(200);
  const opened = harness.messages.find(({ requestId }) => requestId === body.request_id);
  expect(opened).toMatchObject({
    ...{ text: 'It has left.', subject: 'Your order', departmentid: 'sales', channel: { name: 'email' } },
    requester: leadIdOf('vera@customer.example'),
  });
  await harness.say(people.projectId, body.request_id, { text: 'It has left.' });
  await harness.pass();
  const [mail] = harness.smtp.mails;
  expect(mail?.to).toEqual(['vera@customer.example', 'grace@customer.example']);
  const headers = headersOf(mail?.text ?? '');
  expect(headers.subject).toBe('Your order [#7]');
  expect(headers).not.toHaveProperty('in-reply-to');

  const answer = { from: 'vera@customer.example', to: headers['reply-to'] ?? address };
  await deliver(
    `From: ${answer.from}\nTo: ${answer.to}\nSubject: Re: Your order\nMessage-ID: <a@c.example>\n\nThank you\n`,
  );
  expect(harness.messages.find(({ text }) => text === 'Thank you')?.requestId).toBe(body.request_id);
});

it('knows the thread of a conversation before its message is announced, also under an Idempotency-Key', async () => {
  const { owner, id, people } = await harness.mailbox({ outbound: harness.server });
  const threads: unknown[] = [];
  const text = 'select requester from thread where id_project = $1';
  harness.onAppend = async () => {
    threads.push(...(await harness.service.db.query(text, [people.projectId])));
  };
  const call = { mailbox_id: id, to: 'vera@customer.example', subject: 'Your order', text: 'It has left.' };
  const { status } = await owner.startMailConversation(call, { headers: { 'idempotency-key': 'once' } });
  harness.onAppend = () => undefined;
  expect(status).toBe(200);
  expect(threads).toEqual([{ requester: 'vera@customer.example' }]);
});

it('opens no request in a mailbox that sends nothing, nor keeps a thread of one that was refused', async () => {
  const silent = await harness.mailbox();
  const call = { to: 'vera@customer.example', subject: 'x', text: 'y' };
  const refused = await silent.owner.startMailConversation({ mailbox_id: silent.id, ...call });
  expect([refused.status, refused.body.code]).toEqual([422, 'mailbox_sends_nothing']);
  const sending = await harness.mailbox({ outbound: harness.server });
  harness.conversationsIsDown = true;
  const failed = await sending.owner.startMailConversation({ mailbox_id: sending.id, ...call });
  harness.conversationsIsDown = false;
  expect(failed.status).toBe(503);
  expect(
    await harness.service.db.query('select from thread where id_project = $1', [sending.people.projectId]),
  ).toEqual([]);
});

it('keeps the password of a server to itself, for that server alone', async () => {
  const server = { ...harness.server, username: 'shop', password: 'hunter2' };
  const { owner, id } = await harness.mailbox({ outbound: server });
  const shown = (await owner.getMailbox({ mailbox_id: id })).body;
  expect(shown.outbound).toEqual({ ...harness.server, username: 'shop', password_set: true });
  const kept = await owner.updateMailbox({ mailbox_id: id, outbound: { ...harness.server, username: 'shop' } });
  expect(kept.body.outbound).toHaveProperty('password_set', true);
  const [row] = await harness.service.db.query('select outgoing::text as text from mailbox where id = $1', [id]);
  expect(JSON.stringify(row)).not.toContain('hunter2');
  const moved = await owner.updateMailbox({ mailbox_id: id, outbound: { ...harness.server, username: 'other' } });
  expect(moved.body.outbound).not.toHaveProperty('password_set');
});

it.each([
  [
    'an address of the internal network',
    { type: 'smtp', host: '10.0.0.7', port: 587, secure: 'tls' },
    'url_not_allowed',
  ],
  [
    'a port that is none of mail servers',
    { type: 'smtp', host: 'mail.example', port: 6379, secure: 'tls' },
    'url_not_allowed',
  ],
  [
    'an unencrypted server elsewhere',
    { type: 'smtp', host: 'mail.example', port: 25, secure: 'none' },
    'url_not_allowed',
  ],
  ['the server of the installation for a domain that may not use it', { type: 'installation' }, 'outbound_not_allowed'],
] as const)('refuses %s', async (_, outbound, code) => {
  const { owner, id } = await harness.mailbox();
  const refused = await owner.updateMailbox({ mailbox_id: id, outbound });
  expect([refused.status, refused.body.code]).toEqual([422, code]);
});
