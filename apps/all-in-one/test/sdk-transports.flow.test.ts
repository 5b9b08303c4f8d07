import { createParley, type MessageView, sendMessage } from '@parley/sdk';
import { topics } from '@parley/sdk/realtime';
import { eventually, HeldTimers, timeoutOf } from '@parley/testkit';

import { FollowedMesh, Heard, known, type Shop, stored } from './followed-mesh.ts';

let app: FollowedMesh;

beforeAll(async () => {
  app = await FollowedMesh.start();
}, 120_000);
afterEach(() => app.reset());
afterAll(() => app.stop());

const transports = ['websocket', 'sse', 'poll'] as const;

/** A handler over a transport, which has heard of the first message. */
async function follow(place: Shop, transport: (typeof transports)[number]): Promise<Heard> {
  const heard = new Heard();
  const live = app.following(place.overLink, { transport });
  live.subscribe(topics.messages(place.request_id), heard.handlers);
  await eventually(() => expect([heard.snapshots, live.status]).toEqual([1, 'open']));
  return heard;
}

async function sayThree({ visitor, request_id }: Shop) {
  for (const text of ['one', 'two', 'three']) await sendMessage(visitor, { request_id, text });
}

it('hears over a line that was frozen all that was said meanwhile, once', async () => {
  const place = await app.shop();
  const all = await Promise.all(transports.map((transport) => follow(place, transport)));

  app.link.freeze();
  await sayThree(place);
  app.link.thaw();

  for (const heard of all) {
    await eventually(async () => expect(known(heard)).toEqual(await stored(place)), { timeoutMs: 20_000 });
    expect([heard.snapshots, new Set(heard.cursors).size]).toEqual([1, heard.frames.length]);
  }
});

it.each([
  // The server is heard from every 30 s over a socket, every 15 s over a stream, and answers a poll after 10 s.
  ['websocket', 70_000],
  ['sse', 40_000],
  ['poll', 40_000],
] as const)(
  'leaves a line on which nothing comes any more, and hears over another all that was said meanwhile, once: %s',
  async (transport, silenceMs) => {
    const place = await app.shop();
    const { project, veraToken: token } = place;
    // Soon enough for calls that take an idle connection on the abandoned line.
    const overLink = createParley({ url: app.link.url, project, token, timeoutMs: timeoutOf(2_000) });
    const silence = new HeldTimers(silenceMs);
    try {
      const heard = await follow({ ...place, overLink }, transport);
      app.link.abandon();
      await sayThree(place);

      // Silence ends after half a second; a call that takes an idle connection of the abandoned line meets another one.
      const hears = async () => {
        silence.end();
        expect(known(heard)).toEqual(await stored(place));
      };
      await eventually(hears, { timeoutMs: 20_000, everyMs: 500 });
      expect([heard.snapshots, new Set(heard.cursors).size]).toEqual([1, heard.frames.length]);
    } finally {
      silence.release();
    }
  },
);

it('reaches the feed where a proxy lets no socket pass, and no stream, and misses nothing on the way', async () => {
  const place = await app.shop();
  const { request_id } = place;
  const heard = new Heard();
  const live = app.following(place.overLink);
  live.subscribe(topics.messages(request_id), heard.handlers);
  await eventually(() => expect([live.transport, live.status]).toEqual(['websocket', 'open']));
  await eventually(() => expect(heard.snapshots).toBe(1));

  app.link.refusesSockets = true;
  app.link.cut();
  for (const text of ['one', 'two', 'three']) await sendMessage(place.visitor, { request_id, text });

  await eventually(() => expect(live.transport).toBe('sse'));
  await eventually(async () => expect(known(heard)).toEqual(await stored(place)));

  app.link.refusesStreams = true;
  app.link.cut();
  for (const text of ['four', 'five', 'six']) await sendMessage(place.visitor, { request_id, text });

  await eventually(() => expect(live.transport).toBe('poll'), { timeoutMs: 20_000 });
  await eventually(async () => expect(known(heard)).toEqual(await stored(place)));
  expect(heard.frames.map(({ message }) => (message as MessageView).seq)).toEqual([2, 3, 4, 5, 6, 7]);
  expect([heard.snapshots, new Set(heard.cursors).size]).toEqual([1, heard.frames.length]);
});

it('returns from the feed to a socket when one passes again, and misses nothing on the way', async () => {
  const place = await app.shop();
  const { request_id } = place;
  const heard = new Heard();
  app.link.refusesSockets = true;
  const live = app.following(place.overLink);
  live.subscribe(topics.messages(request_id), heard.handlers);
  await eventually(() => expect([live.transport, live.status, heard.snapshots]).toEqual(['sse', 'open', 1]));
  await sendMessage(place.visitor, { request_id, text: 'over the stream' });
  await eventually(async () => expect(known(heard)).toEqual(await stored(place)));

  // As a stream ends when its server stops.
  app.link.refusesSockets = false;
  app.link.cut();
  await sendMessage(place.visitor, { request_id, text: 'over a socket' });

  await eventually(() => expect([live.transport, live.status]).toEqual(['websocket', 'open']));
  await eventually(async () => expect(known(heard)).toEqual(await stored(place)));
  expect([heard.snapshots, new Set(heard.cursors).size]).toEqual([1, heard.frames.length]);
});

it('uses Server-Sent Events where the platform has no WebSocket', async () => {
  const place = await app.shop();
  const heard = new Heard();
  const platform = globalThis as { WebSocket?: unknown };
  const own = platform.WebSocket;
  delete platform.WebSocket;
  try {
    const live = app.following(place.overLink, { WebSocket: undefined });
    expect(live.transport).toBe('sse');
    live.subscribe(topics.messages(place.request_id), heard.handlers);
    live.subscribe(topics.typing(place.request_id), heard.handlers);
    await eventually(() => expect([heard.records.length, heard.refusals]).toEqual([1, ['unavailable']]));
  } finally {
    platform.WebSocket = own;
  }
});
