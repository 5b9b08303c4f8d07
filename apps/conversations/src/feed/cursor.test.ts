import { newId } from '@parley/service-kit/call';
import { secretsUnder } from '@parley/service-kit/security';

import { Cursors, isAfter } from './cursor.ts';

const cursors = new Cursors(secretsUnder([new Uint8Array(32)]));
const project = newId();
const position = { seq: 4_294_967_299, time: 1_790_000_000_000 };

it.each([position, { ...position, nth: 0 }, { ...position, nth: 4_294_967_299 }])(
  'round-trips a position in at most 64 characters: %p',
  (one) => {
    const cursor = cursors.write(project, one);
    expect(cursors.read(project, cursor)).toEqual(one);
    expect(cursor.length).toBeLessThanOrEqual(64);
  },
);

it('orders positions by change, and within a change by notice, the last of which is the position of the change', () => {
  const inOrder = [{ seq: 1 }, { seq: 2, nth: 0 }, { seq: 2, nth: 7 }, { seq: 2 }, { seq: 3, nth: 0 }, { seq: 3 }];
  const positions = inOrder.map((one) => ({ ...one, time: 0 }));
  for (const [index, one] of positions.entries()) {
    expect(positions.map((other) => isAfter(other, one))).toEqual(positions.map((_, at) => at > index));
  }
});

it('refuses a cursor of another project, and one that was altered in any character', () => {
  const cursor = cursors.write(project, { ...position, nth: 3 });
  expect(() => cursors.read(newId(), cursor)).toThrow(expect.objectContaining({ code: 'cursor_invalid' }));
  for (let index = 0; index < cursor.length; index++) {
    const other = cursor[index] === 'A' ? 'B' : 'A';
    const altered = cursor.slice(0, index) + other + cursor.slice(index + 1);
    expect(() => cursors.read(project, altered)).toThrow(expect.objectContaining({ code: 'cursor_invalid' }));
  }
});

it('encodes a cursor once per position and project', () => {
  const secrets = secretsUnder([new Uint8Array(32)]);
  let made = 0;
  const counted = new Cursors({
    ...secrets,
    fingerprint: (...parts) => {
      made += 1;
      return secrets.fingerprint(...parts);
    },
  });
  const other = newId();
  const written = [project, project, other, other].map((id) => counted.write(id, position));
  expect(made).toBe(2);
  expect([counted.read(project, written[1] ?? ''), counted.read(other, written[3] ?? '')]).toEqual([
    position,
    position,
  ]);
});

it.each(['', 'x', '💥', 'A'.repeat(64), '1'.repeat(200)])('refuses %p', (text) => {
  expect(() => cursors.read(project, text)).toThrow(expect.objectContaining({ code: 'cursor_invalid' }));
});

it('reads a cursor that was written under a former key, and writes under the first', () => {
  const [old, fresh] = [new Uint8Array(32), new Uint8Array(32).fill(1)];
  const during = new Cursors(secretsUnder([fresh, old]));
  expect(during.read(project, cursors.write(project, position))).toEqual(position);
  expect(new Cursors(secretsUnder([fresh])).read(project, during.write(project, position))).toEqual(position);
  expect(() => cursors.read(project, during.write(project, { ...position }))).toThrow(
    expect.objectContaining({ code: 'cursor_invalid' }),
  );
});
