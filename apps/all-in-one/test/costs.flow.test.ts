import { randomUUID } from 'node:crypto';

import { eventually, stopShared } from '@parley/testkit';

import type { AllInOne } from '../src/service.ts';
import { CountedWork, type Work } from './counted-work.ts';
import { type Customer, newRequestId, newUser, newVisitor, startMesh } from './mesh.ts';

const calls = 30;
const atOnce = 10;

/**
 * What a call may cost the whole mesh until it has settled, on average: today's costs, and a little for caches that run out meanwhile.
 * A change that makes something cheaper lowers its limit. The goals: a message 2 statements and 0.3 commits after its own, a first
 * message 6 statements and 2 commits after its own, whatever reads 1 statement.
 */
const limits = {
  // Messages that come together share a statement and a commit, which are of no call; so do first messages.
  'the next message of a request': { answering: 0.4, settling: 0.9, commits: 0.9, logLines: 1.1 },
  'the first message of a request': { answering: 0.8, settling: 4.5, commits: 1.6, logLines: 1.1 },
  // Asked for together with those of the same moment.
  'a request': { answering: 0.1, settling: 0.6, commits: 0.1, logLines: 1.1 },
  'a list of requests': { answering: 1.3, settling: 0.1, commits: 0.1, logLines: 1.1 },
  'a list of messages': { answering: 1.3, settling: 0.1, commits: 0.1, logLines: 1.1 },
  'a sign-in': { answering: 14, settling: 4, commits: 3.5, logLines: 1.1 },
} satisfies Record<string, Work>;

const counted = new CountedWork();
let mesh: AllInOne;
let account: Awaited<ReturnType<typeof newUser>>;
let agent: Customer;
let visitor: Customer;
let project: string;
let requests: string[];

beforeAll(async () => {
  // All statements of this process are counted, those of a shared mesh too.
  await stopShared();
  mesh = await startMesh({ RATE_LIMIT_FACTOR: '1000', DATABASE_POOL: '20' }, { log: counted.log });
  account = await newUser(mesh.url, 'Ada');
  agent = account.customer;
  project = (await agent.call('POST', '/projects', { name: 'Shop' })).body._id;
  visitor = (await newVisitor(mesh.url, project, 'Vera')).customer;
  requests = Array.from({ length: calls }, () => newRequestId(project));
  await many((nth) => say(requests[nth]));
  // Longer than leases live without a renewal: little is done less often.
  await counted.recordClockwork(async () => {
    for (const until = Date.now() + 6_000; Date.now() < until; ) await mesh.settled();
  });
}, 120_000);
afterAll(async () => {
  await mesh?.stop();
  counted.stop();
});

const say = (requestId = newRequestId(project)) =>
  visitor.call('POST', `/${project}/requests/${requestId}/messages`, { text: `Where is it? ${randomUUID()}` });
const read = (path: string) => agent.call('GET', `/${project}/requests${path}`);

/** Some at once, until all are answered and everything has settled. */
async function many(call: (nth: number) => Promise<{ status: number }>): Promise<void> {
  for (let nth = 0; nth < calls; nth += atOnce) {
    const answers = await Promise.all(Array.from({ length: atOnce }, (_, place) => call(nth + place)));
    expect(answers.map(({ status }) => status)).toEqual(Array(atOnce).fill(200));
  }
  await mesh.settled();
}

it.each<[keyof typeof limits, (nth: number) => Promise<{ status: number }>]>([
  ['the next message of a request', (nth) => say(requests[nth])],
  ['the first message of a request', () => say()],
  ['a request', (nth) => read(`/${requests[nth]}`)],
  ['a list of requests', () => read('')],
  ['a list of messages', (nth) => read(`/${requests[nth]}/messages?limit=40`)],
  ['a sign-in', () => agent.call('POST', '/auth/signin', { email: account.email, password: account.password })],
])(
  'costs no more statements, commits and lines of the log than it may: %s',
  async (kind, call) => {
    // Fills the caches.
    await many(call);

    // A busy machine adds to what a call costs: fewer messages meet, caches run out. The round with the least of that counts.
    await eventually(
      async () => {
        const work = await counted.per(calls, () => many(call));

        const tooMuch = Object.entries(limits[kind]).filter(([name, limit]) => work[name as keyof Work] > limit);
        expect({ work, tooMuch }).toEqual({ work, tooMuch: [] });
        // A counter that counts nothing would pass the limits.
        expect(work.answering + work.settling).toBeGreaterThanOrEqual(1 / atOnce);
        expect(work.logLines).toBeGreaterThanOrEqual(1);
      },
      { timeoutMs: 20_000 },
    );
  },
  60_000,
);
