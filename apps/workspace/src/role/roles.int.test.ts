import {
  type Actor,
  type Right,
  rightsOf,
  rightsOfRole,
  roleCreated,
  roleUpdated,
  teammateUpdated,
} from '@parley/contracts';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

const supervisor = {
  name: 'Supervisor',
  base: 'agent',
  rights: { 'analytics.read': true, 'leads.export': false },
} as const;

async function newRole(ada: Actor, facts: object = {}) {
  const { status, body } = await team.as(ada).createRole({ ...supervisor, ...facts });
  if (status !== 200) throw new Error(`createRole answered ${status} ${body.code}`);
  return body;
}

/** A teammate with a custom role, as the gateway knows them. */
async function joinAs(ada: Actor, firstname: string, role_id: string): Promise<Actor> {
  const joined = await team.join(ada, firstname);
  const { status, body } = await team.as(ada).updateTeammate({ project_user_id: joined.teammateId ?? '', role_id });
  if (status !== 200) throw new Error(`updateTeammate answered ${status} ${body.code}`);
  return team.member(ada.projectId ?? '', { kind: 'user', id: joined.id, name: joined.name, email: joined.email });
}

const customRoleOf = async (projectId: string, { id }: Actor) =>
  (await team.identity.getMembership({ idProject: projectId, kind: 'user', id })).membership?.customRole;

it('has the rights of its base, with some taken away and some given', async () => {
  const { projectId, ada } = await team.project();
  const role = await newRole(ada);

  expect(role).toMatchObject({ ...supervisor, id_project: projectId, visibility: 'all', createdBy: ada.id, __v: 0 });
  const expected = rightsOfRole('agent').filter((right) => right !== 'leads.export');
  expect(new Set(role.effective_rights)).toEqual(new Set([...expected, 'analytics.read']));
  expect((await team.as(ada).listRoles()).body).toEqual([role]);
  expect((await team.outbox(roleCreated, projectId)).map(({ data }) => data)).toEqual([{ role }]);
});

it('shows beside the role of its base, and decides what its member may do', async () => {
  const { projectId, ada } = await team.project();
  const role = await newRole(ada, { base: 'admin', visibility: 'departments', rights: {} });
  const grace = await joinAs(ada, 'Grace', role._id);

  const { body: shown } = await team.as(ada).getTeammate({ project_user_id: grace.teammateId ?? '' });
  expect(shown).toMatchObject({ role: 'admin', role_id: role._id, visibility: 'departments' });
  expect(shown.rights).toEqual(role.effective_rights);
  expect(await customRoleOf(projectId, grace)).toEqual({ rights: role.effective_rights, visibility: 'departments' });
  const { body: others } = await team.as(ada).getOwnTeammate();
  expect(others[0]).not.toHaveProperty('rights');
});

it('has no right that would show more than its visibility', () => {
  const given = {
    'analytics.read': true,
    'webhooks.write': true,
    'teammates.write': true,
    'bots.write': true,
  } as const;
  for (const visibility of ['departments', 'own'] as const) {
    const rights = rightsOf({ base: 'admin', rights: given, visibility });
    expect(rights).toEqual(expect.arrayContaining(['requests.read', 'leads.read'] satisfies Right[]));
    expect(rights.filter((right) => right in given)).toEqual([]);
  }
});

it.each([
  [{ base: 'owner' }],
  [{ rights: { 'requests.delete': true } }],
  [{ rights: { 'everything.write': true } }],
  [{ rights: { 'leads.read': 'yes' } }],
  [{ visibility: 'some' }],
  [{ name: ' ' }],
])('is refused as %j', async (facts) => {
  const { ada } = await team.project();
  const { status, body } = await team.as(ada).createRole({ ...supervisor, ...(facts as object) });
  expect([status, body.code]).toEqual([422, 'validation_failed']);
});

