import { teammateInvited, teammateJoined } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { type SharedTeam, sharedTeam, startTeamHarness } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

/** An invitation whose code is known, as to the reader of the mail. */
async function mailed(projectId: string, by: string, email: string, role: 'agent' | 'admin' = 'agent') {
  return team.context.invitations.invite(
    { email, role, userAvailable: true },
    { projectId, projectName: 'Acme', by, at: new Date() },
  );
}

it('adds a registered person at once', async () => {
  const { projectId, ada } = await team.project('Acme');
  const grace = await team.person('Grace');

  const { status, body } = await team.as(ada).inviteTeammate({ email: grace.email?.toUpperCase(), role: 'admin' });

  expect(status).toBe(200);
  expect(body).toMatchObject({
    id_user: grace.id,
    role: 'admin',
    user_available: true,
    status: 'active',
    createdBy: ada.id,
  });
  const [invited] = await team.outbox(teammateInvited, projectId);
  expect(invited?.data).toMatchObject({
    ...{ inviteType: 'registered', email: grace.email, role: 'admin', id_project: projectId, project_name: 'Acme' },
    teammate: { id_user: { _id: grace.id } },
  });
  const joined = (await team.outbox(teammateJoined, projectId)).at(-1);
  expect([joined?.data.origin, joined?.data.teammate.role]).toEqual(['invitation', 'admin']);
});

it('creates a pending record for other addresses, and shows the code to no caller', async () => {
  const { projectId, ada } = await team.project('Acme');

  const { status, body } = await team.as(ada).inviteTeammate({
    ...{ email: 'New@Acme.io', firstname: 'Grace', user_available: false },
  });

  expect(status).toBe(200);
  expect(body).toEqual({
    msg: expect.any(String),
    pendingInvitation: {
      ...{
        _id: expect.any(String),
        id: expect.any(String),
        id_project: projectId,
        email: 'new@acme.io',
        role: 'agent',
      },
      ...{ user_available: false, firstname: 'Grace', expiresAt: expect.any(String), createdBy: ada.id },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String), __v: 0 },
    },
  });
  const [invited] = await team.outbox(teammateInvited, projectId);
  expect(invited?.subject).toMatch(/^invitation\//);
  expect(invited?.data).toMatchObject({ inviteType: 'pending', email: 'new@acme.io', user_available: false });
  expect(await team.outbox(teammateJoined, projectId)).toHaveLength(1);
});

it('refuses the inviter, a teammate, and an address that is invited already', async () => {
  const { ada } = await team.project();
  const linus = await team.join(ada, 'Linus');
  const first = await team.as(ada).inviteTeammate({ email: 'twice@acme.io' });
  const pending = 'pendingInvitation' in first.body ? first.body.pendingInvitation._id : '';

  expect(await team.as(ada).inviteTeammate({ email: ada.email })).toMatchObject({
    ...{ status: 403, body: { code: 'invite_self' } },
  });
  expect(await team.as(ada).inviteTeammate({ email: linus.email })).toMatchObject({
    ...{ status: 409, body: { code: 'already_teammate', conflict: linus.teammateId } },
  });
  expect(await team.as(ada).inviteTeammate({ email: 'twice@acme.io' })).toMatchObject({
    ...{ status: 409, body: { code: 'invitation_pending', conflict: pending } },
  });
});

it.each([
  {},
  { email: 'nobody' },
  { email: 'x@localhost' },
  { email: 'x@x.io', role: 'owner' },
  { email: 'x@x.io', firstname: 'x'.repeat(65) },
  { email: 'x@x.io', user_available: 'yes' },
])('refuses %j', async (body) => {
  const { ada } = await team.project();

  expect((await team.as(ada).inviteTeammate(body)).status).toBe(422);
});

it('invites an address once and mails it once under concurrent calls', async () => {
  const strict = await startTeamHarness({ AUTH_LIMIT_FACTOR: '1' });
  const { ada } = await strict.project();
  const invite = () => strict.as(ada).inviteTeammate({ email: 'race@acme.io' });

  const answers = await Promise.all(Array.from({ length: 20 }, invite));

  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  const id = won[0] && 'pendingInvitation' in won[0].body ? won[0].body.pendingInvitation._id : '';
  const lost = answers.filter(({ status }) => status !== 200);
  expect(lost.map(({ status, body }) => [status, body.code, 'conflict' in body && body.conflict])).toEqual(
    Array(19).fill([409, 'invitation_pending', id]),
  );
  expect(await strict.db.query(`SELECT 1 FROM task WHERE kind = 'mail'`)).toHaveLength(1);
  expect(await strict.outbox(teammateInvited)).toHaveLength(1);
  await strict.stop();
});

