import { Mover } from '@parley/testkit';

import { mailOf } from '../../test/channels-harness.ts';
import { OutgoingHarness } from '../../test/outgoing-harness.ts';

const [from, to] = [new OutgoingHarness(), new OutgoingHarness()];
beforeAll(async () => {
  await from.start();
  await to.start();
});
afterAll(() => Promise.all([from.stop(), to.stop()]));

it('moves mailboxes without passwords and switched off, the ledger in and out, threads and suppressed addresses', async () => {
  const { people, requestId, owner, id } = await from.thread({ name: 'Shop' });
  const { projectId } = people;
  await from.say(projectId, requestId, { text: 'It is on its way' });
  await from.pass();
  await from.say(projectId, requestId, { text: 'It still waits to be sent' });
  const server = { host: 'imap.shop.example', port: 993, secure: 'tls' as const };
  const imap = { ...server, type: 'imap' as const, username: 'orders', password: 'a secret word' };
  const oauth = { provider: 'custom' as const, token_url: 'https://id.shop.example/token', client_id: 'parley' };
  await from.mailbox({ inbound: imap, oauth: { ...oauth, client_secret: 'another secret' }, spam_score: 4.5 }, people);
  const sealed = { outbound: { ...from.server, username: 'x', password: 'a third secret' } };
  expect((await owner.updateMailbox({ mailbox_id: id, ...sealed })).status).toBe(200);
  await from.service.db.query(
    `insert into mail_suppression (id_project, address, why, created_at) values ($1, 'gone@shop.example', 'bounced', now())`,
    [projectId],
  );

  const out = new Mover(from.service, 'channels');
  const into = new Mover(to.service, 'channels');
  const first = await out.read(projectId);
  expect(first).toMatchObject({
    mailbox: [
      { enabled: true, outgoing: { outbound: { username: 'x' } } },
      { inbound: 'imap', spam_score: 4.5, imap: { ...server, _lastUid: 0 }, oauth },
    ],
    mail: [{ request_id: requestId, message_id: expect.any(String) }],
    thread: [{ request_id: requestId, parties: expect.any(Array), cc: [] }],
    outgoing_mail: [{ state: 'sent', request_id: requestId, messages: [{ seq: 2 }] }],
    suppression: [{ address: 'gone@shop.example', why: 'bounced' }],
  });
  expect(first.outgoing_mail).toHaveLength(1);
  expect(JSON.stringify(first)).not.toMatch(/password|secret/i);

  await into.write(projectId, first);
  const mailbox = first.mailbox?.map((one) => ({ ...one, enabled: false }));
  expect(await into.read(projectId)).toEqual({ ...first, mailbox });
  for (const one of [out, into]) one.close();
});

it('finds the thread of an answer that arrives after the move', async () => {
  const { people, requestId, address } = await from.thread({ name: 'Shop' });
  await from.say(people.projectId, requestId, { text: 'It is on its way' });
  await from.pass();
  const out = new Mover(from.service, 'channels');
  const into = new Mover(to.service, 'channels');
  const records = await out.read(people.projectId);
  await into.write(people.projectId, records);
  const [{ _id: mailboxId = '' } = {}] = records.mailbox ?? [];
  const owner = to.service.as(people.ada);
  const rotated = await owner.rotateMailboxSecret({ mailbox_id: String(mailboxId) });
  expect((await owner.updateMailbox({ mailbox_id: String(mailboxId), enabled: true })).status).toBe(200);

  // Conversations has got its requests, too.
  to.messages.push(...from.messages.filter((message) => message.requestId === requestId));
  const [{ message_id: ours = '' } = {}] = records.outgoing_mail ?? [];
  const headers = { 'In-Reply-To': `<${ours}>`, References: `<${ours}>` };
  const answer = mailOf({ from: 'vera@customer.example', to: address, text: 'Thank you', headers });
  const posted = await to.service
    .as({ kind: 'none', id: '' })
    .receiveMail(
      { mailbox_id: String(mailboxId) },
      { body: answer, headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${rotated.body.secret}` } },
    );
  expect(posted.status).toBe(200);
  await to.service.settled();
  expect(to.messages.at(-1)).toMatchObject({ requestId, text: 'Thank you' });
  for (const one of [out, into]) one.close();
});
