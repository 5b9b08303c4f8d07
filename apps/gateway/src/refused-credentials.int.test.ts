import { randomUUID } from 'node:crypto';

import { newId } from '@parley/service-kit/call';
import { SignJWT } from 'jose';

import { type Caller, call, GatewayHarness, publicUrl } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

const limit = 5;

let harness: GatewayHarness;
let gateway: RunningGateway;

beforeAll(async () => {
  harness = await GatewayHarness.start();
});
afterAll(() => harness.stop());
// Every test has an address of its own: the counters of a gateway that no other has used.
beforeEach(async () => {
  gateway = await harness.gateway({ LIMIT_REFUSED_CREDENTIALS: String(limit), LIMIT_EXCHANGE: '100' });
});

type Header = { header: string };

const asked = (method: string) => harness.workspace.identity.calls.filter((each) => each.method === method).length;
const basic = (email: string, password: string): Header => ({
  header: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
});
const get = async (path: string, as: Caller | Header) => (await call(gateway, 'GET', path, { as })).status;

/** What a customer's server signs for a visitor. */
async function vouchedFor(project: string, id: string, secret: string): Promise<Header> {
  const token = await new SignJWT({ _id: id, aud: `${publicUrl}/projects/${project}` })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .sign(new TextEncoder().encode(secret));
  return { header: `JWT ${token}` };
}

async function customer(): Promise<{ project: string; secret: string; visitor(): Promise<Header> }> {
  const [project, secret] = [harness.workspace.newProject(), randomUUID()];
  harness.workspace.secrets.set(project, secret);
  const visitor = async () => {
    const id = `visitor-${newId()}`;
    harness.workspace.join(project, id, 'user');
    return vouchedFor(project, id, secret);
  };
  return { project, secret, visitor };
}

/** One of every kind that costs the gateway alone. */
async function badTokens(): Promise<Header[]> {
  const { header } = await harness.workspace.newUser();
  return [{ header: 'JWT x.y.z' }, { header: `${header.slice(0, -6)}AAAAAA` }, { header: 'Digest abc' }];
}

it('answers good tokens however many bad ones came from their address, and those with 401, then 429', async () => {
  const project = harness.workspace.newProject();
  const bad = await badTokens();
  const statuses = [];
  for (let attempt = 0; attempt < 30; attempt++)
    statuses.push(await get('/v3/users', bad[attempt % bad.length] as Header));
  expect(statuses).toEqual([...Array(limit).fill(401), ...Array(30 - limit).fill(429)]);

  const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  const vera = await harness.workspace.newGuest(project);
  expect(await get(`/v3/${project}/requests`, linus)).toBe(200);
  expect(await get(`/v3/${project}/requests/me`, vera)).toBe(200);
  expect(await get('/v3/users', bad[1] as Header)).toBe(429);
});

it('asks no service about passwords and unknown projects once an address has used up its bad ones', async () => {
  const wrong = async (attempt: number) => vouchedFor(newId(), `visitor-${attempt}`, 'a secret that nobody has');
  const before = asked('getVerificationKey');
  const statuses = [];
  for (let attempt = 0; attempt < 20; attempt++) statuses.push(await get('/v3/testauth', await wrong(attempt)));
  expect(statuses).toEqual([...Array(limit).fill(401), ...Array(20 - limit).fill(429)]);
  expect(asked('getVerificationKey') - before).toBe(limit);

  const passwords = asked('authenticateBasic');
  expect(await get('/v3/users', basic('ada@acme.io', 'any'))).toBe(429);
  expect(asked('authenticateBasic')).toBe(passwords);
});

it('counts bad tokens of a project that has proved its secret against that project alone, so that other callers cannot lock it out', async () => {
  const { project, visitor } = await customer();
  const path = `/v3/${project}/requests/me`;
  expect(await get(path, await visitor())).toBe(200);
  for (let attempt = 0; attempt < 10; attempt++)
    await get('/v3/testauth', await vouchedFor(newId(), 'visitor', 'unknown'));
  expect(await get(path, await visitor())).toBe(200);

  const other = await customer();
  expect(await get(`/v3/${other.project}/requests/me`, await other.visitor())).toBe(429);
  const before = asked('getVerificationKey');
  const statuses = [];
  for (let attempt = 0; attempt < 10; attempt++)
    statuses.push(await get('/v3/testauth', await vouchedFor(project, `visitor-${attempt}`, 'wrong')));
  expect(statuses).toEqual([...Array(limit).fill(401), ...Array(10 - limit).fill(429)]);
  expect(asked('getVerificationKey') - before).toBe(limit);
});

it('bounds what a customer can have asked about visitors that they make up', async () => {
  const { project, secret } = await customer();
  const before = asked('checkExternal');
  const statuses = [];
  for (let attempt = 0; attempt < 10; attempt++)
    statuses.push(await get(`/v3/${project}/requests/me`, await vouchedFor(project, `nobody-${attempt}`, secret)));
  expect(statuses).toEqual([...Array(limit).fill(403), ...Array(10 - limit).fill(429)]);
  expect(asked('checkExternal') - before).toBe(limit);
});

it('hands the exchange good tokens from an address that has used up its bad ones', async () => {
  const { visitor } = await customer();
  const exchange = async (as: Caller | Header) =>
    (await call(gateway, 'POST', '/v3/auth/signinWithCustomToken', { as })).status;
  const known = await visitor();
  expect(await exchange(known)).toBe(200);
  for (let attempt = 0; attempt < limit; attempt++) await get('/v3/users', { header: 'JWT x.y.z' });

  expect(await exchange({ header: 'JWT x.y.z' })).toBe(429);
  expect(await exchange(await harness.workspace.newUser())).toBe(200);
  expect(await exchange(await visitor())).toBe(200);
});
