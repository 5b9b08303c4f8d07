import { cannedCreated, cannedDeleted, cannedUpdated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { nextQueryOf } from '@parley/testkit';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

async function staffedProject() {
  const { projectId, ada } = await team.project();
  return { projectId, ada, linus: await team.join(ada, 'Linus'), grace: await team.join(ada, 'Grace') };
}

it('keeps the text of an agent private and shares that of an admin, unless they say otherwise', async () => {
  const { projectId, ada, linus } = await staffedProject();

  const { status, body } = await team.as(linus).createCannedResponse({ text: ' Hi $recipient_name ', title: ' Hi ' });

  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ _id: body.id, id: expect.stringMatching(/^[0-9a-f]{24}$/), id_project: projectId, createdBy: linus.id },
    ...{ title: 'Hi', text: 'Hi $recipient_name', shared: false, attributes: {}, status: 100, __v: 0 },
    ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
  });
  expect((await team.as(ada).createCannedResponse({ text: 'x' })).body).toMatchObject({ shared: true });
  expect((await team.as(ada).createCannedResponse({ text: 'x', shared: false })).body.shared).toBe(false);
  expect((await team.as(linus).createCannedResponse({ text: 'x', shared: true })).body.shared).toBe(true);
});

it('hides a private one from all other readers, the owner of the project included', async () => {
  const { ada, linus, grace } = await staffedProject();
  const { body: made } = await team.as(linus).createCannedResponse({ text: 'mine' });

  for (const other of [ada, grace]) {
    const answers = [
      await team.as(other).getCannedResponse({ canned_id: made._id }),
      await team.as(other).updateCannedResponse({ canned_id: made._id, text: 'theirs' }),
      await team.as(other).deleteCannedResponse({ canned_id: made._id }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'canned_not_found']));
    expect((await team.as(other).listCannedResponses()).body).toEqual([]);
  }
  expect((await team.as(linus).getCannedResponse({ canned_id: made._id })).body).toEqual(made);
  expect((await team.as(linus).listCannedResponses()).body).toEqual([made]);
});

