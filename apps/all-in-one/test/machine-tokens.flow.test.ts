import { socketCloses } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import { SocketClient } from './client.ts';
import { Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
beforeAll(async () => {
  mesh = await sharedMesh();
});

/** A shop, its two owners, and a visitor who has written. */
async function shop() {
  const [ada, grace] = [await newUser(mesh.url, 'Ada'), await newUser(mesh.url, 'Grace')];
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const projectId: string = project._id;
  const invite = { email: grace.email, role: 'admin' };
  const { body: teammate } = await ada.customer.call('POST', `/${projectId}/project_users/invite`, invite);
  const vera = await newVisitor(mesh.url, projectId, 'Vera');
  const request = newRequestId(projectId);
  const path = `/${projectId}/requests/${request}`;
  await vera.customer.call('POST', `${path}/messages`, { text: 'Hello' });
  return {
    ada: ada.customer,
    adaId: ada.id,
    grace: grace.customer,
    graceTeammate: teammate._id,
    vera,
    projectId,
    path,
  };
}

async function newToken(maker: Customer, projectId: string, facts: object = {}) {
  const wanted = { name: 'Nightly export', role: 'admin', expires_in: 3_600, ...facts };
  const { status, body } = await maker.call('POST', `/${projectId}/api_tokens`, wanted);
  expect([status, body.token]).toEqual([200, expect.stringMatching(/^pat_/)]);
  return { id: String(body._id), secret: String(body.token), program: new Customer(mesh.url, `Bearer ${body.token}`) };
}

const codeOf = async (answer: ReturnType<Customer['call']>) => {
  const { status, body } = await answer;
  return status === 200 ? 200 : [status, body.code];
};

it('works where its role does, and shows in messages, history and activities under its own name', async () => {
  const { ada, adaId, projectId, path } = await shop();
  const { id, program } = await newToken(ada, projectId);

  const sent = await program.call('POST', `${path}/messages`, { text: 'Your parcel has left.' });
  expect([sent.status, sent.body]).toMatchObject([200, { sender: adaId, senderFullname: 'Nightly export' }]);
  expect(await codeOf(program.call('PUT', `${path}/close`))).toBe(200);
  expect(await codeOf(program.call('POST', `/${projectId}/groups`, { name: 'Night shift' }))).toBe(200);

  const { body: history } = await ada.call('GET', `${path}/history`);
  const closing = history.find(({ event }: { event: string }) => event === 'request.closed');
  expect(closing.actor).toEqual({ type: 'token', id, name: 'Nightly export' });
  await mesh.settled();
  const { body: log } = await ada.call('GET', `/${projectId}/activities?activities=GROUP_CREATE,API_TOKEN_CREATE`);
  const shown = log.activities.map(({ verb, actor }: { verb: string; actor: object }) => ({ verb, actor }));
  expect(shown).toEqual([
    { verb: 'GROUP_CREATE', actor: { _id: id, id, type: 'token', name: 'Nightly export' } },
    { verb: 'API_TOKEN_CREATE', actor: { _id: adaId, id: adaId, type: 'user', name: 'Ada Example' } },
  ]);
});

it('answers a repeated call of one token by its key, and not that of another', async () => {
  const { ada, projectId } = await shop();
  const [one, other] = [await newToken(ada, projectId), await newToken(ada, projectId)];
  const make = (program: Customer) =>
    program.call('POST', `/${projectId}/groups`, { name: 'Twice' }, { 'idempotency-key': 'night-1' });
  const [first, again, foreign] = [await make(one.program), await make(one.program), await make(other.program)];
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect([foreign.status, foreign.body._id === first.body._id]).toEqual([200, false]);
});

it.each(['revoked', 'maker removed'])('ends its calls and its socket when it is %s', async (way) => {
  const { ada, grace, graceTeammate, projectId, path } = await shop();
  const { id, secret, program } = await newToken(grace, projectId);
  const socket = new SocketClient(mesh.url, secret, [`${path}/messages`]);
  socket.connect();
  await eventually(() => expect(socket.known.messages.size).toBeGreaterThan(0));
  expect(await codeOf(program.call('GET', `/${projectId}/requests`))).toBe(200);

  const ended =
    way === 'revoked'
      ? ada.call('DELETE', `/${projectId}/api_tokens/${id}`)
      : ada.call('DELETE', `/${projectId}/project_users/${graceTeammate}`);
  expect((await ended).status).toBe(200);

  expect(await codeOf(program.call('GET', `/${projectId}/requests`))).toEqual([401, 'unauthorized']);
  await eventually(() => expect(socket.codes).toContain(socketCloses.unauthorized));
  socket.stop();
});

it('sees as an agent what the person sees who made it', async () => {
  const { ada, projectId, path } = await shop();
  const agent = await newToken(ada, projectId, { role: 'agent' });
  expect(await codeOf(agent.program.call('GET', path))).toBe(200);
  expect(await codeOf(agent.program.call('POST', `/${projectId}/groups`, { name: 'Not mine' }))).toEqual([
    403,
    'role_too_low',
  ]);
  const { body: group } = await ada.call('POST', `/${projectId}/groups`, { name: 'Others', members: [] });
  const [department] = (await ada.call('GET', `/${projectId}/departments/allstatus`)).body;
  await ada.call('PUT', `/${projectId}/departments/${department._id}`, { id_group: group._id });
  await ada.call('PUT', `${path}/participants`, []);
  await mesh.settled();
  expect(await codeOf(agent.program.call('GET', path))).toEqual([404, 'request_not_found']);
  expect(await codeOf(ada.call('GET', path))).toBe(200);
});
