import { actor } from '@parley/testkit';

import { type ConversationsService, Desk } from '../../test/desk.ts';
import { newRequestId, type Office } from '../../test/office.ts';
import { eventsOf, seatsOf, seen } from '../../test/seen.ts';

const desk = new Desk();
let service: ConversationsService;
beforeAll(async () => {
  service = await desk.start();
});
afterAll(() => desk.stop());

/** A request of vera in a department with a bot; linus serves support, alan sales. */
async function withBot(setUp: (office: Office) => void = () => undefined) {
  const office = await desk.office((one) => {
    one.hire({ actor: one.personas.linus, groups: ['support'] });
    one.hire({ actor: one.personas.alan, groups: ['sales'] });
    one.found({ id_group: 'support' });
    setUp(one);
  });
  const sales = office.found({ name: 'Sales', id_group: 'sales' });
  await desk.copy(office);
  const bot = await desk.bot(office);
  Object.assign(office.departments[0] ?? {}, { id_bot: bot });
  await desk.copy(office);
  const request_id = newRequestId(office.projectId);
  const { body } = await service.as(office.personas.vera).sendMessage({ request_id, text: 'Hello' });
  return { office, bot, sales, request_id, id: body.request._id, ...office.personas };
}

const happened = async (id: string) =>
  (await eventsOf(service, id)).filter(({ type }) => type.startsWith('request.') && type !== 'request.updated');

describe('routing to a department', () => {
  it('moves it, with its snapshot and its people, and tells it before who came', async () => {
    const { request_id, id, office, sales, bot, grace, alan } = await withBot();

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
      previousDepartment: office.departments[0]?._id,
      nobot: true,
    });
    expect(left).toMatchObject({ member: `bot_${bot}`, reason: 'bot_yields', source: 'departments' });
    expect(assigned).toMatchObject({ assigneeId: alan.id, assignmentType: 'manual_reassign_department' });
    expect((await seatsOf(service, office.projectId)).counted).toEqual({ [alan.id]: 1 });
  });

  it('of none named is to its own, "default" to the default one, and of an unknown one a 422', async () => {
    const { request_id, office, sales, grace, linus, alan } = await withBot();

    const own = await service.as(grace).routeRequest({ request_id, nobot: true });
    expect(own.body).toMatchObject({ participants: [linus.id], department: { _id: office.departments[0]?._id } });
    await service.as(grace).routeRequest({ request_id, departmentid: sales._id });
    expect((await seen(service, office, request_id)).participants).toEqual([alan.id]);
    const back = await service.as(grace).routeRequest({ request_id, departmentid: 'default', no_populate: true });
    expect(back.body).toMatchObject({ participants: [linus.id], department: office.departments[0]?._id });

    const before = await seen(service, office, request_id);
    for (const departmentid of ['nowhere', '64f0c0a1b2c3d4e5f6a7b8c9', (await desk.office()).departments[0]?._id]) {
      const unknown = await service.as(grace).routeRequest({ request_id, departmentid });
      expect(unknown).toMatchObject({ status: 422, body: { errors: [{ param: 'departmentid' }] } });
    }
    expect((await service.as(grace).routeRequest({ request_id, nobot: 'perhaps' })).status).toBe(422);
    expect(await seen(service, office, request_id)).toEqual(before);
  });

  it('keeps whoever serves it there already, and is refused when it is closed', async () => {
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

  it('with nobody there lets it wait for one', async () => {
    const { request_id, robby } = await withBot((office) => office.set(office.personas.linus, { available: false }));

    expect((await service.as(robby).handOffRequest({ request_id })).body).toMatchObject({
      status: 100,
      participants: [],
      hasBot: false,
    });
  });
});

describe('assigning', () => {
  it('routes what nobody serves, and answers anything else unchanged in the plain form', async () => {
    const { request_id, office, grace, linus } = await withBot((one) =>
      one.set(one.personas.linus, { available: false }),
    );
    const served = await service.as(grace).assignRequest({ request_id, nobot: true });
    expect(served.body).toMatchObject({ status: 200, department: office.departments[0]?._id, __v: 0 });

    await service.as(grace).handOffRequest({ request_id });
    expect((await service.as(grace).updateRequest({ request_id, status: 50 })).body.status).toBe(50);
    office.set(linus, { available: true });
    const { body } = await service.as(grace).assignRequest({ request_id, nobot: true });
    expect(body).toMatchObject({
      status: 200,
      participants: [linus.id],
      department: { _id: office.departments[0]?._id },
    });

    const { body: closed } = await service.as(grace).closeRequest({ request_id });
    const over = await service.as(grace).assignRequest({ request_id });
    expect(over).toMatchObject({ status: 200, body: { status: 1000, __v: closed.__v } });
    expect(typeof ('lead' in over.body ? over.body.lead : undefined)).toBe('string');
  });
});

describe('the preview of operators', () => {
  it('tells who would be chosen now, and takes nothing', async () => {
    const { office, sales, linus, alan, bot, robby } = await withBot();
    const operators = (department_id: string, query = {}) =>
      service.as(linus).listDepartmentOperators({ department_id, ...query });

    expect((await operators('default')).body).toMatchObject({ id_bot: bot, operators: [{ id_user: `bot_${bot}` }] });
    const human = await operators(office.departments[0]?._id ?? '', { nobot: 'true' });
    expect(human.body).toMatchObject({
      department: { _id: office.departments[0]?._id, name: 'Support', hasBot: true },
      group: { _id: 'support' },
      agents: [{ _id: linus.teammateId, id_user: linus.id, user_available: true, number_assigned_requests: 0 }],
      available_agents: [{ id_user: linus.id }],
      operators: [{ id_user: linus.id }],
    });
    expect((await service.as(robby).listDepartmentOperators({ department_id: sales._id })).body).toMatchObject({
      operators: [{ id_user: alan.id }],
    });
    office.open = false;
    expect((await operators(sales._id)).body).toMatchObject({ agents: [{}], available_agents: [], operators: [] });
    expect((await seatsOf(service, office.projectId)).counted).toEqual({});
  });

  it('is of the project’s own departments, for the team', async () => {
    const { linus, vera } = await withBot();
    const [elsewhere] = (await desk.office()).departments;

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
