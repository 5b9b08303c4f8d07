import { joined } from './merged-messages.ts';
import type { ThreadMessage } from './thread.ts';

const message = (_id: string, minute: number) =>
  ({ _id, createdAt: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString() }) as ThreadMessage;
const ids = (messages: readonly ThreadMessage[]) => messages.map(({ _id }) => _id);

describe('messages of merged conversations', () => {
  const merged = [message('a', 0), message('b', 15), message('c', 25), message('d', 40)];

  it('stand by their time between those of the thread, which keep their order', () => {
    const own = [message('1', 10), message('3', 30), message('2', 20)];
    expect(ids(joined(own, merged, false))).toEqual(['a', '1', 'b', 'c', '3', '2', 'd']);
  });

  it('come with the messages around them, while older ones are still to be read', () => {
    expect(ids(joined([message('1', 10)], merged, true))).toEqual(['1', 'b', 'c', 'd']);
    expect(ids(joined([], merged, true))).toEqual(['a', 'b', 'c', 'd']);
  });
});
