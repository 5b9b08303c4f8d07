import type { Actor } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { type TestProject, teammateRecord } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

/** Records of a project that others name. */
interface Named {
  project: TestProject;
  ada: Actor;
  department: string;
  bot: string;
  segment: string;
  canned: string;
  group: string;
  policy: string;
  survey: string;
}

async function named(): Promise<Named> {
  const group = newId();
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus, groups: [group] });
    one.addDepartment();
    one.addDepartment({ name: 'Repairs', default: false });
  });
  const { ada } = project.personas;
  const { readModels } = service.context;
  const bot = await harness.addBot(project);
  const [segment, canned] = [newId(), newId()];
  const copy = { projectId: project.projectId, version: 1, deleted: false };
  await readModels.keepSegment({ ...copy, id: segment, record: { match: 'all', filters: [] } });
  await readModels.keepCanned({ ...copy, id: canned, record: { text: 'Hi', shared: true, createdBy: ada.id } });
  const policy = (await service.as(ada).createSlaPolicy({}, { body: { name: 'Gold', targets } })).body._id;
  const survey = (await service.as(ada).createSurvey({}, { body: { name: 'After closing' } })).body._id;
  const department = project.departments[1]?._id ?? '';
  return { project, ada, department, bot, segment, canned, group, policy, survey };
}

const targets = { default: { first_response: 3_600_000 } };
const is = (field: string, value: unknown) => ({ field, operator: 'in', value: [value].flat() });

/** A record of each kind that names all it can. */
async function makeAll({ project, ada, department, bot, segment, canned, group, policy, survey }: Named) {
  const { linus } = project.personas;
  const filters = [
    is('priority', 'urgent'),
    is('department', [project.departments[0]?._id, department]),
    is('participants', [`bot_${bot}`, linus.id]),
    is('followers', linus.teammateId),
    is('segments', segment),
  ];
  const actions = [
    { type: 'add_tags', tags: ['vip'] },
    { type: 'set_department', department },
    { type: 'set_department', department: 'default' },
    { type: 'assign', to: linus.id },
    { type: 'add_participant', member: `bot_${bot}` },
    { type: 'hand_to_bot', bot },
    { type: 'set_sla', policy },
    { type: 'set_sla', policy: null },
    { type: 'send_survey', survey },
    { type: 'send_message', canned },
    { type: 'notify', people: ['admins', group], text: 'Look' },
  ];
  const as = service.as(ada);
  const made = [
    await as.createSlaPolicy({}, { body: { name: 'All', targets, filters } as never }),
    await as.createRule(
      {},
      {
        body: {
          name: 'All',
          on: ['request.created'],
          filters: [...filters, is('sla.policy', policy)],
          actions,
        } as never,
      },
    ),
    await as.createMacro(
      {},
      { body: { name: 'All', visibility: 'shared', actions, departments: [department] } as never },
    ),
    await as.createSurvey({}, { body: { name: 'All', filters } as never }),
    await as.createView(
      {},
      {
        body: {
          name: 'All',
          visibility: 'shared',
          query: { dept_id: department, participant: linus.id, status: '100' },
        },
      },
    ),
  ];
  expect(made.map(({ status, body }) => [status, (body as { broken?: string[] }).broken])).toEqual(
    Array(5).fill([200, undefined]),
  );
}

/** What the records named `All` have that is broken: as listed, and as read one by one. */
async function brokenOf({ ada }: Named) {
  const as = service.as(ada);
  const all = <One extends { name: string; _id: string }>(records: readonly One[]) =>
    records.filter(({ name }) => name === 'All') as (One & { broken?: string[] })[];
  const lists = {
    policy: all((await as.listSlaPolicies({})).body.sla_policies),
    rule: all((await as.listRules({})).body.rules),
    macro: all((await as.listMacros({})).body.macros),
    survey: all((await as.listSurveys({})).body.surveys),
    view: all((await as.listViews({})).body.views),
  };
  const idOf = (kind: keyof typeof lists) => lists[kind][0]?._id ?? '';
  const single = {
    policy: (await as.getSlaPolicy({ policy_id: idOf('policy') })).body,
    rule: (await as.getRule({ rule_id: idOf('rule') })).body,
    macro: (await as.getMacro({ macro_id: idOf('macro') })).body,
    survey: (await as.getSurvey({ survey_id: idOf('survey') })).body,
    view: (await as.getView({ view_id: idOf('view') })).body,
  };
  const found = Object.fromEntries(Object.entries(lists).map(([kind, [one]]) => [kind, one?.broken]));
  expect(Object.fromEntries(Object.entries(single).map(([kind, one]) => [kind, one.broken]))).toEqual(found);
  return found;
}

