import {
  addNote,
  createParley,
  getRequest,
  listMessages,
  type MessageView,
  type Parley,
  type RequestRow,
  sendMessage,
  signOut,
  updateRequest,
} from '@parley/sdk';
import {
  applyFrame,
  type ConnectOptions,
  connect,
  type Frame,
  type Live,
  type LiveStatus,
  topics,
} from '@parley/sdk/realtime';
import { eventually } from '@parley/testkit';
import { WebSocket } from 'ws';

import type { AllInOne } from '../src/service.ts';
import { Link } from './link.ts';
import { newRequestId, newUser, newVisitor, startMesh } from './mesh.ts';

let mesh: AllInOne;
let link: Link;
const lives: Live[] = [];

beforeAll(async () => {
  mesh = await startMesh({ RATE_LIMIT_FACTOR: '1000', SOCKET_DRAIN: '100ms' });
  link = await Link.to(mesh.url);
}, 120_000);
afterEach(() => {
  for (const live of lives.splice(0)) live.close();
  link.refusesSockets = false;
  link.refusesStreams = false;
  link.thaw();
});
afterAll(async () => {
  await link.stop();
  await mesh.stop();
});

/** A project whose visitor Vera has begun a conversation. */
async function shop() {
  const ada = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const vera = await newVisitor(mesh.url, project._id, 'Vera');
  const request_id = newRequestId(project._id);
  const clientOf = (url: string, token: string) => createParley({ url, project: project._id, token });
  const visitor = clientOf(mesh.url, vera.token);
  await sendMessage(visitor, { request_id, text: 'Hello' });
  return {
    project: project._id as string,
    request_id,
    visitor,
    veraToken: vera.token,
    ada: clientOf(mesh.url, ada.token),
    overLink: clientOf(link.url, ada.token),
  };
}

type Shop = Awaited<ReturnType<typeof shop>>;

/** Records, frames and errors that the handlers of one subscription received. */
class Heard {
  records: readonly MessageView[] = [];
  readonly frames: Frame[] = [];
  snapshots = 0;
  gaps = 0;
  readonly refusals: string[] = [];

  readonly handlers = {
    onSnapshot: (records: MessageView[]) => {
      this.snapshots += 1;
      this.records = records;
    },
    onFrame: (frame: Frame<MessageView>) => {
      this.frames.push(frame);
      this.records = applyFrame(this.records, frame);
    },
    onGap: () => {
      this.gaps += 1;
    },
    onRefused: (code: string) => {
      this.refusals.push(code);
    },
  };

  get cursors(): (string | undefined)[] {
    return this.frames.map(({ cursor }) => cursor);
  }
}

function following(parley: Parley, options: ConnectOptions = {}): Live & { statuses: LiveStatus[] } {
  const statuses: LiveStatus[] = [];
  const live = connect(parley, {
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    backoff: { minMs: 20, maxMs: 100 },
    onStatus: (status) => statuses.push(status),
    ...options,
  });
  lives.push(live);
  return Object.assign(live, { statuses });
}

async function stored({ ada, request_id }: Shop) {
  return (await listMessages(ada, { request_id })).map(({ _id, seq, __v }) => [_id, seq, __v]);
}

function known({ records }: Heard) {
  return records.map(({ _id, seq, __v }) => [_id, seq, __v]);
}

