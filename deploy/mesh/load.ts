import { setTimeout as delay } from 'node:timers/promises';

import { socketCloses } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import { SocketClient } from '../../apps/all-in-one/test/client.ts';
import { type Customer, newRequestId, newUser, newVisitor } from '../../apps/all-in-one/test/mesh.ts';
import type { Mesh } from './mesh.ts';

/** Between two calls of a customer, in ms: without it, they take all processors, and what replaces a replica starts several times slower. */
const thinkMs = 40;
const patience = { timeoutMs: 30_000 };

export interface Load {
  /** Owner of the project. */
  ada: Customer;
  projectId: string;
  /** What was said, by path of the conversation. */
  said: Map<string, string[]>;
  /** Follow all conversations, each through the gateway that its connections have come to. */
  listeners: SocketClient[];
  calls: number;
  /** What is being done to the mesh. */
  step: string;
  failures: string[];
}

/** Customers who call every service, one call after the other, until it is over. */
export async function startLoad(mesh: Mesh, isOver: () => boolean): Promise<{ load: Load; done: Promise<unknown> }> {
  const { customer: ada, token } = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.call('POST', '/projects', { name: 'Shop' });
  const id: string = project._id;
  const listeners = [1, 2, 3].map(() => new SocketClient(mesh.url, token, [`/${id}/requests`]));
  const load: Load = { ada, projectId: id, said: new Map(), listeners, calls: 0, step: 'nothing', failures: [] };
  const count = async (what: string, call: Promise<{ status: number; body?: unknown }>) => {
    load.calls += 1;
    const answer = await call.catch((error: unknown) => ({ status: 0, body: String(error) }));
    if (answer.status < 200 || answer.status > 299)
      load.failures.push(`${load.step}: ${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  const get = (path: string) => count(path, ada.call('GET', path));

  const talker = async () => {
    const { customer: vera } = await newVisitor(mesh.url, id, 'Vera');
    while (!isOver()) {
      const path = `/${id}/requests/${newRequestId(id)}`;
      const texts: string[] = [];
      load.said.set(path, texts);
      for (let nth = 0; nth < 10 && !isOver(); nth++) {
        // Without a key: repeating a call that was served would store it twice.
        await count('say', vera.call('POST', `${path}/messages`, { text: `${nth}` }));
        texts.push(`${nth}`);
        await delay(thinkMs);
      }
      await get(`${path}/messages`);
      await count('close', ada.call('PUT', `${path}/close`));
    }
  };
  const reader = async () => {
    for (let nth = 0; !isOver(); nth++) {
      await count('upload', ada.upload('/files/users', new File(['x'.repeat(100_000)], 'order.txt')));
      await get(`/${id}/segments`);
      await get(`/${id}/departments`);
      await get(`/${id}/bots`);
      await get(`/${id}/subscriptions`);
      await get(`/${id}/analytics/requests/count`);
      await count('tag', ada.call('POST', `/${id}/tags`, { tag: `tag ${nth}`, color: '#f00' }));
      await count('lead', ada.call('POST', `/${id}/leads`, { fullname: `Lead ${nth}` }));
      await count('bot', ada.call('POST', `/${id}/bots`, { name: `Robby ${nth}`, template: 'blank' }));
      // So that connections idle for about as long as they are kept.
      await delay(nth % 2 === 0 ? thinkMs : 500);
    }
  };
  for (const listener of listeners) listener.connect();
  const done = Promise.all([talker(), talker(), talker(), reader(), reader()]);
  return { load, done };
}

/** After a load is over: no call has failed, and what was said is there once, in order, for those who read it and for those who followed it. */
export async function expectNothingLost({ ada, said, listeners, failures }: Load): Promise<void> {
  expect(failures).toEqual([]);
  for (const listener of listeners) {
    // None was cut off: each process that ended had announced it.
    expect(new Set(listener.codes)).toEqual(new Set([socketCloses.restart]));
    expect(listener.errors).toEqual([]);
    expect(listener.repeated).toEqual([]);
    const closed = () => [...listener.known.requests.values()].filter(({ status }) => status === 1000);
    await eventually(() => expect(closed()).toHaveLength(said.size), patience);
    listener.stop();
  }
  for (const [path, texts] of said) {
    const { body } = await ada.call('GET', `${path}/messages?limit=200`);
    const stored = body.flatMap(({ text }: { text: string }) => (/^\d$/.test(text) ? [text] : []));
    expect(stored).toEqual(texts);
  }
}

/** After a load is over: analytics comes to have counted each conversation and each of its messages once. */
export async function expectCounted({ ada, projectId, said }: Load): Promise<void> {
  const messages = [...said.values()].flat().length;
  await eventually(async () => {
    const { body: conversations } = await ada.call('GET', `/${projectId}/analytics/requests/count`);
    const { body: counted } = await ada.call('GET', `/${projectId}/analytics/messages/count`);
    expect({ conversations, counted }).toMatchObject({
      conversations: [{ totalCount: said.size }],
      counted: [{ received: messages }],
    });
  }, patience);
}
