import { tagCreated, tagDeleted, tagUpdated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { nextQueryOf } from '@parley/testkit';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

/** Events of a kind in one project. */
function recordedEvents(projectId: string, definition: typeof tagCreated | typeof tagUpdated | typeof tagDeleted) {
  return team.outbox(definition as typeof tagCreated, projectId);
}

it('makes a tag, trimmed and with its attributes, and announces it', async () => {
  const { projectId, ada } = await team.project();

  const { status, body } = await team.as(ada).createTag({ tag: ' Urgent ', color: '#F00', attributes: { sla: 1 } });

  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ _id: body.id, id: expect.stringMatching(/^[0-9a-f]{24}$/), id_project: projectId, createdBy: ada.id, __v: 0 },
    ...{ tag: 'Urgent', color: '#F00', attributes: { sla: 1 } },
    ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
  });
  expect((await recordedEvents(projectId, tagCreated)).map(({ data }) => data)).toEqual([{ tag: body }]);
  expect((await team.as(ada).getTag({ tag_id: body._id })).body).toEqual(body);
});

it('returns the existing tag to concurrent creations of one name', async () => {
  const { projectId, ada } = await team.project();

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => team.as(ada).createTag({ tag: 'vip', attributes: { n } })),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await recordedEvents(projectId, tagCreated)).toHaveLength(1);
  expect((await team.as(ada).createTag({ tag: 'VIP' })).body._id).not.toBe(answers[0]?.body._id);
});

it('changes the fields sent and keeps the rest, one version at a time', async () => {
  const { projectId, ada } = await team.project();
  const { body: made } = await team.as(ada).createTag({ tag: 'a', color: '#123456', attributes: { x: 1 } });

  const renamed = await team.as(ada).updateTag({ tag_id: made._id, tag: 'b' });
  const same = await team.as(ada).updateTag({ tag_id: made._id, tag: 'b', color: null });
  const described = await team.as(ada).updateTag({ tag_id: made._id, attributes: { y: 2 } });

  expect(renamed.body).toMatchObject({ tag: 'b', color: '#123456', attributes: { x: 1 }, __v: 1 });
  expect(same.body).toEqual(renamed.body);
  expect(described.body).toMatchObject({ tag: 'b', attributes: { y: 2 }, __v: 2 });
  const events = await recordedEvents(projectId, tagUpdated);
  expect(events.map(({ data, aggregateversion }) => [data.changes, aggregateversion])).toEqual([
    [['tag'], 1],
    [['attributes'], 2],
  ]);
  expect(events.map(({ data }) => ('previous' in data ? data.previous : undefined))).toEqual([{ tag: 'a' }, {}]);
});

it('refuses a taken name naming its tag, to all but one of concurrent calls', async () => {
  const { ada } = await team.project();
  const [first, ...others] = await Promise.all(
    ['one', 'two', 'three', 'four'].map(async (tag) => (await team.as(ada).createTag({ tag })).body),
  );

  const { status, body } = await team.as(ada).updateTag({ tag_id: others[0]?._id, tag: 'one' });
  expect([status, body]).toMatchObject([409, { code: 'tag_exists', conflict: first?._id }]);

  const race = await Promise.all(
    others.map(({ _id }) => team.as(ada).updateTag({ tag_id: _id, tag: 'taken', attributes: { _id } })),
  );
  expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const winner = race.find((answer) => answer.status === 200)?.body._id;
  expect(race.filter((answer) => answer.status === 409).map(({ body }) => body)).toMatchObject([
    { conflict: winner },
    { conflict: winner },
  ]);
});

it('deletes a tag, whose name is free again', async () => {
  const { projectId, ada } = await team.project();
  const { body: made } = await team.as(ada).createTag({ tag: 'gone' });

  const { status, body } = await team.as(ada).deleteTag({ tag_id: made._id });

  expect([status, body]).toMatchObject([200, { _id: made._id, tag: 'gone', __v: 1 }]);
  expect((await team.as(ada).getTag({ tag_id: made._id })).status).toBe(404);
  expect((await team.as(ada).deleteTag({ tag_id: made._id })).body.code).toBe('tag_not_found');
  expect((await recordedEvents(projectId, tagDeleted)).map(({ data }) => data.tag._id)).toEqual([made._id]);
  expect((await team.as(ada).createTag({ tag: 'gone' })).body._id).not.toBe(made._id);
});

it('of another name and colour is so on people and departments, where one of both names stays', async () => {
  const { ada } = await team.project();
  const grace = await team.join(ada, 'Grace');
  const { body: tag } = await team.as(ada).createTag({ tag: 'old', color: '#111111' });
  const wear = async (who: { teammateId?: string }, tags: unknown[]) =>
    team.as(ada).updateTeammate({ project_user_id: who.teammateId, tags: tags as never });
  await wear(grace, [{ tag: 'old', color: '#111111' }, 'new', 'other']);
  await wear(ada, ['OLD']);
  const { body: department } = await team.as(ada).createDepartment({ name: 'Sales', tags: ['old', { tag: 'old2' }] });

  await team.as(ada).updateTag({ tag_id: tag._id, tag: 'new', color: '#222222' });
  await team.settled();

  const tagsOf = async ({ teammateId }: { teammateId?: string }) =>
    (await team.as(ada).getTeammate({ project_user_id: teammateId })).body.tags;
  expect(await tagsOf(grace)).toEqual([{ tag: 'new', color: '#222222' }, { tag: 'other' }]);
  expect(await tagsOf(ada)).toEqual([{ tag: 'OLD' }]);
  const { body: seen } = await team.as(ada).getDepartment({ department_id: department._id });
  expect(seen).toMatchObject({ tags: [{ tag: 'new', color: '#222222' }, { tag: 'old2' }] });
});

