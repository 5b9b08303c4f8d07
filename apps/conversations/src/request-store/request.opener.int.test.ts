import { type Actor, requestAssigned } from '@parley/contracts';

import { CountedReads } from '../../test/counted-reads.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { seatsOf, seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

const harness = new ConversationsHarness();
let service: ConversationsService;
let other: ConversationsService;
let views: CountedReads;

beforeAll(async () => {
  service = await harness.start();
  other = await harness.start();
  views = new CountedReads(service.db, 'opening_view');
});
afterAll(() => harness.stop());
beforeEach(() => {
  views.after = async () => undefined;
});

async function send(replica: ConversationsService, project: TestProject, headers = {}, by = project.personas.vera) {
  const request_id = newRequestId(project.projectId);
  const answer = await replica.as(by).sendMessage({ request_id, text: 'Hello' }, { headers });
  expect(answer.status).toBe(200);
  return request_id;
}

/** Once, before the first replica acts on what it has read, the other one opens a request. */
function overtake(project: TestProject): void {
  views.after = async () => {
    views.after = async () => undefined;
    await send(other, project, {}, project.personas.ada);
  };
}

const balanced = async ({ projectId }: TestProject) => {
  const { counted, recount } = await seatsOf(service, projectId);
  expect(counted).toEqual(recount);
  return counted;
};

it.each([
  ['by itself', {}],
  ['in a wider transaction', { 'idempotency-key': 'opener' }],
])('takes no seat that another replica has taken since it looked, %s', async (_how, headers) => {
  const hired: Actor[] = [];
  const project = await harness.project((one) => hired.push(one.addMember({ limit: 1 })));
  overtake(project);

  const { result: request_id, statements } = await views.of(() => send(service, project, headers));

  expect(statements).toBe(2);
  expect(await seen(service, project, request_id)).toMatchObject({ status: 100, participants: [] });
  expect(await balanced(project)).toEqual({ [hired[0]?.id ?? '']: 1 });
});

it('chooses again when another replica has chosen the same person since it looked, whatever the limit', async () => {
  const project = await harness.project((one) => [one.addMember(), one.addMember()]);
  overtake(project);

  const request_id = await send(service, project);

  expect(Object.values(await balanced(project))).toEqual([1, 1]);
  const { participants } = await seen(service, project, request_id);
  const events = await service.outbox(requestAssigned);
  const own = events.find(({ data }) => data.request.request_id === request_id);
  expect(own?.data.assigneeId).toBe(participants?.[0]);
  expect(own?.data.decision?.candidates?.flatMap(({ eligible, held }) => (eligible ? held : []))).toEqual([0, 1]);
});

it('opens those that come together on few readings, each once and for the person who then holds least', async () => {
  const project = await harness.project((one) => [one.addMember(), one.addMember(), one.addMember({ limit: 1 })]);
  const waiting = Promise.withResolvers<void>();
  const stores = new CountedReads(service.db, 'store_opening');
  let stored = 0;
  stores.before = async () => {
    stored += 1;
  };
  views.before = () => waiting.promise;
  const first = send(service, project);
  const together = Array.from({ length: 9 }, () => send(service, project));
  const { statements } = await views.of(async () => {
    waiting.resolve();
    await Promise.all([first, ...together]);
  });
  views.before = async () => undefined;

  expect(statements).toBeLessThan(10);
  expect(stored).toBe(10);
  expect(Object.values(await balanced(project)).sort()).toEqual([1, 4, 5]);
});

it('lets an agent open a request and ask for a human in the same breath', async () => {
  const project = await harness.project();
  const { alan } = project.personas;
  const request_id = newRequestId(project.projectId);
  const { status, body } = await service.as(alan).sendMessage({ request_id, text: 'Hello\n\\agent' });
  expect([status, body.request?.status]).toEqual([200, 100]);
});

it('shows the department and the agent of the read models as soon as these have them', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const [department] = project.departments;
  const shown = async () => {
    const { participatingAgents, department: of } = await seen(service, project, await send(service, project));
    return [participatingAgents?.map(({ firstname }) => firstname), of && Reflect.get(Object(of), 'name')];
  };
  const before = await shown();
  expect(await shown()).toEqual(before);

  Object.assign(department ?? {}, { name: 'Sales' });
  project.setMember(project.personas.linus, { actor: { ...project.personas.linus, name: 'Carl Linnaeus' } });
  await harness.syncReadModels(project);

  const known = await service.outbox(requestAssigned);
  expect(await shown()).toEqual([['Carl'], 'Sales']);
  const announced = (await service.outbox(requestAssigned)).slice(known.length);
  expect(announced.map(({ data }) => data.assigneeName)).toEqual(['Carl Linnaeus']);
});
