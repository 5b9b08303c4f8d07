import { actor } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf, seatsOf, seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

/** A request of vera in a department with a bot; linus serves support, alan sales. */
async function withBot(setUp: (project: TestProject) => void = () => undefined) {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus, groups: ['support'] });
    one.addMember({ actor: one.personas.alan, groups: ['sales'] });
    one.addDepartment({ id_group: 'support' });
    setUp(one);
  });
  const sales = project.addDepartment({ name: 'Sales', id_group: 'sales' });
  await harness.syncReadModels(project);
  const bot = await harness.addBot(project);
  Object.assign(project.departments[0] ?? {}, { id_bot: bot });
  await harness.syncReadModels(project);
  const request_id = newRequestId(project.projectId);
  const { body } = await service.as(project.personas.vera).sendMessage({ request_id, text: 'Hello' });
  return { project, bot, sales, request_id, id: body.request._id, ...project.personas };
}

const happened = async (id: string) =>
  (await eventsOf(service, id)).filter(({ type }) => type.startsWith('request.') && type !== 'request.updated');

describe('routing to a department', () => {
  it('moves it, with its snapshot and its candidates, and publishes the routing before who joined', async () => {
    const { request_id, id, project, sales, bot, grace, alan } = await withBot();

    const { body } = await service.as(grace).routeRequest({ request_id, departmentid: sales._id, nobot: 'true' });

    expect(body).toMatchObject({
      status: 200,
      participants: [alan.id],
      department: { _id: sales._id },
      snapshot: { department: { _id: sales._id }, agents: [{ _id: alan.teammateId, id_user: alan.id }] },
    });
    const events = (await happened(id)).slice(-4);
    expect(events.map(({ type }) => type)).toEqual([
      ...['request.routed', 'request.participant_left', 'request.participant_joined', 'request.assigned'],
    ]);
    const [routed, left, , assigned] = events.map(({ data }) => data);
    expect(routed).toMatchObject({
      department: sales._id,
      previousDepartment: project.departments[0]?._id,
      nobot: true,
    });
    expect(left).toMatchObject({ member: `bot_${bot}`, reason: 'bot_yields', source: 'departments' });
    expect(assigned).toMatchObject({ assigneeId: alan.id, assignmentType: 'manual_reassign_department' });
    expect((await seatsOf(service, project.projectId)).counted).toEqual({ [alan.id]: 1 });
  });

  it('of none named is to its own, "default" to the default one, and of an unknown one a 422', async () => {
    const { request_id, project, sales, grace, linus, alan } = await withBot();

    const own = await service.as(grace).routeRequest({ request_id, nobot: true });
    expect(own.body).toMatchObject({ participants: [linus.id], department: { _id: project.departments[0]?._id } });
    await service.as(grace).routeRequest({ request_id, departmentid: sales._id });
    expect((await seen(service, project, request_id)).participants).toEqual([alan.id]);
    const back = await service.as(grace).routeRequest({ request_id, departmentid: 'default', no_populate: true });
    expect(back.body).toMatchObject({ participants: [linus.id], department: project.departments[0]?._id });

    const before = await seen(service, project, request_id);
    for (const departmentid of ['nowhere', '64f0c0a1b2c3d4e5f6a7b8c9', (await harness.project()).departments[0]?._id]) {
      const unknown = await service.as(grace).routeRequest({ request_id, departmentid });
      expect(unknown).toMatchObject({ status: 422, body: { errors: [{ param: 'departmentid' }] } });
    }
    expect((await service.as(grace).routeRequest({ request_id, nobot: 'perhaps' })).status).toBe(422);
    expect(await seen(service, project, request_id)).toEqual(before);
  });

  it('keeps the agent who already serves it there, and is refused when it is closed', async () => {
    const { request_id, grace, linus, sales } = await withBot();
    await service.as(linus).claimRequest({ request_id });
    const { body } = await service.as(grace).routeRequest({ request_id });
    const again = await service.as(grace).routeRequest({ request_id });
    expect(again.body).toMatchObject({ __v: body.__v, participants: [linus.id] });

    await service.as(grace).closeRequest({ request_id });
    for (const departmentid of [sales._id, 'nowhere', undefined]) {
      const refused = await service.as(grace).routeRequest({ request_id, departmentid });
      expect(refused.body).toMatchObject({ code: 'request_closed', hint: expect.any(String) });
    }
  });
});

