import { type Actor, cannedDeleted, cannedUpdated, requestSurveySkipped } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { appendToOutbox } from '@parley/service-kit/outbox';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import type { TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

type Action = { type: string } & Record<string, unknown>;

/** A request of vera that linus serves. */
async function served() {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const request_id = await harness.conversation(project);
  return { project, request_id, ...project.personas };
}

async function runAs(who: Actor, request_id: string, ...actions: Action[]) {
  const { body } = await service.as(who).createMacro({}, { body: { name: 'Steps', actions } as never });
  const { status, body: ran } = await service.as(who).runMacro({ request_id, macro_id: body._id });
  return status === 200 ? [200] : [status, (ran as unknown as { code: string }).code];
}

async function ruleOf(author: Actor, on: string, ...actions: Action[]): Promise<string> {
  const body = { name: 'A rule', enabled: true, on: [on], actions };
  const { status, body: made } = await service.as(author).createRule({}, { body: body as never });
  expect(status).toBe(200);
  return made._id;
}

async function runRules(): Promise<void> {
  for (let round = 0; round < 3; round++) await service.runJob('runRules');
}

const messagesIn = async (who: Actor, request_id: string) => (await service.as(who).listMessages({ request_id })).body;

describe('a canned response', () => {
  const cannedBy = (project: TestProject, author: Actor, text: string, shared = true) => {
    const _id = newId();
    project.canned.push({ _id, text, shared, createdBy: author.id });
    return _id;
  };
  const announce = async ({ projectId }: TestProject, _id: string, version: number, change: object) => {
    const at = new Date().toISOString();
    const record = {
      ...{ _id, id: _id, __v: version, id_project: projectId, createdAt: at, updatedAt: at },
      createdBy: 'x',
    };
    const canned = { ...record, text: '', shared: true, attributes: {}, status: 100, ...change };
    const event = canned.status === 100 ? cannedUpdated({ canned }) : cannedDeleted({ canned });
    const aggregate = { noun: 'canned', id: _id, version };
    await service.db.transaction(() =>
      appendToOutbox(service.db, [{ event, aggregate, projectId, actor: 'system' as const }]),
    );
    await service.settled();
  };
  const textOf = async (who: Actor, request_id: string) => (await messagesIn(who, request_id)).at(-1)?.text;

  it('is sent with both kinds of placeholders filled, by a person and by a rule', async () => {
    const { project, request_id, linus, ada, vera } = await served();
    const id = cannedBy(project, ada, 'Hello $recipient_name, {{lead.fullname}} of {{project.name|us}}. $agent_name');
    expect(await runAs(ada, request_id, { type: 'send_message', canned: id })).toEqual([200]);
    expect(await textOf(vera, request_id)).toBe(`Hello Vera, Vera of us. ${ada.name}`);

    await ruleOf(ada, 'request.rated', { type: 'send_message', canned: id });
    await service.as(ada).updateRequest({ request_id }, { body: { rating: 4 } });
    await runRules();
    expect((await messagesIn(vera, request_id)).at(-1)).toMatchObject({
      text: expect.stringMatching(/^Hello Vera, Vera of us\. Linus/),
      sender: 'system',
    });
    expect(linus.id).toBeDefined();
  });

  it('is that of now, also while workspace is down, and not there for those who do not see it', async () => {
    const { project, request_id, linus, ada } = await served();
    const [shared, own] = [cannedBy(project, ada, 'First'), cannedBy(project, ada, 'Mine', false)];
    const send = (who: Actor, canned: string) => runAs(who, request_id, { type: 'send_message', canned });
    expect([await send(linus, shared), await send(ada, own)]).toEqual([[200], [200]]);
    expect(await send(linus, own)).toEqual([404, 'canned_not_found']);

    project.workspaceDown = true;
    await announce(project, shared, 1, { text: 'Second' });
    expect([await send(linus, shared), await textOf(linus, request_id)]).toEqual([[200], 'Second']);
    expect(await send(linus, newId())).toEqual([503, 'dependency_down']);
    project.workspaceDown = false;
    await announce(project, shared, 2, { text: 'Second', status: 1000 });
    expect(await send(linus, shared)).toEqual([404, 'canned_not_found']);
    const another = await served();
    expect(await runAs(another.linus, another.request_id, { type: 'send_message', canned: shared })).toEqual([
      404,
      'canned_not_found',
    ]);
  });

  it('takes its rule out of use when it is gone', async () => {
    const { request_id, ada } = await served();
    const rule_id = await ruleOf(ada, 'request.rated', { type: 'send_message', canned: newId() });
    await service.as(ada).updateRequest({ request_id }, { body: { rating: 4 } });
    await runRules();
    expect((await service.as(ada).getRule({ rule_id })).body).toMatchObject({ suspended: { reason: 'broken' } });
  });

  it('stands in place of a text', async () => {
    const { linus } = await served();
    const made = async (action: object) =>
      (await service.as(linus).createMacro({}, { body: { name: 'x', actions: [action] } as never })).status;
    const type = 'send_message';
    expect([
      await made({ type, canned: newId(), text: 'Both' }),
      await made({ type, canned: 'no id' }),
      await made({ type }),
      await made({ type: 'add_note', canned: newId(), text: 'Note' }),
    ]).toEqual([422, 422, 422, 422]);
  });
});

describe('sending a survey', () => {
  const surveyOf = async (author: Actor, body: object = {}) => {
    const definition = { name: 'Asked by hand', min_team_messages: 0, ...body };
    return (await service.as(author).createSurvey({}, { body: definition as never })).body._id;
  };
  const settle = async () => {
    for (const job of ['chooseSurveys', 'askSurveys']) await service.runJob(job);
  };
  const asked = async (who: Actor, request_id: string) =>
    (await messagesIn(who, request_id)).flatMap(({ attributes }) => {
      const survey = attributes?.survey as { id: string } | undefined;
      return survey ? [survey.id] : [];
    });

  it('asks about a closed request once, also with a survey that is not asked by itself', async () => {
    const { request_id, ada, linus, vera } = await served();
    const survey = await surveyOf(ada);
    expect(await runAs(linus, request_id, { type: 'send_survey', survey })).toEqual([409, 'status_not_allowed']);
    expect(await runAs(linus, request_id, { type: 'close' }, { type: 'send_survey', survey })).toEqual([200]);
    await settle();
    expect(await asked(vera, request_id)).toEqual([survey]);
    expect((await service.as(ada).getRequest({ request_id })).body).toMatchObject({ survey: { _id: survey } });

    expect(await runAs(ada, request_id, { type: 'send_survey', survey })).toEqual([200]);
    await settle();
    expect(await asked(vera, request_id)).toEqual([survey]);
  });

  it('takes the place of the survey that was chosen for a closing, before or after', async () => {
    const { project, request_id, ada, linus, vera } = await served();
    const [usual, own] = [await surveyOf(ada, { enabled: true, cooldown: 0 }), await surveyOf(ada, { cooldown: 0 })];
    await service.as(linus).closeRequest({ request_id });
    await service.runJob('chooseSurveys');
    expect(await runAs(linus, request_id, { type: 'send_survey', survey: own })).toEqual([200]);
    await settle();
    expect(await asked(vera, request_id)).toEqual([own]);

    const second = await harness.conversation(project);
    await ruleOf(ada, 'request.closed', { type: 'send_survey', survey: own });
    await service.as(ada).closeRequest({ request_id: second });
    await runRules();
    await settle();
    expect([await asked(vera, second), usual === own]).toEqual([[own], false]);
  });

  it('leaves out whom a survey leaves out', async () => {
    const { project, request_id, ada, linus, vera } = await served();
    const survey = await surveyOf(ada, { min_team_messages: 1 });
    await runAs(linus, request_id, { type: 'close' }, { type: 'send_survey', survey });
    await settle();
    const skips = (await service.outbox(requestSurveySkipped, project.projectId)).map(({ data }) => data.why);
    expect([skips, await asked(vera, request_id)]).toEqual([['too_few_messages'], []]);
  });

  it('names a survey of the project', async () => {
    const { request_id, linus } = await served();
    const { ada } = await served();
    const survey = await surveyOf(ada);
    expect(await runAs(linus, request_id, { type: 'close' }, { type: 'send_survey', survey })).toEqual([
      404,
      'survey_not_found',
    ]);
    expect(await runAs(linus, request_id, { type: 'close', survey: false })).toEqual([200]);
  });
});
