import { teammateJoined } from '@parley/contracts';

import { claimsOf, customToken, type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

/** A project that lets its server provision agents. */
async function shop() {
  const { projectId, ada } = await team.project();
  const secret = await team.secretOf(ada);
  const { status } = await team.as(ada).patchProject({ 'settings.custom_auth.provision_agents': true });
  expect(status).toBe(200);
  const enter = async (claims: Record<string, unknown>) => team.exchange(await customToken(secret, projectId, claims));
  return { projectId, ada, enter };
}

it('creates a separate account, even if the address is taken', async () => {
  const { projectId, ada, enter } = await shop();
  const grace = await team.person('Grace');

  const { status, body } = await enter({
    _id: 'g1',
    role: 'agent',
    email: grace.email,
    firstname: 'Gina',
    lastname: 'X',
  });

  expect([status, body.user.role]).toEqual([200, 'agent']);
  expect(body.user._id).not.toBe(grace.id);
  expect(claimsOf(body.token)).toMatchObject({ sub: 'user', aud: `https://parley.example/projects/${projectId}` });
  expect(await team.isLive(body.token)).toBe(true);
  expect((await team.context.users.findByEmail(grace.email ?? ''))?.id).toBe(grace.id);
  const { membership } = await team.identity.getMembership({
    ...{ idProject: projectId, kind: 'provisioned', id: String(body.user._id) },
  });
  expect(membership).toMatchObject({ role: 'agent', status: 'active', fullName: 'Gina X' });
  const joined = (await team.outbox(teammateJoined, projectId)).filter(({ data }) => data.origin === 'provisioned');
  expect(joined.map(({ idproject }) => idproject)).toEqual([projectId]);

  const invited = await team.as(ada).inviteTeammate({ email: grace.email });
  expect([invited.status, 'id_user' in invited.body && invited.body.id_user]).toEqual([200, grace.id]);
});

it('finds the same account again, one under concurrent sign-ins', async () => {
  const { enter } = await shop();
  const claims = { _id: 'g1', role: 'agent', email: 'gina@x.io', firstname: 'Gina' };

  const answers = await Promise.all(Array.from({ length: 10 }, () => enter(claims)));

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map(({ body }) => body.user._id)).size).toBe(1);
});

it.each([
  ['admin', 403],
  ['owner', 403],
  ['superadmin', 403],
])('provisions no agent %s', async (role, expected) => {
  const { status, body } = await (await shop()).enter({ _id: 'g1', role, email: 'gina@x.io' });

  expect([status, body.code]).toEqual([expected, 'role_not_provisionable']);
});

it('creates visitors for other roles, and requires an address for agents', async () => {
  const { enter } = await shop();

  expect((await enter({ _id: 'v1' })).body.user.role).toBe('user');
  expect((await enter({ _id: 'v2', role: 'user' })).body.user.role).toBe('user');
  expect((await enter({ _id: 'v3', role: 'guest' })).body.user.role).toBe('guest');
  expect((await enter({ _id: 'v4', role: 'agent' })).status).toBe(422);
});

it('keeps a removed agent removed and never makes one an owner', async () => {
  const { projectId, ada, enter } = await shop();
  const claims = { _id: 'g1', role: 'agent', email: 'gina@x.io' };
  const { body } = await enter(claims);
  const found = await team.as(ada).getTeammateByUser({ user_id: body.user._id });
  const project_user_id = found.body[0]?._id;

  expect((await team.as(ada).updateTeammate({ project_user_id, role: 'owner' })).status).toBe(422);
  expect((await team.as(ada).updateTeammate({ project_user_id, role: 'admin' })).status).toBe(200);
  expect((await enter(claims)).body.user.role).toBe('admin');

  await team.as(ada).removeTeammate({ project_user_id });
  expect(await enter(claims)).toMatchObject({ status: 403, body: { code: 'not_a_member' } });
  const member = await team.identity.getMembership({
    idProject: projectId,
    kind: 'provisioned',
    id: String(body.user._id),
  });
  expect(member.membership?.status).toBe('disabled');
});

it('revokes tokens and disables memberships when an owner switches it off', async () => {
  const { projectId, ada, enter } = await shop();
  const grace = await team.join(ada, 'Grace', 'admin');
  const { body } = await enter({ _id: 'g1', role: 'agent', email: 'gina@x.io' });

  const off = { 'settings.custom_auth.provision_agents': false };
  expect(await team.as(grace).patchProject(off)).toMatchObject({ status: 403, body: { code: 'owner_required' } });
  expect(await team.isLive(body.token)).toBe(true);

  expect((await team.as(ada).patchProject(off)).status).toBe(200);
  expect(await team.isLive(body.token)).toBe(false);
  const { membership } = await team.identity.getMembership({
    ...{ idProject: projectId, kind: 'provisioned', id: String(body.user._id) },
  });
  expect(membership?.status).toBe('disabled');

  const on = { settings: { custom_auth: { provision_agents: true } } };
  expect(await team.as(grace).updateProject(on)).toMatchObject({ status: 403, body: { code: 'owner_required' } });
  expect((await team.as(grace).updateProject({ settings: { chat_limit_on: true } })).status).toBe(200);
});

it('keeps the switch when settings are replaced without it', async () => {
  const { ada, enter } = await shop();

  await team.as(ada).updateProject({ settings: { chat_limit_on: true } });

  expect((await enter({ _id: 'g1', role: 'agent', email: 'gina@x.io' })).body.user.role).toBe('agent');
});
