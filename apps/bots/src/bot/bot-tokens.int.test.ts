import { botUpdated } from '@parley/contracts';
import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { newId } from '@parley/service-kit/call';
import { client, type PromiseClient } from '@parley/service-kit/grpc';
import { personasOf } from '@parley/testkit';
import { generateKeyPair, SignJWT } from 'jose';

import type { Bots } from '../../test/bots.ts';
import { sharedBots } from '../../test/bots-harness.ts';

let service: Bots;
let gateway: PromiseClient<typeof BotsServiceService>;
let conversations: PromiseClient<typeof BotsServiceService>;
let workspace: PromiseClient<typeof BotsServiceService>;
beforeAll(async () => {
  ({ service } = await sharedBots());
  const from = (name: 'gateway' | 'conversations' | 'workspace') =>
    client(BotsServiceService, {
      address: service.addresses.grpc,
      from: name,
      to: 'bots',
      deadlineMs: 20_000,
      actorKey: new Uint8Array(Buffer.from(service.env.ACTOR_KEY ?? '', 'base64url')),
    });
  [gateway, conversations, workspace] = [from('gateway'), from('conversations'), from('workspace')];
});
afterAll(() => {
  for (const one of [gateway, conversations, workspace]) one?.close();
});

async function newBot(more: Record<string, unknown> = {}) {
  const { ada, projectId } = personasOf();
  const { body } = await service.as(ada).createBot({ name: 'Robby', template: 'empty', ...more });
  return { ada, projectId, id: body._id, secret: body.secret, slug: body.slug };
}

interface Facts {
  secret: string;
  claims: Record<string, unknown>;
  alg?: string;
}

function sign({ secret, claims, alg = 'HS256' }: Facts): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));
}

function goodClaims(id: string): Record<string, unknown> {
  const iat = Math.floor(Date.now() / 1000);
  return { sub: 'bot', aud: `https://elsewhere.example/bots/${id}`, _id: id, iat, exp: iat + 60 };
}

it('issues tokens that authenticate the bot, with the requested lifetime', async () => {
  const { ada, projectId, id } = await newBot();
  const { body } = await service.as(ada).createBotToken({ bot: id, ttl: '120' });
  const proven = await gateway.verifyBotToken({ token: body.jwt, idBot: id });
  expect(proven).toMatchObject({ idBot: id, idProject: projectId, name: 'Robby', jti: expect.any(String) });
  expect(new Date(proven.expiresAt * 1000).toISOString()).toBe(body.expires_at);
  expect((await service.as(ada).createBotToken({ bot: id, ttl: '59' })).status).toBe(422);
});

it('accepts a token signed by the owner of the bot, and returns the request it is bound to', async () => {
  const { id, secret } = await newBot();
  const token = await sign({ secret, claims: { ...goodClaims(id), request_id: 'support-group-1' } });
  expect(await gateway.verifyBotToken({ token, idBot: id })).toMatchObject({ idBot: id, requestId: 'support-group-1' });
});

it('accepts a token without exp for a day after it was signed', async () => {
  const { id, secret } = await newBot();
  const { exp: _exp, ...endless } = goodClaims(id);
  for (const iat of [Number(endless.iat), Number(endless.iat) - 23 * 3_600]) {
    const token = await sign({ secret, claims: { ...endless, iat } });
    expect(await gateway.verifyBotToken({ token, idBot: id })).toMatchObject({ idBot: id, expiresAt: iat + 86_400 });
  }
});

it('rejects tokens with any invalid claim, header or signature', async () => {
  const { ada, id, secret } = await newBot();
  const other = await newBot();
  const { body: copy } = await service.as(ada).publishBot({ bot: id });
  const good = goodClaims(id);
  const now = Math.floor(Date.now() / 1000);
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(good)).toString('base64url')}.`;
  const { exp: _exp, ...endless } = good;
  const { iat: _iat, ...ageless } = good;
  const bad = [
    none,
    'no token',
    await sign({ secret, claims: good, alg: 'HS384' }),
    await sign({ secret, claims: good, alg: 'HS512' }),
    await new SignJWT(good).setProtectedHeader({ alg: 'RS256' }).sign((await generateKeyPair('RS256')).privateKey),
    await sign({ secret: other.secret, claims: good }),
    await sign({ secret: 'whsec_', claims: good }),
    ...(await Promise.all(
      [
        { ...good, _id: other.id },
        { ...good, _id: newId() },
        { ...good, _id: copy.bot_id, aud: `https://elsewhere.example/bots/${copy.bot_id}` },
        { ...good, aud: `https://elsewhere.example/bots/${other.id}` },
        { ...good, aud: [good.aud, 'x'] },
        { ...good, sub: 'user' },
        ageless,
        { ...endless, iat: undefined },
        { ...endless, iat: now - 24 * 3_600 - 61 },
        { ...good, exp: now + 10 * 365 * 86_400 },
        { ...good, exp: now + 25 * 3_600 },
        { ...good, iat: now + 600, exp: now + 700 },
        { ...good, iat: now - 700, exp: now - 600 },
        { ...good, nbf: now + 600 },
        { ...good, id_project: other.projectId },
      ].map((claims) => sign({ secret, claims })),
    )),
  ];
  for (const token of bad) {
    await expect(gateway.verifyBotToken({ token, idBot: id })).rejects.toMatchObject({ code: 'bot_not_found' });
  }
  const token = await sign({ secret, claims: good });
  await expect(gateway.verifyBotToken({ token, idBot: other.id })).rejects.toMatchObject({ code: 'bot_not_found' });
  await expect(gateway.verifyBotToken({ token, idBot: id })).resolves.toMatchObject({ idBot: id });
});

