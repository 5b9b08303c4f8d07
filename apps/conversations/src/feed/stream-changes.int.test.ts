import { type Actor, tokenRevoked, topicNames } from '@parley/contracts';
import { actorTokens } from '@parley/service-kit/security';
import { eventually, head, open } from '@parley/testkit';
import { changesAfter, endOfFeed } from '../../test/follower.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});
afterAll(() => harness.stopFollowers());

interface ReceivedChange {
  id: string;
  event: string;
  data: { cursor: string; method: string; topic: string };
}

function tokenOf(actor: Actor): Promise<string> {
  const actorKey = new Uint8Array(Buffer.from(String(service.env.ACTOR_KEY), 'base64url'));
  return actorTokens({ key: actorKey, service: 'gateway' }).sign(actor, 'conversations');
}

/** A client of Server-Sent Events. */
class Reader {
  readonly received: ReceivedChange[] = [];
  isOver = false;
  readonly #gone = new AbortController();

  async open(actor: Actor, headers: Record<string, string> = {}): Promise<this> {
    const token = await tokenOf(actor);
    const response = await fetch(`${service.addresses.http}/v3/${actor.projectId}/changes`, {
      headers: { 'parley-actor': token, accept: 'text/event-stream', ...headers },
      signal: this.#gone.signal,
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    void this.#read(response);
    return this;
  }

  close(): void {
    this.#gone.abort();
  }

  async #read({ body }: Response): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const part of body ?? []) {
        text += decoder.decode(part as Uint8Array, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
      }
    } catch {
      // Disconnected by this side.
    }
    this.isOver = true;
  }

  #take(block: string): void {
    const fields = Object.fromEntries(
      block.split('\n').map((line) => [line.split(': ')[0], line.replace(/^\w+: /, '')]),
    );
    if (fields.data)
      this.received.push({ id: fields.id ?? '', event: fields.event ?? '', data: JSON.parse(fields.data) });
  }
}

it('ends with its client, also with one that disconnects before it begins', async () => {
  const { personas } = await harness.project();
  const { ada } = personas;
  const ended = async () => {
    const text = await (await fetch(`${service.addresses.ops}/metrics`)).text();
    return [...text.matchAll(/^parley_calls_total\{.*operation="listChanges".*\} (\d+)$/gm)]
      .map(([, count]) => Number(count))
      .reduce((sum, count) => sum + count, 0);
  };
  const before = await ended();
  for (let nth = 0; nth < 20; nth++) {
    // Verifying a new token takes a moment: the client disconnects meanwhile.
    const headers = { 'parley-actor': await tokenOf({ ...ada, jti: `${nth}` }), accept: 'text/event-stream' };
    const client = await open(service.addresses.http);
    client.socket.write(`${head('GET', `/v3/${ada.projectId}/changes`, headers)}\r\n\r\n`, () => client.close());
    await client.closed;
  }

  // Immediately, before the stream checks the membership again.
  await eventually(async () => expect((await ended()) - before).toBe(20), { timeoutMs: 3_000 });
});

it('streams the same changes as the JSON feed, and resumes from the last id', async () => {
  const { projectId, personas } = await harness.project();
  const { ada, vera } = personas;
  const start = await endOfFeed(service, ada);
  const whole = await new Reader().open(ada);
  const request_id = newRequestId(projectId);
  for (const text of ['one', 'two', 'three']) await service.as(vera).sendMessage({ request_id, text });
  await eventually(() => expect(whole.received.length).toBeGreaterThanOrEqual(4));

  const changes = await changesAfter(service, ada, start);
  expect(whole.received.map(({ data }) => data)).toEqual(changes);
  expect(whole.received.map(({ id, event }) => [id, event])).toEqual(changes.map((one) => [one.cursor, one.method]));
  expect(changes.map(({ topic }) => topic)).toContain(topicNames.requests(projectId));

  const cursor = changes[1]?.cursor ?? '';
  const later = await new Reader().open(ada, { 'last-event-id': cursor });
  await eventually(() => expect(later.received.map(({ data }) => data)).toEqual(changes.slice(2)));
  for (const reader of [whole, later]) reader.close();
});

it('returns the same next change after a cursor as JSON, as a stream and on a socket', async () => {
  const { projectId, personas } = await harness.project();
  const { ada, vera } = personas;
  const request_id = newRequestId(projectId);
  await service.as(vera).sendMessage({ request_id, text: 'one' });
  const topic = topicNames.messages(projectId, request_id);
  const socket = await harness.follow(ada, topic);
  for (const text of ['two', 'three']) await service.as(vera).sendMessage({ request_id, text });
  await eventually(() => expect(socket.frames).toHaveLength(2));
  await socket.stop();

  const cursor = socket.frames[0]?.cursor ?? '';
  const [change] = await changesAfter(service, ada, cursor, { topics: topic });
  const stream = await new Reader().open(ada, { 'last-event-id': cursor });
  const resumed = await harness.follow(ada, topic, cursor);
  await eventually(() => expect(stream.received[0]?.data).toEqual(change));
  expect(resumed.heard[0]).toMatchObject({ message: change?.message, cursor: change?.cursor });
  expect(change?.message.text).toBe('three');
  stream.close();
});

it('ends when its client loses access: a revoked token, a removed membership', async () => {
  const project = await harness.project();
  const { ada } = project.personas;
  const [one, other] = [
    await new Reader().open({ ...ada, jti: 'one' }),
    await new Reader().open({ ...ada, jti: 'two' }),
  ];
  const data = { jti: 'one', sub: 'user', id_user: ada.id, expiresAt: new Date().toISOString() };
  await harness.publish(project, tokenRevoked(data), ada);
  await eventually(() => expect(one.isOver).toBe(true));
  expect(other.isOver).toBe(false);

  project.setMember(ada, { disabled: true });
  await harness.syncReadModels(project);
  await eventually(() => expect(other.isOver).toBe(true), { timeoutMs: 10_000 });
});
