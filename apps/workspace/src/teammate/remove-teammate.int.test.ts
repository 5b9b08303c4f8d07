import { type Actor, teammateRemoved, tokenRevoked } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

async function staffedProject() {
  const { projectId, ada } = await team.project();
  return { projectId, ada, linus: await team.join(ada, 'Linus') };
}

const idOf = (actor: { teammateId?: string }) => ({ project_user_id: actor.teammateId });

it('ends access and availability with status disabled, and keeps the record listed', async () => {
  const { projectId, ada, linus } = await staffedProject();

  const { body } = await team.as(ada).updateTeammate({ ...idOf(linus), status: 'disabled' });

  expect(body).toMatchObject({ status: 'disabled', user_available: false, trashed: false });
  const { membership } = await team.identity.getMembership({ idProject: projectId, kind: 'user', id: linus.id });
  expect(membership?.status).toBe('disabled');
  const { candidates } = await team.directory.getRoutingContext({ idProject: projectId, idDepartment: '' });
  expect(candidates.map(({ idUser }) => idUser)).not.toContain(linus.id);
  expect((await team.as(ada).listTeammates()).body.map(({ _id }) => _id)).toContain(linus.teammateId);
});

it.each([
  ['removed', (ada: Actor, linus: Actor) => team.as(ada).removeTeammate(idOf(linus))],
  ['disabled', (ada: Actor, linus: Actor) => team.as(ada).updateTeammate({ ...idOf(linus), status: 'disabled' })],
] as const)('never shows a teammate who is %s as available', async (_, end) => {
  const { projectId, ada, linus } = await staffedProject();
  const candidates = async () => {
    const { body: available } = await team.open.listAvailableTeammates({ id_project: projectId });
    const { candidates } = await team.directory.getRoutingContext({ idProject: projectId, idDepartment: '' });
    return [...available.map(({ id }) => id), ...candidates.map(({ idUser }) => idUser)];
  };
  expect((await candidates()).filter((id) => id === linus.id)).toHaveLength(2);

  expect((await end(ada, linus)).status).toBe(200);

  expect(await candidates()).not.toContain(linus.id);
  const { body: widget } = await team.open.getWidgetSettings({ id_project: projectId });
  expect(widget.user_available.map(({ id }) => id)).toEqual(expect.not.arrayContaining([linus.id]));
});

it('removes a teammate from everything and restores the same record by an invitation', async () => {
  const { projectId, ada, linus } = await staffedProject();
  const group = newId();
  await team.db.query(
    `INSERT INTO groups (id_project, id, name, created_by, created_at, updated_at) VALUES ($1, $2, 'G', 'x', now(), now())`,
    [projectId, group],
  );
  await team.db.query('INSERT INTO group_members VALUES ($1, $2, $3)', [projectId, group, linus.id]);

  const { status, body } = await team.as(ada).removeTeammate(idOf(linus));

  expect(status).toBe(200);
  expect(body).toMatchObject({ trashed: true, status: 'disabled', user_available: false });
  expect(await team.db.query('SELECT * FROM group_members WHERE id_project = $1', [projectId])).toEqual([]);
  expect((await team.as(ada).listTeammates()).body.map(({ _id }) => _id)).not.toContain(linus.teammateId);
  expect((await team.as(ada).listTeammates({ trashed: 'true' })).body.map(({ _id }) => _id)).toContain(
    linus.teammateId,
  );
  expect((await team.as(linus).listProjects()).body).toEqual([]);
  for (const answer of [
    await team.as(ada).getTeammate(idOf(linus)),
    await team.as(ada).updateTeammate({ ...idOf(linus), role: 'admin' }),
    await team.as(ada).removeTeammate(idOf(linus)),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'teammate_not_found']);
  }
  const removed = await team.outbox(teammateRemoved, projectId);
  expect(removed.map(({ data }) => [data.deleteType, data.teammate._id])).toEqual([['soft', linus.teammateId]]);

  const invited = await team.as(ada).inviteTeammate({ email: linus.email, role: 'admin' });
  expect(invited.body).toMatchObject({ _id: linus.teammateId, role: 'admin', status: 'active', trashed: false });
});

it('erases the record on a hard removal, and creates a new one for the next invitation', async () => {
  const { projectId, ada, linus } = await staffedProject();

  const { body } = await team.as(ada).removeTeammate({ ...idOf(linus), hard: 'true' });

  expect(body._id).toBe(linus.teammateId);
  expect((await team.as(ada).listTeammates({ trashed: 'true' })).body.map(({ _id }) => _id)).not.toContain(
    linus.teammateId,
  );
  const removed = await team.outbox(teammateRemoved, projectId);
  expect(removed.map(({ data }) => data.deleteType)).toEqual(['hard']);
  const again = await team.as(ada).inviteTeammate({ email: linus.email });
  expect(again.status).toBe(200);
  expect('_id' in again.body && again.body._id).not.toBe(linus.teammateId);
});

it('revokes a visitor’s tokens with their membership', async () => {
  const { projectId, ada } = await staffedProject();
  const vera = await team.guest(projectId);
  const { body: found } = await team.as(ada).getTeammateByUser({ user_id: vera.actor.id });

  await team.as(ada).removeTeammate({ project_user_id: found[0]?._id });

  expect(await team.isLive(vera.token)).toBe(false);
  const revoked = (await team.outbox(tokenRevoked, projectId)).filter(({ data }) => data.jti === vera.jti);
  expect(revoked.map(({ idproject }) => idproject)).toEqual([projectId]);
});
