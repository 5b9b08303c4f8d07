import type { OutboundAnswer } from '@parley/outbound';

import { pauseAfter, replyIn } from './external-call.ts';

const now = new Date('2026-11-21T10:00:00.000Z');
const empty = { body: Buffer.alloc(0), durationMs: 1 };

function answer(outcome: OutboundAnswer['outcome'], status?: number, retryAfter?: string): OutboundAnswer {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  return { ...empty, outcome, headers, ...(status !== undefined && { status }) };
}

it.each([
  ...(['timeout', 'connect', 'dns', 'tls'] as const).map((outcome) => answer(outcome)),
  ...[408, 425, 429, 500, 502, 503, 504, 599].map((status) => answer('status', status)),
  answer('timeout', 200),
  answer('too_large'),
])('tries $outcome $status again, after two and after eight seconds', (failure) => {
  const first = pauseAfter(failure, 1, 2_000, now) ?? 0;
  const second = pauseAfter(failure, 2, 2_000, now) ?? 0;

  expect(Math.abs(first - 2_000)).toBeLessThanOrEqual(400);
  expect(Math.abs(second - 8_000)).toBeLessThanOrEqual(1_600);
  expect(pauseAfter(failure, 3, 2_000, now)).toBeUndefined();
});

it.each([
  ...[300, 301, 307, 400, 401, 403, 404, 410, 422].map((status) => answer('status', status)),
  answer('url_not_allowed'),
  answer('ok', 200),
  answer('too_large', 200),
  answer('too_large', 404),
])('does not try $outcome $status again', (final) => {
  expect(pauseAfter(final, 1, 2_000, now)).toBeUndefined();
});

it.each([
  ['5', 5_000],
  ['60', 15_000],
  ['Sat, 21 Nov 2026 10:00:09 GMT', 9_000],
])('waits as long as Retry-After: %s says, 15 s at most', (retryAfter, ms) => {
  expect(pauseAfter(answer('status', 429, retryAfter), 1, 2_000, now)).toBe(ms);
});

it.each(['0', '-5', 'soon', 'Sat, 21 Nov 2026 09:00:00 GMT'])('ignores Retry-After: %s', (retryAfter) => {
  expect(pauseAfter(answer('status', 503, retryAfter), 1, 2_000, now)).toBeLessThanOrEqual(2_400);
});

const bodyOf = (value: unknown) => ({ outcome: 'ok' as const, body: Buffer.from(JSON.stringify(value)) });

it('reads one message, or several, and parameters', () => {
  const more = { type: 'image', metadata: { src: 'https://a.example/b.png', width: 1, height: 1 }, language: 'it' };
  expect(replyIn(bodyOf({ text: 'hi', ...more, sender: 'ada', attributes: { a: 1 } }))).toEqual({
    messages: [{ text: 'hi', ...more, attributes: { a: 1 } }],
    parameters: {},
  });
  expect(replyIn(bodyOf({ messages: [{ text: 'one' }, { text: 'two' }], parameters: { name: 'Ada' } }))).toEqual({
    messages: [
      { text: 'one', attributes: {} },
      { text: 'two', attributes: {} },
    ],
    parameters: { name: 'Ada' },
  });
  expect(replyIn(bodyOf({ messages: Array(12).fill({ text: 'x' }) })).messages).toHaveLength(10);
});

it.each([
  ...[{ success: true }, {}, [], 'text', 7, null, { text: 7 }, { text: { $ne: null } }, { messages: 'hi' }],
  ...[{ messages: [null, 1, { text: 'x'.repeat(200_000) }] }, { text: 'a', type: 'nonsense' }, { parameters: [1] }],
])('takes no message out of another body, %#', (value) => {
  expect(replyIn(bodyOf(value))).toEqual({ messages: [], parameters: {} });
});

it('ignores what was cut, and what is no JSON', () => {
  const said = { messages: [], parameters: {} };
  expect(replyIn({ outcome: 'too_large', body: Buffer.from('{"text":"hi"}') })).toEqual(said);
  expect(replyIn({ outcome: 'ok', body: Buffer.from('<html>') })).toEqual(said);
});