it('rejects tokens of bots that are in the trash or deleted', async () => {
  const { ada, id, secret } = await newBot();
  const token = await sign({ secret, claims: goodClaims(id) });
  await service.as(ada).updateBot({ bot: id, trashed: true });
  await expect(gateway.verifyBotToken({ token, idBot: id })).rejects.toMatchObject({ code: 'bot_not_found' });
  await service.as(ada).updateBot({ bot: id, trashed: false });
  await expect(gateway.verifyBotToken({ token, idBot: id })).resolves.toBeDefined();
  await service.as(ada).deleteBot({ bot: id });
  await expect(gateway.verifyBotToken({ token, idBot: id })).rejects.toMatchObject({ code: 'bot_not_found' });
});

it('accepts the previous secret, and no older one, until the overlap ends', async () => {
  const { ada, id, secret } = await newBot();
  const proves = async (key: string) => {
    const token = await sign({ secret: key, claims: goodClaims(id) });
    return gateway.verifyBotToken({ token, idBot: id }).then(
      () => true,
      () => false,
    );
  };
  const rotate = async (overlapHours?: number) =>
    (await service.as(ada).rotateBotSecret({ bot: id, overlapHours })).body;

  const second = await rotate();
  expect(second).toMatchObject({ _id: id, id, previousSecretExpiresAt: expect.any(String) });
  expect([await proves(secret), await proves(second.secret)]).toEqual([true, true]);
  const third = await rotate(1);
  expect([await proves(secret), await proves(second.secret), await proves(third.secret)]).toEqual([false, true, true]);
  const fourth = await rotate(0);
  expect(fourth).not.toHaveProperty('previousSecretExpiresAt');
  expect([await proves(third.secret), await proves(fourth.secret)]).toEqual([false, true]);
  expect((await service.as(ada).rotateBotSecret({ bot: id, overlapHours: 169 })).status).toBe(422);

  const events = (await service.outbox(botUpdated, ada.projectId)).filter(({ data }) => data.bot._id === id);
  expect(events.map(({ data }) => data.changes)).toEqual([['secret'], ['secret'], ['secret']]);
  expect(JSON.stringify(events)).not.toContain('whsec_');
});

it('repeats the answer to a rotation for the same Idempotency-Key, and keeps it sealed', async () => {
  const { ada, id } = await newBot();
  const headers = { 'idempotency-key': 'rotate-once' };
  const [first, again] = [
    await service.as(ada).rotateBotSecret({ bot: id }, { headers }),
    await service.as(ada).rotateBotSecret({ bot: id }, { headers }),
  ];
  expect(again.body).toEqual(first.body);
  const kept = await service.db.query('select row_to_json(i)::text as row from idempotency i');
  expect(JSON.stringify(kept)).not.toContain('whsec_');
});

it('serves bots without keys and addresses, and their projects, to other services', async () => {
  const rules = [{ do: [{ message: { text: 'Hi' } }] }];
  const attributes = { rules, globals: [{ key: 'crm', value: 'top-secret-key' }] };
  const { ada, projectId, id, slug } = await newBot({ attributes, url: 'https://bots.example.com' });
  const [bot] = (await conversations.getBots({ idProject: projectId, ids: [id, newId()] })).bots;
  expect(bot).toMatchObject({ id, name: 'Robby', trashed: false, version: 0 });
  expect(bot?.recordJson).not.toMatch(/top-secret-key|bots\.example\.com|whsec_/);
  expect((await conversations.findBot({ idProject: projectId, name: '', slug })).bot?.id).toBe(id);
  expect((await conversations.findBot({ idProject: projectId, name: 'Robby', slug: '' })).bot?.id).toBe(id);
  expect((await gateway.getBotProject({ idBot: id })).idProject).toBe(projectId);
  const { rulesJson } = await workspace.listWidgetRules({ idProject: projectId });
  expect(rulesJson.map((rule) => JSON.parse(rule))).toEqual(rules);
  expect((await conversations.getBots({ idProject: newId(), ids: [id] })).bots).toEqual([]);

  await service.as(ada).updateBot({ bot: id, trashed: true });
  expect((await conversations.getBots({ idProject: projectId, ids: [id] })).bots[0]?.trashed).toBe(true);
  expect((await workspace.listWidgetRules({ idProject: projectId })).rulesJson).toEqual([]);
  await expect(conversations.findBot({ idProject: projectId, name: 'Robby', slug })).rejects.toThrow();
  await expect(gateway.getBotProject({ idBot: id })).rejects.toMatchObject({ code: 'bot_not_found' });
});
