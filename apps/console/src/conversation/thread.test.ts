import fc from 'fast-check';

import type { OutboxEntry } from './outbox.ts';
import { Thread, type ThreadMessage, threadItems } from './thread.ts';

function message(seq: number, given: Partial<ThreadMessage> = {}): ThreadMessage {
  return {
    _id: `m${seq}`,
    seq,
    sender: 'vera',
    senderFullname: 'Vera',
    text: `${seq}`,
    type: 'text',
    attributes: {},
    status: 100,
    createdAt: new Date(Date.UTC(2026, 0, 1, 12, seq)).toISOString(),
    ...given,
  };
}

const view = { outgoing: [], readUpto: undefined, me: 'ada', dayOf: (at: number) => Math.floor(at / 86_400_000) };
const kinds = (items: ReturnType<typeof threadItems>) => items.map(({ kind, key }) => `${kind} ${key}`);

describe('Thread', () => {
  it('is in order with the newest state of each message, however pages and frames come', () => {
    const state = fc.record({ seq: fc.integer({ min: 1, max: 20 }), status: fc.constantFrom(100, 200, 300) });
    fc.assert(
      fc.property(fc.array(state, { maxLength: 60 }), (states) => {
        const thread = new Thread();
        for (const { seq, status } of states) thread.merge([message(seq, { status })]);

        const newest = new Map<number, number>();
        for (const { seq, status } of states) newest.set(seq, Math.max(status, newest.get(seq) ?? 0));
        expect(thread.messages.map(({ seq, status }) => [seq, status])).toEqual([...newest].sort(([a], [b]) => a - b));
      }),
    );
  });

  it('takes words out as soon as it hears of it, and for good', () => {
    const thread = new Thread();
    const redacted = (minute: number) => ({ by: 'ada', at: new Date(Date.UTC(2026, 0, 1, 13, minute)).toISOString() });
    thread.merge([message(1, { text: 'My card is 4111', status: 200 })]);
    expect(thread.merge([message(1, { text: 'My card is [redacted]', status: 200, redacted: redacted(1) })])).toBe(
      true,
    );
    // A page that was read before, with a later state.
    expect(thread.merge([message(1, { text: 'My card is 4111', status: 300 })])).toBe(false);
    expect(thread.messages[0]?.text).toBe('My card is [redacted]');
    thread.merge([message(1, { text: 'My card is [redacted]', status: 300, redacted: redacted(1) })]);
    thread.merge([message(1, { text: '[redacted]', status: 200, redacted: redacted(2) })]);
    expect(thread.messages[0]?.text).toBe('[redacted]');
  });

  it('says whether something changed', () => {
    const thread = new Thread();
    expect(thread.merge([message(1)])).toBe(true);
    const { messages } = thread;
    expect(thread.merge([message(1)])).toBe(false);
    expect(thread.messages).toBe(messages);
  });
});

