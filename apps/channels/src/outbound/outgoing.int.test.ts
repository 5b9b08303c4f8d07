import { audiences } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { amountOf, drawer, eventually } from '@parley/testkit';

import { mailOf } from '../../test/channels-harness.ts';
import { headersOf, OutgoingHarness } from '../../test/outgoing-harness.ts';

const harness = new OutgoingHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());
beforeEach(() => {
  harness.smtp.mails.length = 0;
  harness.smtp.received.length = 0;
  harness.reports.length = 0;
});

const minuteMs = 60_000;
const statuses = () => harness.reports.map(({ messageIds, status, errorCode }) => ({ messageIds, status, errorCode }));

it('sends the answer of an agent to the customer, in the thread of their mail', async () => {
  const { people, requestId, firstId, address } = await harness.thread({ name: 'Shop', signature: 'Your *Shop*' });
  const message = await harness.say(people.projectId, requestId, { text: 'It is **here**: https://shop.example/7' });
  await harness.pass();

  const [mail] = harness.smtp.mails;
  expect(mail?.to).toEqual(['vera@customer.example']);
  const [local, domain] = address.split('@');
  expect(mail?.from).toMatch(new RegExp(`^${local}\\+[a-z2-7]{16}[0-9a-f]{10}@${domain}$`));
  const headers = headersOf(mail?.text ?? '');
  expect(headers).toMatchObject({
    ...{ from: `Shop <${address}>`, to: 'vera@customer.example', 'reply-to': mail?.from },
    ...{ subject: 'Re: Order [#7]', 'message-id': `<${message._id}@${domain}>`, 'in-reply-to': `<${firstId}>` },
    ...{ references: `<${firstId}>`, 'x-parley-loop': expect.stringMatching(/^[\w-]{22}$/) },
  });
  expect(headers).not.toHaveProperty('auto-submitted');
  const text = mail?.text.replace(/=\n/g, '') ?? '';
  expect(text).toContain('It is here: https://shop.example/7\n');
  expect(text).toContain('It is <b>here</b>: <a href=3D"https://shop.example/7">');
  expect(text).toContain('Your <i>Shop</i>');
  expect(text).toContain('> Where is my order?');
  expect(statuses()).toEqual([{ messageIds: [message._id], status: 150, errorCode: '' }]);
});

it('sends what one author writes within twenty seconds as one mail, and what another writes as another', async () => {
  const { people, requestId } = await harness.thread();
  const first = await harness.say(people.projectId, requestId, { text: 'One' });
  await harness.pass(10_000);
  const second = await harness.say(people.projectId, requestId, { text: 'Two' });
  await harness.say(people.projectId, requestId, { text: 'Three', sender: 'b'.repeat(24), senderFullname: 'Grace' });
  expect(harness.smtp.mails).toEqual([]);
  await harness.pass();

  const texts = harness.smtp.received.map((mail) => mail.split('Content-Type: text/html')[0] ?? '');
  expect(texts.map((text) => [/^One$/m, /^Two$/m, /^Three$/m].map((word) => word.test(text)))).toEqual(
    expect.arrayContaining([
      [true, true, false],
      [false, false, true],
    ]),
  );
  expect(texts).toHaveLength(2);
  expect(statuses()).toContainEqual({ messageIds: [first._id, second._id], status: 150, errorCode: '' });
});

it('sends a message once, however often its event comes', async () => {
  const { people, requestId } = await harness.thread();
  const message = await harness.say(people.projectId, requestId);
  await harness.announce(people.projectId, requestId, message);
  await harness.pass();
  await harness.announce(people.projectId, requestId, message);
  await harness.pass();
  expect(harness.smtp.mails).toHaveLength(1);
});