it('creates one membership from concurrent acceptances of a code', async () => {
  const { projectId, ada } = await team.project();
  const grace = await team.person('Grace', { emailVerified: false });
  const { code } = await mailed(projectId, ada.id, grace.email ?? '', 'admin');

  const answers = await Promise.all(Array.from({ length: 10 }, () => team.as(grace).acceptInvitation({ code })));

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
  expect(answers[0]?.body).toMatchObject({ id_user: grace.id, role: 'admin', createdBy: ada.id });
  const joined = (await team.outbox(teammateJoined, projectId)).filter(({ data }) => data.origin === 'invitation');
  expect(joined).toHaveLength(1);
  expect((await team.context.users.findById(grace.id))?.emailVerified).toBe(true);
});

it('accepts a code for its address only, and after its use for the same person only', async () => {
  const { projectId, ada } = await team.project();
  const [grace, mallory] = [await team.person('Grace'), await team.person('Mallory')];
  const { code } = await mailed(projectId, ada.id, grace.email ?? '');

  expect(await team.as(mallory).acceptInvitation({ code })).toMatchObject({
    ...{ status: 403, body: { code: 'invitation_for_other_address' } },
  });
  expect((await team.open.getMailedInvitation({ code })).body).toEqual({
    ...{ _id: expect.any(String), id: expect.any(String), email: grace.email, role: 'agent' },
    ...{ id_project: projectId, project_name: 'Acme' },
  });
  expect((await team.as(grace).acceptInvitation({ code })).status).toBe(200);
  expect((await team.as(mallory).acceptInvitation({ code })).status).toBe(404);
  expect((await team.open.getMailedInvitation({ code })).status).toBe(404);
});

it('refuses ids, unknown codes and old codes', async () => {
  const { projectId, ada } = await team.project();
  const grace = await team.person('Grace');
  const { code, invitation } = await mailed(projectId, ada.id, grace.email ?? '');
  await team.db.query(`UPDATE invitation_codes SET expires_at = now() - interval '1 day' WHERE id_invitation = $1`, [
    invitation.id,
  ]);

  for (const tried of [invitation.id, newId(), '\u0000', code]) {
    expect((await team.as(grace).acceptInvitation({ code: tried })).status).toBe(404);
    expect((await team.open.getMailedInvitation({ code: tried })).status).toBe(404);
  }
});

it('replaces an invitation that has expired', async () => {
  const { projectId, ada } = await team.project();
  const { invitation, code } = await mailed(projectId, ada.id, 'late@acme.io');
  await team.db.query(`UPDATE invitations SET expires_at = now() - interval '1 day' WHERE id = $1`, [invitation.id]);

  const { status, body } = await team.as(ada).inviteTeammate({ email: 'late@acme.io' });

  expect(status).toBe(200);
  expect('pendingInvitation' in body && body.pendingInvitation._id).not.toBe(invitation.id);
  expect((await team.open.getMailedInvitation({ code })).status).toBe(404);
});

it('adds no person with an unverified address by an invitation', async () => {
  const { projectId, ada } = await team.project();
  const mallory = await team.person('Mallory', { emailVerified: false });

  const { body } = await team.as(ada).inviteTeammate({ email: mallory.email });

  expect(body).toHaveProperty('pendingInvitation');
  expect((await team.identity.getMembership({ idProject: projectId, kind: 'user', id: mallory.id })).found).toBe(false);
});

it('turns every pending invitation of an address into a membership once it is verified', async () => {
  const [one, two, gone] = [await team.project(), await team.project(), await team.project()];
  const grace = await team.person('Grace', { emailVerified: false });
  for (const { projectId, ada } of [one, two, gone]) await mailed(projectId, ada.id, grace.email ?? '');
  await team.db.query('UPDATE projects SET status = 0 WHERE id_project = $1', [gone.projectId]);
  expect(await team.context.invitations.isInvited(grace.email ?? '')).toBe(true);

  const user = await team.context.users.findById(grace.id);
  if (user) await team.context.invitations.claimInvitationsOf(user);

  const { body } = await team.as(grace).listProjects();
  expect(body.map(({ id_project }) => id_project._id).sort()).toEqual([one.projectId, two.projectId].sort());
  expect(await team.context.invitations.isInvited(grace.email ?? '')).toBe(false);
});

it('adds any registered person where verification is not required', async () => {
  const lenient = await startTeamHarness({ REQUIRE_VERIFIED_EMAIL: 'false' });
  const { ada } = await lenient.project();
  const grace = await lenient.person('Grace', { emailVerified: false });

  const { body } = await lenient.as(ada).inviteTeammate({ email: grace.email });

  expect(body).toMatchObject({ id_user: grace.id, status: 'active' });
  await lenient.stop();
});

it('counts invitations by project and inviter', async () => {
  const strict = await startTeamHarness({ AUTH_LIMIT_FACTOR: '1' });
  const { ada } = await strict.project();

  const answers = await Promise.all(
    Array.from({ length: 62 }, (_, n) => strict.as(ada).inviteTeammate({ email: `n${n}@acme.io` })),
  );

  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  await strict.stop();
});
