import type { Actor } from '@parley/contracts';

import { type ConversationsService, Desk } from '../../test/desk.ts';
import { newRequestId } from '../../test/office.ts';

const desk = new Desk();
let service: ConversationsService;
beforeAll(async () => {
  service = await desk.start();
});
afterAll(() => desk.stop());

it('counts closed requests correctly after every kind of change', async () => {
  const office = await desk.office((one) => {
    one.hire({ actor: one.personas.linus, groups: ['support'] });
    one.hire({ actor: one.personas.alan, groups: ['sales'] });
    one.found({ id_group: 'support' });
    one.found({ id_group: 'sales' });
  });
  const { ada, linus, alan, vera } = office.personas;
  const [, sales] = office.departments;
  const make = async (more: object = {}) => {
    const request_id = newRequestId(office.projectId);
    expect((await service.as(vera).sendMessage({ request_id, text: 'Hello', ...more })).status).toBe(200);
    return request_id;
  };
  // A date range around all of them counts each row.
  const oneByOne = { filterRangeField: 'createdAt', start_date: '01/01/2000' };
  const expectCounted = async (callers: Actor[] = [ada, linus, alan, vera]) => {
    for (const caller of callers) {
      const list = caller === vera ? service.as(vera).listMyRequests : service.as(caller).listRequests;
      for (const status of ['all', '1000', '1000,200']) {
        const { body } = await list({ status });
        expect({ count: body.count, listed: body.requests.length }).toEqual({
          count: (await list({ status, ...oneByOne })).body.count,
          listed: body.count,
        });
      }
    }
  };

  const [closed, reopened, gone, moved, between] = await Promise.all([make(), make(), make(), make(), make()]);
  await make();
  await make({ departmentid: sales?._id });
  for (const request_id of [closed, reopened, gone, moved])
    expect((await service.as(ada).closeRequest({ request_id })).body.status).toBe(1000);
  await expectCounted();

  await service.as(ada).reopenRequest({ request_id: reopened });
  await service.as(ada).deleteRequest({ request_id: gone });
  await service.as(ada).reopenRequest({ request_id: moved });
  await service.as(ada).routeRequest({ request_id: moved, departmentid: sales?._id });
  await service.as(ada).closeRequest({ request_id: moved });
  // The agent participates in a request that their group does not see.
  await service.as(ada).setParticipants({ request_id: between }, { body: [alan.id] });
  await service.as(ada).closeRequest({ request_id: between });
  await service
    .as(ada)
    .createRequest({ first_text: 'Old' }, { query: { import: 'true' }, body: { first_text: 'Old', status: 1000 } });
  const hidden = await make({ preflight: true });
  await service.as(ada).closeRequest({ request_id: hidden });
  await expectCounted();

  for (const page of ['0', '99'])
    expect((await service.as(ada).listRequests({ status: '1000', page })).body.count).toBe(4);
  expect((await service.as(alan).listRequests({ status: '1000' })).body.count).toBe(2);
});
