import { amountOf, drawer } from '@parley/testkit';

import { readAttachments, readHtml, readMail } from './read-mail.ts';
import { compressRtf, encapsulated } from './rtf.fixture.ts';
import { tnefOf } from './tnef.fixture.ts';
import { readTnef } from './tnef.ts';

const invoice = {
  title: Buffer.from('INVOIC~1.PDF'),
  longName: 'Invoice für Vera.pdf',
  content: Buffer.from('%PDF-1'),
};
const picture = { title: Buffer.from('a.png'), type: 'image/png', cid: 'image001@parley', content: Buffer.from('PNG') };

/** A mail of Outlook. */
function mailOf(tnef: Buffer, { text = '', type = 'application/ms-tnef' } = {}): Buffer {
  return Buffer.from(
    [
      ...['From: Vera <vera@customer.example>', 'To: help@shop.example', 'Subject: Order', 'MIME-Version: 1.0'],
      ...['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', text, '--b'],
      ...[`Content-Type: ${type}; name="winmail.dat"`, 'Content-Transfer-Encoding: base64'],
      ...['Content-Disposition: attachment; filename="winmail.dat"', '', tnef.toString('base64'), '--b--', ''],
    ].join('\r\n'),
  );
}

it.each(['application/ms-tnef', 'application/vnd.ms-tnef', 'application/octet-stream'])(
  'puts the files of a winmail.dat in its place, under their own names (%s)',
  async (type) => {
    const mail = [mailOf(tnefOf({ files: [invoice, picture], text: 'of Outlook' }), { text: 'See the invoice', type })];
    const read = await readMail(mail);
    expect(read.attachments).toMatchObject([
      { name: 'Invoice für Vera.pdf', type: 'application/octet-stream', size: 6 },
      { name: 'a.png', type: 'image/png', cid: 'image001@parley', size: 3 },
    ]);
    expect(read.text).toBe('See the invoice');
    const found: string[] = [];
    const wanted = new Map(read.attachments.map(({ place, size }) => [place, size]));
    await readAttachments(mail, wanted, async ({ bytes }) => void found.push(Buffer.from(bytes).toString()));
    expect(found).toEqual(['%PDF-1', 'PNG']);
  },
);

it.each([
  ['its text', { text: 'Ich möchte 爱' }, 'Ich möchte 爱', null],
  ['its HTML', { html: '<p>Ein <b>Wort</b> für Sie</p>' }, 'Ein Wort für Sie', '<p>Ein <b>Wort</b> für Sie</p>'],
  ['its text before its HTML', { text: 'Plain', html: '<p>Rich</p>' }, 'Plain', '<p>Rich</p>'],
  ['its RTF', { rtf: compressRtf("{\\rtf1\\ansi Gr\\'fc\\'dfe\\par Vera}") }, 'Grüße\nVera', null],
  ['the HTML in its RTF', { rtf: compressRtf(encapsulated) }, 'Grüße, Vera & Co', '<p>Grüße, <b>Vera</b> &amp; Co</p>'],
  ['its text before its RTF', { text: 'Plain', rtf: compressRtf(encapsulated) }, 'Plain', null],
  ['text of its codepage', { codepage: 1251, body: Buffer.from([0xcf, 0xf0, 0xe8, 0x00]) }, 'При', null],
])('takes %s for a mail that has no words of its own', async (_, parts, text, html) => {
  const mail = [mailOf(tnefOf({ codepage: 65_001, ...parts }))];
  expect((await readMail(mail)).text).toBe(text);
  expect(await readHtml(mail)).toBe(html);
  expect((await readMail(mail)).attachments).toEqual([]);
});

it('keeps a winmail.dat of which it can take nothing, or whose words it cannot read', async () => {
  for (const bytes of [tnefOf({}), Buffer.from('no such file'), Buffer.alloc(0)])
    expect((await readMail([mailOf(bytes, { text: 'Hello' })])).attachments.map(({ name }) => name)).toEqual([
      'winmail.dat',
    ]);
  const { attachments } = await readMail([mailOf(tnefOf({ files: [invoice] }))]);
  expect(attachments.map(({ name }) => name)).toEqual(['winmail.dat', 'Invoice für Vera.pdf']);
});

it('takes out messages inside messages, as deep as they may be', () => {
  let message = tnefOf({ text: 'innermost', files: [invoice] });
  for (let depth = 0; depth < 3; depth += 1)
    message = tnefOf({ text: `depth ${depth}`, files: [{ longName: 'Forwarded', message }] });
  expect(readTnef(message)?.files.map(({ name, content }) => [name, content.toString()])).toEqual([
    ['Forwarded.txt', 'depth 1'],
    ['Forwarded.txt', 'depth 0'],
    ['Forwarded.txt', 'innermost'],
    ['Invoice für Vera.pdf', '%PDF-1'],
  ]);
  for (let depth = 0; depth < 500; depth += 1) message = tnefOf({ files: [{ longName: 'Forwarded', message }] });
  expect(readTnef(message)?.files.length).toBeLessThan(10);
});

it('takes a hundred files at most', () => {
  const files = Array.from({ length: 130 }, (_, nth) => ({ longName: `${nth}.txt`, content: Buffer.from('x') }));
  expect(readTnef(tnefOf({ files }))?.files).toHaveLength(100);
});

it('gives a file no place of the sender’s machine', () => {
  const titles = ['C:\\Users\\vera\\a.txt', '../../etc/passwd', '\\\\server\\share\\b.txt'];
  const { files = [] } =
    readTnef(tnefOf({ files: titles.map((longName) => ({ longName, content: Buffer.from('x') })) })) ?? {};
  expect(files.map(({ name }) => name)).toEqual(['a.txt', 'passwd', 'b.txt']);
});

it('takes of a damaged file what stands before the damage, and never more than came in', () => {
  const whole = tnefOf({
    text: 'text',
    html: '<p>html</p>',
    files: [invoice, picture, { message: tnefOf({ text: 'in' }) }],
  });
  for (let length = 0; length <= whole.length; length += 1) {
    const cut = readTnef(whole.subarray(0, length));
    expect(cut === undefined).toBe(length < 6);
    if (length > whole.length - 20) expect(cut?.files.length).toBeGreaterThan(1);
  }
  const random = drawer(7);
  for (let nth = 0; nth < amountOf({ quick: 500, soak: 200_000 }); nth += 1) {
    const bytes = Buffer.from(whole);
    for (let flips = random(8); flips >= 0; flips -= 1) bytes[6 + random(bytes.length - 6)] = random(256);
    const { files = [], text = '', html = '' } = readTnef(bytes) ?? {};
    const size = files.reduce((all, { content }) => all + content.length, 0);
    expect(size).toBeLessThanOrEqual(bytes.length);
    expect(text.length + html.length).toBeLessThanOrEqual(bytes.length);
  }
});
