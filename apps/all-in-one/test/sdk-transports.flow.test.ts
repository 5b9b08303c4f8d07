import { type MessageView, sendMessage } from '@parley/sdk';
import { topics } from '@parley/sdk/realtime';
import { eventually } from '@parley/testkit';

import { FollowedMesh, Heard, known, type Shop, stored } from './followed-mesh.ts';

let app: FollowedMesh;

beforeAll(async () => {
  app = await FollowedMesh.start();
}, 120_000);
afterEach(() => app.reset());
afterAll(() => app.stop());

/** A handler over each transport, which has heard of the first message. */
async function followed(place: Shop) {
  const all = (['websocket', 'sse', 'poll'] as const).map((transport) => {
    const heard = new Heard();
    const live = app.following(place.overLink, { transport });
    live.subscribe(topics.messages(place.request_id), heard.handlers);
    return { transport, live, heard };
  });
  await eventually(() => expect(all.map(({ heard }) => heard.snapshots)).toEqual([1, 1, 1]));
  await eventually(() => expect(all.map(({ live }) => live.status)).toEqual(['open', 'open', 'open']));
  return all;
}

async function sayThree({ visitor, request_id }: Shop) {
  for (const text of ['one', 'two', 'three']) await sendMessage(visitor, { request_id, text });
}

it('hears over a line that was frozen all that was said meanwhile, once', async () => {
  const place = await app.shop();
  const all = await followed(place);

  app.link.freeze();
  await sayThree(place);
  app.link.thaw();

  for (const { heard } of all) {
    await eventually(async () => expect(known(heard)).toEqual(await stored(place)), { timeoutMs: 20_000 });
    expect([heard.snapshots, new Set(heard.cursors).size]).toEqual([1, heard.frames.length]);
  }
});

it('leaves a line on which nothing comes any more, and hears over another all that was said meanwhile, once', async () => {
  const place = await app.shop();
  const all = await followed(place);

  app.link.abandon();
  await sayThree(place);

  // The server is heard from every 30 s over a socket, every 15 s over a stream.
  for (const { heard } of all) {
    await eventually(async () => expect(known(heard)).toEqual(await stored(place)), { timeoutMs: 100_000 });
    expect([heard.snapshots, new Set(heard.cursors).size]).toEqual([1, heard.frames.length]);
  }
}, 240_000);

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
