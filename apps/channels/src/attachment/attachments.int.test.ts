import { randomBytes } from 'node:crypto';

import { newId } from '@parley/service-kit/call';
import { actor, personasOf } from '@parley/testkit';

import { ChannelsHarness } from '../../test/channels-harness.ts';
import { tnefOf } from '../email/tnef.fixture.ts';

const harness = new ChannelsHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());
afterEach(() => {
  harness.mediaIsDown = false;
});

interface Part {
  name?: string;
  type?: string;
  content: Buffer;
  cid?: string;
}

const vera = 'Vera <vera@customer.example>';
const packed = { title: Buffer.from('packed.pdf') };

/** A picture of this size, as far as its header says. */
function png(width: number, height: number, more = ''): Buffer {
  const head = Buffer.alloc(24);
  head.write('\x89PNG\r\n\x1a\n', 0, 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return Buffer.concat([head, Buffer.from(more)]);
}

/** A mail of several parts, as a client sends it. */
function mailWith(
  parts: readonly Part[],
  { to = 'x@shop.example', text = 'See the files', html = '', from = vera } = {},
) {
  const head = [`From: ${from}`, `To: ${to}`, 'Subject: Files', `Message-ID: <${newId()}@client.example>`];
  const bodies = [
    `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`,
    ...(html ? [`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`] : []),
    ...parts.map(({ name, type = 'application/octet-stream', content, cid }) =>
      [
        `Content-Type: ${type}${name ? `; name="${name}"` : ''}`,
        'Content-Transfer-Encoding: base64',
        `Content-Disposition: ${cid ? 'inline' : 'attachment'}${name ? `; filename="${name}"` : ''}`,
        ...(cid ? [`Content-ID: <${cid}>`] : []),
        '',
        content.toString('base64').replace(/.{76}/g, '$&\r\n'),
      ].join('\r\n'),
    ),
  ];
  const mixed = bodies.map((body) => `--b\r\n${body}\r\n`).join('');
  return [...head, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', '', `${mixed}--b--`, ''].join(
    '\r\n',
  );
}

/** The messages of one mail, in their order. */
async function messagesOf(parts: readonly Part[], more: { html?: string; text?: string; from?: string } = {}) {
  const mailbox = await harness.mailbox();
  await mailbox.deliver(mailWith(parts, { ...more, to: mailbox.address }));
  const [row] = await mailbox.ledger();
  return { ...mailbox, row, messages: harness.messages.filter(({ requestId }) => requestId === row?.request_id) };
}

it('makes a message of each file right after the text, pictures as pictures', async () => {
  const bill = Buffer.from('%PDF-1.4 bill');
  const { messages } = await messagesOf([
    { name: 'bill.pdf', type: 'application/pdf', content: bill },
    { name: 'photo.png', type: 'image/png', content: png(640, 480) },
  ]);
  expect(messages.map(({ text, type, metadata }) => [type, text || metadata?.name])).toEqual([
    ['text', 'See the files'],
    ['file', 'bill.pdf'],
    ['image', 'photo.png'],
  ]);
  expect(messages[1]?.metadata?.src).toMatch(/\/v3\/files\?path=uploads%2F/);
  expect(messages[2]?.metadata?.src).toMatch(/\/v3\/images\?path=uploads%2F/);
  expect([...harness.files.values()].some(({ content }) => content.equals(bill))).toBe(true);
});

it('names in the text what media refuses, and why', async () => {
  const { messages } = await messagesOf([{ name: 'invoice.exe', content: Buffer.from('MZ') }]);
  expect(messages.map(({ text }) => text)).toEqual(['See the files\n\n[invoice.exe was not accepted: type]']);
});

it('keeps a forwarded mail, an invitation and winmail.dat as files', async () => {
  const { messages } = await messagesOf([
    { type: 'message/rfc822', content: Buffer.from('From: a@b.example\r\n\r\nx') },
    { type: 'text/calendar', content: Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR') },
    { name: 'winmail.dat', type: 'application/ms-tnef', content: Buffer.from('x\x9f>"') },
  ]);
  expect(messages.slice(1).map(({ metadata }) => metadata?.name)).toEqual([
    'message.eml',
    'invitation.ics',
    'winmail.dat',
  ]);
});

it('takes the first twenty, and leaves out what only tells that the mail is read', async () => {
  const files = Array.from({ length: 25 }, (_, nth) => ({ name: `${nth}.pdf`, content: Buffer.from(`%PDF ${nth}`) }));
  const pixels = [png(1, 1), png(4, 4), Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')];
  const { messages } = await messagesOf([
    ...pixels.map((content, nth) => ({ name: `p${nth}.png`, type: 'image/png', content })),
    ...files,
  ]);
  expect(messages.slice(1).map(({ metadata }) => metadata?.name)).toEqual(files.slice(0, 20).map(({ name }) => name));
});

it('leaves out a picture that three earlier mails of the sender have as well, and no other', async () => {
  const from = `${newId()}@customer.example`;
  const mailbox = await harness.mailbox();
  const logo = { name: 'logo.png', type: 'image/png', content: png(200, 50, from), cid: 'logo' };
  const pictures: number[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    const photo = { name: 'photo.png', type: 'image/png', content: png(640, 480, `${from} ${nth}`) };
    await mailbox.deliver(mailWith([logo, photo], { from, to: mailbox.address }));
    const id = (await mailbox.ledger())[0]?.request_id;
    pictures.push(harness.messages.filter(({ requestId, type }) => requestId === id && type === 'image').length);
  }
  expect(pictures).toEqual([2, 2, 2, 1, 1]);
});

it('waits while media is down, and then stores each file once', async () => {
  harness.mediaIsDown = true;
  const mailbox = await harness.mailbox();
  await mailbox.post(mailWith([{ name: 'bill.pdf', content: Buffer.from('%PDF waits') }], { to: mailbox.address }));
  await harness.service.settled();
  expect((await mailbox.ledger())[0]).toMatchObject({ state: 'stored', error: 'dependency_down' });
  harness.mediaIsDown = false;
  await harness.service.db.query('update task set due_at = now() where done_at is null');
  await harness.service.settled();
  const [row] = await mailbox.ledger();
  expect(row?.state).toBe('routed');
  expect(harness.messages.filter(({ requestId }) => requestId === row?.request_id)).toHaveLength(2);
});

it('answers the HTML of a mail made safe, with its own pictures, to those who may see the request alone', async () => {
  const html = '<p>Red <b>shoes</b></p><script>x()</script><img src="cid:pic"><img src="https://evil.example/o.gif">';
  const picture = { name: 'pic.png', type: 'image/png', content: png(64, 64, newId()), cid: 'pic' };
  const { owner, row, people } = await messagesOf([picture], { html });
  const at = { request_id: row?.request_id, message_id: row?.message };
  const shown = await owner.getMessageHtml(at);
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(String(shown.headers['content-security-policy'])).toMatch(/default-src 'none'.*sandbox/);
  const text = String(shown.body);
  expect(text).toContain('<b>shoes</b>');
  expect(text).toMatch(/<img src="[^"]*\/v3\/images\?path=uploads/);
  expect(text).not.toMatch(/script|evil/);
  expect(String((await owner.getMessageHtml({ ...at, images: 'true' })).body)).toContain('https://evil.example/o.gif');

  const stranger = harness.service.as(actor({ projectId: newId(), role: 'agent' }));
  expect((await stranger.getMessageHtml(at)).status).toBe(404);
  const unknown = await harness.service.as(people.ada).getMessageHtml({ ...at, message_id: newId() });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'html_not_found']);
});

