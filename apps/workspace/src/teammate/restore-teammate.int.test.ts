import { teammateUpdated } from '@parley/contracts';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

it('restores a removed teammate with their role, unavailable', async () => {
  const { projectId, ada } = await team.project();
  const linus = await team.join(ada, 'Linus', 'admin');
  const project_user_id = linus.teammateId;
  await team.as(ada).removeTeammate({ project_user_id });

  const { status, body } = await team.as(ada).restoreTeammate({ project_user_id });

  expect(status).toBe(200);
  expect(body).toMatchObject({ _id: project_user_id, trashed: false, status: 'active', role: 'admin', __v: 2 });
  expect(body.user_available).toBe(false);
  expect((await team.as(linus).getOwnTeammate()).status).toBe(200);
  const [updated] = await team.outbox(teammateUpdated, projectId);
  expect(updated?.data).toMatchObject({
    ...{ changes: ['status', 'trashed'], previous: { status: 'disabled', trashed: true } },
    teammate: { trashed: false },
  });
  const again = await team.as(ada).restoreTeammate({ project_user_id });
  expect([again.status, again.body.code]).toEqual([409, 'not_removed']);
});

it('lets only owners restore an owner, and agents restore none', async () => {
  const { ada } = await team.project();
  const [grace, linus] = [await team.join(ada, 'Grace', 'admin'), await team.join(ada, 'Linus')];
  const barbara = await team.join(ada, 'Barbara', 'owner');
  const project_user_id = barbara.teammateId;
  await team.as(ada).removeTeammate({ project_user_id });

  expect((await team.as(grace).restoreTeammate({ project_user_id })).body.code).toBe('owner_required');
  expect((await team.as(linus).restoreTeammate({ project_user_id })).body.code).toBe('role_too_low');
  expect((await team.as(ada).restoreTeammate({ project_user_id })).body.role).toBe('owner');
});

it('answers 404 for an unknown id, another project, and a deleted person', async () => {
  const [{ ada, projectId }, other] = [await team.project(), await team.project()];
  const linus = await team.join(ada, 'Linus');
  await team.as(ada).removeTeammate({ project_user_id: linus.teammateId });
  const attempts = [
    await team.as(other.ada).restoreTeammate({ project_user_id: linus.teammateId }),
    await team.as(ada).restoreTeammate({ project_user_id: '\u0000' }),
    await team.as(ada).restoreTeammate({ project_user_id: { $ne: 1 } }),
  ];
  await team.db.query('UPDATE users SET status = 0 WHERE id = $1', [linus.id]);
  attempts.push(await team.as(ada).restoreTeammate({ project_user_id: linus.teammateId }));

  for (const attempt of attempts) expect([attempt.status, attempt.body.code]).toEqual([404, 'teammate_not_found']);
  const { found, membership } = await team.identity.getMembership({
    ...{ idProject: projectId, kind: 'user', id: linus.id },
  });
  expect([found, membership?.status]).toEqual([true, 'disabled']);
});