describe.each(['websocket', 'sse', 'poll'] as const)('over %s', (transport) => {
  it('a program whose connection is cut at random receives every change once, in order', async () => {
    const place = await shop();
    const heard = new Heard();
    const requests = new Heard();
    const live = following(place.overLink, { transport });
    live.subscribe(topics.messages(place.request_id), heard.handlers);
    live.subscribe(topics.requests(), requests.handlers);
    await eventually(() => expect(heard.snapshots).toBe(1));

    const { request_id } = place;
    for (let step = 0; step < 30; step += 1) {
      await sendMessage(place.visitor, { request_id, text: `Message ${step}` });
      if (step % 5 === 0) await updateRequest(place.ada, { request_id, subject: `Subject ${step}` });
      if (step % 7 === 0) await addNote(place.ada, { request_id, text: 'A note' });
      if (step % 3 === 0) link.cut();
    }

    const record = await getRequest(place.ada, { request_id });
    await eventually(async () => expect(known(heard)).toEqual(await stored(place)), { timeoutMs: 20_000 });
    await eventually(() => expect(requests.records.find(({ _id }) => _id === record._id)?.__v).toBe(record.__v));
    expect(heard.frames.map(({ message }) => (message as MessageView).seq)).toEqual(
      heard.frames.map(({ message }) => (message as MessageView).seq).toSorted((one, other) => one - other),
    );
    expect(new Set(heard.cursors).size).toBe(heard.frames.length);
    expect(new Set(requests.cursors).size).toBe(requests.frames.length);
    expect([heard.snapshots, heard.gaps]).toEqual([1, 0]);
  }, 60_000);

  it('a refused topic is reported, and others go on', async () => {
    const [place, other] = [await shop(), await shop()];
    const [foreign, own] = [new Heard(), new Heard()];
    const live = following(place.overLink, { transport });
    live.subscribe(`/${other.project}/${topics.messages(other.request_id)}`, foreign.handlers);
    live.subscribe(topics.messages(place.request_id), own.handlers);

    await eventually(() => expect(foreign.refusals).toEqual(['subscription_refused']));
    await eventually(() => expect(own.records).toHaveLength(1));
    expect(foreign.records).toEqual([]);
  });

  it('goes on where a list has ended, without a snapshot', async () => {
    const place = await shop();
    const { request_id } = place;
    const { cursor } = (await place.ada.send<{ cursor: string }>({ name: 'listChanges', address: 'GET changes' })).data;
    const sent = await sendMessage(place.visitor, { request_id, text: 'Meanwhile' });
    const heard = new Heard();
    following(place.overLink, { transport }).subscribe(topics.messages(request_id), heard.handlers, { after: cursor });

    // A cursor is a moment old: what had just happened may come again.
    await eventually(() => expect((heard.frames.at(-1)?.message as MessageView | undefined)?._id).toBe(sent._id));
    expect(heard.snapshots).toBe(0);
  });

  it('a cursor that is of no use any more is a gap, and then a snapshot', async () => {
    const place = await shop();
    const { cursor } = (await place.ada.send<{ cursor: string }>({ name: 'listChanges', address: 'GET changes' })).data;
    const heard = new Heard();
    // A cursor of another project is as useless as one past its retention, and answered alike.
    const other = await shop();
    const live = following(other.overLink, { transport });
    live.subscribe(topics.messages(other.request_id), heard.handlers, { after: cursor });

    await eventually(() => expect([heard.gaps, heard.snapshots, heard.records.length]).toEqual([1, 1, 1]));
  });

  it('ends as signed out when the token is revoked and there is no other', async () => {
    const place = await shop();
    const parley = createParley({ url: link.url, project: place.project, token: place.veraToken });
    const heard = new Heard();
    const live = following(parley, { transport });
    live.subscribe(topics.messages(place.request_id), heard.handlers);
    await eventually(() => expect(heard.snapshots).toBe(1));

    await signOut(place.visitor);
    await eventually(() => expect(live.status).toBe('signed_out'), { timeoutMs: 20_000 });
  }, 40_000);

  it('an outage while a token is renewed signs out no one', async () => {
    const place = await shop();
    const renewed = await newVisitor(mesh.url, place.project, 'Vera');
    let renewals = 0;
    const parley = createParley({
      url: link.url,
      project: place.project,
      token: (refused) => {
        if (refused) renewals += 1;
        if (refused && renewals === 1) throw new Error('The network is down.');
        return renewals > 1 ? renewed.token : place.veraToken;
      },
    });
    const live = following(parley, { transport });
    live.subscribe(topics.requests(), {});
    await eventually(() => expect(live.status).toBe('open'));
    await signOut(place.visitor);
    link.cut();

    await eventually(() => expect([renewals, live.status]).toEqual([2, 'open']), { timeoutMs: 20_000 });
    expect(live.statuses).not.toContain('signed_out');
  }, 40_000);

  it('rows of several requests arrive, although the row of another is held back', async () => {
    const place = await shop();
    const { request_id, project } = place;
    const others = Array.from({ length: 4 }, () => newRequestId(project));
    for (const id of others) await sendMessage(place.visitor, { request_id: id, text: 'Hello' });
    const heard = new Map<string, string>();
    const live = following(place.overLink, { transport });
    live.subscribe<RequestRow>(topics.inbox(), {
      onFrame: ({ message }) => heard.set(message.request_id, message.last_message?.text ?? ''),
    });
    await eventually(async () => {
      await sendMessage(place.visitor, { request_id, text: 'Is it open?' });
      expect(heard.has(request_id)).toBe(true);
    });

    await sendMessage(place.visitor, { request_id, text: 'one' });
    await eventually(() => expect(heard.get(request_id)).toBe('one'));
    // The next row of the same second waits; those of other requests do not, and share a cursor before it.
    await sendMessage(place.visitor, { request_id, text: 'two' });
    await Promise.all(others.map((id) => sendMessage(place.visitor, { request_id: id, text: 'two' })));

    const expected = [request_id, ...others].map((id) => [id, 'two']);
    await eventually(() => expect([...heard].toSorted()).toEqual(expected.toSorted()));
  });

  it('goes on with a renewed token when the first is refused', async () => {
    const place = await shop();
    let current = place.veraToken;
    const renewed = await newVisitor(mesh.url, place.project, 'Vera');
    const parley = createParley({
      url: link.url,
      project: place.project,
      token: (refused) => {
        if (refused) current = renewed.token;
        return current;
      },
    });
    const live = following(parley, { transport });
    live.subscribe(topics.requests(), {});
    await eventually(() => expect(live.status).toBe('open'));
    await signOut(place.visitor);
    link.cut();

    await eventually(() => expect(current === renewed.token).toBe(true), { timeoutMs: 20_000 });
    await eventually(() => expect(live.status).toBe('open'));
  }, 40_000);
});

