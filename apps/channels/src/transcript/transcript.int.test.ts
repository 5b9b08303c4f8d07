import { audiences } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { drawer, personasOf } from '@parley/testkit';

import { mailOf, recordIdOf } from '../../test/channels-harness.ts';
import { headersOf, OutgoingHarness } from '../../test/outgoing-harness.ts';

const harness = new OutgoingHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());
beforeEach(() => {
  harness.smtp.mails.length = 0;
  harness.smtp.received.length = 0;
  harness.reports.length = 0;
  harness.messages.length = 0;
});

const email = 'vera@customer.example';
const minuteMs = 60_000;
const tenMinutesMs = 10 * minuteMs;
const chat = { channel: 'chat21' };
const textsOf = (mail = '') => (mail.split('Content-Type: text/html')[0] ?? '').match(/^Answer \d+$/gm) ?? [];

/** A mailbox that sends, and a chat of a visitor who has left this address. */
async function opened(lead: Parameters<OutgoingHarness['chat']>[1] = { email }) {
  const mailbox = await harness.mailbox({ outbound: harness.server });
  return { ...mailbox, projectId: mailbox.people.projectId, ...(await harness.chat(mailbox.people.projectId, lead)) };
}

it('sends a visitor what they have not read for ten minutes, once, in one mail', async () => {
  const { projectId, requestId, address } = await opened();
  const first = await harness.say(projectId, requestId, chat);
  await harness.say(projectId, requestId, { ...chat, sender: 'bot_1', senderFullname: 'Bot' });
  await harness.pass(9 * minuteMs);
  await harness.say(projectId, requestId, chat);
  expect(harness.smtp.mails).toEqual([]);
  await harness.pass(minuteMs);

  expect(harness.smtp.mails).toMatchObject([{ to: [email] }]);
  expect(textsOf(harness.smtp.received[0])).toEqual(['Answer 2', 'Answer 3', 'Answer 4']);
  const [local, domain] = address.split('@');
  expect(headersOf(harness.smtp.received[0] ?? '')).toMatchObject({
    'reply-to': expect.stringMatching(new RegExp(`^${local}\\+[a-z2-7]{16}[0-9a-f]{10}@${domain}$`)),
    'message-id': `<${first._id}@${domain}>`,
  });
  await harness.announce(projectId, requestId, first, chat);
  await harness.pass(tenMinutesMs);
  expect(harness.smtp.mails).toHaveLength(1);

  await harness.say(projectId, requestId, chat);
  await harness.pass(tenMinutesMs);
  expect(harness.smtp.received.map(textsOf)).toEqual([['Answer 2', 'Answer 3', 'Answer 4'], ['Answer 5']]);
  // Where such a mail ends says nothing of the message, which the widget shows.
  expect(harness.reports).toEqual([]);
});

it('leaves out what was read, and sends nothing when all was', async () => {
  const { projectId, requestId, owner } = await opened();
  await harness.say(projectId, requestId, chat);
  harness.read(requestId);
  await harness.say(projectId, requestId, chat);
  await harness.pass(tenMinutesMs);
  expect(harness.smtp.received.map(textsOf)).toEqual([['Answer 3']]);

  await harness.say(projectId, requestId, chat);
  const waiting = (await owner.getRequestMail({ request_id: requestId })).body.mails.at(-1);
  expect(waiting).toMatchObject({ kind: 'transcript', state: 'waiting', to: [] });
  harness.read(requestId);
  await harness.pass(tenMinutesMs);
  expect(harness.smtp.mails).toHaveLength(1);
  const { mails } = (await owner.getRequestMail({ request_id: requestId })).body;
  expect(mails).toMatchObject([{ direction: 'out', kind: 'transcript', state: 'sent', to: [email] }]);
});

it.each([
  ['has left no address', async () => opened({})],
  [
    'has given an address of ours as their own',
    async () => {
      const shop = await opened();
      return { ...shop, ...(await harness.chat(shop.projectId, { email: shop.address.replace('@', '+x@') })) };
    },
  ],
  ['has not written yet', async () => ({ ...(await opened()), preflight: true })],
  [
    'writes to a project that does not want it',
    async () => {
      const shop = await opened();
      harness.settings.set(shop.projectId, { mail_transcripts: 'off' });
      return shop;
    },
  ],
  [
    'writes to a project without a mailbox that sends',
    async () => {
      const { projectId } = personasOf();
      return { projectId, ...(await harness.chat(projectId, { email })) };
    },
  ],
] as const)('sends nothing to a visitor who %s', async (_, make) => {
  const { projectId, requestId, ...more } = await make();
  await harness.say(projectId, requestId, { ...chat, ...('preflight' in more && { preflight: true }) });
  await harness.pass(tenMinutesMs);
  expect(harness.smtp.mails).toEqual([]);
  const held = 'select from outgoing_mail where id_project = $1';
  expect(await harness.service.db.query(held, [projectId])).toEqual([]);
});