it('is made and changed by owners alone', async () => {
  const { ada } = await team.project();
  const role = await newRole(ada);
  const grace = await team.join(ada, 'Grace', 'admin');
  const calls = [
    await team.as(grace).createRole(supervisor),
    await team.as(grace).updateRole({ role_id: role._id, name: 'Mine' }),
    await team.as(grace).deleteRole({ role_id: role._id }),
  ];
  expect(calls.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'role_too_low']));
  expect((await team.as(grace).listRoles()).status).toBe(200);
});

it('changes at once for everyone who has it, with an event for each', async () => {
  const { projectId, ada } = await team.project();
  const role = await newRole(ada);
  const people = [await joinAs(ada, 'Grace', role._id), await joinAs(ada, 'Linus', role._id)];
  const before = (await team.outbox(teammateUpdated, projectId)).length;

  const { body: updated } = await team.as(ada).updateRole({ role_id: role._id, rights: {}, visibility: 'own' });

  expect(updated.effective_rights).not.toContain('analytics.read');
  for (const person of people)
    expect(await customRoleOf(projectId, person)).toEqual({ rights: updated.effective_rights, visibility: 'own' });
  const events = (await team.outbox(teammateUpdated, projectId)).slice(before);
  expect(events.map(({ data }) => [data.teammate.rights, data.teammate.visibility, data.changes])).toEqual(
    Array(2).fill([updated.effective_rights, 'own', ['rights']]),
  );
  expect((await team.outbox(roleUpdated, projectId)).map(({ data }) => data.changes)).toEqual([
    ['rights', 'visibility'],
  ]);
  // A name changes nobody.
  await team.as(ada).updateRole({ role_id: role._id, name: 'Lead' });
  expect(await team.outbox(teammateUpdated, projectId)).toHaveLength(before + 2);
});

it('is kept by a change that names its base, and taken away by another role or by an empty one', async () => {
  const { ada } = await team.project();
  const role = await newRole(ada);
  const grace = await joinAs(ada, 'Grace', role._id);
  const change = async (facts: object) =>
    (await team.as(ada).updateTeammate({ project_user_id: grace.teammateId ?? '', ...facts })).body;

  expect(await change({ role: 'agent', profileStatus: 'busy' })).toMatchObject({ role: 'agent', role_id: role._id });
  expect(await change({ role: 'admin' })).not.toHaveProperty('role_id');
  expect(await change({ role_id: role._id })).toMatchObject({ role: 'agent', role_id: role._id });
  expect(await change({ role_id: '' })).not.toHaveProperty('rights');
  expect(await change({ role: 'admin', role_id: role._id })).toMatchObject({ code: 'validation_failed' });
  expect(await change({ role_id: '0123456789abcdef01234567' })).toMatchObject({ code: 'role_not_found' });
});

it('is no role for visitors, and owners have none', async () => {
  const { projectId, ada } = await team.project();
  const role = await newRole(ada);
  const vera = await team.guest(projectId);
  const { body: visitor } = await team.as(ada).getTeammateByUser({ user_id: vera.actor.id });
  const give = async (id: string) =>
    (await team.as(ada).updateTeammate({ project_user_id: id, role_id: role._id })).body.code;
  expect(await give(visitor[0]?._id ?? '')).toBe('validation_failed');
  expect(await give(ada.teammateId ?? '')).toBe('last_owner');
});

it('cannot be deleted while a teammate has it, however close the two come', async () => {
  const { ada } = await team.project();
  const role = await newRole(ada);
  const grace = await joinAs(ada, 'Grace', role._id);
  const refused = await team.as(ada).deleteRole({ role_id: role._id });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'role_in_use', conflict: grace.teammateId }]);

  for (let round = 0; round < 5; round++) {
    const one = await newRole(ada);
    const [given, deleted] = await Promise.all([
      team.as(ada).updateTeammate({ project_user_id: grace.teammateId ?? '', role_id: one._id }),
      team.as(ada).deleteRole({ role_id: one._id }),
    ]);
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([given.status, deleted.status]);
  }
});

