import type { Actor } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

it('counts closed requests correctly after every kind of change', async () => {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus, groups: ['support'] });
    one.addMember({ actor: one.personas.alan, groups: ['sales'] });
    one.addDepartment({ id_group: 'support' });
    one.addDepartment({ id_group: 'sales' });
  });
  const { ada, linus, alan, vera } = project.personas;
  const [, sales] = project.departments;
  const make = async (more: object = {}) => {
    const request_id = newRequestId(project.projectId);
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
