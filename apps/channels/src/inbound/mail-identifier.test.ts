import { createHash } from 'node:crypto';

import { drawer } from '@parley/testkit';

import { MailIdentifier } from './inbound-mail.ts';

const digest = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

function identityOf(pieces: readonly Buffer[]) {
  const identifier = new MailIdentifier();
  for (const piece of pieces) identifier.update(piece);
  return identifier.finish();
}

function cutAtRandom(mail: Buffer, draw: (below: number) => number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < mail.length; ) {
    const size = 1 + draw(draw(2) === 0 ? 4 : mail.length);
    pieces.push(mail.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

const long = `X-Long: ${'x'.repeat(300_000)}`;
it.each([
  ['CRLF', 'Message-ID: <1@a.example>\r\nSubject: x\r\n', '\r\n', 'Hello\r\n\r\nVera'],
  ['LF', 'Message-ID: <1@a.example>\nSubject: x\n', '\n', 'Hello\n\nVera'],
  ['an LF before a CRLF', 'Message-ID: <1@a.example>\n', '\n', 'a\r\n\r\nb'],
  ['no body', 'Message-ID: <1@a.example>\r\n', '\r\n', ''],
  ['no end of its headers', 'Message-ID: <1@a.example>\r\nSubject: x', '', ''],
  ['headers of 300 kB', `Message-ID: <1@a.example>\r\n${long}\r\n`, '\r\n', 'Hello'],
])('knows a mail with %s by its Message-ID and body, however it is cut into pieces', (_, headers, end, body) => {
  const mail = Buffer.from(`${headers}${end}${body}`);
  const expected = { messageId: '1@a.example', sha256: digest(mail), knownBy: digest(`1@a.example\n${digest(body)}`) };
  const draw = drawer(8);
  const cuts = [[mail], ...Array.from({ length: 50 }, () => cutAtRandom(mail, draw))];
  for (const pieces of cuts) expect(identityOf(pieces)).toEqual(expected);
});

it('looks for a Message-ID in the first headers alone, and knows a mail without one by all of its bytes', () => {
  for (const text of [
    'Subject: x\r\n\r\nMessage-ID: <1@a.example>',
    `${long}\r\nMessage-ID: <1@a.example>\r\n\r\nHello`,
  ]) {
    const mail = Buffer.from(text);
    expect(identityOf([mail])).toEqual({ messageId: null, sha256: digest(mail), knownBy: digest(mail) });
  }
});
