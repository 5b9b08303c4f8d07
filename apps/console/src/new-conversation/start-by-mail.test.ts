import { copiesIn, emailOf } from './start-by-mail.ts';

it.each([
  ['', []],
  ['a@c.example', ['a@c.example']],
  [' a@c.example, b@c.example;c@c.example  a@c.example,', ['a@c.example', 'b@c.example', 'c@c.example']],
])('reads the copies of %j', (line, expected) => expect(copiesIn(line)).toEqual(expected));

it('knows to which address a contact is written, and that there may be none', () => {
  const recipient = { lead_id: 'l', name: 'Vera' };
  expect(emailOf(undefined)).toBe('');
  expect(emailOf({ kind: 'known', recipient })).toBe('');
  expect(emailOf({ kind: 'known', recipient: { ...recipient, email: 'v@c.example' } })).toBe('v@c.example');
  expect(emailOf({ kind: 'new', fullname: '', email: ' n@c.example ' })).toBe('n@c.example');
});
