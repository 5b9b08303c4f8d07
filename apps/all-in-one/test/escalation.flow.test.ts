import type { Method } from '@parley/contracts';
import type { Answer } from '@parley/testkit';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';
import { newTenant, type Persona, type PersonaName, type Tenant } from './tenant.ts';

let mesh: SharedMesh;
let tenant: Tenant;
beforeAll(async () => {
  mesh = await sharedMesh();
  tenant = await newTenant(mesh);
}, 60_000);

function persona(name: PersonaName): Persona {
  const found = tenant.personas.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

function call(name: PersonaName, method: Method, path: string, body?: unknown): Promise<Answer> {
  const url = `/v3/${tenant.projectId}${path}`;
  return persona(name).send({ owner: 'workspace' }, { method, url, body });
}

async function recordOf(name: PersonaName): Promise<{ _id: string; role: string; status: string }> {
  const { body } = await call(name, 'get', '/project_users/me');
  return (body as unknown as { _id: string; role: string; status: string }[])[0] ?? { _id: '', role: '', status: '' };
}

it('leaves an agent an agent, whatever they claim to be', async () => {
  const own = { role: 'owner', status: 'active', profileStatus: 'ambitious' };

  expect(await call('agent', 'put', '/project_users', own)).toMatchObject({ status: 200, body: { role: 'agent' } });
  expect(await recordOf('agent')).toMatchObject({ role: 'agent', profileStatus: 'ambitious' });
});

it('lets an agent neither invite nor make a secret nor change another person by id', async () => {
  const { _id } = await recordOf('agent');
  const stranger = { email: 'mallory@acme.example', role: 'admin' };
  const refused = [
    call('agent', 'post', '/project_users/invite', stranger),
    call('agent', 'post', '/pendinginvitations', stranger),
    call('agent', 'get', '/pendinginvitations'),
    call('agent', 'post', '/keys/generate'),
    call('agent', 'put', `/project_users/${_id}`, { role: 'admin' }),
  ];

  for (const answer of await Promise.all(refused)) {
    expect(answer).toMatchObject({ status: 403, body: { code: 'role_too_low' } });
  }
});

it('lets an admin neither make nor touch an owner', async () => {
  const [own, owner, agent] = await Promise.all([recordOf('admin'), recordOf('owner'), recordOf('agent')]);
  const refused = [
    call('admin', 'put', `/project_users/${own._id}`, { role: 'owner' }),
    call('admin', 'put', `/project_users/${agent._id}`, { role: 'owner' }),
    call('admin', 'put', `/project_users/${owner._id}`, { role: 'agent' }),
    call('admin', 'put', `/project_users/${owner._id}`, { status: 'disabled' }),
    call('admin', 'delete', `/project_users/${owner._id}`),
  ];

  for (const answer of await Promise.all(refused)) {
    expect(answer).toMatchObject({ status: 403, body: { code: 'owner_required' } });
  }
  expect(await Promise.all([recordOf('admin'), recordOf('owner'), recordOf('agent')])).toEqual([own, owner, agent]);
});

it.each([['Owner'], ['superadmin'], [''], [['owner']], [{ $ne: 'agent' }]])('knows no role %j', async (role) => {
  const { _id } = await recordOf('agent');
  const refused = [
    call('owner', 'put', `/project_users/${_id}`, { role }),
    call('owner', 'post', '/project_users/invite', { email: 'mallory@acme.example', role }),
  ];

  for (const answer of await Promise.all(refused)) {
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ param: 'role', location: 'body' }] } });
  }
});
