import { newId } from '@parley/service-kit/call';
import { eventually } from '@parley/testkit';

import { ChannelsHarness, mailOf } from '../../test/channels-harness.ts';

const harness = new ChannelsHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());
afterEach(() => {
  harness.onAppend = () => undefined;
});

const vera = 'Vera <vera@customer.example>';
const eve = 'eve@stranger.example';
const sentBy = (lead: string) => harness.messages.filter(({ sender }) => sender === `email:${lead}`);

it('opens a request of the mailbox’s department with the subject, in the name of a lead of the address', async () => {
  const { people, deliver, ledger, address } = await harness.mailbox({ department: 'sales' });
  await deliver(
    mailOf({
      from: 'Ada L <Ada@Customer.example>',
      to: address,
      subject: 'Größe?',
      text: 'Which size?',
      id: 'm1@c.example',
    }),
  );

  const [message] = sentBy('ada@customer.example');
  expect(message).toMatchObject({
    ...{ text: 'Which size?', subject: 'Größe?', departmentid: 'sales', channel: { name: 'email' } },
    attributes: { mail: { message_id: 'm1@c.example', subject: 'Größe?', html: false, to: [{ address }] } },
  });
  expect(message?.attributes.mail.from).toEqual({ address: 'ada@customer.example', name: 'Ada L' });
  expect(message?.requestId).toMatch(new RegExp(`^support-group-${people.projectId}-[\\w-]{43}$`));
  expect(await ledger()).toMatchObject([
    { state: 'routed', request_id: message?.requestId, from: 'ada@customer.example', subject: 'Größe?' },
  ]);
  const lead = harness.contacts.calls.find(({ method }) => method === 'ensureLead')?.request;
  expect(lead).toMatchObject({
    leadId: 'email:ada@customer.example',
    email: 'ada@customer.example',
    fullname: 'Ada L',
  });
});

it('joins an answer to the request of the mail that it answers, by In-Reply-To or by References', async () => {
  const { deliver, ledger, address } = await harness.mailbox();
  const first = `${newId()}@c.example`;
  await deliver(mailOf({ from: vera, to: address, text: 'First', id: first }));
  await deliver(mailOf({ from: vera, to: address, text: 'Second', headers: { 'In-Reply-To': `<${first}>` } }));
  const references = `<${first}> <unknown@c.example>`;
  await deliver(
    mailOf({ from: vera, to: address, text: 'Third', subject: 'Other', headers: { References: references } }),
  );
  const requests = new Set((await ledger()).map(({ request_id }) => request_id));
  expect(requests.size).toBe(1);
});

it('brings the answer to a merged request to the one in which it goes on, whose answers leave by mail', async () => {
  const { people, deliver, ledger, address } = await harness.mailbox();
  const [one, two] = [`${newId()}@c.example`, `${newId()}@c.example`];
  await deliver(mailOf({ from: vera, to: address, text: 'First', id: one }));
  await deliver(mailOf({ from: vera, to: address, text: 'Second', id: two }));
  const [second, first] = (await ledger()).map(({ request_id }) => request_id ?? '');
  harness.merged.set(first ?? '', second ?? '');
  await deliver(mailOf({ from: vera, to: address, text: 'To the first', headers: { 'In-Reply-To': `<${one}>` } }));

  const [routed] = await ledger();
  expect(routed).toMatchObject({ state: 'routed', request_id: second });
  expect(harness.messages.at(-1)).toMatchObject({ text: 'To the first', requestId: second });
  const threads = await harness.service.db.query(
    'select parties from thread where id_project = $1 and request_id = $2',
    [...[people.projectId, second]],
  );
  expect(threads).toEqual([{ parties: ['vera@customer.example'] }]);
});

it('compares no subjects: two customers with one subject have a request each', async () => {
  const { deliver, ledger, address } = await harness.mailbox();
  for (const from of [vera, eve])
    await deliver(mailOf({ from, to: address, subject: 'Re: Order', text: 'Where is it?' }));
  expect(new Set((await ledger()).map(({ request_id }) => request_id)).size).toBe(2);
});

it('gives a stranger who names the mail of another a request of their own, which says what it names', async () => {
  const { deliver, ledger, address } = await harness.mailbox();
  const first = `${newId()}@c.example`;
  await deliver(mailOf({ from: vera, to: address, text: 'Private matter', id: first }));
  const own = (await ledger())[0]?.request_id;
  await deliver(mailOf({ from: eve, to: address, text: 'Let me in', headers: { 'In-Reply-To': `<${first}>` } }));
  const message = harness.messages.find(({ text }) => text === 'Let me in');
  expect(message?.requestId).not.toBe(own);
  expect(message?.attributes.mail.related).toBe(own);
});

it('is not fooled by a mail that has the Message-ID of another', async () => {
  const { deliver, ledger, address } = await harness.mailbox();
  const first = `${newId()}@c.example`;
  await deliver(mailOf({ from: vera, to: address, text: 'Private matter', id: first }));
  const own = (await ledger())[0]?.request_id;
  await deliver(mailOf({ from: eve, to: address, text: 'I have the same id', id: first }));
  await deliver(mailOf({ from: eve, to: address, text: 'And answer it', headers: { 'In-Reply-To': `<${first}>` } }));
  await deliver(mailOf({ from: vera, to: address, text: 'My second', headers: { 'In-Reply-To': `<${first}>` } }));
  const requestOf = (text: string) => harness.messages.find((message) => message.text === text)?.requestId;
  expect([requestOf('I have the same id'), requestOf('And answer it')]).not.toContain(own);
  expect(requestOf('My second')).toBe(own);
});

