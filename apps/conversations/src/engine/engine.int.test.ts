import { type Actor, messageStatusChanged } from '@parley/contracts';
import { webhookHeaders } from '@parley/outbound';
import { newId } from '@parley/service-kit/call';
import { anonymous, Endpoint, eventually, type GotCall } from '@parley/testkit';
import { Webhook } from 'standardwebhooks';

import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { hiddenSpellings } from '../../test/hidden-spellings.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

const secrets = [1, 2, 3].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);
const [current = '', previous = '', foreign = ''] = secrets;
const engine = new Endpoint();
const harness = new ConversationsHarness();
let service: ConversationsService;
let project: TestProject;

beforeAll(async () => {
  const { url } = await engine.start();
  service = await harness.start({
    ...{ ENGINE: 'http', ENGINE_URL: url, ENGINE_SECRETS: `${current},${previous}`, OUTBOUND_ALLOW: '127.0.0.0/8' },
  });
  project = await harness.project();
  await service.runJob('feedEngine');
});
beforeEach(() => {
  engine.calls.length = 0;
  answer(() => 200);
});
afterAll(async () => {
  await harness.stop();
  engine.stop();
});

/** @param status of the answer; 0 breaks the connection */
function answer(status: (body: GotCall['body']) => number): void {
  engine.answering = (res, { body }) => {
    const code = status(body);
    if (code === 0) res.destroy();
    else res.writeHead(code).end();
  };
}

const callsOf = (requestId: string) => engine.calls.filter(({ body }) => body.data.request_id === requestId);

async function say(text: string, request_id = newRequestId(project.projectId), who: Actor = project.personas.vera) {
  const { status, body } = await service.as(who).sendMessage({ request_id, text });
  expect(status).toBe(200);
  return { request_id, message: body };
}

/** Queues everything for the engine and attempts what is due. */
async function round(): Promise<void> {
  const [said] = await service.db.query<{ seq: number }>('select last_value as seq from outbox_seq');
  // Waits for every transaction of the server that may have begun earlier, in any database.
  await eventually(async () => {
    await service.runJob('feedEngine');
    const [state] = await service.db.query<{ seq: number }>('select seq from engine_state');
    expect(Number(state?.seq)).toBeGreaterThanOrEqual(Number(said?.seq));
  });
  await service.runJob('deliverToEngine');
}

async function statusOf(request_id: string, message_id: string): Promise<number> {
  return (await service.as(project.personas.ada).getMessage({ request_id, message_id })).body.status;
}

/** Makes the next attempts due, as if this many minutes had passed. */
async function later(minutes: number): Promise<void> {
  await service.db.query(
    `update engine_delivery set due_at = due_at - $1 * interval '1 minute', holds_until = holds_until - $1 * interval '1 minute'`,
    [minutes],
  );
  await service.db.query(`update engine_state set probe_at = probe_at - $1 * interval '1 minute'`, [minutes]);
}

