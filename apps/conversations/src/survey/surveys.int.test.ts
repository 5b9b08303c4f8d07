import {
  type Actor,
  requestRated,
  requestSurveySent,
  requestSurveySkipped,
  surveyCreated,
  surveyDeleted,
  surveyUpdated,
} from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';
import { close } from '../request/lifecycle.ts';
import { readToken } from './survey-token.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
});

type Definition = Record<string, unknown>;

/** A project in which linus answers, with these surveys. */
async function withSurveys(...definitions: Definition[]) {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const surveys: string[] = [];
  for (const definition of definitions) {
    const body = { name: 'A survey', enabled: true, ...definition };
    const { status, body: made } = await service.as(project.personas.ada).createSurvey({}, { body });
    expect([status, made]).toMatchObject([200, { name: body.name, enabled: body.enabled }]);
    surveys.push(made._id);
  }
  return { project, surveys, ...project.personas };
}

/** A request of vera that linus has answered. */
async function answered(project: TestProject, asker: Actor = project.personas.vera): Promise<string> {
  const request_id = newRequestId(project.projectId);
  await service.as(asker).sendMessage({ request_id, text: 'Where is my parcel?' });
  await service.as(project.personas.linus).sendMessage({ request_id, text: 'On its way.' });
  return request_id;
}

async function closed(project: TestProject, asker?: Actor): Promise<string> {
  const request_id = await answered(project, asker);
  await service.as(project.personas.linus).closeRequest({ request_id });
  return request_id;
}

/** Rounds of both jobs on both replicas. */
async function settle(): Promise<void> {
  for (const job of ['chooseSurveys', 'askSurveys'])
    await Promise.all([service, other].map((replica) => replica.runJob(job)));
}

async function linksIn(reader: Actor, request_id: string): Promise<string[]> {
  const { body } = await service.as(reader).listMessages({ request_id });
  return body.flatMap(({ attributes }) => {
    const survey = attributes?.survey as { url: string } | undefined;
    return survey ? [survey.url.split('/').at(-1) ?? ''] : [];
  });
}

const skipsOf = async ({ projectId }: TestProject) =>
  (await service.outbox(requestSurveySkipped, projectId)).map(({ data }) => data.why);

