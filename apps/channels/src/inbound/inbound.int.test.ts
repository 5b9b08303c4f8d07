import { newId } from '@parley/service-kit/call';
import { personasOf } from '@parley/testkit';

import { ChannelsHarness, mailOf, postMail } from '../../test/channels-harness.ts';
import { digestOf } from './inbound-mail.ts';

const harness = new ChannelsHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());
afterEach(() => {
  harness.conversationsIsDown = false;
});

const vera = 'Vera <vera@customer.example>';

/** What the alert reads, in seconds. */
async function oldestWaiting(): Promise<number> {
  await harness.service.runJob('measure-waiting');
  const metrics = await (await fetch(`${harness.service.addresses.ops}/metrics`)).text();
  return Number(/^parley_mail_oldest_waiting_seconds\S* (\S+)$/m.exec(metrics)?.[1]);
}

it('stores a posted mail byte for byte before it answers, and hands out the same bytes', async () => {
  const { owner, id, post, ledger, address } = await harness.mailbox();
  const mail = Buffer.from([...Buffer.from(mailOf({ from: vera, to: address, text: 'Latin-1: ' })), 0xe4, 0x00, 0xff]);
  harness.conversationsIsDown = true;
  expect(await post(mail)).toMatchObject({ status: 200, body: { status: 'stored' } });

  const [row] = await ledger();
  expect(row).toMatchObject({ state: 'stored', via: 'webhook', size: mail.length, has_raw: true, mailbox: id });
  const [stored] = await harness.service.db.query<{ bytes: Buffer }>('select bytes from raw_mail where id = $1', [
    row?._id,
  ]);
  expect(mail.equals(stored?.bytes ?? Buffer.alloc(0))).toBe(true);
  const raw = await owner.getInboundRaw({ mailbox_id: id, inbound_id: row?._id });
  expect([raw.status, raw.headers['content-type']]).toEqual([200, 'message/rfc822']);
  expect(raw.headers['content-disposition']).toContain('attachment');
});

const large = (to: string) => mailOf({ from: vera, to, text: `Large ${'x'.repeat(70)}\r\n`.repeat(20_000) });
const pieces = () => harness.service.db.query('select from raw_piece');

it('stores a mail of many pieces byte for byte, hands out the same bytes, knows it again, and leaves no pieces', async () => {
  const { owner, id, post, ledger, address } = await harness.mailbox();
  const mail = Buffer.concat([Buffer.from(large(address)), Buffer.from([0xe4, 0x00, 0xff])]);
  const form = new FormData();
  form.set('email', new Blob([Uint8Array.from(mail)]), 'mail.eml');
  expect((await post(form)).body.status).toBe('stored');
  expect((await post(mail)).body.status).toBe('known');
  await harness.service.settled();
  const [row] = await ledger();
  expect(row).toMatchObject({ state: 'routed', size: mail.length, sha256: digestOf(mail) });
  const [stored] = await harness.service.db.query<{ bytes: Buffer }>('select bytes from raw_mail where id = $1', [
    row?._id,
  ]);
  expect(mail.equals(stored?.bytes ?? Buffer.alloc(0))).toBe(true);
  const raw = await owner.getInboundRaw({ mailbox_id: id, inbound_id: row?._id });
  expect([raw.status, Number(raw.headers['content-length'])]).toEqual([200, mail.length]);
  expect(raw.body).toBe(mail.toString());
  expect(await pieces()).toEqual([]);
});

it('takes no mail of whose pieces the database has lost some, and removes those that no mail was made of', async () => {
  const { raw } = harness.service.context.inbound;
  const bytes = Buffer.from('abc');
  const mail = { projectId: newId(), id: newId(), createdAt: harness.now(), size: 9 };
  for (const nth of [0, 2]) await raw.storePiece({ id: 'lost', nth, bytes, createdAt: harness.now() });
  await expect(raw.storeOfPieces(mail, 'lost')).rejects.toThrow('lost');
  await raw.storePiece({ id: 'lost', nth: 1, bytes, createdAt: harness.now() });
  await raw.storeOfPieces(mail, 'lost');

  await harness.service.runJob('forget-mails');
  expect(await pieces()).toHaveLength(3);
  harness.advance(25 * 3_600_000);
  await harness.service.runJob('forget-mails');
  expect(await pieces()).toEqual([]);
});

it('knows a mail that comes again, by another way or with other transport headers, also ten at once', async () => {
  const { post, ledger, address } = await harness.mailbox();
  const mail = mailOf({ from: vera, to: address, text: 'Once' });
  const again = Array.from({ length: 10 }, (_, nth) => post(`Received: by relay-${nth}.example; now\r\n${mail}`));
  const answers = (await Promise.all(again)).map(({ body }) => body.status);
  expect(answers.filter((status) => status === 'stored')).toHaveLength(1);
  expect(answers.filter((status) => status === 'known')).toHaveLength(9);

  const withoutId = mail.replace(/^Message-ID: .*\r\n/m, '');
  const second = [await post(withoutId), await post(withoutId), await post(`${withoutId} `)];
  expect(second.map(({ body }) => body.status)).toEqual(['stored', 'known', 'stored']);
  await harness.service.settled();
  expect(await ledger()).toHaveLength(3);
});

