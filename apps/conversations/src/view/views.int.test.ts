import { type Actor, viewCreated, viewDeleted, viewUpdated } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

async function viewOf(author: Actor, query: object, more: object = {}): Promise<string> {
  const { status, body } = await service.as(author).createView({}, { body: { name: 'A view', query, ...more } });
  expect([status, body]).toMatchObject([200, { query }]);
  return body._id;
}

it('has the list of its query, and the count of it, for whoever reads it', async () => {
  const { project, a, b } = await harness.twoGroups();
  const { ada, linus, alan } = project.personas;
  for (const [place, departmentid] of [a, a, a, b, b].entries()) {
    const request_id = newRequestId(project.projectId);
    const priority = place % 2 === 0 ? 'urgent' : 'low';
    await service.as(ada).createRequest({ request_id, first_text: 'Hello', departmentid, priority, tags: ['x'] });
    if (place === 0) await service.as(ada).addParticipant({ request_id, member: linus.id });
  }
  const queries = [
    {},
    { priority: 'urgent' },
    { tags: ['x', 'y'] },
    { mine: 'true' },
    { status: '100,200' },
    { full_text: 'hello' },
  ];
  const ids: string[] = [];
  for (const query of queries) ids.push(await viewOf(ada, query, { visibility: 'shared' }));
  await service.settled();

  for (const who of [ada, linus, alan]) {
    const { body } = await service.as(who).countViews({ ids: ids.join(',') });
    const counts = new Map(body.counts.map(({ _id, count }) => [_id, count]));
    for (const [place, query] of queries.entries()) {
      const { body: list } = await service.as(who).listRequests(query);
      expect([who.name, query, counts.get(ids[place] ?? '')]).toEqual([who.name, query, list.count]);
    }
  }
  const all = async (who: Actor) => (await service.as(who).countViews({ ids: ids[0] ?? '' })).body.counts[0]?.count;
  expect(await Promise.all([ada, linus, alan].map(all))).toEqual([5, 3, 2]);
});

it('is its author’s, the team’s or that of groups, and written by admins if it is shared', async () => {
  const { project, groupA } = await harness.twoGroups();
  const { ada, linus, alan } = project.personas;
  const own = await viewOf(linus, { mine: 'true' }, { position: 3 });
  const shared = await viewOf(
    ada,
    {},
    { visibility: 'shared', columns: ['subject'], attributes: { icon: 'star' }, position: 1 },
  );
  const grouped = await viewOf(ada, {}, { visibility: 'groups', groups: [groupA], position: 2 });
  const listed = async (who: Actor) => (await service.as(who).listViews({})).body.views.map(({ _id }) => _id);
  expect([await listed(linus), await listed(alan), await listed(ada)]).toEqual([
    [shared, grouped, own],
    [shared],
    [shared, grouped],
  ]);
  expect((await service.as(alan).countViews({ ids: [own, grouped, shared].join(',') })).body.counts).toMatchObject([
    { _id: shared },
  ]);
  expect(await service.as(alan).getView({ view_id: own })).toMatchObject({
    status: 404,
    body: { code: 'view_not_found' },
  });
  expect(await service.as(linus).updateView({ view_id: shared }, { body: { name: 'x' } })).toMatchObject({
    status: 403,
  });
  expect(await service.as(linus).updateView({ view_id: own }, { body: { visibility: 'shared' } })).toMatchObject({
    status: 403,
  });
  expect(
    (await service.as(linus).updateView({ view_id: own }, { body: { query: { status: '1000' } } })).body,
  ).toMatchObject({
    ...{ __v: 1, query: { status: '1000' }, name: 'A view' },
  });
  await service.as(ada).updateView({ view_id: grouped }, { body: { visibility: 'shared' } });
  expect(await listed(alan)).toEqual([shared, grouped]);
  await service.as(ada).deleteView({ view_id: grouped });
  await service.as(linus).deleteView({ view_id: own });
  const told = [viewCreated, viewUpdated, viewDeleted].map(async (event) =>
    (await service.outbox(event, project.projectId)).map(({ data }) => data.view._id),
  );
  expect(await Promise.all(told)).toEqual([[shared, grouped], [grouped], [grouped]]);
});

it.each<[string, object, string]>([
  ['paging', { query: { page: '2' } }, 'query.page'],
  ['an unknown parameter', { query: { flavour: 'x' } }, 'query.flavour'],
  ['a value that the list refuses', { query: { sla_state: 'late' } }, 'query.sla_state[0]'],
  ['what the list refuses together', { query: { unread: 'true' } }, 'query.unread'],
  ['SQL as a sort', { query: { sortField: 'id; drop table request' } }, 'query.sortField'],
  ['groups that it is not for', { query: {}, groups: ['g'] }, 'groups'],
  ['no query', {}, 'query'],
])('with %s is refused', async (_, more, param) => {
  const { ada } = (await harness.project()).personas;
  const { status, body } = await service.as(ada).createView({}, { body: { name: 'x', ...more } });
  expect([status, (body as unknown as { errors: { param: string }[] }).errors[0]?.param]).toEqual([422, param]);
});
