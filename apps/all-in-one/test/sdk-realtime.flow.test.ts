import {
  addNote,
  createParley,
  getRequest,
  type MessageView,
  type RequestRow,
  sendMessage,
  signOut,
  updateRequest,
} from '@parley/sdk';
import { topics } from '@parley/sdk/realtime';
import { eventually } from '@parley/testkit';
import { WebSocket } from 'ws';

import { FollowedMesh, Heard, known, stored } from './followed-mesh.ts';
import { newRequestId, newVisitor } from './mesh.ts';

let app: FollowedMesh;

beforeAll(async () => {
  app = await FollowedMesh.start();
}, 120_000);
afterEach(() => app.reset());
afterAll(() => app.stop());

describe.each(['websocket', 'sse', 'poll'] as const)('over %s', (transport) => {
  it('a program whose connection is cut at random receives every change once, in order', async () => {
    const place = await app.shop();
    const heard = new Heard();
    const requests = new Heard();
    const live = app.following(place.overLink, { transport });
    live.subscribe(topics.messages(place.request_id), heard.handlers);
    live.subscribe(topics.requests(), requests.handlers);
    await eventually(() => expect(heard.snapshots).toBe(1));

    const { request_id } = place;
    for (let step = 0; step < 30; step += 1) {
      await sendMessage(place.visitor, { request_id, text: `Message ${step}` });
      if (step % 5 === 0) await updateRequest(place.ada, { request_id, subject: `Subject ${step}` });
      if (step % 7 === 0) await addNote(place.ada, { request_id, text: 'A note' });
      if (step % 3 === 0) app.link.cut();
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
    const [place, other] = [await app.shop(), await app.shop()];
    const [foreign, own] = [new Heard(), new Heard()];
    const live = app.following(place.overLink, { transport });
    live.subscribe(`/${other.project}/${topics.messages(other.request_id)}`, foreign.handlers);
    live.subscribe(topics.messages(place.request_id), own.handlers);

    await eventually(() => expect(foreign.refusals).toEqual(['subscription_refused']));
    await eventually(() => expect(own.records).toHaveLength(1));
    expect(foreign.records).toEqual([]);
  });

  it('goes on where a list has ended, without a snapshot', async () => {
    const place = await app.shop();
    const { request_id } = place;
    const { cursor } = (await place.ada.send<{ cursor: string }>({ name: 'listChanges', address: 'GET changes' })).data;
    const sent = await sendMessage(place.visitor, { request_id, text: 'Meanwhile' });
    const heard = new Heard();
    app
      .following(place.overLink, { transport })
      .subscribe(topics.messages(request_id), heard.handlers, { after: cursor });

    // A cursor is a moment old: what had just happened may come again.
    await eventually(() => expect((heard.frames.at(-1)?.message as MessageView | undefined)?._id).toBe(sent._id));
    expect(heard.snapshots).toBe(0);
  });

  it('a cursor that is of no use any more is a gap, and then a snapshot', async () => {
    const place = await app.shop();
    const { cursor } = (await place.ada.send<{ cursor: string }>({ name: 'listChanges', address: 'GET changes' })).data;
    const heard = new Heard();
    // A cursor of another project is as useless as one past its retention, and answered alike.
    const other = await app.shop();
    const live = app.following(other.overLink, { transport });
    live.subscribe(topics.messages(other.request_id), heard.handlers, { after: cursor });

    await eventually(() => expect([heard.gaps, heard.snapshots, heard.records.length]).toEqual([1, 1, 1]));
  });

  it('ends as signed out when the token is revoked and there is no other', async () => {
    const place = await app.shop();
    const parley = createParley({ url: app.link.url, project: place.project, token: place.veraToken });
    const heard = new Heard();
    const live = app.following(parley, { transport });
    live.subscribe(topics.messages(place.request_id), heard.handlers);
    await eventually(() => expect(heard.snapshots).toBe(1));

    await signOut(place.visitor);
    // A poll ends with the next change, or after ten seconds.
    await sendMessage(place.ada, { request_id: place.request_id, text: 'Are you there?' });
    await eventually(() => expect(live.status).toBe('signed_out'), { timeoutMs: 20_000 });
  }, 40_000);

  it('an outage while a token is renewed signs out no one', async () => {
    const place = await app.shop();
    const renewed = await newVisitor(app.mesh.url, place.project, 'Vera');
    let renewals = 0;
    const parley = createParley({
      url: app.link.url,
      project: place.project,
      token: (refused) => {
        if (refused) renewals += 1;
        if (refused && renewals === 1) throw new Error('The network is down.');
        return renewals > 1 ? renewed.token : place.veraToken;
      },
    });
    const live = app.following(parley, { transport });
    live.subscribe(topics.requests(), {});
    await eventually(() => expect(live.status).toBe('open'));
    await signOut(place.visitor);
    app.link.cut();

    await eventually(() => expect([renewals, live.status]).toEqual([2, 'open']), { timeoutMs: 20_000 });
    expect(live.statuses).not.toContain('signed_out');
  }, 40_000);

  it('rows of several requests arrive, although the row of another is held back', async () => {
    const place = await app.shop();
    const { request_id, project } = place;
    const others = Array.from({ length: 4 }, () => newRequestId(project));
    for (const id of others) await sendMessage(place.visitor, { request_id: id, text: 'Hello' });
    const heard = new Map<string, string>();
    const live = app.following(place.overLink, { transport });
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
    const place = await app.shop();
    let current = place.veraToken;
    const renewed = await newVisitor(app.mesh.url, place.project, 'Vera');
    const parley = createParley({
      url: app.link.url,
      project: place.project,
      token: (refused) => {
        if (refused) current = renewed.token;
        return current;
      },
    });
    const live = app.following(parley, { transport });
    live.subscribe(topics.requests(), {});
    await eventually(() => expect(live.status).toBe('open'));
    await signOut(place.visitor);
    app.link.cut();

    await eventually(() => expect(current === renewed.token).toBe(true), { timeoutMs: 20_000 });
    await eventually(() => expect(live.status).toBe('open'));
  }, 40_000);
});

it('shows typing, stops no handler by another that throws, and lets go of a topic', async () => {
  const place = await app.shop();
  const topic = topics.typing(place.request_id);
  const errors: unknown[] = [];
  const heard: unknown[] = [];
  const live = app.following(place.overLink, { onError: (error) => errors.push(error) });
  live.subscribe(topic, {
    onFrame: () => {
      throw new Error('of a handler');
    },
  });
  const stop = live.subscribe(topic, { onFrame: ({ message }) => heard.push(message) });
  const visitor = app.following(createParley({ url: app.link.url, project: place.project, token: place.veraToken }));

  await eventually(() => {
    visitor.publish(topic, { typing: true });
    expect(heard).toContainEqual(expect.objectContaining({ typing: true }));
    expect(errors).toContainEqual(new Error('of a handler'));
  });
  stop();
});

it('names no credential in the address of the socket', async () => {
  const place = await app.shop();
  const addresses: string[] = [];
  class Watched extends WebSocket {
    constructor(address: string) {
      super(address);
      addresses.push(address);
    }
  }
  const live = app.following(place.overLink, { WebSocket: Watched as unknown as typeof globalThis.WebSocket });
  await eventually(() => expect(live.status).toBe('open'));
  expect(addresses).toEqual([`${app.link.url.replace('http', 'ws')}/v3/ws`]);
});