it('takes the part email of a form as it is, as a field or as a file', async () => {
  const { post, ledger, address } = await harness.mailbox();
  const mail = mailOf({ from: vera, to: address, text: 'Grüße' });
  const bytes = new Uint8Array(Buffer.from(mail, 'latin1'));
  const [field, file] = [new FormData(), new FormData()];
  field.set('spam_score', '1');
  field.set('email', mail.replace('Grüße', 'Gruss'));
  file.set('email', new Blob([bytes]), 'mail.eml');
  for (const form of [field, file]) expect(await post(form)).toMatchObject({ status: 200, body: { status: 'stored' } });

  const rows = await ledger();
  expect(rows.map(({ size }) => size).sort()).toEqual([mail.length, mail.length].sort());
  const stored = await harness.service.db.query<{ bytes: Buffer }>('select bytes from raw_mail where id = any($1)', [
    rows.map(({ _id }) => _id),
  ]);
  expect(stored.some(({ bytes: one }) => one.equals(Buffer.from(bytes)))).toBe(true);
});

it('refuses a wrong secret and an unknown mailbox alike, and takes the secret as bearer or as a password', async () => {
  const { post, secret, address, ledger } = await harness.mailbox();
  const mail = mailOf({ from: vera, to: address, text: 'x' });
  const basic = (password: string) => `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;
  for (const authorization of ['', 'Bearer wrong', basic('wrong'), `Bearer ${secret}x`, secret]) {
    const refused = await post(mail, { authorization });
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthorized']);
  }
  const unknown = await postMail(harness.service, newId(), mail, { authorization: `Bearer ${secret}` });
  expect([unknown.status, unknown.body.code]).toEqual([401, 'unauthorized']);
  expect(await ledger()).toEqual([]);
  expect((await post(mail, { authorization: basic(secret) })).status).toBe(200);
  expect((await post(mail)).body.status).toBe('known');
});

it('ends the old secret at once when a new one is made', async () => {
  const { post, owner, id, address } = await harness.mailbox();
  const mail = mailOf({ from: vera, to: address, text: 'x' });
  const { secret } = (await owner.rotateMailboxSecret({ mailbox_id: id })).body;
  expect((await post(mail)).status).toBe(401);
  expect((await post(mail, { authorization: `Bearer ${secret}` })).status).toBe(200);
});

it('refuses a mail that is too large, a form without a mail, another type, and a mailbox that takes none', async () => {
  const { post, owner, id, address, ledger } = await harness.mailbox();
  const small = await harness.replica({
    databaseUrl: harness.service.databaseUrl,
    env: { ...harness.service.env, MAIL_MAX_BYTES: '2000' },
  });
  const mail = mailOf({ from: vera, to: address, text: 'x'.repeat(3_000) });
  const { secret } = (await owner.rotateMailboxSecret({ mailbox_id: id })).body;
  const authorization = `Bearer ${secret}`;
  const form = new FormData();
  form.set('email', mail);
  for (const oversize of [mail, form]) {
    const refused = await postMail(small, id, oversize, { authorization });
    expect([refused.status, refused.body.code]).toEqual([413, 'body_too_large']);
  }
  await small.stop();

  const without = new FormData();
  without.set('text', 'no mail');
  const missing = await post(without, { authorization });
  expect([missing.status, missing.body.code]).toEqual([422, 'mail_missing']);
  const broken = await post(mail, { authorization, 'content-type': 'multipart/form-data; boundary=x' });
  expect([broken.status, broken.body.code]).toEqual([422, 'validation_failed']);
  const json = await post('{}', { authorization, 'content-type': 'application/json' });
  expect([json.status, json.body.code]).toEqual([415, 'content_type_wrong']);
  await owner.updateMailbox({ mailbox_id: id, enabled: false });
  const disabled = await post(mail, { authorization });
  expect([disabled.status, disabled.body.code]).toEqual([422, 'mailbox_disabled']);
  expect(await ledger()).toEqual([]);
});

describe('a form', () => {
  const part = (headers: string, text = 'x') => `--b\r\n${headers}\r\n\r\n${text}\r\n`;
  const email = 'Content-Disposition: form-data; name="email"';
  const other = 'Content-Disposition: form-data; name="other"';
  const end = '--b--\r\n';

  it.each([
    ['that ends within its mail', part(email), 'validation_failed'],
    ['that ends within another part', `${part(email)}${part(other)}`, 'validation_failed'],
    ['that ends within a header', `--b\r\n${email.slice(0, -3)}`, 'validation_failed'],
    ['that ends before its last boundary', `${part(email)}--b`, 'validation_failed'],
    ['with nothing in it', '', 'validation_failed'],
    ['with too many parts', `${part(other).repeat(60)}${end}`, 'validation_failed'],
    ['with an empty mail', `${part(email, '')}${end}`, 'mail_missing'],
    ['with a part without a name', `${part('Content-Disposition: form-data')}${end}`, 'mail_missing'],
    ['with U+0000 in a name', `${part(email.replace('ai', 'a\0i'))}${end}`, 'mail_missing'],
    ['with the name of a prototype', `${part(email.replace('email', '__proto__'))}${end}`, 'mail_missing'],
  ])('%s is refused, and nothing of it is stored', async (_what, form, code) => {
    const { post, ledger } = await harness.mailbox();
    const refused = await post(form, { 'content-type': 'multipart/form-data; boundary=b' });
    expect([refused.status, refused.body.code]).toEqual([422, code]);
    expect(await ledger()).toEqual([]);
  });

  it.each([
    ['none', ''],
    ['an empty one', '; boundary='],
    ['one that is too long', `; boundary=${'b'.repeat(5_000)}`],
  ])('whose boundary is %s is refused', async (_what, boundary) => {
    const { post, ledger } = await harness.mailbox();
    const refused = await post(`${part(email)}${end}`, { 'content-type': `multipart/form-data${boundary}` });
    expect([415, 422]).toContain(refused.status);
    expect(await ledger()).toEqual([]);
  });
});

it('keeps a mail while conversations does not answer, and makes one message of it afterwards', async () => {
  const { post, ledger, address } = await harness.mailbox();
  harness.conversationsIsDown = true;
  await post(mailOf({ from: vera, to: address, text: 'Is anyone there?', subject: 'Waiting' }));
  // The first attempt has failed.
  await harness.service.settled();
  expect((await ledger())[0]?.state).toBe('stored');
  harness.advance(1_000_000);
  expect(await oldestWaiting()).toBeGreaterThan(900);

  harness.conversationsIsDown = false;
  await harness.service.db.query(`update task set due_at = now() where done_at is null`);
  await harness.service.settled();
  expect((await ledger())[0]).toMatchObject({ state: 'routed', from: 'vera@customer.example', subject: 'Waiting' });
  expect(harness.messages.filter(({ text }) => text === 'Is anyone there?')).toHaveLength(1);
  expect(await oldestWaiting()).toBe(0);
});

it('gives up after a day, and works again on a mail that an admin retries', async () => {
  const { post, owner, id, ledger, address } = await harness.mailbox();
  harness.conversationsIsDown = true;
  await post(mailOf({ from: vera, to: address, text: 'Retry me' }));
  const early = await owner.retryInboundMail({ mailbox_id: id, inbound_id: (await ledger())[0]?._id });
  expect([early.status, early.body.code]).toEqual([409, 'not_retryable']);

  await harness.service.db.query('update task set attempts = 22, due_at = now() where done_at is null');
  await harness.service.settled();
  const failed = (await ledger())[0];
  expect(failed).toMatchObject({ state: 'failed', error: 'dependency_down' });
  expect((await owner.listInboundMails({ mailbox_id: id, state: 'failed' })).body.mails).toHaveLength(1);
  expect((await owner.listInboundMails({ mailbox_id: id, state: 'routed' })).body.mails).toHaveLength(0);

  harness.conversationsIsDown = false;
  expect((await owner.retryInboundMail({ mailbox_id: id, inbound_id: failed?._id })).body.state).toBe('stored');
  await harness.service.settled();
  expect((await ledger())[0]).toMatchObject({ state: 'routed' });
});

it('removes raw mails after their retention, and the ledger after its own', async () => {
  const { deliver, owner, id, ledger, address } = await harness.mailbox();
  await deliver(mailOf({ from: vera, to: address, text: 'Old' }));
  const [mail] = await ledger();
  harness.advance(31 * 86_400_000);
  await harness.service.runJob('forget-mails');
  expect((await ledger())[0]).toMatchObject({ _id: mail?._id, has_raw: false, state: 'routed' });
  const raw = await owner.getInboundRaw({ mailbox_id: id, inbound_id: mail?._id });
  expect([raw.status, raw.body.code]).toEqual([404, 'inbound_not_found']);

  harness.advance(60 * 86_400_000);
  await harness.service.runJob('forget-mails');
  expect(await ledger()).toEqual([]);
});

it('shows its mails to no other project', async () => {
  const { deliver, id, ledger, address } = await harness.mailbox();
  await deliver(mailOf({ from: vera, to: address, text: 'Private' }));
  const inbound_id = (await ledger())[0]?._id;
  const stranger = harness.service.as(personasOf().ada);
  for (const answer of [
    await stranger.getInboundMail({ mailbox_id: id, inbound_id }),
    await stranger.getInboundRaw({ mailbox_id: id, inbound_id }),
    await stranger.retryInboundMail({ mailbox_id: id, inbound_id }),
  ])
    expect(answer.status).toBe(404);
});
