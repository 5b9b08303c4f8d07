import { check } from './check.ts';
import { type History, newHistory } from './history.ts';

const [one, two, three, toBot, answer] = [
  { seq: 1, id: 'a', key: 'k1' },
  { seq: 2, id: 'b', key: 'k2' },
  { seq: 4, id: 'c' },
  { seq: 1, id: 'e', key: 'k5' },
  { seq: 2, id: 'f', answers: 'k5' },
] as const;

/** A history in which all is well. */
function good(): History {
  return {
    ...newHistory(1, 2),
    sends: [
      { request: 'r', key: 'k1', id: 'a', isOfCustomer: true },
      { request: 'r', key: 'k2', id: 'b' },
      { request: 'q', key: 'k5', id: 'e', isToBot: true },
      { request: 'q', key: 'k6', id: 'g', isToBot: true },
    ],
    readings: [
      { reader: 'list', request: 'r', messages: [one], isLast: false },
      { reader: 'list', request: 'r', messages: [one, two, three], isLast: true },
      { reader: 'socket', request: 'r', messages: [one, two, three], isLast: true },
      { reader: 'list', request: 'q', messages: [toBot], isLast: false },
      { reader: 'list', request: 'q', messages: [toBot, answer, { seq: 3, id: 'g', key: 'k6' }], isLast: true },
    ],
    handedOver: ['q'],
    snapshots: [
      { reader: 'linus', owners: { r: ['linus'], s: ['linus'], t: [] } },
      { reader: 'grace', owners: { s: ['linus'], t: ['grace'] } },
    ],
    claims: [{ request: 't', agent: 'grace' }],
    deliveries: [
      { webhookId: 'w1', id: 'a' },
      { webhookId: 'w1', id: 'a' },
      { webhookId: 'w2', id: 'b' },
      { webhookId: 'w5', id: 'e' },
      { webhookId: 'w6', id: 'g' },
    ],
    files: [{ path: 'uploads/a', digest: 'x', read: 'x' }],
    macros: ['r'],
    scheduled: [{ request: 'r', id: 's1' }],
    automation: [
      {
        ...{ request: 'r', at: '2026-01-01T12:10:00.000Z', notes: ['swept', 'seen'], said: 1, isTagged: true },
        runs: [
          ['e1', 'applied'],
          ['e2', 'failed'],
        ],
        clocks: [
          { name: 'first_response 1', state: 'met', dueAt: '2026-01-01T12:01:00Z', breaches: 0 },
          {
            ...{ name: 'next_response 1', state: 'running', breaches: 1 },
            ...{ dueAt: '2026-01-01T12:02:00Z', breachedAt: '2026-01-01T12:02:00Z' },
          },
        ],
        scheduled: [{ id: 's1', state: 'sent', at: '2026-01-01T12:05:00Z', said: 1 }],
      },
      {
        ...{ request: 'q', at: '2026-01-01T12:10:00.000Z', notes: [], said: 0, isTagged: false },
        ...{ runs: [], clocks: [], scheduled: [] },
      },
    ],
    counted: 2,
  };
}

function look([first]: History['automation']): History['automation'][number] {
  if (!first) throw new Error('The history has no look at automation.');
  return first;
}

const undo = ({ automation }: History) =>
  Object.assign(look(automation), { notes: ['seen'], said: 0, isTagged: false });
const rerun = ({ runs }: ReturnType<typeof look>) => runs.splice(1, 1, ['e1', 'failed']);

it('finds nothing in a history in which all is well', () => expect(check(good())).toEqual([]));

