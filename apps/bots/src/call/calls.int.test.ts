import type { OutboundAnswer } from '@parley/outbound';
import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { newId } from '@parley/service-kit/call';
import { client } from '@parley/service-kit/grpc';
import { type Personas, personasOf } from '@parley/testkit';

import type { Bots } from '../../test/bots.ts';
import { sharedBots } from '../../test/bots-harness.ts';
import { signBotToken } from '../bot/bot-token.ts';
import type { NewCall } from './call.ts';

let service: Bots;
beforeAll(async () => {
  ({ service } = await sharedBots());
});

async function newBot({ ada }: Personas) {
  const { body } = await service.as(ada).createBot({ name: 'Robby', template: 'empty' });
  return body;
}

function callOf(projectId: string, botId: string, more: Partial<NewCall> = {}): NewCall {
  return {
    ...{ projectId, id: newId(), botId, webhookId: 'msg_1', requestId: 'support-group-1', messageId: newId() },
    ...{ kind: 'message', attempt: 1, at: new Date(), event: newId(), depth: 3, ...more },
  };
}

const answered = (outcome: OutboundAnswer['outcome'], status?: number): OutboundAnswer => ({
  ...{ outcome, headers: {}, body: Buffer.from('hidden'), durationMs: 12, ...(status !== undefined && { status }) },
});

async function make(call: NewCall, outcome: OutboundAnswer['outcome'] = 'status', status?: number): Promise<boolean> {
  const isMade = await service.context.calls.begin(call);
  if (isMade) await service.context.calls.end(call, answered(outcome, status));
  return isMade;
}

it('lists the calls to a bot to its admins, newest first, without bodies and tokens', async () => {
  const mine = personasOf();
  const { _id: bot } = await newBot(mine);
  const { _id: other } = await newBot(mine);
  // Recent ones: a job deletes old calls.
  const began = Date.now() - 60_000;
  const calls = [1, 2, 3].map((attempt) =>
    callOf(mine.projectId, bot, { attempt, at: new Date(began + attempt * 1_000) }),
  );
  for (const [place, call] of calls.entries())
    await make(call, place === 2 ? 'ok' : 'timeout', place === 2 ? 204 : undefined);
  await make(callOf(mine.projectId, other));
  await service.context.calls.begin(callOf(mine.projectId, bot));

  const { status, body } = await service.as(mine.ada).listBotCalls({ bot });

  expect([status, body.perPage, body.count]).toEqual([200, 40, 3]);
  expect(body.calls.map(({ attempt }) => attempt)).toEqual([3, 2, 1]);
  expect(body.calls[0]).toEqual({
    ...{ _id: calls[2]?.id, webhook_id: 'msg_1', request_id: 'support-group-1', message_id: calls[2]?.messageId },
    ...{ kind: 'message', attempt: 3, at: calls[2]?.at.toISOString(), duration_ms: 12, status: 204, outcome: 'ok' },
  });
  expect(body.calls[1]).not.toHaveProperty('status');
  const page = await service.as(mine.ada).listBotCalls({ bot, limit: '2', page: '1' });
  expect(page.body.calls.map(({ attempt }) => attempt)).toEqual([1]);
  expect((await service.as(mine.linus).listBotCalls({ bot })).status).toBe(403);
  expect((await service.as(personasOf().ada).listBotCalls({ bot })).body.code).toBe('bot_not_found');
});

it('deletes calls after seven days, and those of a bot together with it', async () => {
  const mine = personasOf();
  const { _id: bot } = await newBot(mine);
  const day = 86_400_000;
  for (const days of [6.9, 7.1, 30]) await make(callOf(mine.projectId, bot, { at: new Date(Date.now() - days * day) }));

  await service.runJob('forget-calls');
  expect((await service.as(mine.ada).listBotCalls({ bot })).body.count).toBe(1);

  await service.as(mine.ada).deleteBot({ bot });
  const left = await service.db.query(
    'select id_bot from call where id_bot = $1 union select id_bot from failing_bot where id_bot = $1',
    [bot],
  );
  expect(left).toEqual([]);
});

it('links a token to the event of its call, for its own bot only', async () => {
  const mine = personasOf();
  const { _id: id, secret } = await newBot(mine);
  const other = await newBot(mine);
  const gateway = client(BotsServiceService, {
    ...{ address: service.addresses.grpc, from: 'gateway', to: 'bots', deadlineMs: 20_000 },
    actorKey: new Uint8Array(Buffer.from(service.env.ACTOR_KEY ?? '', 'base64url')),
  });
  const call = callOf(mine.projectId, id);
  await make(call);
  const of = { projectId: mine.projectId, name: 'Robby', publicUrl: '', at: new Date(), ttlSeconds: 900, jti: call.id };

  const token = await signBotToken(secret, { ...of, id, requestId: call.requestId });
  const proven = await gateway.verifyBotToken({ token, idBot: id });
  const foreign = await signBotToken(other.secret, { ...of, id: other._id });
  const unknown = await gateway.verifyBotToken({ token: foreign, idBot: other._id });
  gateway.close();

  expect(proven).toMatchObject({ event: call.event, depth: 3, requestId: 'support-group-1', jti: call.id });
  expect([unknown.event, unknown.depth]).toEqual([undefined, undefined]);
});

it('opens the circuit after twenty consecutive failures, then lets one probe through', async () => {
  const mine = personasOf();
  const { _id: bot } = await newBot(mine);
  const next = () => callOf(mine.projectId, bot);
  const rest = () =>
    service.db.query(`update failing_bot set open_until = now() - interval '1 ms' where id_bot = $1`, [bot]);

  for (let nth = 1; nth <= 19; nth += 1) expect(await make(next())).toBe(true);
  expect(await make(next(), 'ok', 200)).toBe(true);
  for (let nth = 1; nth <= 20; nth += 1) expect(await make(next())).toBe(true);
  expect(await make(next())).toBe(false);

  await rest();
  const tries = await Promise.all(Array.from({ length: 10 }, () => service.context.calls.begin(next())));
  expect(tries.filter(Boolean)).toHaveLength(1);
  await service.context.calls.end(next(), answered('timeout'));
  expect(await make(next())).toBe(false);

  await rest();
  expect(await make(next(), 'too_large', 200)).toBe(true);
  expect(await make(next())).toBe(true);
});

it('counts only failures of the last minute', async () => {
  const mine = personasOf();
  const { _id: bot } = await newBot(mine);
  for (let nth = 1; nth <= 19; nth += 1) await make(callOf(mine.projectId, bot));
  await service.db.query(`update failing_bot set failed_at[1] = now() - interval '61 s' where id_bot = $1`, [bot]);

  expect(await make(callOf(mine.projectId, bot))).toBe(true);
  expect(await make(callOf(mine.projectId, bot))).toBe(true);
  expect(await make(callOf(mine.projectId, bot))).toBe(false);
});
