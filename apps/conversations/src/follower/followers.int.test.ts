import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf } from '../../test/seen.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

async function talk() {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus, available: false });
    one.addMember({ actor: one.personas.alan, available: false });
  });
  const request_id = newRequestId(project.projectId);
  const { body } = await service.as(project.personas.vera).sendMessage({ request_id, text: 'Hello' });
  const followings = async () =>
    (await eventsOf(service, body.request._id))
      .filter(({ type }) => type.startsWith('request.follower_'))
      .map(({ type, data }) => [type, data.member]);
  return { project, request_id, followings, ...project.personas };
}

describe('followers', () => {
  it('are stored by teammate id, whichever id names them, with one event each', async () => {
    const { request_id, followings, linus, alan, grace } = await talk();

    await service.as(grace).addFollower({ request_id, member: linus.id });
    const { body } = await service.as(grace).addFollower({ request_id, member: alan.teammateId ?? '' });
    expect(body).toMatchObject({ followers: [linus.teammateId, alan.teammateId] });
    const again = await service.as(grace).addFollower({ request_id, member: linus.teammateId ?? '' });
    expect(again.body.__v).toBe(body.__v);

    const set = await service.as(grace).setFollowers({ request_id }, { body: [grace.id, alan.id, grace.id] });
    expect(set.body).toMatchObject({ followers: [grace.teammateId, alan.teammateId] });
    const removed = await service.as(grace).removeFollower({ request_id, follower_id: alan.id });
    expect(removed.body).toMatchObject({ followers: [grace.teammateId] });
    const unchanged = await service.as(grace).removeFollower({ request_id, follower_id: 'unknown-user' });
    expect(unchanged).toMatchObject({ status: 200, body: { __v: removed.body.__v } });
    expect(await followings()).toEqual([
      ['request.follower_added', linus.teammateId],
      ['request.follower_added', alan.teammateId],
      ['request.follower_removed', linus.teammateId],
      ['request.follower_added', grace.teammateId],
      ['request.follower_removed', alan.teammateId],
    ]);
  });

  it('see the request they follow, for as long as they follow it', async () => {
    const { project, request_id, linus, grace } = await talk();
    Object.assign(project.departments[0] ?? {}, { id_group: 'others' });
    project.setMember(grace, { groups: ['others'] });
    await harness.syncReadModels(project);

    expect((await service.as(linus).getRequest({ request_id })).status).toBe(404);
    await service.as(grace).addFollower({ request_id, member: linus.id });
    expect((await service.as(linus).getRequest({ request_id })).status).toBe(200);
    await service.as(grace).setFollowers({ request_id }, { body: [] });
    expect((await service.as(linus).getRequest({ request_id })).status).toBe(404);
  });

  it('are active members of the team, fifty at most, in an array', async () => {
    const { project, request_id, vera, grace } = await talk();
    const disabled = project.addMember({ disabled: true });
    const crowd = Array.from({ length: 51 }, () => project.addMember({ available: false }));
    await harness.syncReadModels(project);

    for (const member of ['unknown-user', vera.id, disabled.id]) {
      expect(await service.as(grace).addFollower({ request_id, member })).toMatchObject({
        status: 422,
        body: { errors: [{ param: 'member' }] },
      });
    }
    const [last, ...fifty] = crowd.map(({ id }) => id);
    expect((await service.as(grace).setFollowers({ request_id }, { body: crowd.map(({ id }) => id) })).status).toBe(
      422,
    );
    expect((await service.as(grace).setFollowers({ request_id }, { body: { member: last } })).status).toBe(422);
    expect((await service.as(grace).setFollowers({ request_id }, { body: fifty })).status).toBe(200);
    expect((await service.as(grace).addFollower({ request_id, member: last })).body.code).toBe('limit_reached');
  });
});