it.each([1, 2, 3].slice(0, amountOf({ quick: 1, soak: 3 })))(
  'lets nothing leave but visible messages of the team, whatever else is said (seed %i)',
  async (seed) => {
    const random = drawer(seed);
    const pick = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
    const mailbox = await harness.mailbox({ outbound: harness.server });
    const { projectId } = mailbox.people;
    const customers = await Promise.all(
      ['vera', 'eve', 'linus'].map((name) => harness.open(mailbox, { from: `${name}@customer.example` })),
    );
    const mayLeave = new Map<string, string>();
    for (let nth = 0; nth < 60; nth += 1) {
      const { requestId } = pick(customers);
      const audience = pick([...audiences, 'all' as const]);
      const sender = pick([
        harness.agent,
        'bot_1',
        'system',
        `email:${pick(['vera', 'eve'])}@customer.example`,
        'guest-1',
      ]);
      const fromRequester = sender.startsWith('email:') || sender === 'guest-1';
      const imported = random(10) === 0;
      const channel = random(10) === 0 ? 'chat21' : 'email';
      const text = `secret-${newId()}`;
      await harness.say(projectId, requestId, { text, audience, sender, fromRequester, imported, channel });
      // What contacts have said, and what came by another channel, is quoted to the same customer alone.
      if (audience === 'all') mayLeave.set(text, requestId);
      if (random(5) === 0) await harness.pass();
    }
    await harness.pass();

    expect(harness.smtp.mails.length).toBeGreaterThan(3);
    const [, domain] = mailbox.address.split('@');
    const mailsOf = new Map(
      (
        await harness.service.db.query<{ id: string; request: string }>(
          'select message_id as id, request_id as request from outgoing_mail where id_project = $1',
          [projectId],
        )
      ).map(({ id, request }) => [id, request]),
    );
    for (const { text } of harness.smtp.mails) {
      const id = headersOf(text)['message-id']?.slice(1, -1) ?? '';
      expect(id).toContain(domain);
      for (const [secret] of text.replace(/=\n/g, '').matchAll(/secret-[0-9a-f]{24}/g))
        expect([secret, mayLeave.get(secret)]).toEqual([secret, mailsOf.get(id)]);
    }
  },
);

it('tries again after 1, 5, 15 and 60 minutes with the same Message-ID, while the server says later', async () => {
  const { people, requestId, owner } = await harness.thread();
  const faults = [
    { at: 'to', answer: 451, text: '4.7.1 greylisted' },
    { at: 'data', answer: 421 },
    { at: 'data', cut: true },
  ] as const;
  harness.smtp.faults.push(...faults, { at: 'from', answer: 450 });
  const message = await harness.say(people.projectId, requestId);
  await harness.pass();
  const state = async () => (await owner.getRequestMail({ request_id: requestId })).body.mails.at(-1);
  expect(await state()).toMatchObject({ state: 'waiting', attempts: 1, error: { code: 'blocked' } });
  expect((await state())?.error?.text).not.toContain('greylisted');
  for (const minutes of [1, 5, 15, 60]) {
    await harness.pass((minutes - 0.5) * minuteMs);
    expect(harness.smtp.mails).toEqual([]);
    await harness.pass(0.5 * minuteMs + 1);
  }
  expect(harness.smtp.mails).toHaveLength(1);
  expect(await state()).toMatchObject({ state: 'sent', attempts: 5, messages: [message._id] });
  expect(statuses()).toEqual([{ messageIds: [message._id], status: 150, errorCode: '' }]);
});

it('gives up after two days, tells author and team why, and sends when an agent asks again', async () => {
  const { people, requestId, owner } = await harness.thread();
  for (let nth = 0; nth < 60; nth += 1) harness.smtp.faults.push({ at: 'from', answer: 451 });
  const message = await harness.say(people.projectId, requestId);
  await harness.pass();
  for (let hours = 0; hours < 52; hours += 4) await harness.pass(4 * 60 * minuteMs);
  expect(statuses()).toEqual([{ messageIds: [message._id], status: -100, errorCode: 'greylisted' }]);
  harness.smtp.faults.length = 0;

  const call = { request_id: requestId, message_id: message._id };
  expect((await owner.retryMessageMail(call)).body).toMatchObject({ state: 'waiting', attempts: 0 });
  const second = await owner.retryMessageMail(call);
  expect([second.status, second.body.code]).toEqual([409, 'not_retryable']);
  await harness.pass(1);
  expect(harness.smtp.mails).toHaveLength(1);
  expect(
    statuses()
      .slice(1)
      .map(({ status }) => status)
      .sort(),
  ).toEqual([100, 150]);
});