it('lets its author, admins and owners change a shared one, and no other agent', async () => {
  const { ada, linus, grace } = await staffedProject();
  const { body: made } = await team.as(linus).createCannedResponse({ text: 'ours', shared: true });
  const change = { canned_id: made._id, text: 'changed' };

  for (const refused of [
    await team.as(grace).updateCannedResponse(change),
    await team.as(grace).deleteCannedResponse({ canned_id: made._id }),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([403, 'not_your_canned_response']);
  }
  expect((await team.as(grace).getCannedResponse({ canned_id: made._id })).body).toEqual(made);
  expect((await team.as(ada).updateCannedResponse(change)).body).toMatchObject({ text: 'changed', __v: 1 });
  expect((await team.as(linus).updateCannedResponse({ ...change, text: 'mine' })).status).toBe(200);
});

it('lets an owner edit their own private one, and share it', async () => {
  const { projectId, ada, linus } = await staffedProject();
  const { body: made } = await team.as(ada).createCannedResponse({ text: 'a', title: 'T', shared: false });

  const edited = await team.as(ada).updateCannedResponse({ canned_id: made._id, text: 'b', title: '' });
  const same = await team.as(ada).updateCannedResponse({ canned_id: made._id, text: 'b' });
  expect((await team.as(linus).getCannedResponse({ canned_id: made._id })).status).toBe(404);
  const shared = await team.as(ada).updateCannedResponse({ canned_id: made._id, shared: true, attributes: { a: 1 } });

  expect(edited.body).toMatchObject({ text: 'b', shared: false, __v: 1 });
  expect(edited.body).not.toHaveProperty('title');
  expect(same.body).toEqual(edited.body);
  expect(shared.body).toMatchObject({ shared: true, attributes: { a: 1 }, __v: 2 });
  expect((await team.as(linus).getCannedResponse({ canned_id: made._id })).body).toEqual(shared.body);
  const created = await team.outbox(cannedCreated, projectId);
  const updated = await team.outbox(cannedUpdated, projectId);
  expect(created.map(({ data }) => data.canned)).toEqual([made]);
  expect(updated.map(({ data }) => data.changes)).toEqual([
    ['title', 'text'],
    ['shared', 'attributes'],
  ]);
});

it('marks a deleted one and shows it no more', async () => {
  const { projectId, ada } = await staffedProject();
  const { body: made } = await team.as(ada).createCannedResponse({ text: 'x' });

  const { status, body } = await team.as(ada).deleteCannedResponse({ canned_id: made._id });

  expect([status, body]).toMatchObject([200, { ...made, status: 1000, __v: 1, updatedAt: expect.any(String) }]);
  for (const gone of [
    await team.as(ada).getCannedResponse({ canned_id: made._id }),
    await team.as(ada).updateCannedResponse({ canned_id: made._id, text: 'y' }),
    await team.as(ada).deleteCannedResponse({ canned_id: made._id }),
  ]) {
    expect([gone.status, gone.body.code]).toEqual([404, 'canned_not_found']);
  }
  expect((await team.as(ada).listCannedResponses()).body).toEqual([]);
  const deleted = await team.outbox(cannedDeleted, projectId);
  expect(deleted.map(({ data }) => data.canned)).toEqual([body]);
});

it('lists shared ones and the reader’s own in one order, by page and by cursor', async () => {
  const { ada, linus, grace } = await staffedProject();
  await team.as(grace).createCannedResponse({ title: 'a', text: 'hidden' });
  for (const [author, title] of [
    [ada, 'd'],
    [linus, 'b'],
    [ada, 'c'],
    [linus, 'e'],
  ] as const) {
    await team.as(author).createCannedResponse({ title, text: 'x' });
  }
  const titles = async (query: Record<string, unknown>) =>
    (await team.as(linus).listCannedResponses(query)).body.map(({ title }) => title);

  expect(await titles({})).toEqual(['e', 'c', 'b', 'd']);
  expect(await titles({ sortField: 'title', direction: 1 })).toEqual(['b', 'c', 'd', 'e']);
  expect(await titles({ sort: 'updatedAt', direction: 1 })).toEqual(['d', 'b', 'c', 'e']);
  expect(await titles({ limit: 3, page: 1 })).toEqual(['d']);

  const byCursor: unknown[] = [];
  let query: Record<string, string> = { sortField: 'title', limit: '1' };
  for (let more = true; more; more = 'cursor' in query) {
    const page = await team.as(linus).listCannedResponses({}, { query });
    byCursor.push(...page.body.map(({ title }) => title));
    query = nextQueryOf(page);
  }
  expect(byCursor).toEqual(['e', 'd', 'c', 'b']);
});

it('gives a thousand to those who ask for no limit, and at most two hundred to those who do', async () => {
  const { projectId, ada } = await staffedProject();
  await team.db.query(
    `INSERT INTO canned_responses (id_project, id, text, shared, created_by, created_at, updated_at)
     SELECT $1, lpad(to_hex(n), 24, '0'), 'x', true, 'x', now(), now() FROM generate_series(1, 1001) n`,
    [projectId],
  );
  const pageOf = async (query: Record<string, string>) => team.as(ada).listCannedResponses({}, { query });

  const first = await pageOf({});
  expect([first.body.length, (await pageOf(nextQueryOf(first))).body.length]).toEqual([1000, 1]);
  expect((await pageOf({ limit: '500' })).body).toHaveLength(200);
  expect((await pageOf({ page: '1' })).body).toHaveLength(1);
});

it('finds text in title and body literally, in any case', async () => {
  const { ada } = await staffedProject();
  for (const text of ['Save 50% today', 'a_b', 'back\\slash', 'ÄRGER'])
    await team.as(ada).createCannedResponse({ text });
  await team.as(ada).createCannedResponse({ title: 'Greeting', text: 'Hello' });
  const found = async (full_text: string) =>
    (await team.as(ada).listCannedResponses({ full_text, direction: 1 })).body.map(({ text }) => text);

  expect(await found('%')).toEqual(['Save 50% today']);
  expect(await found('_')).toEqual(['a_b']);
  expect(await found('\\')).toEqual(['back\\slash']);
  expect(await found('greet')).toEqual(['Hello']);
  expect(await found('ärger')).toEqual(['ÄRGER']);
  expect(await found('nothing')).toEqual([]);
});

it('finds by words as all searches do, also after a change', async () => {
  const { ada } = await team.project();
  const texts = [
    'Viele Grüße',
    '返金いたします',
    'Call +49 170 1234567',
    'Refund to your card',
    'Hauptstrasse 5',
    'Danke 🙏',
  ];
  for (const text of texts) await team.as(ada).createCannedResponse({ text });
  const found = async (full_text: string) =>
    (await team.as(ada).listCannedResponses({ full_text, direction: 1 })).body.map(({ text }) => text);

  expect(await found('grusse')).toEqual(['Viele Grüße']);
  expect(await found('返金')).toEqual(['返金いたします']);
  expect(await found('01701234567')).toEqual(['Call +49 170 1234567']);
  expect(await found('card refu')).toEqual(['Refund to your card']);
  expect(await found('hauptstraße')).toEqual(['Hauptstrasse 5']);
  expect(await found('🙏')).toEqual(['Danke 🙏']);

  const [canned] = (await team.as(ada).listCannedResponses({ full_text: 'card refu' })).body;
  await team.as(ada).updateCannedResponse({ canned_id: canned?._id ?? '', text: 'Crédit' });
  expect(await found('card refu')).toEqual([]);
  expect(await found('credit')).toEqual(['Crédit']);
});

it.each([
  [{}],
  [{ text: ' ' }],
  [{ text: 'x'.repeat(10_001) }],
  [{ text: 'x', title: 'x'.repeat(201) }],
  [{ text: 'x', shared: 'yes' }],
  [{ text: 'x', attributes: { text: 'x'.repeat(17_000) } }],
])('refuses %j', async (body) => {
  const { ada } = await team.project();

  expect((await team.as(ada).createCannedResponse(body)).status).toBe(422);
});

it('answers 404 for ids of another project and invalid ids, and creates none', async () => {
  const { ada } = await team.project();
  const other = await team.project();
  const { body: theirs } = await team.as(other.ada).createCannedResponse({ text: 'theirs' });

  for (const canned_id of [theirs._id, newId(), 'x', 'z'.repeat(24), 'a'.repeat(25), '\0', '{"$ne":1}']) {
    const answers = [
      await team.as(ada).getCannedResponse({ canned_id }),
      await team.as(ada).updateCannedResponse({ canned_id, text: 'mine' }),
      await team.as(ada).deleteCannedResponse({ canned_id }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'canned_not_found']));
  }
  expect((await team.as(ada).listCannedResponses()).body).toEqual([]);
  expect((await team.as(other.ada).getCannedResponse({ canned_id: theirs._id })).body).toEqual(theirs);
});

it('is closed to roles below agent', async () => {
  const { projectId } = await staffedProject();
  const { actor: vera } = await team.guest(projectId);

  expect((await team.as(vera).listCannedResponses()).body.code).toBe('role_too_low');
  expect((await team.as(vera).createCannedResponse({ text: 'y' })).body.code).toBe('role_too_low');
});

it('changes one only in the version that If-Match names', async () => {
  const { ada } = await staffedProject();
  const { body: made } = await team.as(ada).createCannedResponse({ text: 'a' });
  const stale = { headers: { 'if-match': '"4"' } };

  expect((await team.as(ada).updateCannedResponse({ canned_id: made._id, text: 'b' }, stale)).status).toBe(412);
  expect((await team.as(ada).deleteCannedResponse({ canned_id: made._id }, stale)).status).toBe(412);
  expect((await team.as(ada).getCannedResponse({ canned_id: made._id })).body).toEqual(made);
});
