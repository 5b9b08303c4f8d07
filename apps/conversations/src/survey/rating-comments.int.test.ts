import type { Actor, RatingCommentView } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

/** A request of vera that linus answers, with this rating. */
async function rated(
  project: TestProject,
  rating: { rating: number; rating_message?: string },
  more: { channel?: { name: string } } = {},
): Promise<string> {
  const { vera, linus } = project.personas;
  const request_id = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id, text: 'Where is my parcel?', ...more });
  await service.as(linus).sendMessage({ request_id, text: 'On its way.' });
  expect((await service.as(vera).rateRequest({ request_id, ...rating })).status).toBe(200);
  return request_id;
}

const answering = () =>
  harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    one.addDepartment();
  });

async function comments(reader: Actor, query: Record<string, string> = {}): Promise<RatingCommentView[]> {
  const { status, body } = await service.as(reader).listRatingComments({}, { query: query as never });
  expect(status).toBe(200);
  return body.comments;
}

const texts = async (reader: Actor, query?: Record<string, string>) =>
  (await comments(reader, query)).map(({ rating_message }) => rating_message);

describe('comments of ratings', () => {
  it('are listed newest first, each with its rating, its people and its department', async () => {
    const project = await answering();
    const { ada, vera, linus } = project.personas;
    const first = await rated(project, { rating: 2, rating_message: 'Slow' });
    await rated(project, { rating: 5 });
    await rated(project, { rating: 3, rating_message: '' });
    await rated(project, { rating: 0, rating_message: 'Nobody answered' });
    const { body } = await service.as(ada).listRatingComments({});
    expect(body).toMatchObject({
      ...{ perPage: 40, count: 2 },
      comments: [
        { rating: 0, rating_message: 'Nobody answered' },
        {
          ...{ request_id: first, ticket_id: expect.any(String), rating: 2, rating_message: 'Slow' },
          ...{ agents: [linus.id], department: project.departments[0]?._id },
        },
      ],
    });
    const [later = 0, earlier = 0] = body.comments.map(({ rated_at }) => Date.parse(rated_at));
    expect(later).toBeGreaterThan(earlier);

    // A later rating moves it to the top.
    await service.as(vera).rateRequest({ request_id: first, rating: 4, rating_message: 'Slow, but kind' });
    expect(await texts(ada)).toEqual(['Slow, but kind', 'Nobody answered']);
  });

  it('are found by period, department, channel and participant', async () => {
    const project = await answering();
    const { ada, linus } = project.personas;
    await rated(project, { rating: 4, rating_message: 'By chat' });
    await rated(project, { rating: 4, rating_message: 'By mail' }, { channel: { name: 'email' } });
    const [newest, oldest] = await comments(ada);
    expect([newest?.rating_message, oldest?.rating_message]).toEqual(['By mail', 'By chat']);
    const at = newest?.rated_at ?? '';
    const department = project.departments[0]?._id ?? '';
    const found: [Record<string, string>, string[]][] = [
      [{ from: at }, ['By mail']],
      [{ to: at }, ['By chat']],
      [{ from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z' }, []],
      [{ channel: 'email' }, ['By mail']],
      [{ department_id: department, participant: linus.id }, ['By mail', 'By chat']],
      [{ department_id: '64f0c0a1b2c3d4e5f6a7b8c9' }, []],
      [{ participant: ada.id }, []],
    ];
    for (const [query, expected] of found) expect([query, await texts(ada, query)]).toEqual([query, expected]);
    // Longer ago than the usual 30 days; the time of a rating from before an upgrade is that of its request.
    await service.db.query(
      `update request set rated_at = null, created_at = now() - interval '40 days' where id_project = $1 and channel = 'email'`,
      [project.projectId],
    );
    expect(await texts(ada)).toEqual(['By chat']);
    expect(await texts(ada, { from: '2020-01-01T00:00:00Z' })).toEqual(['By chat', 'By mail']);
    const { status, body } = await service.as(ada).listRatingComments({}, { query: { from: 'today' } as never });
    expect([status, body]).toMatchObject([422, { errors: [{ param: 'from' }] }]);
  });

  it('come in pages that neither repeat nor omit one, from an index', async () => {
    const project = await answering();
    const { ada } = project.personas;
    await rated(project, { rating: 1, rating_message: 'Once' });
    await service.db.query(
      `insert into request select copy.* from request r, generate_series(1, 300) n,
         json_populate_record(r, json_build_object('id', lpad(to_hex(n), 24, '0'), 'ticket_id', 1000 + n,
           'request_id', 'support-' || n, 'rated_at', r.rated_at - (n / 3) * interval '1 second',
           'rating_message', case when n % 10 = 0 then 'No. ' || n end)) copy
       where r.id_project = $1`,
      [project.projectId],
    );
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await service
        .as(ada)
        .listRatingComments({}, { query: { limit: '7', ...(cursor && { cursor }) } as never });
      expect(page.body).toMatchObject({ perPage: 7, count: 31 });
      ids.push(...page.body.comments.map(({ request_id }) => request_id));
      cursor = /[?&]cursor=([^&>]+)/.exec(page.headers.link ?? '')?.[1];
    } while (cursor);
    expect([ids.length, new Set(ids).size]).toEqual([31, 31]);

    await service.db.transaction(async () => {
      // The statistics may be of a table with a few rows, which are sorted sooner than read in order.
      await service.db.query('set local enable_seqscan = off');
      await service.db.query('set local enable_bitmapscan = off');
      const plan = await service.db.query<{ 'QUERY PLAN': string }>(
        `explain select from request r where r.id_project = 'x' and r.rating_message <> ''
           and coalesce(r.rated_at, r.closed_at, r.created_at) >= now() - interval '30 days'
         order by coalesce(r.rated_at, r.closed_at, r.created_at) desc, r.id desc limit 40`,
      );
      const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(lines).toContain('request_comment_idx');
      expect(lines).not.toContain('Sort');
    });
  });

  it('are for those who may read figures, of their own project, and gone with their person', async () => {
    const project = await answering();
    const { ada, linus, vera } = project.personas;
    const request_id = await rated(project, { rating: 1, rating_message: 'Never again' });
    const stranger = (await answering()).personas;
    expect(await comments(stranger.ada)).toEqual([]);
    expect((await service.as(linus).listRatingComments({})).status).toBe(403);
    // A role that sees what it serves alone.
    expect(await texts({ ...ada, visibility: 'own' })).toEqual([]);

    const { body } = await service.as(ada).getRequest({ request_id });
    const { projectId } = project;
    const subject = { projectId, lead: 'none', leadId: vera.id, requests: [(body as { _id: string })._id] };
    await service.context.subjects.erase({ ...subject, until: new Date() });
    expect(await comments(ada)).toEqual([]);
  });
});