it('lets a member with the right for teammates give no more than they have, nor change those who have more', async () => {
  const { ada } = await team.project();
  const hr = await newRole(ada, { name: 'HR', base: 'agent', rights: { 'teammates.write': true } });
  const grace = await joinAs(ada, 'Grace', hr._id);
  const [linus, alan] = [await team.join(ada, 'Linus'), await team.join(ada, 'Alan', 'admin')];
  const rich = await newRole(ada);
  const asGrace = team.as(grace);
  const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await answer;
    return status === 200 ? 200 : body.code;
  };
  const person = (actor: Actor) => ({ project_user_id: actor.teammateId ?? '' });

  expect(await codeOf(asGrace.updateTeammate({ ...person(grace), role: 'admin' }))).toBe('right_missing');
  expect(await codeOf(asGrace.updateTeammate({ ...person(linus), role_id: rich._id }))).toBe('right_missing');
  expect(await codeOf(asGrace.updateTeammate({ ...person(alan), status: 'disabled' }))).toBe('right_missing');
  expect(await codeOf(asGrace.removeTeammate(person(alan)))).toBe('right_missing');
  expect(await codeOf(asGrace.removeTeammate(person(ada)))).toBe('owner_required');
  expect(await codeOf(asGrace.inviteTeammate({ email: 'new@acme.example', role: 'admin' }))).toBe('right_missing');
  expect(await codeOf(asGrace.inviteTeammate({ email: 'new@acme.example', role: 'agent' }))).toBe(200);
  expect(await codeOf(asGrace.updateTeammate({ ...person(linus), status: 'disabled' }))).toBe(200);
});

it('limits machine tokens: an agent with the right makes and sees their own, with rights of their own alone', async () => {
  const { projectId, ada } = await team.project();
  const role = await newRole(ada, { rights: { 'tokens.own': true } });
  const grace = await joinAs(ada, 'Grace', role._id);
  const wanted = { name: 'Export', role: 'agent', expires_in: 3_600 } as const;
  const { body: foreign } = await team.as(ada).createApiToken(wanted);

  const { status, body: own } = await team.as(grace).createApiToken({ ...wanted, rights: ['leads.read'] });
  expect([status, own.rights]).toEqual([200, ['leads.read']]);
  const refused = await team.as(grace).createApiToken({ ...wanted, rights: ['leads.read', 'analytics.read'] });
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'right_missing', right: 'analytics.read' }]);
  expect((await team.as(grace).listApiTokens()).body.map(({ _id }) => _id)).toEqual([own._id]);
  expect((await team.as(grace).revokeApiToken({ api_token_id: foreign._id })).status).toBe(404);
  expect((await team.as(ada).rotateApiToken({ api_token_id: own._id })).status).toBe(404);
  expect((await team.as(ada).revokeApiToken({ api_token_id: own._id })).status).toBe(200);
  expect((await team.as(ada).listApiTokens()).body).toHaveLength(2);
  expect(projectId).toBe(own.id_project);
});

it('has fifty of a project at most', async () => {
  const { projectId, ada } = await team.project();
  await newRole(ada);
  await team.db.query(
    `INSERT INTO roles (id_project, id, name, base, created_by, created_at, updated_at)
     SELECT id_project, lpad(n::text, 24, '0'), name, base, created_by, created_at, updated_at
     FROM roles, generate_series(1, 47) n WHERE id_project = $1`,
    [projectId],
  );
  const answers = await Promise.all(Array.from({ length: 4 }, () => team.as(ada).createRole(supervisor)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422]);
});

it('is of its project alone', async () => {
  const [{ ada }, { ada: stranger }] = [await team.project(), await team.project()];
  const role = await newRole(ada);
  const theirs = await team.join(stranger, 'Linus');
  const calls = [
    await team.as(stranger).updateRole({ role_id: role._id, name: 'Mine' }),
    await team.as(stranger).deleteRole({ role_id: role._id }),
    await team.as(stranger).updateTeammate({ project_user_id: theirs.teammateId ?? '', role_id: role._id }),
  ];
  expect(calls.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'role_not_found']));
  expect((await team.as(ada).listRoles()).body).toEqual([role]);
});
