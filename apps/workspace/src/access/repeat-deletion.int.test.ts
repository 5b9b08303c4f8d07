import { projectDeleted, userDeleted } from '@parley/contracts';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { newId } from '@parley/service-kit/call';
import { client, type PromiseClient } from '@parley/service-kit/grpc';

import { inProject, type PeopleHarness, startPeopleHarness } from '../../test/people-harness.ts';

let people: PeopleHarness;
let contacts: PromiseClient<typeof IdentityServiceService>;
beforeAll(async () => {
  people = await startPeopleHarness();
  const actorKey = new Uint8Array(Buffer.from(people.env.ACTOR_KEY ?? '', 'base64url'));
  contacts = client(IdentityServiceService, {
    ...{ address: people.addresses.grpc, from: 'contacts', to: 'workspace', actorKey },
  });
});
afterAll(async () => {
  contacts?.close();
  await people?.stop();
});

const repeat = async (deleted: { idProject: string } | { idUser: string }) =>
  (await contacts.repeatDeletion(deleted)).outcome;

it('deletes a project that a restore has brought back, once', async () => {
  const ada = await people.signUp('Ada');
  const { projectId, owner } = await people.project(ada);

  const outcomes = [await repeat({ idProject: projectId }), await repeat({ idProject: projectId })];

  expect([...outcomes, await repeat({ idProject: newId() })]).toEqual(['deleted', 'absent', 'absent']);
  expect((await people.as(owner).getProject()).body.code).toBe('not_a_member');
  expect((await people.outbox(projectDeleted)).map(({ data }) => data.project._id)).toEqual([projectId]);
});

it('deletes an account that a restore has brought back, once, with its credentials', async () => {
  const grace = await people.signUp('Grace');
  await people.signIn(grace);
  const idUser = grace.user._id;

  const outcomes = [await repeat({ idUser }), await repeat({ idUser }), await repeat({ idUser: newId() })];

  expect(outcomes).toEqual(['deleted', 'absent', 'absent']);
  expect(await people.liveTokens(idUser)).toEqual([]);
  expect((await people.open.signIn(grace)).status).toBe(401);
  const announced = await people.outbox(userDeleted);
  expect(announced.map(({ data }) => data)).toEqual([{ id_user: idUser }]);
  expect(JSON.stringify(announced)).not.toMatch(/grace|byron/i);
});

it('keeps an account while it is the only owner of a project that was not deleted', async () => {
  const linus = await people.signUp('Linus');
  const { projectId, owner } = await people.project(linus);
  const idUser = linus.user._id;

  expect(await repeat({ idUser })).toBe('kept');
  expect((await people.as(owner).getProject()).status).toBe(200);
  expect(await repeat({ idProject: projectId })).toBe('deleted');
  expect(await repeat({ idUser })).toBe('deleted');
  expect((await people.as(inProject(linus.actor, projectId, 'owner')).getProject()).status).toBe(403);
});

it('is asked by contacts alone', async () => {
  await expect(people.identity.repeatDeletion({ idUser: newId() })).rejects.toThrow();
});
