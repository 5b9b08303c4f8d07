import type { Database } from '@parley/service-kit/database';
import { amountOf, eventually, personasOf } from '@parley/testkit';

import { automate } from '../../test/automation.ts';
import { type Replica, Replicas } from '../../test/replicas.ts';
import { newRequestId } from '../../test/test-project.ts';

const replicas = new Replicas();
let db: Database;

beforeAll(async () => {
  db = await replicas.open();
});
afterEach(() => replicas.killAll());
afterAll(() => replicas.close());

const sendsAtOnce = 60;

describe.each([
  ['a project without automation', amountOf({ quick: 4, soak: 8 }), false],
  ['a project with policies, rules, surveys and holidays', amountOf({ quick: 3, soak: 8 }), true],
])('in %s', (_which, rounds, isAutomated) => {
  it('loses no message and stores none twice when it is killed between commit and answer and calls are retried by key', async () => {
    const { ada, vera, projectId } = personasOf();
    const requests = Array.from({ length: 12 }, () => newRequestId(projectId));
    let replica: Replica = await replicas.start();
    if (isAutomated) await automate({ as: replica.as, db }, projectId, ada);
    let cutBetween = 0;

    let round = 0;
    // A kill seldom comes between commit and answer where these follow each other fast.
    for (; round < rounds || (cutBetween === 0 && round < 5 * rounds); round++) {
      const unanswered = new Map<string, string>();
      for (let nth = 0; nth < sendsAtOnce; nth++)
        unanswered.set(`${round} ${nth}`, requests[nth % requests.length] ?? '');
      const send = async (text: string, request_id: string) => {
        const headers = { 'Idempotency-Key': text };
        const answer = await replica.as(vera).sendMessage({ request_id, text }, { headers });
        if (answer.status === 200) unanswered.delete(text);
      };
      // At another point of the load each time, including the very first sends.
      const answersBefore = 1 + ((round * 7) % 50);
      let dying: Promise<void> | undefined;
      await Promise.allSettled(
        [...unanswered].map(async ([text, request_id]) => {
          await send(text, request_id);
          if (sendsAtOnce - unanswered.size >= answersBefore) dying ??= replicas.kill(replica);
        }),
      );
      await dying;
      // None of a round, where all answers came in one piece.
      const stored = await db.query('select 1 from message where id_project = $1 and text = any($2)', [
        projectId,
        [...unanswered.keys()],
      ]);
      cutBetween += stored.length;

      replica = await replicas.start();
      for (const [text, request_id] of [...unanswered])
        await eventually(() => send(text, request_id).then(() => !unanswered.has(text)));
    }
    expect(cutBetween).toBeGreaterThan(0);

    for (const [place, request_id] of requests.entries()) {
      const { body } = await replica.as(vera).listMessages({ request_id });
      expect(body.map(({ seq }) => seq)).toEqual(body.map((_, index) => index + 1));
      const nths = Array.from({ length: sendsAtOnce / requests.length }, (_, nth) => place + nth * requests.length);
      const said = Array.from({ length: round }, (_, of) => nths.map((nth) => `${of} ${nth}`)).flat();
      expect(body.map(({ text }) => text).sort()).toEqual(said.sort());
      await eventually(async () => expect(await announcedOf(request_id)).toEqual(body.map(({ _id }) => _id)));
    }
    if (isAutomated) await eventually(() => expectAutomated(projectId, requests.length), { timeoutMs: 30_000 });
  }, 120_000);
});

/** Each request has its clocks, and the rule that runs on messages ran once for each. */
async function expectAutomated(projectId: string, requests: number): Promise<void> {
  const [found] = await db.query(
    `select (select count(*)::int from service_level l where l.id_project = $1 and l.policy is not null) as levelled,
      (select count(*)::int from message m where m.id_project = $1 and m.audience = 'all'
        and 1 <> (select count(*) from outbox o, rule_run u where o.id_project = $1 and o.type = 'message.created'
          and o.event::json->'data'->'message'->>'_id' = m.id and u.id_project = $1 and u.event = o.id)) as "otherThanOnce"`,
    [projectId],
  );
  expect(found).toEqual({ levelled: requests, otherThanOnce: 0 });
}

/** Ids of the request's announced messages, as far as they were published. */
async function announcedOf(request_id: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select event::json->'data'->'message'->>'_id' as id from outbox
      where type = 'message.created' and published_at is not null and event::json->'data'->'request'->>'request_id' = $1
      order by seq`,
    [request_id],
  );
  return rows.map(({ id }) => id);
}
