import { newId, secretsUnder } from '@parley/service-kit';

import { Cursors } from './cursor.ts';

const cursors = new Cursors(secretsUnder(new Uint8Array(32)));
const project = newId();
const place = { seq: 4_294_967_299, time: 1_790_000_000_000 };

it('gives a place back, in at most 64 characters', () => {
  const cursor = cursors.write(project, place);
  expect(cursors.read(project, cursor)).toEqual(place);
  expect(cursor.length).toBeLessThanOrEqual(64);
});

it('refuses a cursor of another project, and one that was altered in any character', () => {
  const cursor = cursors.write(project, place);
  expect(() => cursors.read(newId(), cursor)).toThrow(expect.objectContaining({ code: 'cursor_invalid' }));
  for (let index = 0; index < cursor.length; index++) {
    const other = cursor[index] === 'A' ? 'B' : 'A';
    const altered = cursor.slice(0, index) + other + cursor.slice(index + 1);
    expect(() => cursors.read(project, altered)).toThrow(expect.objectContaining({ code: 'cursor_invalid' }));
  }
});

it('is made once of a place, however many are told it, and anew for another project', () => {
  const secrets = secretsUnder(new Uint8Array(32));
  let made = 0;
  const counted = new Cursors({
    ...secrets,
    fingerprint: (...parts) => {
      made += 1;
      return secrets.fingerprint(...parts);
    },
  });
  const other = newId();
  const written = [project, project, other, other].map((id) => counted.write(id, place));
  expect(made).toBe(2);
  expect([counted.read(project, written[1] ?? ''), counted.read(other, written[3] ?? '')]).toEqual([place, place]);
});

it.each(['', 'x', '💥', 'A'.repeat(64), '1'.repeat(200)])('refuses %p', (text) => {
  expect(() => cursors.read(project, text)).toThrow(expect.objectContaining({ code: 'cursor_invalid' }));
});
