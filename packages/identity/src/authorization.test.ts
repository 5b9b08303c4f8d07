import { readAuthorization } from './authorization.ts';

const basic = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`;

it.each([
  ['JWT abc', 'abc'],
  ['jwt abc', 'abc'],
  ['Bearer abc', 'abc'],
  ['bEARER   abc', 'abc'],
  ['  JWT\tabc ', 'abc'],
])('takes the schemes JWT and Bearer in any case: %j', (header, token) => {
  expect(readAuthorization(header)).toEqual({ kind: 'token', token });
});

it.each([undefined, '', '   '])('takes %j as no credentials', (header) => {
  expect(readAuthorization(header)).toEqual({ kind: 'none' });
});

it.each(['JWT', 'abc', 'JWT a b', 'Basic a b c', 'JWT JWT abc'])(
  'calls %j malformed: it is not two words',
  (header) => {
    expect(readAuthorization(header).kind).toBe('malformed');
  },
);

it.each(['Digest abc', 'Token abc', 'Negotiate abc'])('refuses another scheme: %j', (header) => {
  expect(readAuthorization(header)).toEqual({ kind: 'refused', reason: 'scheme' });
});

it('refuses a header over 8 kB, whatever is in it', () => {
  expect(readAuthorization(`JWT ${'a'.repeat(8_188)}`).kind).toBe('token');
  expect(readAuthorization(`JWT ${'a'.repeat(9_000)}`).kind).toBe('refused');
});

it('divides Basic credentials at the first colon, so a password may hold colons', () => {
  expect(readAuthorization(basic('Ada@Acme.io:a:b:c'))).toEqual({
    kind: 'basic',
    email: 'ada@acme.io',
    password: 'a:b:c',
  });
  expect(readAuthorization(basic('ada@acme.io:'))).toMatchObject({ password: '' });
});

it('compares a Basic password as the UTF-8 that was sent, white space and all', () => {
  expect(readAuthorization(basic('ada@acme.io: pässword😀 '))).toMatchObject({ password: ' pässword😀 ' });
});

it('calls Basic credentials without a colon malformed', () => {
  expect(readAuthorization(basic('ada')).kind).toBe('malformed');
});

it.each([
  ['invalid UTF-8', basic(Buffer.from([0x61, 0x3a, 0xff, 0xfe]))],
  ['no base64', 'Basic ###'],
])('refuses Basic credentials that are %s', (_, header) => {
  expect(readAuthorization(header).kind).toBe('refused');
});
