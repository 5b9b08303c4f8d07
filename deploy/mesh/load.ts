import { setTimeout as delay } from 'node:timers/promises';

import { type Customer, newRequestId, newUser, newVisitor } from '../../apps/all-in-one/test/mesh.ts';
import type { Mesh } from './mesh.ts';

interface Load {
  /** What was said, by path of the conversation. */
  said: Map<string, string[]>;
  calls: number;
  failures: string[];
}

/** Customers who call every service, one call after the other, until it is over. */
export async function startLoad(
  mesh: Mesh,
  isOver: () => boolean,
): Promise<{ load: Load; done: Promise<unknown>; ada: Customer }> {
  const { customer: ada, token } = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.call('POST', '/projects', { name: 'Shop' });
  const id: string = project._id;
  const load: Load = { said: new Map(), calls: 0, failures: [] };
  const count = async (what: string, call: Promise<{ status: number; body?: unknown }>) => {
    load.calls += 1;
    const answer = await call.catch((error: unknown) => ({ status: 0, body: String(error) }));
    if (answer.status < 200 || answer.status > 299)
      load.failures.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  const get = (path: string) => count(path, ada.call('GET', path));

  const talker = async () => {
    const { customer: vera } = await newVisitor(mesh.url, id, 'Vera');
    while (!isOver()) {
      const path = `/${id}/requests/${newRequestId(id)}`;
      const texts: string[] = [];
      load.said.set(path, texts);
      for (let nth = 0; nth < 10 && !isOver(); nth++) {
        // Without a key: whoever repeats a call that was served would store it twice.
        await count('say', vera.call('POST', `${path}/messages`, { text: `${nth}` }));
        texts.push(`${nth}`);
      }
      await get(`${path}/messages`);
      await count('close', ada.call('PUT', `${path}/close`));
    }
  };
  const reader = async () => {
    for (let nth = 0; !isOver(); nth++) {
      await count('upload', upload(mesh, token));
      // Searches have a time of their own, which a busy machine may exceed: this is none.
      await get(`/${id}/segments`);
      await get(`/${id}/departments`);
      await get(`/${id}/bots`);
      await get(`/${id}/subscriptions`);
      await get(`/${id}/analytics/requests/count`);
      await count('tag', ada.call('POST', `/${id}/tags`, { tag: `tag ${nth}`, color: '#f00' }));
      await count('lead', ada.call('POST', `/${id}/leads`, { fullname: `Lead ${nth}` }));
      await count('bot', ada.call('POST', `/${id}/bots`, { name: `Robby ${nth}`, template: 'blank' }));
      // So that connections idle for about as long as they are kept.
      await delay(nth % 2 === 0 ? 0 : 500);
    }
  };
  const done = Promise.all([talker(), talker(), talker(), reader(), reader()]);
  return { load, done, ada };
}

async function upload(mesh: Mesh, token: string): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  form.append('file', new File(['x'.repeat(100_000)], 'order.txt'));
  const headers = { authorization: token };
  const answer = await fetch(`${mesh.url}/v3/files/users`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: await answer.json() };
}
