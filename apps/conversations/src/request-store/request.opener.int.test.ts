import { type Actor, requestAssigned } from '@parley/contracts';

import { CountedReads } from '../../test/counted-reads.ts';
import { type ConversationsService, Desk } from '../../test/desk.ts';
import { newRequestId, type Office } from '../../test/office.ts';
import { seatsOf, seen } from '../../test/seen.ts';

const desk = new Desk();
let service: ConversationsService;
let other: ConversationsService;
let views: CountedReads;

beforeAll(async () => {
  service = await desk.start();
  other = await desk.start();
  views = new CountedReads(service.db, 'opening_view');
});
afterAll(() => desk.stop());
beforeEach(() => {
  views.after = async () => undefined;
});

async function send(replica: ConversationsService, office: Office, headers = {}, by = office.personas.vera) {
  const request_id = newRequestId(office.projectId);
  const answer = await replica.as(by).sendMessage({ request_id, text: 'Hello' }, { headers });
  expect(answer.status).toBe(200);
  return request_id;
}

/** Once, before the first replica acts on what it has read, the other one opens a request. */
function overtake(office: Office): void {
  views.after = async () => {
    views.after = async () => undefined;
    await send(other, office, {}, office.personas.ada);
  };
}

const balanced = async ({ projectId }: Office) => {
  const { counted, recount } = await seatsOf(service, projectId);
  expect(counted).toEqual(recount);
  return counted;
};

it.each([
  ['by itself', {}],
  ['in a wider transaction', { 'idempotency-key': 'opener' }],
])('takes no seat that another replica has taken since it looked, %s', async (_how, headers) => {
  const hired: Actor[] = [];
  const office = await desk.office((one) => hired.push(one.hire({ limit: 1 })));
  overtake(office);

  const { result: request_id, statements } = await views.of(() => send(service, office, headers));

  expect(statements).toBe(2);
  expect(await seen(service, office, request_id)).toMatchObject({ status: 100, participants: [] });
  expect(await balanced(office)).toEqual({ [hired[0]?.id ?? '']: 1 });
});

it('chooses again when another replica has chosen the same person since it looked, whatever the limit', async () => {
  const office = await desk.office((one) => [one.hire(), one.hire()]);
  overtake(office);

  const request_id = await send(service, office);

  expect(Object.values(await balanced(office))).toEqual([1, 1]);
  const { participants } = await seen(service, office, request_id);
  const events = await service.outbox(requestAssigned);
  const own = events.find(({ data }) => data.request.request_id === request_id);
  expect(own?.data.assigneeId).toBe(participants?.[0]);
  expect(own?.data.decision?.candidates?.flatMap(({ eligible, held }) => (eligible ? held : []))).toEqual([0, 1]);
});

it('opens those that come together on few readings, each once and for the person who then holds least', async () => {
  const office = await desk.office((one) => [one.hire(), one.hire(), one.hire({ limit: 1 })]);
  const waiting = Promise.withResolvers<void>();
  const stores = new CountedReads(service.db, 'store_opening');
  let stored = 0;
  stores.before = async () => {
    stored += 1;
  };
  views.before = () => waiting.promise;
  const first = send(service, office);
  const together = Array.from({ length: 9 }, () => send(service, office));
  const { statements } = await views.of(async () => {
    waiting.resolve();
    await Promise.all([first, ...together]);
  });
  views.before = async () => undefined;

  expect(statements).toBeLessThan(10);
  expect(stored).toBe(10);
  expect(Object.values(await balanced(office)).sort()).toEqual([1, 4, 5]);
});

it('lets an agent open a request and ask for a human in the same breath', async () => {
  const office = await desk.office();
  const { alan } = office.personas;
  const request_id = newRequestId(office.projectId);
  const { status, body } = await service.as(alan).sendMessage({ request_id, text: 'Hello\n\\agent' });
  expect([status, body.request?.status]).toEqual([200, 100]);
});

it('shows the department and the agent as the copies know them, from the moment they do', async () => {
  const office = await desk.office((one) => one.hire({ actor: one.personas.linus }));
  const [department] = office.departments;
  const shown = async () => {
    const { participatingAgents, department: of } = await seen(service, office, await send(service, office));
    return [participatingAgents?.map(({ firstname }) => firstname), of && Reflect.get(Object(of), 'name')];
  };
  const before = await shown();
  expect(await shown()).toEqual(before);

  Object.assign(department ?? {}, { name: 'Sales' });
  office.set(office.personas.linus, { actor: { ...office.personas.linus, name: 'Carl Linnaeus' } });
  await desk.copy(office);

  const known = await service.outbox(requestAssigned);
  expect(await shown()).toEqual([['Carl'], 'Sales']);
  const told = (await service.outbox(requestAssigned)).slice(known.length);
  expect(told.map(({ data }) => data.assigneeName)).toEqual(['Carl Linnaeus']);
});
