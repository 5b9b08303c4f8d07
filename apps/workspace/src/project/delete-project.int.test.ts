import { projectDeleted, tokenRevoked } from '@parley/contracts';

import { customToken, startTeamHarness, type TeamHarness } from '../../test/team-harness.ts';

let team: TeamHarness;
beforeAll(async () => {
  team = await startTeamHarness({ PROJECT_ERASURE_DELAY: '1s' });
});
afterAll(() => team.stop());

/** A project with rows in every table that callers can fill. */
async function fullProject() {
  const { projectId, ada } = await team.project();
  const secret = await team.secretOf(ada);
  await team.as(ada).patchProject({ 'settings.custom_auth.provision_agents': true });
  const token = await customToken(secret, projectId, { _id: 'agent-7', role: 'agent', email: 'agent@acme.io' });
  const { status } = await team.exchange(token);
  if (status !== 200) throw new Error(`the exchange answered ${status}`);
  const linus = await team.join(ada, 'Linus');
  await team.as(ada).inviteTeammate({ email: `pending@${projectId}.io` });
  await team.as(ada).banVisitor({ id: 'mallory' });
  const vera = await team.guest(projectId);
  return { projectId, ada, linus, vera };
}

/** Rows of the project, by table; tables without any are left out. */
async function rowsOf(projectId: string): Promise<Record<string, number>> {
  const tables = await team.db.query<{ name: string; by: string }>(
    `SELECT table_name AS name, column_name AS by FROM information_schema.columns
     WHERE table_schema = current_schema() AND column_name IN ('id_project', 'provisioned_by')
       AND table_name NOT IN ('inbox', 'idempotency', 'task', 'dead_letter') AND table_name NOT LIKE 'outbox%'`,
  );
  const counted = tables.map(async ({ name, by }) => {
    const [row] = await team.db.query<{ rows: number }>(`SELECT count(*) AS rows FROM ${name} WHERE ${by} = $1`, [
      projectId,
    ]);
    return [name, row?.rows ?? 0] as const;
  });
  return Object.fromEntries((await Promise.all(counted)).filter(([, rows]) => rows > 0));
}

it('ends the project for all callers at once, and announces it once', async () => {
  const { projectId, ada, linus, vera } = await fullProject();

  const answers = await Promise.all(Array.from({ length: 5 }, () => team.as(ada).deleteProject()));

  const codes = answers.map(({ status, body }) => (status === 200 ? body.status : body.code));
  expect(codes.sort()).toEqual([0, ...Array(4).fill('not_a_member')]);
  const deleted = await team.outbox(projectDeleted, projectId);
  expect(deleted.map(({ data }) => [data.project._id, data.project.status])).toEqual([[projectId, 0]]);

  expect(await team.isLive(vera.token)).toBe(false);
  const revoked = await team.outbox(tokenRevoked, projectId);
  expect(revoked.map(({ data }) => data.sub).sort()).toEqual(['guest', 'user']);
  for (const { id, kind } of [ada, linus, vera.actor]) {
    expect(await team.identity.getMembership({ idProject: projectId, kind, id })).toMatchObject({ found: false });
  }
  expect((await team.as({ kind: 'user', id: ada.id }).listProjects()).body).toEqual([]);
  expect((await team.as(ada).getProject()).body.code).toBe('not_a_member');
  expect((await team.as(ada).patchProject({ name: 'x' })).body.code).toBe('not_a_member');
  expect((await team.as(ada).patchProjectAttributes({ a: 1 })).body.code).toBe('not_a_member');
  expect((await team.as(ada).banVisitor({ id: 'x' })).body.code).toBe('not_a_member');
  expect((await team.open.signInAnonymously({ id_project: projectId })).body.code).toBe('project_not_found');
});

it('lets only the owner delete', async () => {
  const { ada } = await team.project();
  const grace = await team.join(ada, 'Grace', 'admin');

  expect((await team.as(grace).deleteProject()).body.code).toBe('role_too_low');
  const stale = await team.as(ada).deleteProject({}, { headers: { 'if-match': '"7"' } });
  expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch']);
  expect((await team.as(ada).getProject()).status).toBe(200);
});

it('erases every row of a deleted project after the delay, and none of any other', async () => {
  const [gone, recent, alive] = [await fullProject(), await fullProject(), await fullProject()];
  await team.as(gone.ada).deleteProject();
  await team.as(recent.ada).deleteProject();
  await team.db.query(`UPDATE projects SET updated_at = now() - interval '1 hour' WHERE id_project = $1`, [
    gone.projectId,
  ]);
  await team.db.query(`UPDATE projects SET updated_at = now() + interval '1 hour' WHERE id_project = $1`, [
    recent.projectId,
  ]);
  const before = { recent: await rowsOf(recent.projectId), alive: await rowsOf(alive.projectId) };

  await team.runJob('erase-projects');

  expect(await rowsOf(gone.projectId)).toEqual({});
  expect(await rowsOf(recent.projectId)).toEqual(before.recent);
  expect(await rowsOf(alive.projectId)).toEqual(before.alive);
  // Guards the test itself: it must fill every table that can be filled.
  expect(Object.keys(before.alive)).toEqual(
    expect.arrayContaining([
      ...['projects', 'project_secrets', 'project_bans', 'teammates', 'memberships', 'departments', 'tokens'],
      ...['invitations', 'invitation_codes', 'users'],
    ]),
  );
  expect((await team.as(gone.ada).getProject()).body.code).toBe('not_a_member');
  expect((await team.as({ kind: 'user', id: gone.ada.id }).createProject({ name: 'Anew' })).status).toBe(200);
});
