import { setTimeout as delay } from 'node:timers/promises';

import { createParley } from '@parley/sdk';
import { connect, type Frame, type Live } from '@parley/sdk/realtime';
import { eventually } from '@parley/testkit';

import { answer, type FaultyServer, startFaultyServer } from './faulty-server.ts';

const project = '64f0c0a1b2c3d4e5f6a7b8c9';
const topic = `/${project}/requests/R/messages`;

let server: FaultyServer;
let live: Live;
/** Frames in the feed so far: the cursor of the n-th is `c<n>`. */
let feed: Frame[];
/** Calls that wait for news are answered only when they are let go. */
let isHeld: boolean;

beforeEach(async () => {
  [feed, isHeld] = [[], false];
  server = await startFaultyServer(async (res, call) => {
    const query = new URL(call.url, server.url).searchParams;
    const from = query.get('after') ?? `c${feed.length}`;
    const wait = query.has('wait');
    if (wait) await delay(10);
    while (wait && isHeld) await delay(10);
    const changes = feed.slice(Number(from.slice(1)));
    return answer(200, { changes, cursor: `c${feed.length}`, more: false })(res, call);
  });
  live = connect(createParley({ url: server.url, project }), { transport: 'poll', backoff: { minMs: 5, maxMs: 10 } });
});
afterEach(async () => {
  live.close();
  isHeld = false;
  await server.stop();
});

function say(): void {
  const seq = feed.length + 1;
  feed.push({ topic, method: 'CREATE', message: { _id: `m${seq}`, seq }, cursor: `c${seq}` });
}

function listen(after: string) {
  const heard: (string | undefined)[] = [];
  live.subscribe(topic, { onFrame: ({ cursor }) => heard.push(cursor) }, { after });
  return heard;
}

it('a handler that joins from an older place hears what it lacks, and the first one nothing twice', async () => {
  const first = listen('c0');
  for (let n = 0; n < 4; n += 1) say();
  await eventually(() => expect(first).toEqual(['c1', 'c2', 'c3', 'c4']));

  const second = listen('c2');
  await eventually(() => expect(second).toEqual(['c3', 'c4']));
  say();
  await eventually(() => expect([first.length, second.length]).toEqual([5, 3]));
  expect([first, second]).toEqual([
    ['c1', 'c2', 'c3', 'c4', 'c5'],
    ['c3', 'c4', 'c5'],
  ]);
});

it('a handler that joins from a newer place takes nothing from the first one', async () => {
  const first = listen('c0');
  say();
  await eventually(() => expect(first).toEqual(['c1']));
  isHeld = true;
  say();
  say();

  const second = listen('c3');
  await eventually(() => expect(server.calls.map(({ url }) => url)).toContainEqual(expect.stringMatching(/after=c3$/)));
  isHeld = false;
  say();

  await eventually(() => expect(first).toEqual(['c1', 'c2', 'c3', 'c4']));
  await eventually(() => expect(second.at(-1)).toBe('c4'));
});
