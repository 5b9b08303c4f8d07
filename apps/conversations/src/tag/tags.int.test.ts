import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
});

async function talk() {
  const project = await harness.project();
  const request_id = newRequestId(project.projectId);
  await service.as(project.personas.vera).sendMessage({ request_id, text: 'Hello' });
  return { request_id, ...project.personas };
}

describe('tags', () => {
  it('are added where they are not there yet, whatever the case', async () => {
    const { request_id, grace } = await talk();
    const body = ['vip', { tag: 'Refund', color: '#ff0000' }, 'VIP'];

    const first = await service.as(grace).addRequestTags({ request_id }, { body });
    expect(first.body).toMatchObject({
      tags: [
        { tag: 'VIP', color: '#43B1F2' },
        { tag: 'Refund', color: '#ff0000' },
      ],
    });
    const again = await service.as(grace).addRequestTags({ request_id }, { body: ['refund', 'vip'] });
    expect(again.body).toEqual(first.body);
  });

  it('are replaced by a patch, those that stay with their _id, and taken off one by one', async () => {
    const { request_id, grace } = await talk();
    const added = await service.as(grace).addRequestTags({ request_id }, { body: ['a', 'b'] });
    const [, kept] = 'tags' in added.body ? added.body.tags : [];

    const { body } = await service.as(grace).updateRequest({ request_id, tags: ['c', { tag: 'B', color: '#000000' }] });

    expect(body).toMatchObject({ tags: [{ tag: 'c' }, { _id: kept?._id, tag: 'B', color: '#000000' }] });
    const removed = await service.as(grace).deleteRequestTag({ request_id, tag_id: kept?._id });
    expect(removed.body).toMatchObject({ tags: [{ tag: 'c' }] });
    expect((await service.as(grace).deleteRequestTag({ request_id, tag_id: kept?._id })).body.code).toBe(
      'tag_not_found',
    );
  });

  it('of fifty calls at once are all there, and one more is too many', async () => {
    const { request_id, grace } = await talk();
    const names = Array.from({ length: 50 }, (_, index) => `tag${index}`);

    const answers = await Promise.all(
      names.map((name, index) =>
        (index % 2 ? service : other).as(grace).addRequestTags({ request_id }, { body: [name] }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const { body } = await service.as(grace).getRequest({ request_id });
    expect(('tags' in body ? body.tags : []).map(({ tag }) => tag).sort()).toEqual(names.sort());
    expect((await service.as(grace).addRequestTags({ request_id }, { body: ['more'] })).body.code).toBe(
      'limit_reached',
    );
    expect((await service.as(grace).addRequestTags({ request_id }, { body: [] })).status).toBe(422);
  });
});
