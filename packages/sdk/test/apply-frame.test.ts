import { applyFrame, type Frame } from '@parley/sdk/realtime';
import { amountOf } from '@parley/testkit';

/** Whole numbers below a bound, the same ones for the same seed. */
function drawer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Change = Pick<Frame, 'method' | 'message' | 'version'>;

const draw = drawer(28);
const time = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

/** What happens to ten records, as a feed tells it: some change, some go and come back. */
function history(kind: 'rows' | 'messages'): Change[] {
  return Array.from({ length: 10 }, (_, record) => {
    const _id = `record-${record}`;
    const changes: Change[] = [];
    const last = draw(8) + 1;
    let isThere = false;
    for (let version = 0; version <= last; version += 1) {
      if (isThere && draw(6) === 0) {
        changes.push({ method: 'DELETE', version, message: { _id } });
        isThere = false;
        continue;
      }
      const message =
        kind === 'messages'
          ? { _id, __v: version, seq: record + 1, status: version }
          : {
              _id,
              __v: version,
              createdAt: time(record),
              last_message_at: time(record + version * 3),
              subject: `${version}`,
            };
      changes.push({ method: isThere ? 'UPDATE' : 'CREATE', version, message });
      isThere = true;
    }
    return changes;
  }).flat();
}

function shuffled(changes: readonly Change[]): Change[] {
  const repeated = [...changes, ...changes.filter(() => draw(3) === 0)];
  for (let at = repeated.length - 1; at > 0; at -= 1) {
    const other = draw(at + 1);
    [repeated[at], repeated[other]] = [repeated[other] as Change, repeated[at] as Change];
  }
  return repeated;
}

const apply = (changes: readonly Change[]) => changes.reduce<readonly object[]>(applyFrame, []);

const orders = amountOf({ quick: 1_000, soak: 10_000 });

it.each(['rows', 'messages'] as const)('%s end the same in whatever order, and however often, frames come', (kind) => {
  for (let round = 0; round < orders; round += 1) {
    const changes = history(kind);
    const inOrder = apply(changes);
    expect(apply(shuffled(changes))).toEqual(inOrder);
  }
});

it('gives the same list when a frame says nothing new, and never changes the one it was given', () => {
  const records = Object.freeze([Object.freeze({ _id: 'A', __v: 2, seq: 1 })]);
  expect(applyFrame(records, { method: 'UPDATE', message: { _id: 'A', __v: 2, seq: 1 } })).toBe(records);
  expect(applyFrame(records, { method: 'UPDATE', message: { _id: 'A', __v: 3, seq: 1 } })).toEqual([
    { _id: 'A', __v: 3, seq: 1 },
  ]);
});

it('a row keeps where its reader is, until they are told of another place', () => {
  const row = {
    _id: 'A',
    __v: 1,
    request_id: 'R',
    last_message_at: time(1),
    read: { upto: 1, unread: 2, mentioned: false },
  };
  const next = applyFrame([row], { method: 'UPDATE', message: { ...row, read: undefined, __v: 2 } });
  expect(next).toMatchObject([{ __v: 2, read: { upto: 1 } }]);
  const read = applyFrame(next, { method: 'READ', message: { request_id: 'R', upto: 3, unread: 0, mentioned: false } });
  expect(read).toMatchObject([{ __v: 2, read: { upto: 3, unread: 0 } }]);
  expect(applyFrame(read, { method: 'MENTION', message: { request_id: 'R' } })).toMatchObject([
    { read: { upto: 3, mentioned: true } },
  ]);
});
