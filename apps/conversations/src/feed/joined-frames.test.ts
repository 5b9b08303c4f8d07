import type { FrameMethod } from '@parley/contracts';

import { isAfter } from './cursor.ts';
import type { Frame } from './frame-queue.ts';
import { JoinedFrames, joinInto } from './joined-frames.ts';

const inbox = '/p/inbox';
const frame = (id: string, seq: number, method: FrameMethod = 'UPDATE', topic = inbox): Frame => ({
  ...{ id, topic, method, type: 'request.updated', requestId: id, version: 0, text: `${id} ${seq}` },
  position: { seq, time: seq },
});
const described = (frames: Frame[]) => frames.map(({ text, position, method }) => `${method} ${text} @${position.seq}`);

it('sends the first row at once and holds the next ones of the request for a second', () => {
  const joined = new JoinedFrames(inbox);
  expect(described(joined.add([frame('a', 1)], 0))).toEqual(['UPDATE a 1 @1']);
  expect(described(joined.add([frame('a', 2)], 100))).toEqual([]);
  expect(described(joined.add([frame('a', 3)], 900))).toEqual([]);
  expect(joined.nextMs).toBe(1_000);
  expect(described(joined.add([], 999))).toEqual([]);
  expect(described(joined.add([], 1_000))).toEqual(['UPDATE a 3 @3']);
  expect(joined.nextMs).toBeUndefined();
  expect(described(joined.add([frame('a', 4)], 1_500))).toEqual([]);
  expect(described(joined.add([frame('a', 5)], 2_000))).toEqual(['UPDATE a 5 @5']);
});

it('keeps positions below what it holds', () => {
  const joined = new JoinedFrames(inbox);
  joined.add([frame('a', 1), frame('b', 2)], 0);
  joined.add([frame('a', 3), frame('b', 4)], 10);
  expect(joined.positionAt({ seq: 9, time: 9 }).seq).toBe(2);
  expect(described(joined.add([frame('c', 5)], 20))).toEqual(['UPDATE c 5 @2']);
  joined.add([frame('a', 6)], 30);
  expect(described(joined.add([frame('d', 7, 'READ')], 40))).toEqual(['READ d 7 @3']);
  expect(described(joined.add([], 1_000))).toEqual(['UPDATE b 4 @5', 'UPDATE a 6 @7']);
  expect(joined.positionAt({ seq: 9, time: 9 }).seq).toBe(9);
});

it('lets a deletion pass and drops what it held of the request', () => {
  const joined = new JoinedFrames(inbox);
  joined.add([frame('a', 1)], 0);
  joined.add([frame('a', 2)], 10);
  expect(described(joined.add([frame('a', 3, 'DELETE')], 20))).toEqual(['DELETE a 3 @3']);
  expect(described(joined.add([], 2_000))).toEqual([]);
});

it('holds nothing of other topics', () => {
  const joined = new JoinedFrames(inbox);
  const others = [frame('a', 1, 'UPDATE', '/p/requests'), frame('a', 2, 'UPDATE', '/p/requests')];
  expect(described(joined.add(others, 0))).toEqual(['UPDATE a 1 @1', 'UPDATE a 2 @2']);
});

it('joins rows that come together, and stays a creation', () => {
  const joined = new JoinedFrames(inbox);
  const together = [frame('a', 1), frame('b', 2), frame('a', 3, 'CREATE'), frame('a', 4)];
  expect(described(joined.add(together, 0))).toEqual(['UPDATE b 2 @2', 'CREATE a 4 @4']);
});

it('never sends a position again that is below one it has sent, and none beyond what it holds', () => {
  const joined = new JoinedFrames(inbox);
  let [seq, last] = [0, { seq: 0, time: 0 }];
  const newest = new Map<string, number>();
  const sent = new Map<string, number>();
  for (let nowMs = 0; nowMs < 20_000; nowMs += 37) {
    const come = ['a', 'b', 'c', 'd'].filter((_, n) => (nowMs >> n) % 3 === 0).map((id) => frame(id, ++seq));
    for (const { id, position } of come) newest.set(id, position.seq);
    for (const one of joined.add(come, nowMs)) {
      expect(isAfter(last, one.position)).toBe(false);
      last = one.position;
      sent.set(one.id, Number(one.text.split(' ')[1]));
      for (const [id, change] of newest) {
        if ((sent.get(id) ?? 0) < change && !come.some((other) => other.id === id))
          expect(one.position.seq).toBeLessThan(change);
      }
    }
  }
  expect(seq).toBeGreaterThan(100);
});

it('joins the rows of a page at the place of the last one', () => {
  const page: Frame[] = [];
  const all = [frame('a', 1, 'CREATE'), frame('b', 2), frame('a', 3), frame('c', 4, 'READ'), frame('b', 5, 'DELETE')];
  for (const one of [...all, frame('a', 6, 'UPDATE', '/p/requests')]) joinInto(page, one, inbox);
  expect(described(page)).toEqual(['CREATE a 3 @3', 'READ c 4 @4', 'DELETE b 5 @5', 'UPDATE a 6 @6']);
});
