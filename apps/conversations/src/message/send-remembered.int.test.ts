import type { Actor } from '@parley/contracts';
import { currentCall } from '@parley/service-kit/call';
import { actor, watchQueries } from '@parley/testkit';

import { CountedReads } from '../../test/counted-reads.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { facts, message } from '../../test/states.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';
import { receive } from '../request/receive.ts';
import { type Loaded, RequestLoader } from '../request-store/request.loader.ts';
import { appendMessages } from '../request-store/request.statements.ts';
import { RequestWriter } from '../request-store/request.writer.ts';

const harness = new ConversationsHarness();
let service: ConversationsService;

beforeAll(async () => {
  service = await harness.start();
});
afterAll(() => harness.stop());

type Sending = Parameters<ReturnType<ConversationsService['as']>['sendMessage']>[0];

/**
 * Statements of sends on requests and messages, without those that store the answer of an idempotent call. A batch is of no call.
 */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const isOfSend = (text: string) => currentCall().operation === 'sendMessage' || text === appendMessages.text;
  const end = watchQueries(({ text }) => isOfSend(text) && texts.push(text));
  await work();
  end();
  return texts.filter((text) => /\b(request|request_head|message|message_external_id)\b/.test(text));
}

describe('the next message of a cached request', () => {
  it.each([
    ['text alone', {}, {}],
    ["the sender's own id", { external_id: 'one' }, {}],
    ['a key of the call', { external_id: 'two' }, { 'Idempotency-Key': 'key' }],
  ])('is stored by one statement: %s', async (_what, body, headers) => {
    const { request_id, vera } = await harness.openedRequest();
    const send = (text: string, more: object) =>
      service.as(vera).sendMessage({ request_id, text, ...more }, { headers });
    await service.as(vera).sendMessage({ request_id, text: 'remember me' });

    const statements = await statementsOf(() => send('Where is it?', body));

    expect(statements).toHaveLength(1);
    const { body: list } = await service.as(vera).listMessages({ request_id });
    expect(list.map(({ text }) => text)).toEqual(['Hello', 'remember me', 'Where is it?']);
  });
});

describe('what was decided from the cache', () => {
  const hour = 3_600_000;
  it.each<[string, boolean, (known: Loaded) => Partial<Loaded>]>([
    ['stored while all of it holds', true, () => ({})],
    ['not stored after another change', false, ({ version }) => ({ version: version - 1 })],
    ['not stored after another message', false, ({ lastSeq }) => ({ lastSeq: lastSeq - 1 })],
    ['not stored after a change beside the request', false, ({ stamp }) => ({ stamp: `${stamp}.` })],
    ['not stored at a time that is not that of the database', false, ({ now }) => ({ now: new Date(+now + hour) })],
  ])('is %s', async (_what, isStored, other) => {
    const { project, request_id } = await harness.openedRequest();
    const loaded = await new RequestLoader(service.db, service.context.automationConfigs).load(
      'system',
      project.projectId,
      request_id,
    );
    const known = { ...loaded, ...other(loaded) };
    const change = receive(known, [{ message: message({ side: 'bot', sender: 'bot_b1', audience: 'team' }) }], facts());

    const writer = new RequestWriter(service.db, { toEngine: false, wholeRequests: false });
    const { stored, head } = await writer.message('system', known, change, known.now, known.stamp);

    expect({ isStored: stored !== undefined, lastSeq: head?.lastSeq }).toEqual({ isStored, lastSeq: loaded.lastSeq });
    const { body } = await service.as(project.personas.ada).listMessages({ request_id });
    expect(body).toHaveLength(isStored ? 2 : 1);
  });
});

describe('deciding from the cache', () => {
  it('gives the same answers, rows and events as a fresh read', async () => {
    const reads = new CountedReads(service.db, 'load_requests');
    const remembered = await World.open(await harness.project(staff));
    const forgotten = await World.open(await harness.project(staff));
    const read = { remembered: 0, forgotten: 0 };

    for (const [nth, { sender, ...said }] of generated(150).entries()) {
      await forgotten.forget();
      const first = await reads.of(() => remembered.say(sender, said));
      const second = await reads.of(() => forgotten.say(sender, said));
      expect({ nth, said, answer: first.result }).toEqual({ nth, said, answer: second.result });
      read.remembered += first.statements;
      read.forgotten += second.statements;
    }

    expect(await remembered.traces()).toEqual(await forgotten.traces());
    expect(read.forgotten).toBeGreaterThan(100);
    expect(read.remembered).toBeLessThan(50);
  }, 60_000);
});

