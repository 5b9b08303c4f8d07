import { amountOf, drawer } from '@parley/testkit';
import iconv from 'iconv-lite';

import { ChannelsHarness, mailOf } from '../../test/channels-harness.ts';

const harness = new ChannelsHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

/** Texts that these charsets can write. */
const charsets: readonly (readonly [text: string, names: readonly string[]])[] = [
  [
    'Grüße, Größe',
    [
      'utf-8',
      'UTF8',
      'iso-8859-1',
      'latin1',
      'iso-8859-15',
      'windows-1252',
      'cp1252',
      'macintosh',
      'cp850',
      'iso-8859-9',
      'windows-1254',
    ],
  ],
  ['Žluťoučký kůň', ['iso-8859-2', 'windows-1250', 'cp852']],
  ['Привет, заказ', ['koi8-r', 'koi8-u', 'windows-1251', 'iso-8859-5', 'cp866']],
  ['Γειά σου', ['iso-8859-7', 'windows-1253']],
  ['שלום', ['iso-8859-8', 'windows-1255']],
  ['مرحبا', ['iso-8859-6', 'windows-1256']],
  ['Sveiki, žąsis', ['iso-8859-13', 'windows-1257']],
  ['สวัสดี', ['windows-874', 'tis-620']],
  ['こんにちは', ['shift_jis', 'euc-jp']],
  ['你好，订单', ['gb2312', 'gbk', 'gb18030']],
  ['你好，訂單', ['big5']],
  ['안녕하세요', ['euc-kr', 'ks_c_5601-1987']],
];
const encodings = ['base64', 'quoted-printable', '8bit'] as const;

function encoded(bytes: Buffer, encoding: (typeof encodings)[number]): string {
  if (encoding === 'base64') return bytes.toString('base64');
  if (encoding === '8bit') return bytes.toString('latin1');
  return [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

const shapes = charsets.flatMap(([text, names]) =>
  names.flatMap((charset) => encodings.map((encoding) => ({ text, charset, encoding }))),
);

it('reads sixty charsets and encodings', async () => {
  expect(shapes.length).toBeGreaterThanOrEqual(60);
  const { post, address, ledger } = await harness.mailbox();
  await Promise.all(
    shapes.map(({ text, charset, encoding }) => {
      const head = `From: v@c.example\r\nTo: ${address}\r\nSubject: ${charset} ${encoding}\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: ${encoding}`;
      return post(Buffer.from(`${head}\r\n\r\n${encoded(iconv.encode(text, charset), encoding)}`, 'latin1'));
    }),
  );
  await harness.service.settled();
  const requests = new Set((await ledger()).map(({ request_id }) => request_id));
  const read = new Map(
    harness.messages.filter(({ requestId }) => requests.has(requestId)).map(({ subject, text }) => [subject, text]),
  );
  const wrong = shapes.filter(({ text, charset, encoding }) => read.get(`${charset} ${encoding}`) !== text);
  expect(wrong).toEqual([]);
}, 120_000);

const tricks: readonly ((mail: Buffer, draw: (below: number) => number) => Buffer)[] = [
  (mail, draw) => mail.subarray(0, draw(mail.length)),
  (mail, draw) => Buffer.concat([mail.subarray(0, draw(mail.length)), Buffer.from([0, 0xff, 0xfe, 0x80]), mail]),
  (mail, draw) => Buffer.from(mail.map((byte) => (draw(40) === 0 ? draw(256) : byte))),
  (mail) => Buffer.from(mail.toString('latin1').replace(/boundary=b/, 'boundary=other'), 'latin1'),
  (mail) => Buffer.from(mail.toString('latin1').replace(/\r\n\r\n/, '\r\n'), 'latin1'),
  (mail) => Buffer.from(mail.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  (mail, draw) => Buffer.concat([Buffer.from(`X-Long: ${'x'.repeat(draw(1_000_000))}\r\n`), mail]),
  (mail, draw) => Buffer.concat([Buffer.from(`Date: Fri, 31 Dec ${draw(2) ? 9999 : 1970} 99:99:99 +9999\r\n`), mail]),
  (mail, draw) =>
    Buffer.concat([Buffer.from('Content-Type: multipart/mixed; boundary=b\r\n'.repeat(1 + draw(50))), mail]),
  (mail, draw) => {
    const depth = draw(500);
    const parts = Array.from(
      { length: depth },
      (_, n) => `Content-Type: multipart/mixed; boundary=n${n}\r\n\r\n--n${n}\r\n`,
    );
    return Buffer.concat([Buffer.from(`From: v@c.example\r\n${parts.join('')}`), mail]);
  },
  (mail, draw) =>
    Buffer.concat([
      mail,
      Buffer.from('--b\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\n\r\n'.repeat(1 + draw(200))),
    ]),
  (mail) => Buffer.from(mail.toString('latin1').replace('Subject: ', 'Subject: =?utf-8?B?\xff\xfe?= =?x?q?'), 'latin1'),
];

it('makes of every malformed mail a request or a stated refusal, and is stuck at none', async () => {
  const { post, address, ledger } = await harness.mailbox();
  const draw = drawer(26);
  const whole = mailOf({
    ...{ from: 'v@c.example', to: address, text: `--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n--b--` },
    headers: { 'Content-Type': 'multipart/mixed; boundary=b' },
  });
  const mails = amountOf({ quick: 4 * tricks.length, soak: 1_000 });
  for (let nth = 0; nth < mails; nth += 1) {
    const trick = tricks[nth % tricks.length];
    const mail = trick?.(Buffer.from(whole.replace('Message-ID: <', `Message-ID: <${nth}-`)), draw) ?? Buffer.alloc(0);
    const { status } = await post(mail.length > 0 ? mail : Buffer.from(`${nth}`));
    expect(status).toBe(200);
  }
  await harness.service.settled();
  const states = await harness.service.db.query<{ state: string; isStated: boolean; count: number }>(
    `select state, state = 'routed' or why is not null as "isStated", count(*)::int as count from inbound_mail
      where id_mailbox = $1 group by 1, 2`,
    [(await ledger())[0]?.mailbox],
  );
  expect(states.filter(({ state, isStated }) => !isStated || state === 'stored' || state === 'failed')).toEqual([]);
  expect(states.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(mails * 0.9);
}, 300_000);