describe('a hand-off', () => {
  it('from the bot brings a human of the same department, and is nothing where one is', async () => {
    const { request_id, id, robby, linus, bot } = await withBot();

    const { body } = await service.as(robby).handOffRequest({ request_id });
    expect(body).toMatchObject({ status: 200, participants: [linus.id], hasBot: false });
    const [routed, left] = (await happened(id)).slice(-4).map(({ data }) => data);
    expect(routed).toMatchObject({ nobot: true });
    expect(left).toMatchObject({ member: `bot_${bot}`, source: 'agent' });
    expect((await service.as(robby).handOffRequest({ request_id })).body.__v).toBe(body.__v);
    await service.as(linus).closeRequest({ request_id });
    expect((await service.as(robby).handOffRequest({ request_id })).body.code).toBe('request_closed');
  });

  it('without a human lets it wait for one', async () => {
    const { request_id, robby } = await withBot((project) =>
      project.setMember(project.personas.linus, { available: false }),
    );

    expect((await service.as(robby).handOffRequest({ request_id })).body).toMatchObject({
      status: 100,
      participants: [],
      hasBot: false,
    });
  });
});

describe('assigning', () => {
  it('routes a request that is not served, and returns any other unchanged in the plain form', async () => {
    const { request_id, project, grace, linus } = await withBot((one) =>
      one.setMember(one.personas.linus, { available: false }),
    );
    const served = await service.as(grace).assignRequest({ request_id, nobot: true });
    expect(served.body).toMatchObject({ status: 200, department: project.departments[0]?._id, __v: 0 });

    await service.as(grace).handOffRequest({ request_id });
    expect((await service.as(grace).updateRequest({ request_id, status: 50 })).body.status).toBe(50);
    project.setMember(linus, { available: true });
    const { body } = await service.as(grace).assignRequest({ request_id, nobot: true });
    expect(body).toMatchObject({
      status: 200,
      participants: [linus.id],
      department: { _id: project.departments[0]?._id },
    });

    const { body: closed } = await service.as(grace).closeRequest({ request_id });
    const over = await service.as(grace).assignRequest({ request_id });
    expect(over).toMatchObject({ status: 200, body: { status: 1000, __v: closed.__v } });
    expect(typeof ('lead' in over.body ? over.body.lead : undefined)).toBe('string');
  });
});

describe('the preview of operators', () => {
  it('returns who would be chosen now, and takes no seat', async () => {
    const { project, sales, linus, alan, bot, robby } = await withBot();
    const operators = (department_id: string, query = {}) =>
      service.as(linus).listDepartmentOperators({ department_id, ...query });

    expect((await operators('default')).body).toMatchObject({ id_bot: bot, operators: [{ id_user: `bot_${bot}` }] });
    const human = await operators(project.departments[0]?._id ?? '', { nobot: 'true' });
    expect(human.body).toMatchObject({
      department: { _id: project.departments[0]?._id, name: 'Support', hasBot: true },
      group: { _id: 'support' },
      agents: [{ _id: linus.teammateId, id_user: linus.id, user_available: true, number_assigned_requests: 0 }],
      available_agents: [{ id_user: linus.id }],
      operators: [{ id_user: linus.id }],
    });
    expect((await service.as(robby).listDepartmentOperators({ department_id: sales._id })).body).toMatchObject({
      operators: [{ id_user: alan.id }],
    });
    project.open = false;
    expect((await operators(sales._id)).body).toMatchObject({ agents: [{}], available_agents: [], operators: [] });
    expect((await seatsOf(service, project.projectId)).counted).toEqual({});
  });

  it('is of the project’s own departments, for the team', async () => {
    const { linus, vera } = await withBot();
    const [elsewhere] = (await harness.project()).departments;

    for (const department_id of ['nowhere', elsewhere?._id]) {
      const { status, body } = await service.as(linus).listDepartmentOperators({ department_id });
      expect([status, body.code]).toEqual([404, 'department_not_found']);
    }
    expect((await service.as(vera).listDepartmentOperators({ department_id: 'default' })).status).toBe(403);
    expect(
      (await service.as(actor({ role: 'owner' })).listDepartmentOperators({ department_id: 'default' })).status,
    ).toBe(404);
  });
});
