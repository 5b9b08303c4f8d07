import { teammateJoined, teammateRemoved, teammateUpdated, topicNames } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import type { TopicFollower } from '../../test/follower.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId, teammateOf } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});
afterAll(() => harness.stopFollowers());

const received = ({ frames }: TopicFollower) => frames.map(({ method, message }) => [method, message._id]);

it('tells the team of all teammates, of who comes and goes, and of no visitors', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus, available: false }));
  const { ada, grace, linus, alan, vera } = project.personas;
  await service.as(vera).sendMessage({ request_id: newRequestId(project.projectId), text: 'Hello' });
  const watching = await harness.follow(linus, topicNames.team(project.projectId));

  const [first] = watching.heard;
  expect(first?.method).toBe('CREATE');
  expect(first?.message.map(({ _id }: { _id: string }) => _id).toSorted()).toEqual(
    [ada, grace, linus].map(({ teammateId }) => teammateId).toSorted(),
  );
  expect(first?.message[0]).toMatchObject({ isBusy: false, number_assigned_requests: 0, id_user: {} });

  project.addMember({ actor: alan, available: false });
  await harness.publish(project, teammateJoined({ teammate: teammateOf(project, alan), origin: 'project' }), alan);
  await eventually(() => expect(received(watching)).toEqual([['CREATE', alan.teammateId]]));
  const gone = { ...teammateOf(project, grace), trashed: true };
  await harness.publish(project, teammateRemoved({ teammate: gone, deleteType: 'soft' }), grace);
  await eventually(() => expect(received(watching).at(-1)).toEqual(['DELETE', grace.teammateId]));
  expect(watching.heard.at(-1)?.message).toEqual({ _id: grace.teammateId });
});

it('tells of a request that a teammate is given', async () => {
  const { project, linus, request_id } = await harness.openedRequest();
  const watching = await harness.follow(project.personas.ada, topicNames.team(project.projectId));

  await service.as(linus).closeRequest({ request_id });

  await eventually(() =>
    expect(watching.frames.at(-1)).toMatchObject({
      method: 'UPDATE',
      message: { _id: linus.teammateId, number_assigned_requests: 0 },
    }),
  );
});

it('joins the changes of a teammate in two seconds', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus, available: false }));
  const { linus, ada } = project.personas;
  const watching = await harness.follow(ada, topicNames.team(project.projectId));

  const began = performance.now();
  for (let n = 0; n < 30; n++) {
    project.setMember(linus, { available: n % 2 === 0 });
    const teammate = { ...teammateOf(project, linus), profileStatus: `change ${n}` };
    await harness.publish(project, teammateUpdated({ teammate, changes: ['profileStatus'], previous: {} }), linus);
  }
  await eventually(() => expect(watching.heard.at(-1)?.message?.profileStatus).toBe('change 29'));

  const seconds = (performance.now() - began) / 1_000;
  expect(watching.frames.length).toBeLessThanOrEqual(2 + seconds / 2);
});

it('is refused to visitors and machines', async () => {
  const project = await harness.project();
  const { vera, victor, robby } = project.personas;
  for (const actor of [vera, victor, robby]) {
    const refused = harness.tryToFollow(actor, topicNames.team(project.projectId));
    await refused.ended;
    expect(refused.failure).toMatchObject({ code: 'request_not_found' });
    expect(refused.heard).toEqual([]);
  }
});
