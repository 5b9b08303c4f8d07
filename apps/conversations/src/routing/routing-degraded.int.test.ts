import { newId } from '@parley/service-kit/call';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf, seen } from '../../test/seen.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

it('routes from the read model while workspace is down, and records it in the decision', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  project.workspaceDown = true;
  const request_id = await harness.conversation(project);
  project.workspaceDown = false;
  const request = await seen(service, project, request_id);
  expect(request.participants).toEqual([project.personas.linus.id]);
  const assigned = (await eventsOf(service, request._id)).find(({ type }) => type === 'request.assigned');
  expect(assigned?.data.decision).toMatchObject({ roster: 'copy' });
});

it('refuses a department that does not exist, and answers dependency_down for one that may exist', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { vera, linus } = project.personas;
  const request_id = await harness.conversation(project);
  // Not in the read model yet.
  const sales = project.addDepartment({ name: 'Sales' })._id;
  const answers = async (departmentid: string) => [
    (await service.as(vera).sendMessage({ request_id: newRequestId(project.projectId), text: 'x', departmentid }))
      .status,
    (await service.as(linus).routeRequest({ request_id, departmentid })).status,
    (await service.as(linus).listDepartmentOperators({ department_id: departmentid })).status,
  ];
  project.workspaceDown = true;
  expect([await answers(sales), await answers(newId())]).toEqual([
    [503, 503, 503],
    [503, 503, 503],
  ]);
  project.workspaceDown = false;
  expect([await answers(newId()), await answers(sales)]).toEqual([
    [422, 422, 404],
    [200, 200, 200],
  ]);
});

it('treats a department deleted while workspace is down as deleted, without asking workspace again', async () => {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    one.addDepartment();
    one.addDepartment({ name: 'Sales' });
  });
  const { projectId, version } = project;
  const sales = project.departments.pop();
  const id = sales?._id ?? '';
  await service.context.readModels.keepDepartment({ projectId, id, version, deleted: true, record: { _id: id } });
  const never = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  project.heldAnswers.push(...never.map(({ promise }) => promise));
  const opening = { request_id: newRequestId(projectId), text: 'x', departmentid: id };
  expect((await service.as(project.personas.vera).sendMessage(opening)).status).toBe(422);
  // One question of 300 ms, and none of 3 s.
  expect(project.heldAnswers).toHaveLength(3);
  for (const { resolve } of never) resolve();
});

it('waits for a slow workspace when only it can know the department', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { vera } = project.personas;
  const sales = project.addDepartment({ name: 'Sales' })._id;
  const late = Promise.withResolvers<void>();
  project.heldAnswers.push(late.promise);
  const request_id = newRequestId(project.projectId);
  const { status } = await service.as(vera).sendMessage({ request_id, text: 'x', departmentid: sales });
  late.resolve();
  expect(status).toBe(200);
  expect((await seen(service, project, request_id)).department).toMatchObject({ name: 'Sales' });
});

it('waits for a slow workspace when it has not heard yet of the team', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { vera, linus } = project.personas;
  await service.db.query('delete from copy_teammate where id_project = $1', [project.projectId]);
  const late = Promise.withResolvers<void>();
  project.heldAnswers.push(late.promise);
  const request_id = newRequestId(project.projectId);
  expect((await service.as(vera).sendMessage({ request_id, text: 'x' })).status).toBe(200);
  late.resolve();
  expect((await seen(service, project, request_id)).participants).toEqual([linus.id]);
});

it('keeps the last known hours while workspace is down', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  project.opensAt = new Date(Date.now() + 3_600_000);
  await harness.conversation(project);
  project.workspaceDown = true;
  const request_id = await harness.conversation(project);
  expect(await seen(service, project, request_id)).toMatchObject({ status: 100, participants: [] });
});