it('does not try again what the server refuses for good, and says so with its numbers alone', async () => {
  const { people, requestId, owner } = await harness.thread();
  harness.smtp.faults.push({ at: 'to', answer: 550, text: '5.1.1 vera@customer.example: no such user' });
  const message = await harness.say(people.projectId, requestId);
  await harness.pass();
  expect(harness.reports).toMatchObject([
    { messageIds: [message._id], status: -100, errorCode: 'rejected', tellTeam: true, requestId },
  ]);
  expect(harness.reports[0]?.errorText).toBe('The mail server refused the mail or its recipient. (550 5.1.1)');
  const { mails } = (await owner.getRequestMail({ request_id: requestId })).body;
  expect(mails.map(({ direction, state }) => [direction, state])).toEqual([
    ['in', 'routed'],
    ['out', 'failed'],
  ]);
});

it('sends again a mail whose end it does not know, with the same Message-ID', async () => {
  const { people, requestId } = await harness.thread();
  harness.smtp.faults.push({ at: 'taken', cut: true });
  await harness.say(people.projectId, requestId);
  await harness.pass();
  await harness.pass(minuteMs);
  const ids = harness.smtp.received.map((mail) => headersOf(mail)['message-id']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

it('has at most four mails of a mailbox under way, and others of other projects beside them', async () => {
  const busy = await harness.mailbox({ outbound: harness.server });
  const other = await harness.thread({ from: 'other@customer.example' });
  const opened = await Promise.all(
    Array.from({ length: 6 }, (_, nth) => harness.open(busy, { from: `c${nth}@customer.example` })),
  );
  for (const { requestId } of opened) await harness.say(busy.people.projectId, requestId);
  await harness.say(other.people.projectId, other.requestId);

  let underWay = 0;
  let most = 0;
  const gate = Promise.withResolvers<void>();
  const others = Promise.withResolvers<void>();
  const several = Promise.withResolvers<void>();
  harness.smtp.onMail = async ({ to }) => {
    if (to[0] === 'other@customer.example') {
      others.resolve();
      return;
    }
    underWay += 1;
    most = Math.max(most, underWay);
    if (underWay > 1) several.resolve();
    await gate.promise;
    underWay -= 1;
  };
  harness.advance(20_000);
  harness.service.context.sender.wake();
  await Promise.all([others.promise, several.promise]);
  gate.resolve();
  await harness.service.settled();
  harness.smtp.onMail = () => undefined;
  expect(harness.smtp.mails).toHaveLength(7);
  expect(most).toBeLessThanOrEqual(4);
});

it.each([
  ['is disabled', { enabled: false }, 'mailbox_disabled'],
  ['sends nothing', { outbound: { type: 'none' } }, 'outbound_off'],
] as const)(
  'cancels what a mailbox that %s would have sent, queued or new, and tells the team',
  async (_, change, code) => {
    const { people, requestId, owner, id } = await harness.thread();
    const queued = await harness.say(people.projectId, requestId);
    expect((await owner.updateMailbox({ mailbox_id: id, ...change })).status).toBe(200);
    await harness.pass();
    const late = await harness.say(people.projectId, requestId);
    expect(harness.smtp.mails).toEqual([]);
    expect(harness.reports.map(({ messageIds, errorCode, tellTeam }) => [...messageIds, errorCode, tellTeam])).toEqual([
      [queued._id, code, true],
      [late._id, code, true],
    ]);
  },
);

it('sends copies to whom the customer has copied, and to whom the agent names', async () => {
  const mailbox = await harness.mailbox({ outbound: harness.server });
  const cc = `grace@customer.example, ${mailbox.address}`;
  const { requestId } = await harness.open(mailbox, { cc });
  const { projectId } = mailbox.people;
  await harness.say(projectId, requestId);
  await harness.pass();
  expect(harness.smtp.mails.map(({ to }) => to)).toEqual([['vera@customer.example', 'grace@customer.example']]);
  expect(headersOf(harness.smtp.received[0] ?? '').cc).toBe('grace@customer.example');

  const set = await mailbox.owner.setMailCopies({
    request_id: requestId,
    cc: ['Linus@Customer.example', mailbox.address],
  });
  expect(set.body).toEqual({ cc: ['linus@customer.example'] });
  await harness.say(projectId, requestId);
  await harness.pass();
  expect(harness.smtp.mails.at(-1)?.to).toEqual(['vera@customer.example', 'linus@customer.example']);
  const wrong = await mailbox.owner.setMailCopies({ request_id: requestId, cc: ['grace'] });
  expect([wrong.status, wrong.body.code]).toEqual([422, 'address_invalid']);
});

it('reports what it has sent as soon as conversations can be reached again', async () => {
  const { people, requestId } = await harness.thread();
  const message = await harness.say(people.projectId, requestId);
  harness.advance(20_000);
  const taken = Promise.withResolvers<void>();
  harness.smtp.onMail = async () => {
    harness.conversationsIsDown = true;
    taken.resolve();
  };
  harness.service.context.sender.wake();
  await taken.promise;
  // An attempt that still fails would put the next one off.
  const failed = `select from task where kind = 'report-delivery' and done_at is null and last_error is not null`;
  await eventually(async () => expect(await harness.service.db.query(failed)).toHaveLength(1));
  expect(harness.reports).toEqual([]);
  harness.smtp.onMail = () => undefined;
  harness.conversationsIsDown = false;
  await harness.service.db.query(`update task set due_at = now() where kind = 'report-delivery' and done_at is null`);
  await harness.service.settled();
  expect(statuses()).toEqual([{ messageIds: [message._id], status: 150, errorCode: '' }]);
});

it('shows the mails of a request to those alone who see it', async () => {
  const { requestId, owner } = await harness.thread();
  const unknown = await owner.getRequestMail({ request_id: 'support-group-unknown' });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'request_not_found']);
  const stranger = harness.service.as((await harness.mailbox()).people.ada);
  const copies = await stranger.setMailCopies({ request_id: requestId, cc: [] });
  expect([copies.status, copies.body.code]).toEqual([404, 'mail_not_found']);
});

it('sends nothing to an address that is suppressed, until an admin lifts it', async () => {
  const { people, requestId, owner } = await harness.thread();
  const { projectId } = people;
  await harness.service.context.suppressions.add(projectId, {
    address: 'vera@customer.example',
    why: 'bounce',
    createdAt: harness.now(),
  });
  const message = await harness.say(projectId, requestId);
  await harness.pass();
  expect(harness.smtp.mails).toEqual([]);
  expect(statuses()).toEqual([{ messageIds: [message._id], status: -100, errorCode: 'suppressed' }]);
  expect((await owner.listMailSuppressions({})).body).toMatchObject([
    { address: 'vera@customer.example', why: 'bounce' },
  ]);
  expect((await owner.deleteMailSuppression({ address: 'Vera@customer.example' })).status).toBe(200);
  const gone = await owner.deleteMailSuppression({ address: 'vera@customer.example' });
  expect([gone.status, gone.body.code]).toEqual([404, 'suppression_not_found']);
  await owner.retryMessageMail({ request_id: requestId, message_id: message._id });
  await harness.pass(1);
  expect(harness.smtp.mails).toHaveLength(1);
});

it('uses no plus address where the mailbox has none', async () => {
  const { people, requestId, address } = await harness.thread({ plus_addressing: false });
  await harness.say(people.projectId, requestId, { sender: 'bot_1' });
  await harness.pass();
  expect(harness.smtp.mails[0]?.from).toBe(address);
  expect(headersOf(harness.smtp.received[0] ?? '')).toMatchObject({
    'reply-to': address,
    'auto-submitted': 'auto-replied',
    'x-auto-response-suppress': 'All',
  });
});

it('erases what went to a person', async () => {
  const { people, requestId, deliver, address } = await harness.thread();
  await deliver(mailOf({ from: 'vera@customer.example', to: address, text: 'x' }));
  await harness.say(people.projectId, requestId);
  await harness.pass();
  const { projectId } = people;
  const subject = { projectId, leadId: 'email:vera@customer.example', requests: [], until: null };
  expect(await harness.service.context.subjects.erase(subject)).toMatchObject({ outgoing: 1 });
  for (const table of ['outgoing_mail', 'outgoing_message', 'thread'])
    expect([table, await harness.service.db.query(`select from ${table} where id_project = $1`, [projectId])]).toEqual([
      table,
      [],
    ]);
});
