import { actorOf, call, GatewayHarness } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

let harness: GatewayHarness;
let gateways: RunningGateway[];
let project: string;

beforeAll(async () => {
  harness = await GatewayHarness.start();
  const settings = { TRUSTED_PROXIES: '127.0.0.0/8' };
  gateways = [await harness.gateway(settings), await harness.gateway(settings)];
});
afterAll(() => harness.stop());
beforeEach(() => {
  project = harness.workspace.newProject();
});

const requests = (projectId = project) => `/v3/${projectId}/requests`;
const asked = () => harness.workspace.identity.calls.filter(({ method }) => method === 'checkApiToken').length;

async function publish(type: string, data: object): Promise<void> {
  const event = { id: crypto.randomUUID(), type, idproject: project, partitionkey: 'p', data };
  await harness.bus.publish([{ id: event.id, projectId: project, type, text: JSON.stringify(event) }], () => {});
  await harness.bus.idle();
}

/** Calls through every gateway. */
async function everywhere(as: { header: string }, path = requests()): Promise<unknown[]> {
  const answers = gateways.map(async (gateway) => {
    const { status, body } = await call(gateway, 'GET', path, { as });
    return status === 200 ? 200 : body.code;
  });
  return Promise.all(answers);
}

it('acts for the person who made it, with the role of the token, under its own name', async () => {
  const ada = await harness.workspace.newUser({ projectId: project, role: 'owner' });
  const token = harness.workspace.newApiToken(project, ada.id, { role: 'admin', name: 'Nightly export' });

  expect(await everywhere(token)).toEqual([200, 200]);

  expect(actorOf(harness.conversations.seen.at(-1))).toEqual({
    ...{ kind: 'token', id: ada.id, jti: token.jti, name: 'Nightly export' },
    ...{ projectId: project, role: 'admin', teammateId: expect.any(String) },
  });
});

it('may no more than the person who made it may now, nor leave its project, nor act where people alone may', async () => {
  const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  const token = harness.workspace.newApiToken(project, linus.id, { role: 'admin' });
  const elsewhere = harness.workspace.newProject();
  harness.workspace.join(elsewhere, linus.id, 'owner');

  expect(await everywhere(token, `/v3/${project}/pendinginvitations`)).toEqual(['role_too_low', 'role_too_low']);
  expect(await everywhere(token, requests(elsewhere))).toEqual(['not_a_member', 'not_a_member']);
  expect(await everywhere(token, '/v3/users')).toEqual(['users_only', 'users_only']);
  expect(await everywhere(token, `/v3/${project}/api_tokens`)).toEqual(['users_only', 'users_only']);
  expect(await everywhere(token, '/v3/testauth')).toEqual([200, 200]);
});

it.each([
  ['api_token.revoked', 'it is revoked'],
  ['teammate.removed', 'the person who made it leaves'],
])('is refused on every gateway at the event %s, when %s', async (type) => {
  const ada = await harness.workspace.newUser({ projectId: project, role: 'owner' });
  const token = harness.workspace.newApiToken(project, ada.id);
  expect(await everywhere(token)).toEqual([200, 200]);
  if (type === 'api_token.revoked') harness.workspace.apiTokens.clear();
  else harness.workspace.join(project, ada.id, 'owner', 'disabled');
  expect(await everywhere(token)).toEqual([200, 200]);

  await publish(type, { api_token: { _id: token.jti }, teammate: { id_user: ada.id } });

  const refusal = type === 'api_token.revoked' ? 'unauthorized' : 'not_a_member';
  expect(await everywhere(token)).toEqual([refusal, refusal]);
});

it('is admitted from its own addresses only, whichever address it was last used from', async () => {
  const ada = await harness.workspace.newUser({ projectId: project, role: 'owner' });
  const token = harness.workspace.newApiToken(project, ada.id, {
    allowedAddresses: ['203.0.113.0/24', '2001:db8::/48'],
  });
  const owning = harness.workspace.newApiToken(project, ada.id, {
    role: 'owner',
    allowedAddresses: ['203.0.113.0/24'],
  });
  const from = async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    const [gateway] = gateways as [RunningGateway];
    const { status, body } = await call(gateway, 'GET', requests(), { as: token, headers });
    return status === 200 ? 200 : body.code;
  };
  const codes = [];
  for (const address of ['203.0.113.7', '198.51.100.7', '2001:db8::7', '::ffff:203.0.113.9'])
    codes.push(await from(address));
  expect(codes).toEqual([200, 'ip_not_allowed', 200, 200]);

  // Not outside of projects either, nor where an owner may withdraw an address rule.
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  for (const [method, path] of [
    ['GET', '/v3/testauth'],
    ['PUT', `/v3/projects/${project}`],
    ['GET', `/v3/${project}/widgets`],
  ] as const) {
    const { body } = await call(gateways[0] as RunningGateway, method, path, { as: owning, headers });
    expect([path, body.code]).toEqual([path, 'ip_not_allowed']);
  }
});

it('has a limit of its own, beside that of the person and of their other tokens', async () => {
  const own = await harness.gateway({ LIMIT_CALLS: '2' });
  const ada = await harness.workspace.newUser({ projectId: project, role: 'owner' });
  const [one, other] = [harness.workspace.newApiToken(project, ada.id), harness.workspace.newApiToken(project, ada.id)];
  const statuses = async (as: { header: string }) => {
    const codes: number[] = [];
    for (let turn = 0; turn < 3; turn++) codes.push((await call(own, 'GET', requests(), { as })).status);
    return codes;
  };
  expect(await statuses(one)).toEqual([200, 200, 429]);
  expect(await statuses(other)).toEqual([200, 200, 429]);
  expect(await statuses(ada)).toEqual([200, 200, 429]);
});

it('made up with a good checksum costs its address the limit of refused credentials, and a good one from there works on', async () => {
  const own = await harness.gateway({ LIMIT_REFUSED_CREDENTIALS: '3' });
  const ada = await harness.workspace.newUser({ projectId: project, role: 'owner' });
  const good = harness.workspace.newApiToken(project, ada.id);
  expect((await call(own, 'GET', requests(), { as: good })).status).toBe(200);
  const stranger = harness.workspace.newApiToken(project, ada.id);
  const before = asked();

  const statuses = [];
  for (let turn = 0; turn < 5; turn++) {
    const madeUp = harness.workspace.newApiToken(project, ada.id);
    harness.workspace.apiTokens.delete([...harness.workspace.apiTokens.keys()].at(-1) ?? '');
    statuses.push((await call(own, 'GET', requests(), { as: madeUp })).status);
  }

  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  expect(asked() - before).toBe(3);
  expect((await call(own, 'GET', requests(), { as: good })).status).toBe(200);
  // Not known to be good, so it waits for the limit like any other.
  expect((await call(own, 'GET', requests(), { as: stranger })).status).toBe(429);
});
