import { eventually } from '@parley/testkit';

import { type Answer, type Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
beforeAll(async () => {
  mesh = await sharedMesh();
}, 60_000);

interface Agent {
  customer: Customer;
  id: string;
  /** `_id` of the membership. */
  teammate: string;
}

const ok = (answer: Answer): Answer => {
  expect(answer.status).toBe(200);
  return answer;
};

/** A shop whose owner takes no requests, and agents who do. */
async function newShop(names: readonly string[]) {
  const ada = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const id: string = project._id;
  const owner = (method: string, path: string, body?: unknown) => ada.customer.call(method, `/${id}${path}`, body);
  ok(await owner('PUT', '/project_users', { user_available: false }));
  const agents: Agent[] = [];
  for (const name of names) {
    const { customer, id: user, email } = await newUser(mesh.url, name);
    const invited = ok(await owner('POST', '/project_users/invite', { email, role: 'agent', user_available: true }));
    agents.push({ customer, id: user, teammate: invited.body._id });
  }
  const vera = await newVisitor(mesh.url, id, 'Vera');
  await mesh.settled();

  const send = async (): Promise<string> => {
    const request = newRequestId(id);
    ok(await vera.customer.call('POST', `/${id}/requests/${request}/messages`, { text: 'Hello' }));
    return request;
  };
  const now = async (request: string) => ok(await owner('GET', `/requests/${request}`)).body;
  const available = async (agent: Agent, user_available: boolean) =>
    ok(await agent.customer.call('PUT', `/${id}/project_users`, { user_available }));
  return { ada, id, owner, agents, send, now, available };
}

it('never chooses an agent after they were set to unavailable', async () => {
  const { agents, send, now, available } = await newShop(['Linus', 'Alan']);
  for (let round = 0; round < 10; round++) {
    const [here, away] = round % 2 ? agents : agents.toReversed();
    if (!here || !away) throw new Error('two agents were invited');
    await available(here, true);
    await available(away, false);
    expect((await now(await send())).participants).toEqual([here.id]);
  }
});

it('lets requests wait outside the operating hours, and serves them when the hours change', async () => {
  const { ada, id, agents, send, now } = await newShop(['Linus']);
  const hours = (activeOperatingHours: boolean) =>
    ada.customer.call('PUT', `/projects/${id}`, { activeOperatingHours, operatingHours: '{"tzname":"Europe/Rome"}' });
  ok(await hours(true));
  const request = await send();
  expect(await now(request)).toMatchObject({ status: 100, participants: [] });

  ok(await hours(false));
  await eventually(async () => expect((await now(request)).participants).toEqual([agents[0]?.id]));
});

it('offers what all agents have left to one who becomes available', async () => {
  const { id, agents, send, now, available } = await newShop(['Linus', 'Alan', 'Grace']);
  const [linus, alan, grace] = agents;
  if (!linus || !alan || !grace) throw new Error('three agents were invited');
  await available(grace, false);
  const request = await send();
  for (let left = 0; left < 2; left++) {
    const [member] = (await now(request)).participants;
    const agent = member === linus.id ? linus : alan;
    ok(await agent.customer.call('DELETE', `/${id}/requests/${request}/participants/${agent.id}`));
    await mesh.settled();
  }
  expect(await now(request)).toMatchObject({ status: 150, attributes: { fully_abandoned: true } });

  await available(grace, true);
  await eventually(async () => expect(await now(request)).toMatchObject({ status: 200, participants: [grace.id] }));
});

it('gives the requests of a deleted agent to the others, the oldest first, and the rest when limits are raised', async () => {
  const { owner, agents, send, now, available } = await newShop(['Linus', 'Alan']);
  const [linus, alan] = agents;
  if (!linus || !alan) throw new Error('two agents were invited');
  await available(alan, false);
  const requests = [await send(), await send(), await send(), await send()];
  ok(await owner('PUT', `/project_users/${alan.teammate}`, { max_served_chat: 3 }));
  await available(alan, true);

  ok(await owner('DELETE', `/project_users/${linus.teammate}`));
  await mesh.settled();
  const participants = async () => Promise.all(requests.map(async (request) => (await now(request)).participants));
  await eventually(async () => expect(await participants()).toEqual([[alan.id], [alan.id], [alan.id], []]));

  ok(await owner('PUT', `/project_users/${alan.teammate}`, { max_served_chat: 4 }));
  await eventually(async () => expect(await participants()).toEqual(Array(4).fill([alan.id])));
});
