import { projectDeleted, teammateRemoved, teammateUpdated, tokenRevoked } from '@parley/contracts';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';
import { eraseUser, updateProfile } from '../user/user.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

/** What the deletion of an account does to the projects of its owner. */
async function leave(userId: string): Promise<void> {
  await team.context.db.transaction(async () => {
    const erased = await team.context.users.update(userId, (current) => eraseUser(current, new Date()));
    await team.context.teammates.removeMembershipsOf(erased);
    await team.context.tokens.revokeAll({ kind: 'user', principalId: userId, reason: 'deleted' });
  });
}

it('deletes the projects whose only owner was deleted, with everything bound to them', async () => {
  const { projectId, ada } = await team.project();
  const linus = await team.join(ada, 'Linus');
  const vera = await team.guest(projectId);
  const { token } = await team.context.tokens.issue({
    ...{ kind: 'user', principalId: ada.id, method: 'password', claims: {} },
  });

  await leave(ada.id);

  expect(await team.isLive(token)).toBe(false);
  expect(await team.isLive(vera.token)).toBe(false);
  expect((await team.identity.getProjectAccess({ idProject: projectId })).live).toBe(false);
  const { found } = await team.identity.getMembership({ idProject: projectId, kind: 'user', id: linus.id });
  expect(found).toBe(false);
  expect((await team.as(linus).listProjects()).body).toEqual([]);
  expect((await team.outbox(projectDeleted, projectId)).map(({ data }) => data.project.status)).toEqual([0]);
  expect((await team.outbox(tokenRevoked, projectId)).map(({ data }) => data.jti)).toEqual([vera.jti]);
});

it('keeps a project that has another owner, without the person and their name', async () => {
  const { projectId, ada } = await team.project();
  const grace = await team.join(ada, 'Grace', 'owner');

  await leave(ada.id);

  expect((await team.as(grace).listTeammates()).body.map(({ _id }) => _id)).toEqual([grace.teammateId]);
  const removed = await team.outbox(teammateRemoved, projectId);
  expect(removed.map(({ data }) => data.teammate._id)).toEqual([ada.teammateId]);
  expect(JSON.stringify(removed)).not.toContain(ada.email);
  expect(await team.outbox(projectDeleted, projectId)).toEqual([]);
});

it('leaves one owner or no project when two owners delete their accounts at the same moment', async () => {
  const { projectId, ada } = await team.project();
  const grace = await team.join(ada, 'Grace', 'owner');

  await Promise.all([leave(ada.id), leave(grace.id)]);

  expect((await team.identity.getProjectAccess({ idProject: projectId })).live).toBe(false);
  expect(await team.outbox(projectDeleted, projectId)).toHaveLength(1);
});

it('announces a new name in each of a person’s projects, and records their sign-ins', async () => {
  const { projectId, ada } = await team.project();
  const at = new Date();
  await team.context.teammates.signedIn(ada.id, at);

  await team.context.db.transaction(async () => {
    const before = await team.context.users.findById(ada.id);
    const after = await team.context.users.update(ada.id, (current) =>
      updateProfile(current, { firstname: 'Augusta' }, at),
    );
    if (before) await team.context.teammates.renamed(after, before);
  });

  const [updated] = await team.outbox(teammateUpdated, projectId);
  expect(updated?.data).toMatchObject({
    ...{ teammate: { id_user: { firstname: 'Augusta' }, __v: 2, last_login_at: at.toISOString() } },
    ...{ changes: ['firstname'], previous: { firstname: 'Ada' } },
  });
});
