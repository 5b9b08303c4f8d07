import { projectDeleted, teammateRemoved, tokenRevoked } from '@parley/contracts';

import { inProject, type PeopleHarness, startPeopleHarness } from '../../test/people-harness.ts';

let people: PeopleHarness;
beforeAll(async () => {
  people = await startPeopleHarness();
});
afterAll(() => people.stop());

it('deletes the user, their credentials and the project without another owner', async () => {
  const ada = await people.signUp('Ada');
  const grace = await people.signUp('Grace');
  const { projectId, owner } = await people.project(ada);
  await people.as(owner).inviteTeammate({ email: grace.email });
  await people.open.verifyEmail(await verification(grace.email));
  const { jti } = await people.signIn(ada);

  const { status, body } = await people.as(ada.actor).deleteUser();

  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, updatedUser: { _id: ada.user._id, status: 0, attributes: {} } });
  expect(JSON.stringify(body)).not.toMatch(/ada@|Ada|Byron/);
  expect(await people.liveTokens(ada.user._id)).toEqual([]);
  expect((await people.outbox(tokenRevoked)).map(({ data }) => data.jti)).toContain(jti);
  expect((await people.outbox(teammateRemoved)).map(({ data }) => data.teammate.id_project)).toEqual([projectId]);
  expect((await people.outbox(projectDeleted)).map(({ data }) => data.project._id)).toEqual([projectId]);
  await expect(people.identity.authenticateBasic({ ...ada, clientAddress: '' })).rejects.toMatchObject({
    code: 'unauthorized',
  });
  expect((await people.as(ada.actor).getUser()).status).toBe(401);
  expect((await people.as(inProject(grace.actor, projectId, 'agent')).getProject()).status).toBe(403);
});

it('keeps a project that has another owner', async () => {
  const linus = await people.signUp('Linus');
  const alan = await people.signUp('Alan');
  const { projectId, owner } = await people.project(linus);
  await people.as(owner).inviteTeammate({ email: alan.email });
  await people.open.verifyEmail(await verification(alan.email));
  const [member] = (await people.as(owner).getTeammateByUser({ user_id: alan.user._id })).body;
  await people.as(owner).updateTeammate({ project_user_id: member?._id, role: 'owner' });

  expect((await people.as(linus.actor).deleteUser()).status).toBe(200);
  expect((await people.as(inProject(alan.actor, projectId, 'owner')).getProject()).status).toBe(200);
});

it('frees the address for a new user who sees nothing of the former one', async () => {
  const before = await people.signUp('Barbara', { phone: '+393331234567' });
  const { projectId } = await people.project(before);
  await people.signIn(before);
  await people.as(before.actor).deleteUser();

  const after = await people.signUp('Barbara');

  expect(after.user._id).not.toBe(before.user._id);
  expect(after.user).not.toHaveProperty('phone');
  expect((await people.as(after.actor).listProjects()).body).toEqual([]);
  expect((await people.as(after.actor).listTokens()).body).toEqual([]);
  expect((await people.as(inProject(after.actor, projectId, 'owner')).getProject()).status).toBe(403);
});

it('deletes once when called twice', async () => {
  const edsger = await people.signUp('Edsger');

  const answers = await Promise.all(Array.from({ length: 5 }, () => people.as(edsger.actor).deleteUser()));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
});

async function verification(email: string) {
  const mails = await people.mailsTo(email);
  const link = mails.map(({ text }) => /verify\/email\/(\w+)\/([\w-]+)/.exec(text)).find(Boolean);
  return { id_user: link?.[1], code: link?.[2] };
}
