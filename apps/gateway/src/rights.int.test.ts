import * as contracts from '@parley/contracts';
import {
  type AnyEndpoint,
  type CustomRights,
  endpointsOf,
  type Right,
  rightNames,
  rights,
  rightsOf,
  roleReaches,
} from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { amountOf } from '@parley/testkit';

import { actorOf, type Caller, call, GatewayHarness } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

const services = ['BOTS', 'CONTACTS', 'MEDIA', 'ANALYTICS', 'WEBHOOKS', 'CHANNELS'] as const;
const visibilities = ['all', 'departments', 'own'] as const;

/** What a team does in a project. */
const ofTeam = endpointsOf(contracts).filter(
  ({ path, role, owner }) => path.includes('/:id_project') && role !== 'public' && owner !== 'realtime',
);
/** Of the endpoints with other rights one in so many is tried for each right, others for each. */
const stride = amountOf({ quick: 24, soak: 1 });

let harness: GatewayHarness;
let gateway: RunningGateway;
let project: string;

beforeAll(async () => {
  harness = await GatewayHarness.start();
  const upstreams = Object.fromEntries(services.map((name) => [`${name}_URL`, harness.directory.url]));
  gateway = await harness.gateway({ ...upstreams, RATE_LIMIT_FACTOR: '10000', AUTH_LIMIT_FACTOR: '10000' });
  project = harness.workspace.newProject();
});
afterAll(() => harness.stop());

async function memberWith(role: CustomRights): Promise<Caller> {
  const member = await harness.workspace.newUser();
  const custom = { rights: rightsOf(role), visibility: role.visibility };
  harness.workspace.join(project, member.id, role.base, 'active', custom);
  return member;
}

/** The answer of a call: what the service answered, or the right that is missing. */
async function answerOf(endpoint: AnyEndpoint, as: { header: string }): Promise<string> {
  const path = endpoint.path.replace(':id_project', project).replace(/:\w+/g, () => newId());
  const { status, body } = await call(gateway, endpoint.method.toUpperCase(), path, { as });
  return status === 403 ? `${body.code} ${body.right ?? body.requiredRole}` : status < 300 ? 'passed' : String(status);
}

/** The endpoints whose answer is another than the rights of this role make it, and what it was. */
async function surprises(role: CustomRights, tried: readonly AnyEndpoint[]): Promise<string[]> {
  const member = await memberWith(role);
  const has = new Set<string>(rightsOf(role));
  const found: string[] = [];
  for (const endpoint of tried) {
    const expected =
      has.has(endpoint.right) || endpoint.right === 'none' ? 'passed' : `right_missing ${endpoint.right}`;
    const answer = await answerOf(endpoint, member);
    if (answer !== expected) found.push(`${endpoint.operation}: ${answer}, expected ${expected}`);
  }
  return found;
}

const triedFor = (right: Right): AnyEndpoint[] =>
  ofTeam.filter((endpoint, index) => endpoint.right === right || (index + rightNames.indexOf(right)) % stride === 0);
const givable = rightNames.filter((right) => rights[right] !== 'owner');

describe.each(visibilities)('with the visibility %s', (visibility) => {
  it.each(givable)('taking away %s refuses exactly the endpoints that declare it', async (right) => {
    expect(await surprises({ base: 'admin', rights: { [right]: false }, visibility }, triedFor(right))).toEqual([]);
  });

  it.each(givable)('giving %s admits exactly the endpoints that declare it', async (right) => {
    const none = Object.fromEntries(rightNames.map((one) => [one, one === right]));
    expect(await surprises({ base: 'agent', rights: none, visibility }, triedFor(right))).toEqual([]);
  });
});

it('is declared by each endpoint of a team as its base has it, and every right by some endpoint', () => {
  const unequal = ofTeam.filter(({ right, role }) => {
    if (right === 'none' || !roleReaches(role, 'agent')) return false;
    return rights[right] !== role;
  });
  expect(unequal.map(({ operation }) => operation)).toEqual([]);
  expect(rightNames.filter((right) => !ofTeam.some((endpoint) => endpoint.right === right))).toEqual([]);
});

it('of a machine token are what it was given, of what the person who made it has now', async () => {
  const ada = await memberWith({ base: 'admin', rights: { 'leads.export': false }, visibility: 'departments' });
  const limited = harness.workspace.newApiToken(project, ada.id, { rights: ['leads.read', 'leads.export'] });
  const asAdmin = harness.workspace.newApiToken(project, ada.id, { role: 'admin' });
  const leads = `/v3/${project}/leads`;
  const codes = async (as: { header: string }, path = leads) => {
    const { status, body } = await call(gateway, 'GET', path, { as });
    return status === 200 ? 200 : [body.code, body.right];
  };

  expect(await codes(limited)).toBe(200);
  expect(actorOf(harness.directory.seen.at(-1))).toMatchObject({
    ...{ kind: 'token', role: 'agent', rights: ['leads.read'], visibility: 'departments' },
  });
  expect(await codes(limited, `${leads}/csv`)).toEqual(['right_missing', 'leads.export']);
  expect(await codes(limited, `/v3/${project}/tags`)).toEqual(['right_missing', 'project.read']);
  expect(await codes(asAdmin, `${leads}/csv`)).toEqual(['right_missing', 'leads.export']);
  expect(await codes(asAdmin, `/v3/${project}/tags`)).toBe(200);
});

it('asks no more of another service about a member without a custom role, and tells services nothing of rights', async () => {
  const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  const before = harness.workspace.identity.calls.length;
  expect((await call(gateway, 'GET', `/v3/${project}/requests`, { as: linus })).status).toBe(200);
  const asked = harness.workspace.identity.calls.slice(before).map(({ method }) => method);
  expect(asked.sort()).toEqual(['checkToken', 'getMembership']);
  expect(Object.keys(actorOf(harness.conversations.seen.at(-1))).sort()).toEqual(
    ['id', 'jti', 'kind', 'name', 'projectId', 'role', 'teammateId'].sort(),
  );
});
