import type { Database } from '@parley/service-kit/database';
import { amountOf, eventually, personasOf } from '@parley/testkit';

import { type Replica, Replicas } from '../../test/replicas.ts';
import { insertRequests } from '../../test/rows.ts';
import { newRequestId } from '../../test/test-project.ts';

const replicas = new Replicas();
let db: Database;

beforeAll(async () => {
  db = await replicas.open();
});
afterEach(() => replicas.killAll());
afterAll(() => replicas.close());

/** The contract names 100,000 and 50. At most 50 a second are deleted, so that some are left when the last replica is killed. */
const due = amountOf({ quick: 1_500, soak: 3_000, full: 100_000 });
const kills = amountOf({ quick: 4, soak: 20, full: 50 });
const kept = 200;
const held = 100;
/** Source: contract 12, Must hold 9. */
const patience = { timeoutMs: 40 * 60_000 };

/** Sends 200 messages a second in another project; each is sent again until it is answered. */
class Sends {
  readonly acknowledged = new Map<string, string[]>();
  readonly #requests: string[];
  readonly #vera = personasOf().vera;
  readonly #living: () => readonly Replica[];
  readonly #pending = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #sent = 0;

  constructor(living: () => readonly Replica[]) {
    this.#living = living;
    const { projectId = '' } = this.#vera;
    this.#requests = Array.from({ length: 20 }, () => newRequestId(projectId));
  }

  start(): void {
    this.#timer = setInterval(() => {
      // What waits for a replica is not piled up further.
      for (let nth = 0; nth < 10 && this.#pending.size < 400; nth += 1) this.#send();
    }, 50);
  }

  get count(): number {
    return [...this.acknowledged.values()].flat().length;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#pending);
  }

  /** Every acknowledged message is stored, once. */
  async expectStored(): Promise<void> {
    for (const [request, texts] of this.acknowledged) {
      const rows = await db.query<{ text: string }>(
        `select m.text from message m join request r on r.id_project = m.id_project and r.id = m.request
          where r.id_project = $1 and r.request_id = $2`,
        [this.#vera.projectId, request],
      );
      expect(rows.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
    }
  }

  #send(): void {
    const nth = this.#sent++;
    const request_id = this.#requests[nth % this.#requests.length] ?? '';
    const text = `message ${nth}`;
    const sending = eventually(
      async () => {
        const living = this.#living();
        const replica = living[nth % living.length];
        const answer = await replica
          ?.as(this.#vera)
          .sendMessage({ request_id, text }, { headers: { 'Idempotency-Key': text } });
        expect(answer?.status).toBe(200);
      },
      { timeoutMs: 60_000 },
    ).then(() => {
      this.acknowledged.set(request_id, [...(this.acknowledged.get(request_id) ?? []), text]);
      this.#pending.delete(sending);
    });
    this.#pending.add(sending);
  }
}

it(
  'deletes exactly what is due and not on hold, beside 200 sends a second, though replicas are killed again and again',
  async () => {
    const { projectId, ada } = personasOf();
    const rows = Array.from({ length: due + 2 * kept }, (_, n) => ({ status: n < due + kept ? 1000 : 200 }));
    await insertRequests(db, projectId, rows as never);
    await db.query(
      `update request set closed_at = now() - case when ticket_id <= $2 then 40 else 1 end * interval '1 day'
      where id_project = $1 and status = 1000`,
      [projectId, due],
    );
    await db.query(
      `insert into hold (id_project, id, kind, record, reason, created_by, created_at)
      select id_project, id, 'request', id, 'Claim', 'ada', now() from request
      where id_project = $1 and closed_at < now() - interval '30 days' order by id limit $2`,
      [projectId, held],
    );
    const rowsOf = async (text: string) =>
      (await db.query<{ row: string }>(text, [projectId])).map(({ row: one }) => one);
    const untouched = `select r::text || h::text as row from request r join request_head h using (id_project, id)
    where r.id_project = $1 and (r.closed_at is null or r.closed_at > now() - interval '30 days'
      or exists (select from hold k where k.id_project = $1 and k.record = r.id)) order by r.id`;
    const before = await rowsOf(untouched);
    const all = await rowsOf('select id as row from request where id_project = $1');
    const left = async () => (await rowsOf('select id as row from request where id_project = $1')).length;

    const first = await replicas.start();
    const preview = await first.as(ada).previewRetention({ closed_requests: 30 });
    expect(preview.body.closed_requests).toMatchObject({ count: due - held, complete: true });
    // What is due is looked for as a replica starts, and then once a minute.
    await replicas.kill(first);
    const settings = JSON.stringify({ settings: { retention: { closed_requests: 30 } } });
    await db.query('insert into copy_project (id_project, version, deleted, record) values ($1, 1, false, $2)', [
      projectId,
      settings,
    ]);
    const living = [await replicas.start(), await replicas.start()];
    const sends = new Sends(() => living);
    sends.start();
    for (let killed = 0; killed < kills; killed++) {
      const [least, sent] = [await left(), sends.count];
      await eventually(async () => expect(await left()).toBeLessThan(least), { everyMs: 5, timeoutMs: 90_000 });
      await eventually(() => expect(sends.count).toBeGreaterThan(sent), { timeoutMs: 60_000 });
      const [oldest] = living.splice(0, 1);
      if (oldest) await replicas.kill(oldest);
      expect(await left()).toBeGreaterThan(before.length);
      living.push(await replicas.start());
    }
    await eventually(async () => expect(await left()).toBe(before.length), patience);
    await sends.stop();

    await sends.expectStored();
    expect(await rowsOf(untouched)).toEqual(before);
    const announced = await rowsOf(
      `select partition_key as row from outbox where id_project = $1 and type = 'request.deleted' order by 1`,
    );
    const remaining = new Set(await rowsOf('select id as row from request where id_project = $1'));
    expect(announced).toEqual(all.filter((id) => !remaining.has(id)).toSorted());
    expect(announced).toHaveLength(due - held);
  },
  amountOf({ quick: 300_000, soak: 300_000, full: 3_600_000 }),
);