describe('a survey', () => {
  it('is asked once for a closing, by a message that reopens nothing, and answered by its link', async () => {
    const { project, surveys, vera, linus } = await withSurveys({ ask: 'Did we help you?' });
    const request_id = await closed(project);
    await settle();
    // The same events again, as after a crash.
    await service.db.query('update survey_state set seq = seq - 200');
    await settle();

    const [token = '', ...more] = await linksIn(vera, request_id);
    expect(more).toEqual([]);
    const { body: asked } = await service.as(linus).getRequest({ request_id });
    expect(asked).toMatchObject({ status: 1000, survey: { _id: surveys[0] } });
    expect((await service.as(vera).getRequest({ request_id })).body).not.toHaveProperty('survey');
    const { body: messages } = await service.as(vera).listMessages({ request_id });
    expect(messages.at(-1)).toMatchObject({ sender: 'system', text: expect.stringContaining('Did we help you?') });

    const page = await service.as(vera).getPublicSurvey({ token });
    expect(page.body).toMatchObject({ ask: 'Did we help you?', scale: [1, 5], comment: true, answered: false });
    for (const rate of [2, 5]) {
      const { status } = await service.as(vera).answerSurvey({ token }, { body: { rate, rate_message: 'Kind' } });
      expect(status).toBe(200);
    }
    const { body: rated } = await service.as(linus).getRequest({ request_id });
    expect(rated).toMatchObject({ status: 1000, rating: 5, rating_message: 'Kind' });
    expect(rated).toHaveProperty('survey.answered_at');
    expect(
      (await service.outbox(requestRated, project.projectId)).map(({ data }) => [data.rating, data.survey]),
    ).toEqual([2, 5].map((rate) => [rate, surveys[0]]));
    expect((await service.as(vera).getPublicSurvey({ token })).body).toMatchObject({ answered: true });
    const { body: history } = await service.as(linus).listRequestHistory({ request_id });
    expect(history.filter(({ verb }) => verb === 'SURVEY_SENT')).toHaveLength(1);
  });

  it('is asked at most once for each closing, and not within the cooldown of its lead', async () => {
    const { project, linus, vera } = await withSurveys({ cooldown: 0 }, { name: 'Never reached' });
    const request_id = await answered(project);
    for (let round = 0; round < 3; round++) {
      await service.as(linus).closeRequest({ request_id });
      await settle();
      await service.as(linus).reopenRequest({ request_id });
    }
    expect(await linksIn(vera, request_id)).toHaveLength(3);
    expect(await service.outbox(requestSurveySent, project.projectId)).toHaveLength(3);
    const { body } = await service.as(linus).getRequest({ request_id });
    expect(body).toMatchObject({ status: 200, survey: { _id: expect.any(String) } });

    const patient = await withSurveys({ cooldown: 60_000 });
    const requests = await Promise.all(Array.from({ length: 6 }, () => closed(patient.project)));
    await settle();
    const links = await Promise.all(requests.map((id) => linksIn(patient.vera, id)));
    expect(links.flat()).toHaveLength(1);
    expect(await skipsOf(patient.project)).toEqual(Array(5).fill('cooldown'));
  });

  it('takes the first that matches the request as it was closed', async () => {
    const urgent = { filters: [{ field: 'priority', operator: '=', value: 'urgent' }] };
    const { project, surveys, linus } = await withSurveys(
      { name: 'Off', enabled: false, position: 0 },
      { name: 'Urgent', ...urgent, position: 1, cooldown: 0 },
      { name: 'All', position: 2, cooldown: 0 },
    );
    const request_id = await answered(project);
    await service.as(linus).updateRequest({ request_id }, { body: { priority: 'urgent' } });
    await service.as(linus).closeRequest({ request_id });
    // What comes after the closing decides nothing.
    await service.as(linus).updateRequest({ request_id }, { body: { priority: 'low' } });
    const usual = await closed(project);
    await settle();
    for (const [id, survey] of [
      [request_id, surveys[1]],
      [usual, surveys[2]],
    ])
      expect((await service.as(linus).getRequest({ request_id: id ?? '' })).body).toMatchObject({
        survey: { _id: survey },
      });
  });

  it.each<[string, Definition, (project: TestProject, request_id: string) => Promise<unknown>, string[]]>([
    [
      'was rated since it was opened',
      {},
      async ({ personas: { vera, linus } }, request_id) => {
        await service.as(vera).rateRequest({ request_id }, { body: { rate: 4 } });
        await service.as(linus).closeRequest({ request_id });
      },
      ['rated'],
    ],
    [
      'was rated while it was waited',
      {},
      async ({ personas: { vera, linus } }, request_id) => {
        await service.as(linus).closeRequest({ request_id });
        await service.as(vera).rateRequest({ request_id }, { body: { rate: 4 } });
      },
      ['rated'],
    ],
    [
      'has too few answers',
      { min_team_messages: 2 },
      ({ personas: { linus } }, request_id) => service.as(linus).closeRequest({ request_id }),
      ['too_few_messages'],
    ],
    [
      'is closed without one',
      {},
      ({ personas: { linus } }, request_id) =>
        service.as(linus).closeRequest({ request_id }, { body: { survey: false } }),
      [],
    ],
    [
      'is merged into another one',
      {},
      async (project, request_id) => {
        const into = await harness.conversation(project);
        const merged = await service
          .as(project.personas.ada)
          .mergeRequest({ request_id: into }, { body: { source: request_id } });
        expect(merged.status).toBe(200);
      },
      [],
    ],
    [
      'is reopened before it is due',
      {},
      async ({ personas: { linus } }, request_id) => {
        await service.as(linus).closeRequest({ request_id });
        await service.runJob('chooseSurveys');
        await service.as(linus).reopenRequest({ request_id });
      },
      [],
    ],
    [
      'is of a banned person',
      {},
      async ({ projectId, version, personas: { linus, vera } }, request_id) => {
        const record = { _id: projectId, banned: [vera.id] };
        await service.context.readModels.keepProject({ projectId, id: projectId, version, deleted: false, record });
        await service.as(linus).closeRequest({ request_id });
      },
      ['banned'],
    ],
    [
      'came by a channel whose window has closed',
      {},
      async ({ personas: { linus, robby } }, request_id) => {
        await service.as(robby).updateRequest({ request_id, channel_window: { templates_only: true } });
        await service.as(linus).closeRequest({ request_id });
      },
      ['window_closed'],
    ],
  ])('is not asked about a request that %s', async (_name, definition, close, skips) => {
    const { project, vera, linus } = await withSurveys(definition);
    const request_id = await answered(project);
    await close(project, request_id);
    await settle();
    expect(await linksIn(vera, request_id)).toEqual([]);
    expect(await skipsOf(project)).toEqual(skips);
    expect((await service.as(linus).getRequest({ request_id })).body).not.toHaveProperty('survey');
    // The same project asks about others.
    const { ada } = project.personas;
    const usual = newRequestId(project.projectId);
    await service.as(ada).sendMessage({ request_id: usual, text: 'Mine' });
    for (const text of ['One', 'Two']) await service.as(linus).sendMessage({ request_id: usual, text });
    await service.as(ada).closeRequest({ request_id: usual });
    await settle();
    expect(await service.outbox(requestSurveySent, project.projectId)).toHaveLength(1);
  });

  it('is not asked about what was closed before it was enabled, or as idle', async () => {
    const { project, surveys, ada } = await withSurveys({ enabled: false });
    const early = await closed(project);
    await service.as(ada).updateSurvey({ survey_id: surveys[0] ?? '' }, { body: { enabled: true } });
    const idle = await answered(project);
    await service.context.requests.update('system', project.projectId, idle, (current, { at }) =>
      close(current, 'system', at, 'closeIdle'),
    );
    await settle();
    for (const request_id of [early, idle]) expect(await linksIn(project.personas.vera, request_id)).toEqual([]);
    expect(await skipsOf(project)).toEqual([]);
  });

  it('waits its delay', async () => {
    const { project, vera } = await withSurveys({ delay: 60_000 });
    const request_id = await closed(project);
    await settle();
    expect(await linksIn(vera, request_id)).toEqual([]);
    await service.db.query(`update survey_ask set due_at = due_at - interval '1 minute' where id_project = $1`, [
      project.projectId,
    ]);
    await settle();
    expect(await linksIn(vera, request_id)).toHaveLength(1);
  });

  it('is answered by a rating that comes another way', async () => {
    const { project, surveys, vera, linus } = await withSurveys({});
    const request_id = await closed(project);
    await settle();
    await service.as(vera).rateRequest({ request_id }, { body: { rate: 3 } });
    expect((await service.as(linus).getRequest({ request_id })).body).toHaveProperty('survey.answered_at');
    const ratings = await service.outbox(requestRated, project.projectId);
    expect(ratings.map(({ data }) => data.survey)).toEqual([surveys[0]]);
  });
});