describe('threadItems', () => {
  it('keeps what was merged together, by its conversation, and apart from groups and what is unread', () => {
    const merged = (seq: number, mergedFrom: string) => message(seq, { _id: `${mergedFrom}${seq}`, mergedFrom });
    const items = threadItems({
      ...view,
      readUpto: 0,
      messages: [merged(9, 'a'), merged(10, 'a'), merged(9, 'b'), message(1), message(2), merged(11, 'a'), message(3)],
    });
    expect(kinds(items).slice(1)).toEqual([
      ...['merged a9', 'merged b9', 'unread unread', 'message seq-1', 'message seq-2', 'merged a11', 'message seq-3'],
    ]);
    const groups = items.map((item) => ('first' in item ? [item.first, item.last] : []));
    expect(groups.slice(4)).toEqual([[true, false], [false, true], [], [true, true]]);
  });

  it('draws days, groups of a sender, and the line before what is new', () => {
    const items = threadItems({
      ...view,
      readUpto: 2,
      messages: [
        message(1, { createdAt: '2025-12-31T23:58:00Z' }),
        message(2),
        message(3, { sender: 'ada' }),
        message(4),
        message(5),
        message(30),
      ],
    });
    expect(kinds(items)).toEqual([
      expect.stringMatching(/^day/),
      'message seq-1',
      expect.stringMatching(/^day/),
      'message seq-2',
      'message seq-3',
      'unread unread',
      'message seq-4',
      'message seq-5',
      'message seq-30',
    ]);
    const groups = items.flatMap((item) =>
      item.kind === 'message' ? [[item.message.seq, item.first, item.last]] : [],
    );
    expect(groups.slice(-3)).toEqual([
      [4, true, false],
      [5, false, true],
      [30, true, true],
    ]);
  });

  it('keeps private and public messages of a sender in groups of their own', () => {
    const items = threadItems({ ...view, messages: [message(1), message(2, { audience: 'team' })] });
    expect(items.flatMap((item) => (item.kind === 'message' ? [item.first] : []))).toEqual([true, true]);
  });

  it('shows what is being sent behind all, until it is stored, under one key', () => {
    const entry: OutboxEntry = {
      id: 'x',
      requestId: 'r',
      order: 1,
      createdAt: 1,
      message: { text: 'Hi' },
      state: 'waiting',
    };
    const before = threadItems({ ...view, messages: [message(1)], outgoing: [entry] });
    expect(kinds(before).at(-1)).toBe('outgoing x');

    const after = threadItems({ ...view, messages: [message(1), message(2, { external_id: 'x' })], outgoing: [entry] });
    expect(kinds(after).filter((line) => line.endsWith(' x'))).toEqual(['message x']);
  });

  it('shows what is being sent in the group in which it will stand, so that nothing moves when it is stored', () => {
    const at = Date.parse(message(3).createdAt);
    const entry = (id: string, createdAt: number): OutboxEntry => ({
      ...{ id, requestId: 'r', order: 1, createdAt, message: { text: 'Hi' }, state: 'waiting' },
    });
    const groups = (messages: ThreadMessage[], outgoing: OutboxEntry[]) =>
      threadItems({ ...view, messages, outgoing }).flatMap((item) =>
        item.kind === 'message' || item.kind === 'outgoing' ? [[item.first, item.last]] : [],
      );
    const mine = { sender: 'ada' };
    const later = 6 * 60_000;

    const alone = [true, true];
    expect(groups([message(1)], [entry('x', at)])).toEqual([alone, alone]);
    expect(groups([message(3, mine)], [entry('x', at + 1), entry('y', at + 2)])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
    expect(groups([message(3, { ...mine, audience: 'team' })], [entry('x', at + 1)])).toEqual([alone, alone]);
    expect(groups([message(3, mine)], [entry('x', at + later)])).toEqual([alone, alone]);
  });

  it('folds lines of service that follow each other into one, and drops a search for someone once anything follows', () => {
    const line = (seq: number, key: string) =>
      message(seq, { attributes: { subtype: 'info', messagelabel: { key, parameters: {} } } });
    const shown = (...messages: ThreadMessage[]) =>
      threadItems({ ...view, messages }).flatMap((item) =>
        item.kind === 'service' ? [item.messages.map(({ seq }) => seq)] : [],
      );

    const [left, joined, looking] = [
      line(1, 'MEMBER_LEFT_GROUP'),
      line(2, 'MEMBER_JOINED_GROUP'),
      line(3, 'TOUCHING_OPERATOR'),
    ];
    expect(shown(left, joined, looking)).toEqual([[1, 2, 3]]);
    expect(shown(left, joined, looking, message(4, {}))).toEqual([[1, 2]]);
    expect(shown(left, joined, message(4, {}), line(5, 'CHAT_CLOSED'))).toEqual([[1, 2], [5]]);
  });

  it('tells lines of service from messages', () => {
    const attributes = {
      subtype: 'info',
      messagelabel: { key: 'MEMBER_JOINED_GROUP', parameters: { fullname: 'Ada' } },
    };
    expect(kinds(threadItems({ ...view, messages: [message(1, { attributes })] })).at(-1)).toBe('service seq-1');
  });
});