describe('a message on its way to the engine', () => {
  it('is answered with status 0, and rises to 150 when the engine accepts it, signed with both secrets', async () => {
    const { request_id, message } = await say('Hello');
    expect(message.status).toBe(0);
    await round();
    await eventually(async () => expect(await statusOf(request_id, message._id)).toBe(150));
    const announced = (await service.outbox(messageStatusChanged)).filter(
      ({ data }) => data.message?._id === message._id,
    );
    expect(announced.map(({ data }) => [data.from, data.to])).toEqual([
      [0, 100],
      [100, 150],
    ]);

    const calls = callsOf(request_id);
    expect(calls.map(({ body }) => body.type)).toContain('request.opened');
    const call = calls.find(({ body }) => body.type === 'message.created');
    expect(call?.body.data.message).toMatchObject({ _id: message._id, text: 'Hello', hidden: false });
    for (const secret of [current, previous]) {
      const headers = call?.headers as Record<string, string>;
      expect(new Webhook(secret).verify(call?.text ?? '', headers)).toEqual(call?.body);
    }
    expect(() => new Webhook(foreign).verify(call?.text ?? '', call?.headers as Record<string, string>)).toThrow();
    expect(JSON.stringify(call?.headers)).not.toContain('whsec_');
  });

  it('never contains private, hidden, or imported text', async () => {
    const { request_id } = await say('Hello');
    const { ada } = project.personas;
    for (const attributes of hiddenSpellings)
      await service.as(ada).sendMessage({ request_id, text: 'Hush', attributes });
    await service.as(ada).sendMessages({ request_id, import: 'true', items: [{ text: 'Hush' }] });
    await service.as(ada).sendMessage({ request_id, text: 'Loud' });
    await round();
    await eventually(() => expect(JSON.stringify(callsOf(request_id))).toContain('Loud'));
    expect(JSON.stringify(callsOf(request_id))).not.toContain('Hush');
  });

  it('becomes a dead letter with -100 on a 4xx, is delivered by a redrive, and does not block its request', async () => {
    const { ada, linus } = project.personas;
    const { request_id } = await say('First');
    await round();
    answer(({ data }) => (data.message?.text === 'Bad' ? 422 : 200));
    const bad = await say('Bad', request_id);
    const good = await say('Good', request_id);
    await round();
    await eventually(async () => expect(await statusOf(request_id, good.message._id)).toBe(150));
    expect(await statusOf(request_id, bad.message._id)).toBe(-100);

    const { body } = await service.as(ada).listEngineDeliveries({ state: 'dead' });
    expect(body.deliveries).toMatchObject([
      { type: 'message.created', request_id, message_id: bad.message._id, state: 'dead', attempts: [{ status: 422 }] },
    ]);
    expect((await service.as(linus).listEngineDeliveries()).body.code).toBe('role_too_low');
    const delivery_id = body.deliveries[0]?._id ?? '';
    answer(() => 200);
    const redriven = await service.as(ada).redriveEngineDelivery({ delivery_id });
    expect(redriven.body.state).toBe('pending');
    await round();
    await eventually(async () => expect(await statusOf(request_id, bad.message._id)).toBe(150));
    expect(engine.ids.filter((id) => id === delivery_id)).toHaveLength(2);
    expect((await service.as(ada).redriveEngineDelivery({ delivery_id: newId() })).body.code).toBe(
      'delivery_not_found',
    );
  });

  it('that fails blocks its own request for ten minutes, and no other; the retry has the same id', async () => {
    const { request_id } = await say('First');
    await round();
    answer(({ data }) => (data.message?.text === 'Poison' ? 500 : 200));
    const poison = await say('Poison', request_id);
    const behind = await say('Behind', request_id);
    const other = await say('Elsewhere');
    await round();
    await eventually(async () => expect(await statusOf(other.request_id, other.message._id)).toBe(150));
    expect(await statusOf(request_id, behind.message._id)).toBe(0);
    expect(await statusOf(request_id, poison.message._id)).toBe(100);

    await later(11);
    await round();
    await eventually(async () => expect(await statusOf(request_id, behind.message._id)).toBe(150));
    const tried = callsOf(request_id).filter(({ body }) => body.data.message?.text === 'Poison');
    expect(tried.length).toBeGreaterThan(1);
    expect(new Set(tried.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (let n = 0; n < 9; n++) {
      await later(3_000);
      await round();
    }
    await eventually(async () => expect(await statusOf(request_id, poison.message._id)).toBe(-100));
    const redriven = await service
      .as(project.personas.ada)
      .redriveEngineDeliveries({ from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' });
    expect(redriven.body.queued).toBe(1);
    answer(() => 200);
    await round();
    await eventually(async () => expect(await statusOf(request_id, poison.message._id)).toBe(150));
  });

  it('blocks only its own request while the engine does not answer, and no send', async () => {
    const { request_id } = await say('First');
    await round();
    const hanging: (() => void)[] = [];
    engine.answering = (res, { body }) => {
      const end = () => void res.writeHead(200).end();
      if (body.data.message?.text === 'Slow') hanging.push(end);
      else end();
    };
    const slow = await say('Slow', request_id);
    const delivering = round();
    await eventually(() => expect(hanging).toHaveLength(1));

    const behind = await say('Behind', request_id);
    expect(behind.message.status).toBe(0);
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => say(`Other ${n}`)));
    await service.runJob('feedEngine');
    await say('One more');
    // Running deliveries pick up what was queued meanwhile.
    await eventually(async () => {
      await service.runJob('feedEngine');
      for (const other of others) expect(await statusOf(other.request_id, other.message._id)).toBe(150);
    });
    expect(hanging).toHaveLength(1);
    expect(await statusOf(request_id, slow.message._id)).toBe(100);
    expect(await statusOf(request_id, behind.message._id)).toBe(0);
    for (const end of hanging) end();
    await delivering;
    await eventually(async () => expect(await statusOf(request_id, behind.message._id)).toBe(150));
  });

  it('waits while the circuit breaker is open, and then all leave in the order of their requests', async () => {
    answer(() => 0);
    const talks = await Promise.all(Array.from({ length: 24 }, (_, n) => say(`First of ${n}`)));
    const [talk] = talks;
    for (let n = 0; n < 5; n++) await say(`More ${n}`, talk?.request_id);
    await round();
    const asked = engine.calls.length;
    await round();
    await round();
    // Circuit breaker open: one probe a minute, and no more.
    expect(engine.calls.length).toBe(asked);
    for (let minute = 0; minute < 15; minute++) {
      await later(2);
      await round();
    }
    expect(engine.calls.length).toBeLessThanOrEqual(asked + 15);

    answer(() => 200);
    engine.calls.length = 0;
    await later(2);
    await round();
    await eventually(async () => {
      await round();
      const rows = await service.db.query(`select from engine_delivery where state = 'pending'`);
      expect(rows).toEqual([]);
    });
    const texts = callsOf(talk?.request_id ?? '').flatMap(({ body }) => body.data.message?.text ?? []);
    expect(texts).toEqual(['First of 0', ...Array.from({ length: 5 }, (_, n) => `More ${n}`)]);
    for (const { request_id, message } of talks) expect(await statusOf(request_id, message._id)).toBe(150);
  }, 30_000);
});

describe('a report of the engine', () => {
  const report = (reports: unknown, { secret = current, id = newId(), at = new Date(), alter = '' } = {}) => {
    const body = JSON.stringify(reports);
    const headers = { 'content-type': 'application/json', ...webhookHeaders({ id, at, body }, [secret]) };
    return service.as(anonymous).reportEngineStatus({}, { headers, body: body + alter });
  };
  const of = (message: { _id: string }, status: number) => ({
    ...{ id_project: project.projectId, message_id: message._id, status, at: new Date().toISOString() },
  });

  it('raises the status of messages and never lowers it; the same report again changes nothing', async () => {
    const { request_id, message } = await say('Hello');
    await round();
    const id = newId();
    const first = await report([of(message, 200), of({ _id: newId() }, 200)], { id });
    expect(first.body).toMatchObject({ accepted: 1, ignored: [expect.any(String)] });
    expect((await report(of(message, 300), { secret: previous })).body).toEqual({ accepted: 1, ignored: [] });
    expect((await report(of(message, 250))).body).toEqual({ accepted: 0, ignored: [message._id] });
    expect((await report([of(message, 200), of({ _id: newId() }, 200)], { id })).body).toEqual(first.body);
    expect(await statusOf(request_id, message._id)).toBe(300);
  });

  it('is refused unsigned, altered, too old, signed by a stranger, or invalid', async () => {
    const { message } = await say('Hello');
    const good = of(message, 200);
    expect((await report(good, { alter: ' ' })).status).toBe(401);
    expect((await report(good, { secret: foreign })).status).toBe(401);
    expect((await report(good, { at: new Date(Date.now() - 301_000) })).status).toBe(401);
    expect((await report(good, { at: new Date(Date.now() + 301_000) })).status).toBe(401);
    for (const bad of [{}, [], { ...good, status: 150 }, { ...good, status: -100 }, Array(501).fill(good)])
      expect((await report(bad)).status).toBe(422);
  });
});
