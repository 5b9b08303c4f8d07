import { openNatsBus } from '@parley/service-kit/bus/nats';
import { createLogger } from '@parley/service-kit/observability';
import { eventually } from '@parley/testkit';

import { newRequestId, newUser, newVisitor } from './mesh.ts';

// Each look is six calls of one person, who has 600 a minute.
const patience = { timeoutMs: 60_000, everyMs: 700 };

/** An installation with something of each kind in it, as its customers see it. */
export async function openShop(url: string) {
  const ada = await newUser(url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const id: string = project._id;
  const vera = await newVisitor(url, id, 'Vera');
  const request = `/${id}/requests/${newRequestId(id)}`;
  const uploaded = await vera.customer.upload('/files/users', new File(['one parcel'], 'order.txt'));
  const file: string = uploaded.body.filename;

  const said: string[] = [];
  const say = async (text: string) => {
    const { status } = await vera.customer.call('POST', `${request}/messages`, { text });
    expect(status).toBe(200);
    said.push(text);
  };
  const read = async (path: string) => (await ada.customer.call('GET', path)).body;
  const seen = async () => ({
    request: await read(request),
    messages: await read(`${request}/messages`),
    requests: await read(`/${id}/requests?status=all`),
    leads: await read(`/${id}/leads`),
    conversations: await read(`/${id}/analytics/requests/count`),
    counted: await read(`/${id}/analytics/messages/count`),
    file: await (await fetch(`${url}/v3/files?path=${encodeURIComponent(file)}`)).text(),
  });
  return {
    id,
    owner: ada.customer,
    request,
    say,
    subscribe: (target: string) =>
      ada.customer.call('POST', `/${id}/subscriptions`, { event: 'message.create', target }),
    /** What is there when all consumers have handled what was said. */
    settled: () =>
      eventually(async () => {
        const all = await seen();
        const texts = all.messages.map(({ text }: { text: string }) => text);
        expect(texts).toEqual(expect.arrayContaining(said));
        expect(all).toMatchObject({
          file: 'one parcel',
          leads: { count: 1, leads: [{ fullname: 'Vera' }] },
          conversations: [{ totalCount: 1 }],
          counted: [{ received: said.length }],
        });
        return all;
      }, patience),
    /** Passes when it is like that again. */
    isAs: (before: unknown) => eventually(async () => expect(await seen()).toEqual(before), patience),
  };
}

/** Waits until the stream at `natsUrl` holds the last of these texts of messages; expects it to hold each once, and no other of the project. */
export async function expectPublished(natsUrl: string, projectId: string, texts: readonly string[]): Promise<void> {
  const held: string[] = [];
  const bus = openNatsBus({ url: natsUrl, name: 'test', log: createLogger({ service: 'test', level: 'silent' }) });
  bus.consume({
    name: `reader-${projectId}`,
    types: ['message.created'],
    concurrency: 20,
    handle: async ({ event }) => {
      const { message } = event.data as { message: { text: string } };
      if (event.idproject === projectId) held.push(message.text);
    },
  });
  try {
    await eventually(() => expect(held).toContain(texts.at(-1)), patience);
    await bus.idle();
    expect(held.sort()).toEqual([...texts].sort());
  } finally {
    await bus.close();
  }
}