/** A handler over each transport, which has heard of the first message. */
async function followed(place: Shop) {
  const all = (['websocket', 'sse', 'poll'] as const).map((transport) => {
    const heard = new Heard();
    const live = following(place.overLink, { transport });
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
  const place = await shop();
  const all = await followed(place);

  link.freeze();
  await sayThree(place);
  link.thaw();

  for (const { heard } of all) {
    await eventually(async () => expect(known(heard)).toEqual(await stored(place)), { timeoutMs: 20_000 });
    expect([heard.snapshots, new Set(heard.cursors).size]).toEqual([1, heard.frames.length]);
  }
});

it('leaves a line on which nothing comes any more, and hears over another all that was said meanwhile, once', async () => {
  const place = await shop();
  const all = await followed(place);

  link.abandon();
  await sayThree(place);

  // The server is heard from every 30 s over a socket, every 15 s over a stream.
  for (const { heard } of all) {
    await eventually(async () => expect(known(heard)).toEqual(await stored(place)), { timeoutMs: 100_000 });
    expect([heard.snapshots, new Set(heard.cursors).size]).toEqual([1, heard.frames.length]);
  }
}, 240_000);

it('reaches the feed where a proxy lets no socket pass, and no stream, and misses nothing on the way', async () => {
  const place = await shop();
  const { request_id } = place;
  const heard = new Heard();
  const live = following(place.overLink);
  live.subscribe(topics.messages(request_id), heard.handlers);
  await eventually(() => expect([live.transport, live.status]).toEqual(['websocket', 'open']));
  await eventually(() => expect(heard.snapshots).toBe(1));

  link.refusesSockets = true;
  link.cut();
  for (const text of ['one', 'two', 'three']) await sendMessage(place.visitor, { request_id, text });

  await eventually(() => expect(live.transport).toBe('sse'));
  await eventually(async () => expect(known(heard)).toEqual(await stored(place)));

  link.refusesStreams = true;
  link.cut();
  for (const text of ['four', 'five', 'six']) await sendMessage(place.visitor, { request_id, text });

  await eventually(() => expect(live.transport).toBe('poll'), { timeoutMs: 20_000 });
  await eventually(async () => expect(known(heard)).toEqual(await stored(place)));
  expect(heard.frames.map(({ message }) => (message as MessageView).seq)).toEqual([2, 3, 4, 5, 6, 7]);
  expect([heard.snapshots, new Set(heard.cursors).size]).toEqual([1, heard.frames.length]);
});

it('returns from the feed to a socket when one passes again, and misses nothing on the way', async () => {
  const place = await shop();
  const { request_id } = place;
  const heard = new Heard();
  link.refusesSockets = true;
  const live = following(place.overLink);
  live.subscribe(topics.messages(request_id), heard.handlers);
  await eventually(() => expect([live.transport, live.status, heard.snapshots]).toEqual(['sse', 'open', 1]));
  await sendMessage(place.visitor, { request_id, text: 'over the stream' });
  await eventually(async () => expect(known(heard)).toEqual(await stored(place)));

  // As a stream ends when its server stops.
  link.refusesSockets = false;
  link.cut();
  await sendMessage(place.visitor, { request_id, text: 'over a socket' });

  await eventually(() => expect([live.transport, live.status]).toEqual(['websocket', 'open']));
  await eventually(async () => expect(known(heard)).toEqual(await stored(place)));
  expect([heard.snapshots, new Set(heard.cursors).size]).toEqual([1, heard.frames.length]);
});

it('uses Server-Sent Events where the platform has no WebSocket', async () => {
  const place = await shop();
  const heard = new Heard();
  const platform = globalThis as { WebSocket?: unknown };
  const own = platform.WebSocket;
  delete platform.WebSocket;
  try {
    const live = following(place.overLink, { WebSocket: undefined });
    expect(live.transport).toBe('sse');
    live.subscribe(topics.messages(place.request_id), heard.handlers);
    live.subscribe(topics.typing(place.request_id), heard.handlers);
    await eventually(() => expect([heard.records.length, heard.refusals]).toEqual([1, ['unavailable']]));
  } finally {
    platform.WebSocket = own;
  }
});

it('shows typing, stops no handler by another that throws, and lets go of a topic', async () => {
  const place = await shop();
  const topic = topics.typing(place.request_id);
  const errors: unknown[] = [];
  const heard: unknown[] = [];
  const live = following(place.overLink, { onError: (error) => errors.push(error) });
  live.subscribe(topic, {
    onFrame: () => {
      throw new Error('of a handler');
    },
  });
  const stop = live.subscribe(topic, { onFrame: ({ message }) => heard.push(message) });
  const visitor = following(createParley({ url: link.url, project: place.project, token: place.veraToken }));

  await eventually(() => {
    visitor.publish(topic, { typing: true });
    expect(heard).toContainEqual(expect.objectContaining({ typing: true }));
    expect(errors).toContainEqual(new Error('of a handler'));
  });
  stop();
});

it('names no credential in the address of the socket', async () => {
  const place = await shop();
  const addresses: string[] = [];
  class Watched extends WebSocket {
    constructor(address: string) {
      super(address);
      addresses.push(address);
    }
  }
  const live = following(place.overLink, { WebSocket: Watched as unknown as typeof globalThis.WebSocket });
  await eventually(() => expect(live.status).toBe('open'));
  expect(addresses).toEqual([`${link.url.replace('http', 'ws')}/v3/ws`]);
});