it('lets a colleague write into the request whom the thread has named, or who writes to its requester as well', async () => {
  const { deliver, ledger, address } = await harness.mailbox();
  const first = `${newId()}@c.example`;
  await deliver(
    mailOf({ from: vera, to: address, cc: 'Grace <grace@customer.example>', text: 'With Grace', id: first }),
  );
  const answers = { 'In-Reply-To': `<${first}>` };
  await deliver(mailOf({ from: 'grace@customer.example', to: address, text: 'Grace here', headers: answers }));
  const to = `${address}, vera@customer.example`;
  await deliver(mailOf({ from: 'linus@customer.example', to, text: 'Linus, too', headers: answers }));
  await deliver(mailOf({ from: 'linus@customer.example', to: address, text: 'Again', headers: answers }));
  expect(new Set((await ledger()).map(({ request_id }) => request_id)).size).toBe(1);
  expect(sentBy('linus@customer.example').map(({ text }) => text)).toEqual(['Linus, too', 'Again']);
});

it('begins a new request that names the previous one when that is closed for good', async () => {
  const { deliver, ledger, address } = await harness.mailbox();
  const first = `${newId()}@c.example`;
  await deliver(mailOf({ from: vera, to: address, text: 'Done soon', id: first }));
  const closed = (await ledger())[0]?.request_id ?? '';
  harness.closed.add(closed);
  await deliver(mailOf({ from: vera, to: address, text: 'Not done', headers: { 'In-Reply-To': `<${first}>` } }));
  const message = harness.messages.find(({ text }) => text === 'Not done');
  expect(message?.requestId).not.toBe(closed);
  expect(message?.attributes.mail.previous).toBe(closed);
});

it('keeps threads of two mailboxes of one project together, and those of two projects apart', async () => {
  const one = await harness.mailbox();
  const two = await harness.mailbox({}, one.people);
  const elsewhere = await harness.mailbox();
  const first = `${newId()}@c.example`;
  const answers = { 'In-Reply-To': `<${first}>` };
  await one.deliver(mailOf({ from: vera, to: one.address, text: 'First', id: first }));
  await two.deliver(mailOf({ from: vera, to: two.address, text: 'Second', headers: answers }));
  await elsewhere.deliver(mailOf({ from: vera, to: elsewhere.address, text: 'Third', headers: answers }));
  const [a, b, c] = [await one.ledger(), await two.ledger(), await elsewhere.ledger()].map(
    (rows) => rows[0]?.request_id,
  );
  expect(b).toBe(a);
  expect(c).toContain(elsewhere.people.projectId);
});

it('waits for a mail that is still to be worked on before it places its answer', async () => {
  const { post, ledger, address } = await harness.mailbox();
  const first = `${newId()}@c.example`;
  const held = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  harness.onAppend = () => {
    entered.resolve();
    return held.promise;
  };
  await post(mailOf({ from: vera, to: address, text: 'Slow first', id: first }));
  await entered.promise;
  await post(mailOf({ from: vera, to: address, text: 'Quick answer', headers: { 'In-Reply-To': `<${first}>` } }));
  held.resolve();
  // The answer looks again a moment later; a service counts as settled before.
  await eventually(async () => expect((await ledger()).map(({ state }) => state)).toEqual(['routed', 'routed']));
  expect(new Set((await ledger()).map(({ request_id }) => request_id)).size).toBe(1);
});

it('stores one message when the process ends between the message and its row', async () => {
  const { post, ledger, address } = await harness.mailbox();
  await post(mailOf({ from: vera, to: address, text: 'Once only' }));
  await harness.service.settled();
  await harness.service.db.query(`update inbound_mail set state = 'stored', request_id = null where id = $1`, [
    (await ledger())[0]?._id,
  ]);
  await harness.service.db.query(`update task set done_at = null, due_at = now(), payload = $1 where id like $2`, [
    { id: (await ledger())[0]?._id },
    `%${(await ledger())[0]?._id}%`,
  ]);
  await harness.service.settled();
  expect((await ledger())[0]?.state).toBe('routed');
  expect(harness.messages.filter(({ text }) => text === 'Once only')).toHaveLength(1);
});

it('ignores mail of its own addresses and rejects mail that has no sender, and says so', async () => {
  const { deliver, ledger, address } = await harness.mailbox();
  const before = harness.messages.length;
  await deliver(mailOf({ from: address, to: address, text: 'From myself' }));
  await deliver(`Message-ID: <${newId()}@c.example>\r\nSubject: x\r\n\r\nno sender\r\n`);
  expect((await ledger()).map(({ state, why }) => [state, why])).toEqual([
    ['rejected', 'no_sender'],
    ['ignored', 'own_address'],
  ]);
  expect(harness.messages).toHaveLength(before);
});

it('tells a mail that cannot be parsed all the same, with its sender and subject, and goes on with the next', async () => {
  const { deliver, ledger, address } = await harness.mailbox();
  const part = '--x\r\nContent-Disposition: attachment; filename=a\r\n\r\na\r\n';
  const head = ['From: Vera <vera@poison.example>', `To: ${address}`, 'Subject: Ten thousand parts'];
  const mail = [...head, 'Content-Type: multipart/mixed;', ' boundary=x', '', part.repeat(10_000), '--x--'];
  await deliver(mail.join('\r\n'));
  await deliver(mailOf({ from: vera, to: address, text: 'The next one' }));
  const [message] = sentBy('vera@poison.example');
  expect(message).toMatchObject({ text: 'Ten thousand parts', subject: 'Ten thousand parts' });
  expect(message?.attributes.mail).toMatchObject({ unreadable: 'malformed', from: { name: 'Vera' } });
  expect((await ledger()).map(({ state }) => state)).toEqual(['routed', 'routed']);
});
