import { newId } from '@parley/service-kit/call';
import { mailOf } from '../../test/channels-harness.ts';
import { headersOf, OutgoingHarness } from '../../test/outgoing-harness.ts';
import { unverified } from '../verify/mail-auth.ts';

const harness = new OutgoingHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());
beforeEach(() => {
  harness.smtp.mails.length = 0;
  harness.smtp.received.length = 0;
  harness.reports.length = 0;
  harness.teammates.clear();
  harness.service.context.verifier.verify = async () => unverified;
});

const vera = 'vera@customer.example';
const eve = 'eve@stranger.example';
const said = (text: string) => harness.messages.filter((message) => message.text.includes(text));

/** A customer's request to which the team has answered: the answer as it arrived there. */
async function answered(more: Record<string, unknown> = {}) {
  const thread = await harness.thread(more);
  const message = await harness.say(thread.people.projectId, thread.requestId);
  await harness.pass();
  const [mail] = harness.smtp.mails.splice(0);
  const headers = headersOf(mail?.text ?? '');
  return { ...thread, message, replyTo: headers['reply-to'] ?? '', messageId: headers['message-id'] ?? '' };
}

/** What a mail server says of a mail that it could not deliver. */
function bounceOf(
  to: string,
  messageId: string,
  { status = '5.1.1', recipient = vera, action = 'failed' } = {},
): string {
  return [
    ...[
      'From: Mail Delivery <MAILER-DAEMON@mx.example>',
      `To: ${to}`,
      'Subject: Undelivered',
      `Message-ID: <${newId()}@mx.example>`,
    ],
    ...['MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=delivery-status; boundary="b"', '', '--b'],
    ...['Content-Type: text/plain', '', 'It did not work.', '', '--b', 'Content-Type: message/delivery-status', ''],
    ...[
      'Reporting-MTA: dns; mx.example',
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      `Action: ${action}`,
      `Status: ${status}`,
      '',
    ],
    ...[
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${messageId}`,
      `To: ${recipient}`,
      '',
      '--b--',
      '',
    ],
  ].join('\r\n');
}

it('brings an answer to the reply address into its request, whatever its headers say', async () => {
  const { deliver, requestId, replyTo } = await answered();
  const other = await harness.thread({ from: 'linus@customer.example' });
  const headers = { 'In-Reply-To': `<${other.firstId}>`, References: `<${other.firstId}>` };
  await deliver(mailOf({ from: vera, to: replyTo, text: 'By its token', headers }));
  await deliver(mailOf({ from: vera, to: replyTo.toUpperCase(), text: 'In capitals' }));
  expect([...said('By its token'), ...said('In capitals')].map((one) => one.requestId)).toEqual([requestId, requestId]);
});

it('brings an answer into its request by the Message-ID of our mail', async () => {
  const { deliver, requestId, messageId, address } = await answered({ plus_addressing: false });
  await deliver(mailOf({ from: vera, to: address, text: 'By its header', headers: { 'In-Reply-To': messageId } }));
  expect(said('By its header')[0]?.requestId).toBe(requestId);
});

it('lets no one into a request by a token that is forged, of another request, or known to a stranger', async () => {
  const { deliver, requestId, replyTo } = await answered();
  const second = await harness.thread({ from: 'linus@customer.example' });
  const [, signature = '', shortId = ''] = /\+([a-z2-7]{16})([0-9a-f]{10})@/.exec(replyTo) ?? [];
  const elsewhere = second.address;
  const forged = [
    replyTo.replace(signature, 'a'.repeat(16)),
    replyTo.replace(shortId, '0'.repeat(10)),
    elsewhere.replace('@', `+${signature}${shortId}@`),
  ];
  for (const [nth, to] of forged.entries()) {
    const target = to.endsWith(elsewhere.slice(elsewhere.indexOf('@'))) ? second.deliver : deliver;
    await target(mailOf({ from: vera, to, text: `forged ${nth}.` }));
    expect(said(`forged ${nth}.`).map((one) => one.requestId)).not.toContain(requestId);
  }
  await deliver(mailOf({ from: eve, to: replyTo, text: 'I found this address' }));
  const [stranger] = said('I found this address');
  expect(stranger?.requestId).not.toBe(requestId);
  expect(stranger?.attributes.mail.related).toBe(requestId);
});

it('takes the mail of a teammate for the team’s answer if it is verified, else for a note', async () => {
  const { deliver, requestId, replyTo } = await answered();
  harness.teammates.set('ada@team.example', harness.agent);
  await deliver(mailOf({ from: 'ada@team.example', to: replyTo, text: 'Who am I?' }));
  harness.service.context.verifier.verify = async () => ({ ...unverified, dmarc: 'pass', aligned: true });
  await deliver(mailOf({ from: 'ada@team.example', to: replyTo, text: 'It is I' }));

  const [note, answer] = [said('Who am I?')[0], said('It is I')[0]];
  expect([note?.requestId, answer?.requestId]).toEqual([requestId, requestId]);
  expect(note).toMatchObject({
    sender: 'email:ada@team.example',
    attributes: { subtype: 'private', mail: { unverified: true } },
  });
  expect(answer?.sender).toBe(harness.agent);
  expect(answer?.attributes).not.toHaveProperty('subtype');
});

it('brings a teammate’s answer to a merged request to the one in which it goes on', async () => {
  const { deliver, requestId, replyTo } = await answered();
  harness.teammates.set('ada@team.example', harness.agent);
  harness.service.context.verifier.verify = async () => ({ ...unverified, dmarc: 'pass', aligned: true });
  harness.merged.set(requestId, `${requestId}-target`);
  await deliver(mailOf({ from: 'ada@team.example', to: replyTo, text: 'Here is the answer' }));
  expect(said('Here is the answer')).toMatchObject([{ requestId: `${requestId}-target`, sender: harness.agent }]);
});

it('fails the messages of a mail that came back, and sends nothing more there after a hard bounce', async () => {
  const { deliver, ledger, requestId, message, messageId, replyTo, people, owner } = await answered();
  const before = harness.messages.length;
  await deliver(bounceOf(replyTo, messageId));
  await deliver(bounceOf(replyTo, messageId));

  expect(harness.messages).toHaveLength(before);
  expect((await ledger()).filter(({ why }) => why === 'bounce')).toHaveLength(2);
  const failed = harness.reports.filter(({ status }) => status === -100);
  expect(failed).toMatchObject([
    { messageIds: [message._id], errorCode: 'bounced', errorText: 'The mail came back. (5.1.1)', tellTeam: true },
  ]);
  const { mails } = (await owner.getRequestMail({ request_id: requestId })).body;
  expect(mails.at(-1)).toMatchObject({ direction: 'out', state: 'bounced' });
  await harness.say(people.projectId, requestId);
  await harness.pass();
  expect(harness.smtp.mails).toEqual([]);
  expect(harness.reports.at(-1)).toMatchObject({ status: -100, errorCode: 'suppressed' });
});

it.each([
  ['for now only', { status: '4.2.2' }, 1, []],
  ['as delayed', { status: '4.4.7', action: 'delayed' }, 0, []],
  ['from a copy', { recipient: 'grace@customer.example' }, 0, ['grace@customer.example']],
] as const)('tells a mail that came back %s from one that failed for good', async (_, report, failures, suppressed) => {
  const { deliver, owner, requestId, people, replyTo } = await answered();
  await owner.setMailCopies({ request_id: requestId, cc: ['grace@customer.example'] });
  await harness.say(people.projectId, requestId);
  await harness.pass();
  const messageId = headersOf(harness.smtp.received.at(-1) ?? '')['message-id'] ?? '';
  await deliver(bounceOf(replyTo, messageId, report));
  expect(harness.reports.filter(({ status }) => status === -100)).toHaveLength(failures);
  expect((await owner.listMailSuppressions({})).body.map(({ address }) => address)).toEqual(suppressed);
});

it('makes no request of a bounce, nor of the bounce of a bounce, and answers none', async () => {
  const { deliver, address, ledger } = await harness.mailbox({
    ...{ outbound: harness.server, auto_reply: { enabled: true, text: 'We have your mail.' } },
  });
  const before = harness.messages.length;
  await deliver(bounceOf(address, '<never-sent@shop.example>'));
  await deliver(bounceOf(address, '<x@mx.example>', { recipient: 'mailer-daemon@mx.example' }));
  await deliver(mailOf({ from: 'postmaster@mx.example', to: address, text: 'No', headers: { 'Return-Path': '<>' } }));
  await harness.pass();
  expect(harness.messages).toHaveLength(before);
  expect(harness.smtp.mails).toEqual([]);
  expect((await ledger()).map(({ state, why }) => [state, why])).toEqual(Array(3).fill(['ignored', 'bounce']));
});

const machines = {
  'Auto-Submitted': 'auto-replied',
  Precedence: 'bulk',
  'X-Auto-Response-Suppress': 'All',
  'List-Id': '<news.example>',
  'Return-Path': '<>',
  'X-Autoreply': 'yes',
  'X-Autorespond': 'yes',
};

it.each(Object.entries(machines))(
  'shows automatic mail (%s) to the team alone in a known thread, and makes no request of it',
  async (name, value) => {
    const { deliver, requestId, replyTo, address, ledger } = await answered();
    const text = `I am away ${newId()}`;
    await deliver(mailOf({ from: vera, to: replyTo, text, headers: { [name]: value } }));
    expect(said(text)).toMatchObject([
      { requestId, automated: true, attributes: { subtype: 'private', mail: { automatic: true } } },
    ]);
    await deliver(mailOf({ from: eve, to: address, text: 'Buy now', subject: 'Offer', headers: { [name]: value } }));
    expect((await ledger())[0]).toMatchObject({ state: 'ignored', why: 'automatic' });
  },
);

it('is not taken in by Auto-Submitted: no, and takes machines where a mailbox wants them', async () => {
  const human = await harness.mailbox();
  await human.deliver(mailOf({ from: vera, to: human.address, text: 'A person', headers: { 'Auto-Submitted': 'no' } }));
  const shop = await harness.mailbox({ accept_automatic: true });
  await shop.deliver(
    mailOf({ from: eve, to: shop.address, text: 'Order 7', headers: { 'Auto-Submitted': 'auto-generated' } }),
  );
  expect([(await human.ledger())[0]?.state, (await shop.ledger())[0]?.state]).toEqual(['routed', 'routed']);
});

it('answers a new request automatically, as a machine, and no further mail of it', async () => {
  const { deliver, address, ledger } = await harness.mailbox({
    ...{ outbound: harness.server, auto_reply: { enabled: true, text: 'We have *your* mail.' } },
  });
  await deliver(mailOf({ from: vera, to: address, text: 'Hello', id: 'first@c.example' }));
  await harness.pass(1);
  await deliver(mailOf({ from: vera, to: address, text: 'Again', headers: { 'In-Reply-To': '<first@c.example>' } }));
  await harness.pass(3_600_001);
  expect(harness.smtp.mails.map(({ to }) => to)).toEqual([[vera]]);
  expect(headersOf(harness.smtp.received[0] ?? '')).toMatchObject({
    ...{ 'auto-submitted': 'auto-replied', 'x-auto-response-suppress': 'All', 'in-reply-to': '<first@c.example>' },
  });
  expect(harness.smtp.received[0]).toContain('We have your mail.');
  expect((await ledger()).map(({ state }) => state)).toEqual(['routed', 'routed']);
});

it.each(['honest', 'silent'])(
  'ends two machines set upon each other after two mails each way: an %s one',
  async (kind) => {
    const from = `robot-${kind}@customer.example`;
    const mailbox = await harness.mailbox({
      ...{ outbound: harness.server, auto_reply: { enabled: true, text: 'We have your mail.' } },
    });
    let toUs = 0;
    const robotAnswers = async (to: string, messageId: string | undefined) => {
      toUs += 1;
      // The silent one names nothing, so that each of its mails opens a request of its own.
      const headers: Record<string, string> =
        kind === 'honest' ? { 'Auto-Submitted': 'auto-replied', 'In-Reply-To': messageId ?? '' } : {};
      await mailbox.deliver(mailOf({ from, to, text: `I am a robot ${toUs}`, headers }));
    };
    await mailbox.deliver(mailOf({ from, to: mailbox.address, text: 'A person writes' }));
    toUs += 1;
    for (let round = 0; round < 10; round += 1) {
      await harness.pass(1_000);
      for (const { text } of harness.smtp.mails.splice(0))
        await robotAnswers(
          kind === 'honest' ? (headersOf(text)['reply-to'] ?? '') : mailbox.address,
          headersOf(text)['message-id'],
        );
    }
    const { people } = mailbox;
    const sent = await harness.service.db.query('select 1 from outgoing_mail where id_project = $1', [
      people.projectId,
    ]);
    expect([sent.length, toUs]).toEqual([1, 2]);
  },
);

it('never answers automatically what has passed a mailbox of this installation', async () => {
  const reply = { enabled: true, text: 'We have your mail.' };
  const first = await harness.mailbox({ outbound: harness.server, auto_reply: reply });
  await answered();
  const mark = headersOf(harness.smtp.received.at(-1) ?? '')['x-parley-loop'] ?? '';
  await first.deliver(
    mailOf({ from: 'other@shop.example', to: first.address, text: 'x', headers: { 'X-Parley-Loop': mark } }),
  );
  await harness.pass();
  expect(harness.smtp.mails).toEqual([]);
  expect((await first.ledger())[0]?.state).toBe('routed');
});

it('rejects what one sender floods a mailbox with', async () => {
  const flooded = new OutgoingHarness();
  await flooded.start({ env: { LIMIT_SENDER_MAILS: '3' } });
  try {
    const { deliver, address, ledger } = await flooded.mailbox();
    for (let nth = 0; nth < 5; nth += 1) await deliver(mailOf({ from: vera, to: address, text: `${nth}` }));
    await deliver(mailOf({ from: eve, to: address, text: 'Someone else' }));
    expect((await ledger()).map(({ state, why }) => why ?? state).reverse()).toEqual([
      ...['routed', 'routed', 'routed', 'rate', 'rate', 'routed'],
    ]);
    flooded.advance(600_000);
    await deliver(mailOf({ from: vera, to: address, text: 'Later' }));
    expect((await ledger())[0]?.state).toBe('routed');
  } finally {
    await flooded.stop();
  }
});