describe('the link of a survey', () => {
  it('opens one survey, until it expires or its person is erased', async () => {
    const { project, vera, linus } = await withSurveys({ cooldown: 0 });
    const tokens: string[] = [];
    for (let round = 0; round < 3; round++) {
      const request_id = await closed(project);
      await settle();
      tokens.push(...(await linksIn(vera, request_id)));
    }
    const status = async (token: string) =>
      Promise.all([
        service.as(linus).getPublicSurvey({ token }),
        service.as(linus).answerSurvey({ token }, { body: { rate: 1 } }),
      ]).then((answers) => answers.map((answer) => [answer.status, answer.status === 200 || answer.body]));
    const [first = '', second = '', third = ''] = tokens;
    expect(new Set(tokens).size).toBe(3);
    expect(await status(first)).toEqual([
      [200, true],
      [200, true],
    ]);
    const refused = [404, expect.objectContaining({ code: 'survey_not_found' })];
    await service.db.query('update survey_ask set expires_at = now() where id_project = $1 and expires_at = $2', [
      project.projectId,
      await expiryOf(second),
    ]);
    const requests = await service.db.query<{ id: string }>(
      'select request as id from survey_ask where id_project = $1 and token = $2',
      [project.projectId, readToken(third)?.hash],
    );
    const subject = {
      projectId: project.projectId,
      lead: 'none',
      leadId: 'none',
      requests: requests.map(({ id }) => id),
    };
    await service.context.subjects.erase({ ...subject, until: new Date() });
    for (const token of [second, third, `${first}x`, first.slice(0, -1), first.replace(/^\w{24}/, 'a'.repeat(24)), 'x'])
      expect(await status(token)).toEqual([refused, refused]);
  });

  async function expiryOf(token: string): Promise<Date> {
    const named = readToken(token);
    const [row] = await service.db.query<{ at: Date }>(
      'select expires_at as at from survey_ask where id_project = $1 and token = $2',
      [named?.projectId, named?.hash],
    );
    return row?.at ?? new Date(0);
  }

  it('refuses what is no rating', async () => {
    const { project, vera } = await withSurveys({});
    const request_id = await closed(project);
    await settle();
    const [token = ''] = await linksIn(vera, request_id);
    for (const body of [{ rate: 6 }, { rate: -1 }, { rate: 2.5 }, {}, { rate: 3, rate_message: 'x'.repeat(2_001) }])
      expect((await service.as(vera).answerSurvey({ token }, { body: body as { rate: number } })).status).toBe(422);
  });
});

describe('the surveys of a project', () => {
  it('are written by admins, read by agents, and announced', async () => {
    const { project, surveys, ada, linus, vera } = await withSurveys({});
    const survey_id = surveys[0] ?? '';
    expect((await service.as(linus).listSurveys({})).body).toMatchObject({ count: 1, surveys: [{ _id: survey_id }] });
    const changed = await service.as(ada).updateSurvey({ survey_id }, { body: { name: 'Another', delay: 60_000 } });
    expect(changed.body).toMatchObject({ __v: 1, name: 'Another', delay: 60_000, enabled: true });
    expect(changed.body).not.toHaveProperty('since');
    expect((await service.as(linus).getSurvey({ survey_id })).body).toEqual(changed.body);
    expect((await service.as(ada).deleteSurvey({ survey_id })).status).toBe(200);
    expect((await service.as(ada).getSurvey({ survey_id })).body).toMatchObject({ code: 'survey_not_found' });
    const announced = await Promise.all(
      [surveyCreated, surveyUpdated, surveyDeleted].map((event) => service.outbox(event, project.projectId)),
    );
    expect(announced.map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(announced[1]?.[0]?.data).toMatchObject({ changes: ['name', 'delay'] });
    expect((await service.as(vera).listSurveys({})).status).toBe(403);
  });

  it('are twenty at most', async () => {
    const { ada } = await withSurveys(...Array.from({ length: 20 }, () => ({ enabled: false })));
    expect(await service.as(ada).createSurvey({}, { body: { name: 'One more' } })).toMatchObject({
      status: 422,
      body: { code: 'limit_reached' },
    });
  });
});