describe('policies, rules, macros, surveys and views', () => {
  it('show which of their parts name what is gone, and nothing while all of it is there', async () => {
    const all = await named();
    const { project, ada, department, bot, segment, canned, policy, survey } = all;
    await makeAll(all);
    const none = { policy: undefined, rule: undefined, macro: undefined, survey: undefined, view: undefined };
    expect(await brokenOf(all)).toEqual(none);

    const { readModels } = service.context;
    const gone = { projectId: project.projectId, version: 9_999, deleted: true, record: {} };
    await readModels.keepDepartment({ ...gone, id: department });
    expect(await brokenOf(all)).toEqual({
      policy: ['filters[1]'],
      rule: ['filters[1]', 'actions[1]'],
      macro: ['actions[1]', 'departments[0]'],
      survey: ['filters[1]'],
      view: ['query.dept_id'],
    });

    await readModels.keepBot({ ...gone, id: bot });
    await readModels.keepSegment({ ...gone, id: segment });
    await readModels.keepCanned({ ...gone, id: canned });
    await service.as(ada).deleteSlaPolicy({ policy_id: policy });
    await service.as(ada).deleteSurvey({ survey_id: survey });
    const filters = ['filters[1]', 'filters[2]', 'filters[4]'];
    const actions = [1, 4, 5, 6, 8, 9].map((place) => `actions[${place}]`);
    const most = {
      policy: filters,
      rule: [...filters, 'filters[5]', ...actions],
      macro: [...actions, 'departments[0]'],
      survey: filters,
      view: ['query.dept_id'],
    };
    expect(await brokenOf(all)).toEqual(most);

    const { linus } = project.personas;
    const member = project.members.get(linus.id);
    if (!member) throw new Error('linus is no member');
    const record = teammateRecord(member);
    await readModels.keepTeammate({ ...gone, id: record._id, record }, linus.id);
    expect(await brokenOf(all)).toMatchObject({
      policy: ['filters[1]', 'filters[2]', 'filters[3]', 'filters[4]'],
      macro: ['actions[1]', 'actions[3]', ...actions.slice(1), 'departments[0]'],
      view: ['query.dept_id', 'query.participant'],
    });
  });

  it('show it after a change, until the part is replaced; what names something unknown is refused', async () => {
    const all = await named();
    const { project, ada, department } = all;
    await makeAll(all);
    const gone = { projectId: project.projectId, version: 9_999, deleted: true, record: {} };
    await service.context.readModels.keepDepartment({ ...gone, id: department });
    const [rule] = (await service.as(ada).listRules({})).body.rules;
    const change = async (body: object) =>
      (await service.as(ada).updateRule({ rule_id: rule?._id ?? '' }, { body: body as never })).body;
    expect(await change({ name: 'Other' })).toMatchObject({ name: 'Other', broken: ['filters[1]', 'actions[1]'] });
    expect(await change({ filters: [is('department', department)] })).toMatchObject({
      ...{ code: 'unknown_reference', errors: [{ param: 'filters[0].value' }] },
    });
    expect(await change({ filters: [], actions: [{ type: 'close' }] })).not.toHaveProperty('broken');
    const stored = await service.db.query<{ record: object }>('select record from rule where id_project = $1', [
      project.projectId,
    ]);
    for (const { record } of stored) expect(record).not.toHaveProperty('broken');
  });
});
