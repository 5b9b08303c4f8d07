import { readMail } from './read-mail.ts';

const read = (...lines: string[]) => readMail([Buffer.from(lines.join('\r\n'))]);
const head = ['From: Vera <vera@customer.example>', 'To: help@shop.example', 'Subject: Order'];
const html = (body: string) => read(...head, 'Content-Type: text/html; charset=utf-8', '', body);
const plain = (...lines: string[]) => read(...head, 'Content-Type: text/plain; charset=utf-8', '', ...lines);

it.each([
  ['Gmail', 'On Mon, 2 Nov 2026 at 10:00, Shop <help@shop.example> wrote:'],
  ['Gmail in German', 'Am Mo., 2. Nov. 2026 um 10:00 Uhr schrieb Shop <help@shop.example>:'],
  ['Gmail in French', 'Le lun. 2 nov. 2026 à 10:00, Shop <help@shop.example> a écrit :'],
  ['Gmail in Italian', 'Il giorno lun 2 nov 2026 alle ore 10:00 Shop <help@shop.example> ha scritto:'],
  ['Gmail in Spanish', 'El lun, 2 nov 2026 a las 10:00, Shop (<help@shop.example>) escribió:'],
  ['Gmail in Portuguese', 'Em seg., 2 de nov. de 2026 às 10:00, Shop <help@shop.example> escreveu:'],
])('cuts off what %s quotes', async (_client, separator) => {
  const mail = await plain('It is number 7.', '', separator, '> Which one?', '> ', '> Shop');
  expect(mail.text).toBe('It is number 7.');
  expect(mail.fullText).toContain('> Which one?');
});

it('cuts off a signature, and keeps what was written between quoted lines', async () => {
  expect((await plain('Thank you!', '', '-- ', 'Vera Vogel', 'Customer Ltd.')).text).toBe('Thank you!');
  const inline = await plain('> Which number?', '', 'Number 7.', '', '> Which colour?', '', 'Red.');
  expect(inline.text).toContain('Number 7.');
  expect(inline.text).toContain('Red.');
});

it('keeps the whole text of a mail that is nothing but a quote, and of one that was forwarded', async () => {
  const quote = ['> Only', '> a quote'];
  expect((await plain(...quote)).text).toBe(quote.join('\n'));
  const forwarded = [
    'See below.',
    '',
    '---------- Forwarded message ---------',
    'From: a@b.example',
    '',
    '> old',
    'text',
  ];
  expect((await plain(...forwarded)).text).toContain('> old');
  const bySubject = await read(head[0] ?? '', 'Subject: Fwd: Order', '', 'See', '', '> quoted');
  expect(bySubject.text).toContain('> quoted');
});

it('reads the text of an HTML mail, its links and lists, and runs nothing of it', async () => {
  const mail = await html(
    '<p>See <a href="https://shop.example/7">the order</a></p><ul><li>red</li></ul><script>alert(1)</script><style>p{}</style>',
  );
  expect(mail).toMatchObject({ hasHtml: true });
  expect(mail.text).toContain('https://shop.example/7');
  expect(mail.text).toContain('* red');
  expect(mail.text).not.toMatch(/alert|p\{\}|<\w/);
});

it.each([
  ['quoted-printable in ISO-8859-1', 'text/plain; charset=iso-8859-1', 'quoted-printable', Buffer.from('Gr=F6=DFe')],
  ['base64 in UTF-8', 'text/plain; charset=utf-8', 'base64', Buffer.from('R3LDtsOfZQ==')],
  ['8bit in windows-1252', 'text/plain; charset=windows-1252', '8bit', Buffer.from('Gr\xf6\xdfe', 'latin1')],
  ['8bit in UTF-8', 'text/plain; charset=utf-8', '8bit', Buffer.from('Größe')],
])('decodes %s', async (_name, type, encoding, body) => {
  const lines = [...head, `Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', ''].join('\r\n');
  expect((await readMail([Buffer.concat([Buffer.from(lines), body])])).text).toBe('Größe');
});

it('decodes words of headers, and addresses in groups, each once and in the form in which they are compared', async () => {
  const mail = await read(
    'From: =?utf-8?Q?J=C3=BCrgen?= <Juergen@B=?=, other@x.example',
    'From: =?utf-8?Q?J=C3=BCrgen?= <Juergen@BÜCHER.example>',
    'To: Team: a@x.example, A@X.example;, b@x.example',
    'Subject: =?iso-8859-1?Q?Gr=F6=DFe?=',
    'References: <1@a> <2@a>',
    'In-Reply-To: <3@a>',
    '',
    'x',
  );
  expect(mail.subject).toBe('Größe');
  expect(mail.to.map(({ address }) => address)).toEqual(['a@x.example', 'b@x.example']);
  expect(mail.answers).toEqual(['3@a', '2@a', '1@a']);
});

const malformed: [string, Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['no headers', Buffer.from('\r\n\r\nbody')],
  ['a header of a megabyte', Buffer.from(`Subject: ${'x'.repeat(1_000_000)}\r\n\r\nbody`)],
  ['a boundary that never comes', Buffer.from('Content-Type: multipart/mixed; boundary=x\r\n\r\n--y\r\n\r\nbody')],
  ['null bytes and lone bytes', Buffer.from([0, 0xff, 0xfe, 0x0d, 0x0a, 0x0d, 0x0a, 0, 0xc3, 0x28])],
  ['a date of the year 9999', Buffer.from('Date: Fri, 31 Dec 9999 23:59:59 +0000\r\n\r\nbody')],
  ['no date', Buffer.from('Date: yesterday\r\n\r\nbody')],
  ['an unknown charset', Buffer.from('Content-Type: text/plain; charset=klingon\r\n\r\nbody')],
  ['an unknown encoding', Buffer.from('Content-Transfer-Encoding: x-own\r\n\r\nbody')],
  [
    'parts in parts, 200 deep',
    Buffer.from(
      `${Array.from(
        { length: 200 },
        (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
      ).join('')}\r\nbody`,
    ),
  ],
];

it.each(malformed)(
  'reads a mail with %s as far as it goes, and nothing in it that PostgreSQL cannot hold',
  async (_, bytes) => {
    const mail = await readMail([bytes]);
    const text = JSON.stringify(mail);
    expect(text).not.toContain('\\u0000');
    expect(text.isWellFormed()).toBe(true);
    expect(mail.attachments.length).toBeLessThanOrEqual(100);
    expect(mail.subject.length).toBeLessThanOrEqual(998);
  },
);