it.each<[string, (history: History) => unknown, RegExp]>([
  [
    'an acknowledged message that a reader lacks in the end',
    ({ readings }) => readings[2]?.messages.splice(1, 1),
    /^missing: b/,
  ],
  [
    'an acknowledged message that no reader has ever read',
    ({ sends, deliveries }) => {
      sends.push({ request: 'r', key: 'k3', id: 'd' });
      deliveries.push({ webhookId: 'w3', id: 'd' });
    },
    /^missing: d/,
  ],
  [
    'a message that was read, and is gone',
    ({ readings }) => readings[0]?.messages.push({ seq: 3, id: 'd', key: 'k3' }),
    /^missing: d/,
  ],
  ['a conversation that no reader reads in the end', ({ readings }) => readings.splice(1), /^missing: no reader/],
  [
    'a message that is stored twice for one key',
    ({ readings }) => {
      for (const { messages } of readings.slice(1)) messages.push({ seq: 5, id: 'd', key: 'k1' });
    },
    /^twice: k1/,
  ],
  [
    'an answer that names another message than the one that is stored',
    ({ sends, readings, deliveries }) => {
      sends.push({ request: 'r', key: 'k1', id: 'd' });
      for (const { messages } of readings.slice(1)) messages.push({ seq: 5, id: 'd' });
      deliveries.push({ webhookId: 'w3', id: 'd' });
    },
    /^twice: k1/,
  ],
  [
    'a message that a reader gets twice',
    ({ readings }) => readings[1]?.messages.splice(1, 0, { ...one }),
    /^(twice: in r|two orders: r did)/,
  ],
  [
    'two readers with two orders',
    ({ readings }) =>
      readings[2]?.messages.splice(0, 2, { seq: 1, id: 'b', key: 'k2' }, { seq: 2, id: 'a', key: 'k1' }),
    /^two orders: r [12]/,
  ],
  ['a reader who gets the later first', ({ readings }) => readings[2]?.messages.reverse(), /^two orders: r did not/],
  ['two owners at once', ({ snapshots }) => snapshots[0]?.owners.s?.push('grace'), /^two owners: s/],
  ['two claims that were granted', ({ claims }) => claims.push({ request: 't', agent: 'linus' }), /^two owners: t/],
  [
    'an agent above their capacity',
    ({ snapshots }) => Object.assign(snapshots[0]?.owners ?? {}, { u: ['linus'] }),
    /^capacity: linus saw 3/,
  ],
  ['a message that no webhook delivered', ({ deliveries }) => deliveries.pop(), /^undelivered: .* g/],
  [
    'one delivered under two ids',
    ({ deliveries }) => deliveries.push({ webhookId: 'w9', id: 'b' }),
    /^delivered twice: b/,
  ],
  [
    'wrong figures',
    (history) => {
      history.counted = 3;
    },
    /^counted: 3 conversations of 2/,
  ],
  [
    'a message that a bot has not answered before it went',
    ({ readings }) => readings.at(-1)?.messages.splice(1, 1),
    /^unanswered: k5 of q for list/,
  ],
  [
    'a message that a bot has not answered though it is there',
    ({ handedOver }) => handedOver.pop(),
    /^unanswered: k6 of q for list/,
  ],
  [
    'a message that a bot has answered twice',
    ({ readings }) => readings.at(-1)?.messages.push({ seq: 4, id: 'h', answers: 'k5' }),
    /^answered twice: k5 of q/,
  ],
  [
    'a file that is gone',
    ({ files }) => files.push({ path: 'uploads/b', digest: 'y', read: '404' }),
    /^unreadable: uploads\/b is 404/,
  ],
  [
    'a file with other bytes',
    ({ files }) => files.push({ path: 'uploads/b', digest: 'y', read: 'z' }),
    /^unreadable: uploads\/b is z/,
  ],
  [
    'a file that no reader could read',
    ({ files }) => files.push({ path: 'uploads/b', digest: 'y' }),
    /^unreadable: uploads\/b is undefined/,
  ],
  ['a conversation that was not looked at', ({ automation }) => automation.pop(), /^automation: q was not read/],
  ['a macro that is half done', ({ automation }) => look(automation).notes.shift(), /^macro: .* 0, 1, 1 times/],
  [
    'a macro that is done twice',
    ({ automation }) => Object.assign(look(automation), { said: 2 }),
    /^macro: .* 1, 2, 1/,
  ],
  ['a macro that was acknowledged and is not there', undo, /^macro: .* 0, 0, 0 times/],
  ['a rule that ran twice for an event', ({ automation }) => rerun(look(automation)), /^rule: two runs/],
  ['a rule whose run did nothing', ({ automation }) => look(automation).notes.pop(), /^rule: 0 notes of 1 runs/],
  [
    'a rule that missed a message',
    ({ automation }) => Object.assign(look(automation), { runs: [], notes: ['swept'] }),
    /^rule: 0 runs for 1 messages/,
  ],
  [
    'a clock that fired twice',
    ({ automation }) => Object.assign(look(automation).clocks[1] ?? {}, { breaches: 2 }),
    /^clock: next_response 1 of r has fired 2 times/,
  ],
  [
    'a clock that is lost',
    ({ automation }) => Object.assign(look(automation).clocks[1] ?? {}, { breachedAt: undefined, breaches: 0 }),
    /^clock: next_response 1 of r was due/,
  ],
  [
    'a scheduled message that is gone',
    ({ automation }) => look(automation).scheduled.pop(),
    /^scheduled: s1 of r is gone/,
  ],
  [
    'a scheduled message that is late',
    ({ automation }) => Object.assign(look(automation).scheduled[0] ?? {}, { state: 'pending', said: 0 }),
    /^scheduled: s1 of r was due/,
  ],
  [
    'a scheduled message that was sent twice',
    ({ automation }) => Object.assign(look(automation).scheduled[0] ?? {}, { said: 2 }),
    /^scheduled: s1 of r is sent, and there 2 times/,
  ],
  ['a refusal', ({ refusals }) => refusals.push('401'), /^refused: 401/],
  ['what never settled', ({ unsettled }) => unsettled.push('sockets'), /^not settled: sockets/],
])('finds %s, and nothing else', (_what, plant, fault) => {
  const history = structuredClone(good());
  plant(history);
  const faults = check(history);
  expect(faults.length).toBeGreaterThan(0);
  for (const found of faults) expect(found).toMatch(fault);
});
