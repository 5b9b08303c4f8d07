import { type Actor, topicNames, type ViewerView, type ViewingState } from '@parley/contracts';
import { runInCall } from '@parley/service-kit/call';
import { eventually } from '@parley/testkit';

import type { TopicFollower } from '../../test/follower.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { callsOf } from '../../test/internal-calls.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;
const calls: ReturnType<typeof callsOf>[] = [];

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
  calls.push(callsOf(service, 'realtime'), callsOf(other, 'realtime'));
});
afterAll(async () => {
  for (const one of calls) one.close();
  await harness.stopFollowers();
});

/** What an agent's socket says, on either replica. */
function publish(actor: Actor, request_id: string, state: ViewingState, connection = 'c1', replica = 0) {
  const request = { idProject: actor.projectId ?? '', requestId: request_id, state, connection };
  return runInCall({ actor }, () => calls[replica]?.conversations.publishViewing(request));
}

const lastOf = ({ heard }: TopicFollower): ViewerView[] => heard.at(-1)?.message;
const shown = (follower: TopicFollower) => lastOf(follower).map(({ user_id, state }) => [user_id, state]);

it('are announced to all who watch, on every replica alike, each person once', async () => {
  const { project, a } = await harness.twoGroups();
  const { vera, linus, ada } = project.personas;
  const request_id = await harness.conversation(project);
  expect(project.departments[0]?._id).toBe(a);
  const topic = topicNames.viewers(project.projectId, request_id);
  const crowd = Array.from({ length: 18 }, () =>
    project.addMember({ groups: project.members.get(linus.id)?.groups ?? [] }),
  );
  await harness.syncReadModels(project);
  expect((await service.as(vera).listMyRequests()).body.count).toBe(1);

  const watching = [await harness.follow(linus, topic), await harness.follow(ada, topic, undefined, other)];
  for (const person of crowd) watching.push(await harness.follow(person, topic, undefined, other));
  expect(watching.map(({ heard }) => heard[0])).toEqual(
    watching.map(() => ({ method: 'CREATE', message: [], cursor: '', expired: false })),
  );
  await publish(linus, request_id, 'viewing');
  await publish(linus, request_id, 'replying', 'c2', 1);
  await publish(ada, request_id, 'noting', 'c3', 1);

  const expected = [
    [ada.id, 'noting'],
    [linus.id, 'replying'],
  ].toSorted();
  await eventually(() => expect(watching.map(shown)).toEqual(watching.map(() => expected)));
  // The same set, to the millisecond.
  expect(new Set(watching.map((one) => JSON.stringify(lastOf(one)))).size).toBe(1);
  expect(watching[0]?.heard.at(-1)).toMatchObject({ method: 'UPDATE', cursor: '' });
  const late = await harness.follow(linus, topic, undefined, other);
  expect(shown(late)).toEqual(expected);

  await publish(linus, request_id, 'left', 'c2', 1);
  await publish(ada, request_id, 'left', 'c3');
  await eventually(() => expect(watching.map(shown)).toEqual(watching.map(() => [[linus.id, 'viewing']])));
});

it('are announced at most once a second', async () => {
  const { project, request_id, linus } = await harness.openedRequest();
  const topic = topicNames.viewers(project.projectId, request_id);
  const watching = await harness.follow(linus, topic);

  const began = performance.now();
  for (let n = 0; n < 50; n++) await publish(linus, request_id, n % 2 ? 'viewing' : 'replying');
  await publish(linus, request_id, 'noting');
  await eventually(() => expect(shown(watching)).toEqual([[linus.id, 'noting']]));

  const seconds = (performance.now() - began) / 1_000;
  expect(watching.heard.length).toBeLessThanOrEqual(2 + seconds);
});

it('are nothing for visitors, machines and those who do not see the request', async () => {
  const { project } = await harness.twoGroups();
  const { vera, robby, alan } = project.personas;
  const request_id = await harness.conversation(project);
  const topic = topicNames.viewers(project.projectId, request_id);
  const webhook: Actor = { kind: 'subscription', id: 's1', projectId: project.projectId, role: 'agent' };

  for (const actor of [vera, robby, webhook, alan]) {
    await expect(publish(actor, request_id, 'viewing')).rejects.toMatchObject({ code: 'request_not_found' });
    const refused = harness.tryToFollow(actor, topic);
    await refused.ended;
    expect(refused.failure).toMatchObject({ code: 'request_not_found' });
    expect(refused.heard).toEqual([]);
  }
});

it('are no longer announced to an agent whose group has lost the request', async () => {
  const { project, b } = await harness.twoGroups();
  const { linus, alan, ada } = project.personas;
  const request_id = await harness.conversation(project);
  const topic = topicNames.viewers(project.projectId, request_id);
  const watching = await harness.follow(linus, topic);

  const moved = await service.as(ada).routeRequest({ request_id, departmentid: b });
  expect(moved.status).toBe(200);
  await publish(alan, request_id, 'viewing');

  await watching.ended;
  expect(watching.failure).toMatchObject({ code: 'request_not_found' });
  expect(watching.heard).toHaveLength(1);
});