const staff = (project: TestProject) => project.addMember({ actor: project.personas.linus });

const senders = ['vera', 'linus', 'ada', 'grace', 'bot'] as const;
type Sender = (typeof senders)[number];
const sayings: Omit<Sending, 'request_id'>[] = [
  { text: 'Where is it?' },
  { text: 'Where is it?', language: 'it', attributes: { clienttimestamp: 1 } },
  { text: 'a note', attributes: { subtype: 'private' } },
  { text: 'hidden', attributes: { subtype: 'info' } },
  { type: 'image', metadata: { src: 'https://acme.example/a.png', width: 1, height: 1 } },
  { text: 'Choose\n* yes\n* no', attributes: { microlanguage: true } },
  { text: 'once', external_id: 'a' },
  { text: 'once on another channel', external_id: 'a', channel: { name: 'email' } },
  { text: 'again', external_id: 'b' },
  { text: 'Bye \\close' },
  { text: 'A human, please \\agent' },
];

/** Seeded, so that a failing run can be repeated. */
function generated(count: number): (Omit<Sending, 'request_id'> & { sender: Sender })[] {
  let state = 7;
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  return Array.from({ length: count }, () => ({
    sender: senders[below(senders.length)] ?? 'vera',
    ...sayings[below(4) > 0 ? below(3) : below(sayings.length)],
  }));
}

/** A project with one request, without the ids and times that differ between two of them. */
class World {
  readonly #project: TestProject;
  readonly #bot: Actor;
  readonly #requestId: string;

  private constructor(project: TestProject, bot: Actor) {
    this.#project = project;
    this.#bot = bot;
    this.#requestId = newRequestId(project.projectId);
  }

  static async open(project: TestProject): Promise<World> {
    const world = new World(
      project,
      actor({ kind: 'bot', id: await harness.addBot(project), projectId: project.projectId }),
    );
    await world.say('vera', { text: 'Hello' });
    return world;
  }

  async say(sender: Sender, said: Omit<Sending, 'request_id'>): Promise<string> {
    const speaker = sender === 'bot' ? this.#bot : this.#project.personas[sender];
    const { status, body } = await service.as(speaker).sendMessage({ request_id: this.#requestId, ...said });
    return this.#plain({ status, body });
  }

  /** As an erasure would: the cached request is stale, though nothing in it shows that. */
  async forget(): Promise<void> {
    await service.db.query('update request_head set revision = revision + 1 where id_project = $1', [
      this.#project.projectId,
    ]);
  }

  async traces(): Promise<unknown> {
    const tables = ['request', 'request_head', 'message', 'message_external_id', 'request_history', 'seat', 'outbox'];
    const order: Record<string, string> = {
      message: 'seq',
      message_external_id: 'seq',
      request_history: 'seq',
      outbox: 'seq',
    };
    const traces: Record<string, unknown> = {};
    for (const table of tables) {
      const rows = await service.db.query(
        `select to_jsonb(t) - '{revision,shard,seq,published_at,ticket_id,tx_id}'::text[] as row from ${table} t
          where id_project = $1 order by ${order[table] ?? '1'}`,
        [this.#project.projectId],
      );
      traces[table] = rows.map((row) => this.#plain(row));
    }
    return traces;
  }

  /** Replaces ids by their order of appearance. */
  #plain(value: unknown): string {
    const ids = new Map<string, string>();
    return JSON.stringify(value)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,32}/g, (id) => {
        ids.set(id, ids.get(id) ?? `id ${ids.size}`);
        return ids.get(id) ?? '';
      })
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'time')
      .replaceAll(/\\*"(waiting_time|duration|ticket_id|sequence|held_ms)\\*":\\*"?\d+\\*"?/g, '$1')
      .replaceAll(/:1\d{12}\b/g, ':time');
  }
}
