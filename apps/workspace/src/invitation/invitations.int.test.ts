import { newId } from '@parley/service-kit/call';

import { startPeopleHarness } from '../../test/people-harness.ts';
import { type SharedTeam, sharedTeam, startTeamHarness } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

/** An invitation and the code that only the reader of its mail knows. */
async function invited(facts: { email?: string; role?: 'agent' | 'admin' } = {}) {
  const { projectId, ada } = await team.project('Acme');
  const { email = `grace@${newId()}.io`, role = 'agent' } = facts;
  const invitationContext = { projectId, projectName: 'Acme', by: ada.id, at: new Date() };
  const { invitation, code } = await team.context.invitations.invite(
    { email, role, userAvailable: true },
    invitationContext,
  );
  return { projectId, ada, email, code, invitation_id: invitation.id };
}

it('shows pending invitations, and never a code', async () => {
  const { projectId, ada, email, code, invitation_id } = await invited();
  await team.as(ada).inviteTeammate({ email: 'second@x.io' });

  const { body } = await team.as(ada).listInvitations();
  const { body: one } = await team.as(ada).getInvitation({ invitation_id });

  expect(body.map((invitation) => invitation.email)).toEqual(['second@x.io', email]);
  expect(body[1]).toEqual(one);
  expect(one).toEqual({
    ...{ _id: invitation_id, id: invitation_id, id_project: projectId, email, role: 'agent', user_available: true },
    ...{ expiresAt: expect.any(String), createdBy: ada.id, createdAt: expect.any(String) },
    ...{ updatedAt: expect.any(String), __v: 0 },
  });
  expect(JSON.stringify([body, one])).not.toContain(code);
  const first = await team.as(ada).listInvitations({ limit: 1, sortField: 'email', direction: '1' });
  const cursor = /cursor=([^&>]+)/.exec(first.headers.link ?? '')?.[1];
  const second = await team.as(ada).listInvitations({ limit: 1, cursor });
  expect([...first.body, ...second.body].map((invitation) => invitation.email)).toEqual([email, 'second@x.io']);
});

it('changes an invitation, but not its address', async () => {
  const { ada, email, code, invitation_id } = await invited();
  const grace = await team.person('Grace', { email });

  const { body } = await team.as(ada).updateInvitation({
    ...{ invitation_id, role: 'admin', user_available: false, firstname: 'Grace', email: 'mallory@x.io' },
  });
  const again = await team.as(ada).updateInvitation({ invitation_id, role: 'admin' });

  expect(body).toMatchObject({ email, role: 'admin', user_available: false, firstname: 'Grace', __v: 1 });
  expect(again.body).toEqual(body);
  const stale = await team
    .as(ada)
    .updateInvitation({ invitation_id, role: 'agent' }, { headers: { 'if-match': '"0"' } });
  expect(stale.status).toBe(412);
  expect((await team.as(grace).acceptInvitation({ code })).body).toMatchObject({
    role: 'admin',
    user_available: false,
  });
  expect((await team.as(ada).listInvitations()).body).toEqual([]);
});

it.each([{ role: 'owner' }, { role: 'Admin' }, { firstname: 'x'.repeat(65) }, { user_available: 'yes' }])(
  'refuses to change it to %j',
  async (change) => {
    const { ada, invitation_id } = await invited();
    expect((await team.as(ada).updateInvitation({ invitation_id, ...change })).status).toBe(422);
  },
);

it('voids the code of a withdrawn invitation', async () => {
  const { ada, email, code, invitation_id } = await invited();
  const grace = await team.person('Grace', { email });

  const { status, body } = await team.as(ada).deleteInvitation({ invitation_id });

  expect([status, body._id, body.email]).toEqual([200, invitation_id, email]);
  expect((await team.as(grace).acceptInvitation({ code })).status).toBe(404);
  expect((await team.open.getMailedInvitation({ code })).status).toBe(404);
  expect((await team.as(ada).deleteInvitation({ invitation_id })).status).toBe(404);
});

it('mails a new code, voids the old one, and gives it another 30 days', async () => {
  const people = await startPeopleHarness();
  const { owner } = await people.project(await people.signUp('Ada'));
  const invite = await people.as(owner).inviteTeammate({ email: 'grace@x.io', firstname: 'Grace' });
  const invitation_id = 'pendingInvitation' in invite.body ? invite.body.pendingInvitation._id : '';
  const [, old = ''] = await people.mailedPath('grace@x.io');
  await people.db.query(`UPDATE invitations SET expires_at = now() - interval '1 day'`);
  await people.db.query(`UPDATE invitation_codes SET expires_at = now() - interval '1 day'`);

  const { status, body } = await people.as(owner).resendInvitation({ invitation_id });

  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, pendingInvitation: { _id: invitation_id, email: 'grace@x.io', __v: 1 } });
  const { expiresAt, updatedAt } = body.pendingInvitation;
  expect(Date.parse(expiresAt) - Date.parse(updatedAt)).toBe(30 * 86_400_000);
  const [, fresh = ''] = await people.mailedPath('grace@x.io');
  expect((await people.open.getMailedInvitation({ code: old })).status).toBe(404);
  expect((await people.open.getMailedInvitation({ code: fresh })).body).toMatchObject({ _id: invitation_id });
  expect(JSON.stringify(body)).not.toContain(fresh);
  await people.stop();
});