it('brings the answer of a visitor by mail back into the chat, as theirs only if it is verified', async () => {
  const { projectId, requestId, leadId, deliver, address } = await opened();
  await harness.say(projectId, requestId, chat);
  await harness.pass(tenMinutesMs);
  const { 'reply-to': to = '', 'message-id': id = '' } = headersOf(harness.smtp.received[0] ?? '');
  const { verifier } = harness.service.context;
  const { verify } = verifier;
  const verified = { spf: 'pass', dkim: 'pass', dmarc: 'pass', arc: 'none', aligned: true } as const;

  verifier.verify = async () => verified;
  await deliver(mailOf({ from: email, to, text: 'By its token' }));
  await deliver(mailOf({ from: email, to: address, text: 'By its headers', headers: { 'In-Reply-To': id } }));
  verifier.verify = async () => ({ ...verified, dkim: 'none', spf: 'none', dmarc: 'none', aligned: false });
  await deliver(mailOf({ from: email, to, text: 'Not verified' }));
  await deliver(mailOf({ from: 'eve@customer.example', to, text: 'Of a stranger' }));
  verifier.verify = verify;

  const [, ...answers] = harness.messages;
  expect(answers.map(({ text, sender, requestId: place }) => [text, sender, place === requestId])).toEqual([
    ['By its token', leadId, true],
    ['By its headers', leadId, true],
    ['Not verified', `email:${email}`, true],
    ['Of a stranger', 'email:eve@customer.example', false],
  ]);
});

it('fails no message of the chat when its mail comes to nothing', async () => {
  const { projectId, requestId } = await opened();
  harness.smtp.faults.push({ at: 'to', answer: 550, text: '5.1.1 no such user' });
  await harness.say(projectId, requestId, chat);
  await harness.pass(tenMinutesMs);
  expect(harness.smtp.mails).toEqual([]);
  const ledger = 'select state, recipient from outgoing_mail where id_project = $1';
  expect(await harness.service.db.query(ledger, [projectId])).toEqual([{ state: 'failed', recipient: email }]);
  expect(harness.reports).toEqual([]);
});

it('leaves from the mailbox of the department, and stays with it', async () => {
  const { projectId, people, requestId } = await opened();
  const department = newId();
  const sales = await harness.mailbox({ outbound: harness.server, department }, people);
  await harness.say(projectId, requestId, { ...chat, department });
  await harness.pass(tenMinutesMs);
  await harness.say(projectId, requestId, chat);
  await harness.pass(tenMinutesMs);
  const from = harness.smtp.received.map((mail) => headersOf(mail).from);
  expect(from).toEqual(Array(2).fill(`Shop <${sales.address}>`));
});

it.each([1, 2])('lets nothing leave in a transcript but visible messages of its chat (seed %i)', async (seed) => {
  const mailbox = await harness.mailbox({ outbound: harness.server });
  const { projectId } = mailbox.people;
  const people = ['vera', 'eve', 'linus'].map((name) => `${name}@customer.example`);
  const chats = await Promise.all(
    people.map(async (to) => ({ to, ...(await harness.chat(projectId, { email: to })) })),
  );
  const random = drawer(seed);
  const mayReach = new Map<string, string>();
  for (let nth = 0; nth < 60; nth += 1) {
    const { to, requestId, leadId } = chats[random(chats.length)] ?? chats[0] ?? { to: '', requestId: '', leadId: '' };
    const audience = [...audiences, 'all' as const][random(audiences.length + 1)] ?? 'private';
    const sender = [harness.agent, 'bot_1', 'system', leadId][random(4)] ?? leadId;
    const text = `secret-${newId()}`;
    const imported = random(10) === 0;
    await harness.say(projectId, requestId, {
      ...chat,
      text,
      audience,
      sender,
      fromRequester: sender === leadId,
      imported,
    });
    if (audience === 'all') mayReach.set(text, to);
    if (random(8) === 0) harness.read(requestId);
    if (random(6) === 0) await harness.pass(tenMinutesMs);
  }
  await harness.pass(tenMinutesMs);

  expect(harness.smtp.mails.length).toBeGreaterThan(3);
  for (const { text, to } of harness.smtp.mails)
    for (const [secret] of text.replace(/=\n/g, '').matchAll(/secret-[0-9a-f]{24}/g))
      expect([secret, mayReach.get(secret)]).toEqual([secret, to[0]]);
});

it('erases with a visitor what leads to their chat by mail, and their address', async () => {
  const { projectId, requestId, leadId } = await opened();
  await harness.say(projectId, requestId, chat);
  await harness.pass(tenMinutesMs);
  const { suppressions, subjects } = harness.service.context;
  await suppressions.add(projectId, { address: email, why: 'bounce', createdAt: harness.now() });
  const subject = { projectId, leadId, requests: [recordIdOf(requestId)], until: null };
  expect(await subjects.count(subject)).toMatchObject({ outgoing: 1, threads: 1 });
  expect(await subjects.erase(subject)).toMatchObject({ outgoing: 1, threads: 1 });
  for (const table of ['outgoing_mail', 'thread', 'mail_suppression'])
    expect(await harness.service.db.query(`select from ${table} where id_project = $1`, [projectId])).toEqual([]);
});
