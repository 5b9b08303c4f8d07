import { amountOf, eventually, Replica } from '@parley/testkit';

import { requestOf, thinOf, WebhooksHarness } from '../../test/webhooks-harness.ts';

const rounds = Array.from(
  { length: Number(process.env.CRASH_ROUNDS ?? amountOf({ quick: 1, soak: 3 })) },
  (_, place) => place + 1,
);
const steps = ['with the request', 'before the call', 'in the call', 'with the answer', 'after the answer'] as const;
type Step = (typeof steps)[number];

const harness = new WebhooksHarness();
let replica: Replica | undefined;
/** The step at which the next replica crashes, at its n-th occurrence. */
let deathAt: { step: Step; nth: number } | undefined;
let dying: Promise<void> | undefined;

beforeAll(async () => {
  await harness.start();
  // This process only consumes events; replicas make the calls.
  await harness.service.context.worker.stop();
});
afterEach(() => replica?.kill());
afterAll(() => harness.stop());

function startReplica(): void {
  const env = { ...harness.service.env, LOG_LEVEL: 'silent' };
  replica = new Replica(new URL('../main.ts', import.meta.url), env);
}

/** Called when a replica reaches a step; may kill it there. */
function reachStep(step: Step): Promise<void> | undefined {
  if (deathAt?.step === step && --deathAt.nth === 0) dying = replica?.kill();
  return dying;
}

it.each(rounds)(
  'brings every delivery to its receiver, wherever a process is killed that makes calls (round %i)',
  async () => {
    harness.onSign = () => reachStep('before the call');
    const shop = await harness.subscribed('message.create', async (res) => {
      await reachStep('in the call');
      res.on('finish', () => reachStep('with the answer'));
      // The moment at which the outcome is stored is unknown: a varying delay covers all of it.
      res.on('close', () => setTimeout(() => reachStep('after the answer'), Math.random() * 5));
      res.end();
    });
    const { people, owner, receiver, id: subscription_id, list } = shop;
    const busy = requestOf(people.projectId);
    let version = 1;
    harness.onRead = () => {
      // A second read gets another version.
      version += 1;
      for (const [id, record] of harness.requests) harness.requests.set(id, { ...record, __v: version });
      return reachStep('with the request');
    };
    let count = 0;
    const publishMore = async () => {
      const events = Array.from({ length: 6 }, (_, place) => {
        const request = place % 2 === 0 ? busy : requestOf(people.projectId);
        harness.requests.set(request.request_id, request);
        return harness.messageCreated(thinOf(request), count + place);
      });
      count += events.length;
      await harness.publish(...events);
      await eventually(async () => expect(await list()).toHaveLength(count));
    };
    /** By delivery, how many more calls the ledger has than the receiver saw. */
    const surplus = async () => {
      const deliveries = await Promise.all(
        (await list()).map(({ _id: delivery_id }) => owner.getDelivery({ subscription_id, delivery_id })),
      );
      const seen = Map.groupBy(receiver.ids, (id) => id);
      return new Map(deliveries.map(({ body }) => [body._id, body.log.length - (seen.get(body._id)?.length ?? 0)]));
    };

    let before = new Map<string, number>();
    for (const step of steps) {
      dying = undefined;
      deathAt = { step, nth: 1 + Math.floor(Math.random() * 6) };
      await publishMore();
      startReplica();
      await eventually(() => expect(dying).toBeDefined(), { timeoutMs: 20_000 });
      await dying;
      const after = await surplus();
      for (const [id, more] of after) expect([0, 1]).toContain(more - (before.get(id) ?? 0));
      before = after;
      // Expires the lease of a minute at once.
      await harness.service.db.query(
        'update delivery set due_at = now() where holder is not null and id_subscription = $1',
        [subscription_id],
      );
      await harness.service.db.query('update lane set due_at = now() where id_subscription = $1', [subscription_id]);
    }
    dying = undefined;
    startReplica();
    await eventually(
      async () => expect((await list()).map(({ state }) => state)).toEqual(Array(count).fill('delivered')),
      { timeoutMs: 20_000 },
    );

    expect(new Set(receiver.ids).size).toBe(count);
    expect(await surplus()).toEqual(before);
    const nths = receiver.calls.map(({ body }) => body.payload.seq as number).filter((nth) => nth % 2 === 0);
    expect([...new Set(nths)]).toEqual(Array.from({ length: count / 2 }, (_, place) => place * 2));
    for (const calls of Map.groupBy(receiver.calls, ({ headers }) => headers['webhook-id']).values()) {
      expect(new Set(calls.map(({ body: { payload } }) => JSON.stringify(payload))).size).toBe(1);
      expect(calls[0]?.body.payload.request).toHaveProperty('snapshot');
    }
  },
  120_000,
);