it('rejects what a filter has flagged or scored too high, and routes it when an admin says so', async () => {
  const { owner, id, deliver, ledger, address } = await harness.mailbox({ spam_score: 5 });
  const mail = (header: string) =>
    `From: ${vera}\r\nTo: ${address}\r\nMessage-ID: <${newId()}@c.example>\r\nSubject: Prize\r\n${header}\r\n\r\nYou won\r\n`;
  for (const header of ['X-Spam-Flag: YES', 'X-Spam-Status: No, score=5.1 required=9', 'X-Spam-Score: 4.9'])
    await deliver(mail(header));
  expect((await ledger()).map(({ state, why }) => why ?? state)).toEqual(['routed', 'spam', 'spam']);
  const inbound_id = (await ledger())[1]?._id;
  expect((await owner.routeInboundMail({ mailbox_id: id, inbound_id })).status).toBe(200);
  await harness.service.settled();
  expect((await ledger())[1]?.state).toBe('routed');
  const again = await owner.routeInboundMail({ mailbox_id: id, inbound_id });
  expect([again.status, again.body.code]).toEqual([409, 'not_retryable']);
});

it('makes messages of what a winmail.dat of Outlook holds', async () => {
  const content = tnefOf({
    text: 'Of Outlook',
    files: [
      { title: Buffer.from('INVOIC~1.PDF'), longName: 'Invoice 7.pdf', content: Buffer.from('%PDF-1.7') },
      { longName: 'setup.exe', content: Buffer.from('MZ') },
    ],
  });
  const part = { name: 'winmail.dat', type: 'application/ms-tnef', content };
  const { messages } = await messagesOf([part], { text: ' ' });
  expect(messages.map(({ type, text, metadata }) => [type, text, metadata?.name])).toEqual([
    ['text', 'Of Outlook\n\n[setup.exe was not accepted: type]', undefined],
    ['file', '', 'Invoice 7.pdf'],
  ]);
});

it('stores files of 20 MB, whatever fits into one call', async () => {
  const { projectId } = personasOf();
  const size = 20 * 2 ** 20;
  async function* content() {
    for (let at = 0; at < size; at += 2 ** 16) yield Buffer.alloc(2 ** 16);
  }
  const file = { projectId, mailboxId: newId(), name: 'film.mp4', key: 'film' };
  await harness.service.context.media.storeLarge({ ...file, content: content() });
  expect(harness.files.get('film')?.content).toHaveLength(size);
});

it('stores large files as they are read and small ones after them, each in its place, and says which were refused', async () => {
  const large = randomBytes(700_000);
  const small = Buffer.from('%PDF-1.4 bill');
  const { messages, row } = await messagesOf([
    { name: 'first.pdf', type: 'application/pdf', content: small },
    { name: 'large.pdf', type: 'application/pdf', content: large },
    { name: 'large.exe', content: randomBytes(600_000) },
    { name: 'winmail.dat', type: 'application/ms-tnef', content: tnefOf({ files: [{ ...packed, content: large }] }) },
    { name: 'last.pdf', type: 'application/pdf', content: small },
  ]);
  expect(row?.state).toBe('routed');
  expect(messages.map(({ metadata }) => metadata?.name)).toEqual([
    ...[undefined, 'first.pdf', 'large.pdf', 'packed.pdf', 'last.pdf'],
  ]);
  expect(messages[0]?.text).toContain('[large.exe was not accepted: type]');
  const contents = [0, 1, 3, 4].map((nth) => harness.files.get(`${row?._id} ${nth}`)?.content);
  expect(contents.map((content) => content && [small, large].findIndex((one) => one.equals(content)))).toEqual([
    0, 1, 1, 0,
  ]);
});
