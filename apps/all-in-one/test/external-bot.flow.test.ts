import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

import { eventually } from '@parley/testkit';

import { Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
let parrot: ChildProcess;
let port: number;
beforeAll(async () => {
  mesh = await sharedMesh();
  parrot = fork(new URL('./parrot.ts', import.meta.url), { env: { PATH: process.env.PATH, API: mesh.url } });
  const [first] = (await once(parrot, 'message')) as [{ port: number }];
  port = first.port;
}, 60_000);
afterAll(async () => {
  parrot?.kill('SIGKILL');
});

async function newShop() {
  const ada = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const projectId = project._id as string;
  const robby = { name: 'Robby', type: 'external', url: `http://127.0.0.1:${port}/` };
  const { body: bot } = await ada.customer.call('POST', `/${projectId}/bots`, robby);
  const { body: departments } = await ada.customer.call('GET', `/${projectId}/departments`);
  await ada.customer.call('PUT', `/${projectId}/departments/${departments[0]._id}`, { id_bot: bot._id });
  await giveSecret(bot.secret);
  return { ada, projectId, bot };
}

async function giveSecret(secret: string): Promise<void> {
  parrot.send({ secret });
  await once(parrot, 'message');
}

async function newConversation(projectId: string) {
  const vera = await newVisitor(mesh.url, projectId, 'Vera');
  const requestId = newRequestId(projectId);
  const path = `/${projectId}/requests/${requestId}`;
  const said = async (bot: string) => {
    const { body } = await vera.customer.call('GET', `${path}/messages?limit=200&direction=1`);
    const messages = body as { sender: string; text: string }[];
    return messages.filter(({ sender }) => sender === `bot_${bot}`).map(({ text }) => text);
  };
  const say = (text: string, attributes: object = {}) =>
    vera.customer.call('POST', `${path}/messages`, { text, attributes });
  return { vera, requestId, path, said, say };
}

it('answers a visitor with its token, as often as it likes', async () => {
  const { projectId, bot } = await newShop();
  const { say, said } = await newConversation(projectId);
  await say('hello');

  await eventually(async () => expect(await said(bot._id)).toEqual(['You said: hello', 'And that was all.']));
});

it('answers a visitor in the body, and leaves parameters', async () => {
  const { projectId, bot } = await newShop();
  const { vera, path, say, said } = await newConversation(projectId);
  await say('body');

  await eventually(async () => expect(await said(bot._id)).toEqual(['in the body']));
  expect((await vera.customer.call('GET', `${path}/chatbot/parameters`)).body).toEqual({ seen: true });
});

it('reaches with the token of a call nothing but the request that it is for, in no other project either', async () => {
  const { projectId: elsewhere } = await newShop();
  const { projectId, bot } = await newShop();
  const [conversation, other] = [await newConversation(projectId), await newConversation(projectId)];
  await other.say('hello');
  await eventually(async () => expect(await other.said(bot._id)).toHaveLength(2));
  await conversation.say('elsewhere', { other: other.requestId, elsewhere });

  const [seenText = ''] = await eventually(async () => {
    const said = await conversation.said(bot._id);
    expect(said).toHaveLength(1);
    return said;
  });
  const [statuses = '', seen] = seenText.split('; ');
  for (const status of statuses.split(' ').map(Number)) expect([403, 404]).toContain(status);
  expect(seen).toBe('1 request');
  expect(await other.said(bot._id)).toHaveLength(2);
});

it('hands over to people when the bot fails, and goes on after a rotation of the secret', async () => {
  const { ada, projectId, bot } = await newShop();
  const failing = await newConversation(projectId);
  await failing.say('fail');
  await eventually(async () => {
    const { body } = await ada.customer.call('GET', failing.path);
    expect(body.participants).not.toContain(`bot_${bot._id}`);
  });
  expect(await failing.said(bot._id)).toEqual([expect.stringContaining('colleague')]);
  const { body: log } = await ada.customer.call('GET', `/${projectId}/bots/${bot._id}/calls`);
  expect(log.calls.map(({ status }: { status: number }) => status)).toEqual([500, 500, 500]);

  const { body: rotated } = await ada.customer.call('POST', `/${projectId}/bots/${bot._id}/secret/rotate`, {});
  const going = await newConversation(projectId);
  await going.say('hello');
  await eventually(async () => expect(await going.said(bot._id)).toHaveLength(2));
  await giveSecret(rotated.secret);
  await going.say('again');
  await eventually(async () => expect(await going.said(bot._id)).toHaveLength(4));
});

it('takes no token of an old secret five seconds after a rotation without overlap', async () => {
  const { ada, projectId, bot } = await newShop();
  const path = `/${projectId}/bots/${bot._id}`;
  const { body } = await ada.customer.call('GET', `${path}/jwt`);
  const robby = new Customer(mesh.url, `JWT ${body.jwt}`);
  expect((await robby.call('GET', path)).status).toBe(200);

  await ada.customer.call('POST', `${path}/secret/rotate`, { overlapHours: 0 });

  await eventually(async () => expect((await robby.call('GET', path)).status).toBe(401), { timeoutMs: 5_000 });
});