it('is taken off people when it is deleted from everything, and stays otherwise', async () => {
  const { projectId, ada } = await team.project();
  const tags = await Promise.all(['kept', 'gone'].map(async (tag) => (await team.as(ada).createTag({ tag })).body));
  await team.as(ada).updateTeammate({ project_user_id: ada.teammateId, tags: ['kept', 'gone'] });

  await team.as(ada).deleteTag({ tag_id: tags[0]?._id });
  await team.as(ada).deleteTag({ tag_id: tags[1]?._id, from: 'everything' });
  await team.settled();

  const { body } = await team.as(ada).getTeammate({ project_user_id: ada.teammateId });
  expect(body.tags).toEqual([{ tag: 'kept' }]);
  const events = await recordedEvents(projectId, tagDeleted);
  expect(events.map(({ data }) => ('from' in data ? data.from : undefined))).toEqual([undefined, 'everything']);
  const refused = await team.as(ada).deleteTag({ tag_id: tags[0]?._id, from: 'something' as never });
  expect(refused.status).toBe(422);
});

it('lists tags by any of its orders, by page and by cursor, those of the project only', async () => {
  const { projectId, ada } = await team.project();
  await team.as((await team.project()).ada).createTag({ tag: 'theirs' });
  for (const tag of ['c', 'a', 'b']) await team.as(ada).createTag({ tag });
  const names = async (query: Record<string, unknown>) =>
    (await team.as(ada).listTags(query)).body.map(({ tag }) => tag);

  expect(await names({})).toEqual(['b', 'a', 'c']);
  expect(await names({ direction: 1 })).toEqual(['c', 'a', 'b']);
  expect(await names({ sort: 'tag', direction: '1' })).toEqual(['a', 'b', 'c']);
  expect(await names({ sortField: 'updatedAt' })).toEqual(['b', 'a', 'c']);
  expect(await names({ limit: 2, page: 1 })).toEqual(['c']);
  expect(await names({ page: 1 })).toEqual([]);

  const first = await team.as(ada).listTags({ sortField: 'tag', direction: 1, limit: 2 });
  const query = nextQueryOf(first);
  expect(query).toMatchObject({ sortField: 'tag', direction: '1', limit: '2' });
  const second = await team.as(ada).listTags({ id_project: projectId }, { query });
  expect([second.body.map(({ tag }) => tag), second.headers.link]).toEqual([['c'], undefined]);
});

it.each([
  [{}],
  [{ tag: '  ' }],
  [{ tag: 'x'.repeat(101) }],
  [{ tag: 7 }],
  [{ tag: 'x', color: 'red' }],
  [{ tag: 'x', color: '#12345' }],
  [{ tag: 'x', attributes: [] }],
  [{ tag: 'x', attributes: { text: 'x'.repeat(17_000) } }],
])('refuses %j', async (body) => {
  const { ada } = await team.project();

  expect((await team.as(ada).createTag(body)).status).toBe(422);
});

it('answers 404 for ids of another project and invalid ids, and creates none', async () => {
  const { ada } = await team.project();
  const other = await team.project();
  const { body: theirs } = await team.as(other.ada).createTag({ tag: 'theirs' });

  for (const tag_id of [theirs._id, newId(), 'x', 'z'.repeat(24), 'a'.repeat(25), '\0', '{"$ne":1}']) {
    const answers = [
      await team.as(ada).getTag({ tag_id }),
      await team.as(ada).updateTag({ tag_id, tag: 'mine' }),
      await team.as(ada).deleteTag({ tag_id }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'tag_not_found']));
  }
  expect((await team.as(ada).listTags()).body).toEqual([]);
  expect((await team.as(other.ada).getTag({ tag_id: theirs._id })).body).toEqual(theirs);
});

it('changes a tag only in the version that If-Match names', async () => {
  const { ada } = await team.project();
  const { body: made } = await team.as(ada).createTag({ tag: 'a' });
  const stale = { headers: { 'if-match': '"4"' } };

  expect((await team.as(ada).updateTag({ tag_id: made._id, tag: 'b' }, stale)).status).toBe(412);
  expect((await team.as(ada).deleteTag({ tag_id: made._id }, stale)).status).toBe(412);
  const fitting = await team.as(ada).updateTag({ tag_id: made._id, tag: 'b' }, { headers: { 'if-match': '"0"' } });
  expect([fitting.status, fitting.headers.etag]).toEqual([200, '"1"']);
});

it('lets agents work with tags, and no lower role', async () => {
  const { projectId, ada } = await team.project();
  const linus = await team.join(ada, 'Linus');
  const { actor: vera } = await team.guest(projectId);

  expect((await team.as(linus).createTag({ tag: 'x' })).status).toBe(200);
  expect((await team.as(vera).listTags()).body.code).toBe('role_too_low');
  expect((await team.as(vera).createTag({ tag: 'y' })).body.code).toBe('role_too_low');
});