it('mails a code again once a minute, and keeps the last one valid meanwhile', async () => {
  const strict = await startTeamHarness({ AUTH_LIMIT_FACTOR: '1' });
  const { projectId, ada } = await strict.project('Acme');
  const invitationContext = { projectId, projectName: 'Acme', by: ada.id, at: new Date() };
  const grace = { email: 'grace@x.io', role: 'agent', userAvailable: true };
  const { invitation } = await strict.context.invitations.invite(grace, invitationContext);

  const answers = await Promise.all(
    Array.from({ length: 5 }, () => strict.as(ada).resendInvitation({ invitation_id: invitation.id })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ code: 'rate_limited', limit: 'resent_invitations' });
  expect(await strict.db.query(`SELECT 1 FROM task WHERE kind = 'mail'`)).toHaveLength(1);
  const { body: second } = await strict.as(ada).inviteTeammate({ email: 'linus@x.io' });
  const invitation_id = 'pendingInvitation' in second ? second.pendingInvitation._id : '';
  expect((await strict.as(ada).resendInvitation({ invitation_id })).status).toBe(429);
  expect((await strict.as(ada).getInvitation({ invitation_id })).body.__v).toBe(0);
  await strict.stop();
});

it('either withdraws an invitation or accepts it, never both', async () => {
  for (let round = 0; round < 8; round++) {
    const { projectId, ada, email, code, invitation_id } = await invited();
    const grace = await team.person('Grace', { email });

    const [accepted, changed] = await Promise.all([
      team.as(grace).acceptInvitation({ code }),
      round % 2
        ? team.as(ada).deleteInvitation({ invitation_id })
        : team.as(ada).updateInvitation({ invitation_id, role: 'admin' }),
    ]);

    const { membership } = await team.identity.getMembership({ idProject: projectId, kind: 'user', id: grace.id });
    expect(membership !== undefined).toBe(accepted.status === 200);
    if (round % 2) expect([accepted.status, changed.status].sort()).toEqual([200, 404]);
    else expect(membership?.role).toBe(changed.status === 200 ? 'admin' : 'agent');
    expect((await team.as(ada).listInvitations()).body).toEqual([]);
  }
});

it('lets admins see and change invitations, and no lower role', async () => {
  const { ada, invitation_id } = await invited();
  const linus = await team.join(ada, 'Linus');

  for (const attempt of [
    await team.as(linus).listInvitations(),
    await team.as(linus).getInvitation({ invitation_id }),
    await team.as(linus).resendInvitation({ invitation_id }),
    await team.as(linus).updateInvitation({ invitation_id, role: 'admin' }),
    await team.as(linus).deleteInvitation({ invitation_id }),
  ]) {
    expect([attempt.status, attempt.body.code]).toEqual([403, 'role_too_low']);
  }
});

it.each(['x', 'z'.repeat(24), 'a'.repeat(25), '\u0000', '{"$ne":1}', newId()])(
  'answers 404 for %j as an id',
  async (id) => {
    const { ada } = await team.project();
    const invitation_id = id;
    const answers = [
      await team.as(ada).getInvitation({ invitation_id }),
      await team.as(ada).resendInvitation({ invitation_id }),
      await team.as(ada).updateInvitation({ invitation_id, role: 'agent' }),
      await team.as(ada).deleteInvitation({ invitation_id }),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(4).fill([404, 'invitation_not_found']),
    );
  },
);

it('answers 404 for an invitation of another project, which stays as it is', async () => {
  const [mine, theirs] = [await invited(), await invited()];
  const { invitation_id } = theirs;
  const { body: before } = await team.as(theirs.ada).getInvitation({ invitation_id });

  const answers = [
    await team.as(mine.ada).getInvitation({ invitation_id }),
    await team.as(mine.ada).resendInvitation({ invitation_id }),
    await team.as(mine.ada).updateInvitation({ invitation_id, role: 'admin' }),
    await team.as(mine.ada).deleteInvitation({ invitation_id }),
  ];

  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(404));
  expect((await team.as(theirs.ada).getInvitation({ invitation_id })).body).toEqual(before);
  expect((await team.open.getMailedInvitation({ code: theirs.code })).status).toBe(200);
});
