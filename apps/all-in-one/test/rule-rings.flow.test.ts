import { Endpoint, eventually, type GotCall } from '@parley/testkit';

import { Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
const endpoints: Endpoint[] = [];

beforeAll(async () => {
  mesh = await sharedMesh();
}, 60_000);
afterAll(() => {
  for (const endpoint of endpoints) endpoint.stop();
});

/** An address that does something with the token of each call. */
async function endpointThat(does: (customer: Customer, call: GotCall) => Promise<unknown>): Promise<Endpoint> {
  const endpoint = await new Endpoint().start();
  endpoints.push(endpoint);
  endpoint.answering = (res, call) =>
    void does(new Customer(mesh.url, `JWT ${call.body.token}`), call).finally(() => res.end('{}'));
  return endpoint;
}

/** A shop whose rule emits an event for each message of this kind, and a receiver that answers the event in the visitor's name. */
async function newShop(kind: 'requester' | 'bot') {
  const ada = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const at = `/${project._id}`;
  const vera = await newVisitor(mesh.url, project._id, 'Vera');
  const request = `${at}/requests/${newRequestId(project._id)}`;
  const owner = async (method: string, path: string, body?: unknown) => {
    const answer = await ada.customer.call(method, `${at}${path}`, body);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };
  const rule = await owner('POST', '/rules', {
    ...{ name: 'Rings', enabled: true, on: ['message.created'] },
    filters: [{ field: 'message.sender_kind', operator: '=', value: kind }],
    actions: [{ type: 'emit', name: 'heard' }],
  });
  const receiver = await endpointThat((caller) =>
    caller.call('POST', `${request}/messages`, { text: 'And again', sender: vera.id }),
  );
  await owner('POST', '/subscriptions', { event: 'event.emit.heard', target: receiver.url });
  const say = (text: string) => vera.customer.call('POST', `${request}/messages`, { text });
  const runs = async () => {
    const { runs: found } = await owner('GET', `/rules/${rule._id}/runs`);
    return (found as { result: string; why?: string }[]).map(({ result, why }) => [result, why]);
  };
  return { owner, request, receiver, say, runs };
}

const ended = [
  ['suppressed', 'chain'],
  ['applied', undefined],
];

it('ends a ring of a rule and a receiver of webhooks after one run', async () => {
  const { receiver, say, runs } = await newShop('requester');
  await say('Hello');
  await eventually(async () => expect(await runs()).toEqual(ended), { timeoutMs: 20_000 });
  await mesh.settled();
  expect([receiver.calls.length, await runs()]).toEqual([1, ended]);
});

it('ends a ring of a rule, a receiver of webhooks and an external bot after one run', async () => {
  const { owner, request, receiver, say, runs } = await newShop('bot');
  const robby = await endpointThat((caller) => caller.call('POST', `${request}/messages`, { text: 'I am a bot' }));
  const bot = await owner('POST', '/bots', { name: 'Robby', type: 'external', url: robby.url });
  const [department] = await owner('GET', '/departments');
  await owner('PUT', `/departments/${department._id}`, { id_bot: bot._id });
  await say('Hello');
  // The bot answers the visitor, and what the receiver says in her name.
  await eventually(async () => expect(await runs()).toEqual(ended), { timeoutMs: 20_000 });
  await mesh.settled();
  expect([robby.calls.length, receiver.calls.length, await runs()]).toEqual([2, 1, ended]);
});
