import type { Actor, DecisionView, HistoryEntryView } from '@parley/contracts';
import { amountOf } from '@parley/testkit';

import { age } from '../../test/age.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf, seatsOf, seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';
import { delayWrites } from '../../test/watch.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;
let endDelays: () => Promise<void>;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
  endDelays = await delayWrites(service.db, ['request', 'request_head', 'seat'], 3);
});
afterAll(() => endDelays?.());

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** A small generator, so that a failing run can be repeated by its seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const historyOf = async ({ personas }: TestProject, request_id: string): Promise<HistoryEntryView[]> => {
  const { status, body } = await service.as(personas.ada).listRequestHistory({ request_id });
  expect(status).toBe(200);
  return body;
};

/** What the entries alone say of the request. */
function replay(history: readonly HistoryEntryView[]) {
  let participants: string[] = [];
  let status: number | null = null;
  let before: HistoryEntryView['status'];
  for (const [index, entry] of history.entries()) {
    expect(entry.seq).toBe(index + 1);
    // Entries of one change say the same; the next change begins where the last one ended.
    if (JSON.stringify(entry.status) !== JSON.stringify(before)) expect(entry.status?.from).toBe(status);
    const { member, participants: named } = entry.actionObj as { member: string; participants?: string[] };
    if (entry.event === 'request.created') participants = named ?? [];
    if (entry.event === 'request.participant_joined') participants = [...participants, member];
    if (entry.event === 'request.participant_left') participants = participants.filter((one) => one !== member);
    status = entry.status?.to ?? null;
    before = entry.status;
  }
  return { participants, status };
}

/** The winner of a routing pass had free capacity, held the fewest seats, and was idle longest among equals. */
function judge({ rule, candidates = [], winner }: DecisionView): void {
  if (rule !== 'least_loaded_longest_idle') return;
  const eligible = candidates.filter((one) => one.eligible && one.why !== 'present_owner');
  const chosen = eligible.find(({ id_user }) => id_user === winner);
  expect(chosen?.held).toBe(Math.min(...eligible.map(({ held }) => held)));
  const equals = eligible.filter(({ held }) => held === chosen?.held);
  const idle = ({ idle_ms = Number.POSITIVE_INFINITY }: { idle_ms?: number }) => idle_ms;
  expect(idle(chosen ?? {})).toBe(Math.max(...equals.map(idle)));
  for (const { held, limit = Number.POSITIVE_INFINITY } of eligible) expect(held).toBeLessThan(limit);
}

/** Contract 20 section 4.1. */
async function expectInvariants({ projectId }: TestProject): Promise<void> {
  const broken = await service.db.query(
    `select status, participants, has_bot, closed_at from request where id_project = $1 and not (
      (status = 200) = (status < 1000 and cardinality(participants) > 0)
      and has_bot = exists (select from unnest(participants) p where p like 'bot\\_%')
      and (status = 1000) = (closed_at is not null)
      and (status = 1000) = (closed_by is not null) and (status = 1000) = (duration is not null))`,
    [projectId],
  );
  expect(broken).toEqual([]);
  const { counted, recount } = await seatsOf(service, projectId);
  expect(counted).toEqual(recount);
}

const seeds = times(amountOf({ quick: 2, soak: 30 }));
it.each(seeds)('replays to what the request has become, and every winner held least (seed %i)', async (seed) => {
  const random = randomOf(seed);
  const one = <T>(some: readonly T[]): T => some[random(some.length)] as T;
  const project = await harness.project((made) => {
    made.settings = { reassignmentOn: true, reassignmentDelay: 60 };
    made.addMember({ actor: made.personas.linus, limit: 2 });
    made.addMember({ actor: made.personas.alan, limit: 1 });
    made.addMember();
  });
  const bot = await harness.addBot(project);
  for (const department of project.departments) if (random(2)) department.id_bot = bot;
  await harness.syncReadModels(project);
  const { ada, grace, linus, alan, vera } = project.personas;
  const ids = times(4).map(() => newRequestId(project.projectId));
  for (const [index, request_id] of ids.entries())
    await service.as(vera).sendMessage({ request_id, text: 'Hello', preflight: index % 2 === 0 });
  const act = async (): Promise<number> => {
    const caller: Actor = one([ada, grace, linus, alan]);
    const as = (one([service, other]) as ConversationsService).as(caller);
    const request_id = one(ids);
    const member = one([linus.id, alan.id, `bot_${bot}`]);
    const acts: (() => Promise<{ status: number }>)[] = [
      () => service.as(vera).sendMessage({ request_id, text: 'x' }),
      () => other.as(vera).sendMessage({ request_id, text: 'y', attributes: { hidden: true } }),
      () => as.addParticipant({ request_id, member }),
      () => as.removeParticipant({ request_id, participant_id: member }),
      () => as.setParticipants({ request_id }, { body: random(2) ? [member, linus.id] : [] }),
      () => as.closeRequest({ request_id }),
      () => as.reopenRequest({ request_id }),
      () => as.rateRequest({ request_id, rate: random(6) }),
      () => as.addNote({ request_id, text: 'noted' }),
      () => as.claimRequest({ request_id }),
      () => as.routeRequest({ request_id, nobot: random(2) === 1 }),
      () => as.handOffRequest({ request_id }),
      () => as.assignRequest({ request_id }),
      () => as.updateRequest({ request_id, status: one([50, 100, 200, 1000]) }),
      () => as.updateRequest({ request_id, workingStatus: one(['pending', 'open']) }),
    ];
    return (await one(acts)()).status;
  };

  for (const _round of times(5)) {
    const statuses = await Promise.all(times(6).map(act));
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    project.setMember(one([linus, alan]), { available: random(2) === 1 });
    await harness.syncReadModels(project);
    await age(service, project, 61);
    await service.runJob('reassignUnanswered');
    service.context.queue.wake(project.projectId);
    await harness.queueIdle();
    await expectInvariants(project);
  }

  for (const request_id of ids) {
    const { _id, status, participants } = await seen(service, project, request_id);
    const history = await historyOf(project, request_id);
    expect(replay(history)).toEqual({ status, participants });
    const events = (await eventsOf(service, _id)).map(({ type }) => type);
    // A clock that ends in time has no entry.
    const told = events.filter((type) => type.startsWith('request.') && type !== 'request.sla_ended');
    expect(history.map(({ event }) => event)).toEqual(told);
    for (const { decision } of history) if (decision) judge(decision);
  }
});

it('replays an import to the participants that it names', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { ada, linus } = project.personas;
  const request_id = newRequestId(project.projectId);
  await service.as(ada).createRequest({ request_id, first_text: 'old', participants: [linus.id], import: 'true' });
  expect(replay(await historyOf(project, request_id))).toEqual({ status: 200, participants: [linus.id] });
});

describe('a decision is explained', () => {
  const decisionOf = async (project: TestProject, request_id: string, event: string) =>
    (await historyOf(project, request_id)).find((entry) => entry.event === event)?.decision;
  const send = async (project: TestProject) => {
    const request_id = newRequestId(project.projectId);
    await service.as(project.personas.vera).sendMessage({ request_id, text: 'Hello' });
    return request_id;
  };

  it('to an agent: every candidate with their load, the obstacle of those not eligible, the rule and the winner', async () => {
    const project = await harness.project((one) => {
      one.addMember({ actor: one.personas.linus, limit: 4 });
      one.addMember({ actor: one.personas.alan, limit: 0 });
    });
    const { linus, alan, ada } = project.personas;
    const decision = await decisionOf(project, await send(project), 'request.assigned');
    expect(decision).toMatchObject({
      rule: 'least_loaded_longest_idle',
      department: project.departments[0]?._id,
      open: true,
      roster: 'fresh',
      roster_version: expect.any(Number),
      omitted: 0,
      winner: linus.id,
    });
    expect(decision?.candidates).toEqual(
      expect.arrayContaining([
        { id_user: linus.id, held: 0, limit: 4, eligible: true },
        { id_user: alan.id, held: 0, limit: 0, eligible: false, why: 'at_capacity' },
        { id_user: ada.id, held: 0, eligible: false, why: 'unavailable' },
      ]),
    );
  });

  it('to no agent: who was not eligible and why, what it waits for, and why it is abandoned', async () => {
    const project = await harness.project((one) => one.addMember({ actor: one.personas.linus, limit: 1 }));
    const { linus } = project.personas;
    const [first, second] = [await send(project), await send(project)];
    expect(await decisionOf(project, second, 'request.created')).toMatchObject({
      rule: 'nobody_available',
      candidates: expect.arrayContaining([expect.objectContaining({ id_user: linus.id, why: 'at_capacity' })]),
    });

    await service.as(linus).removeParticipant({ request_id: first, participant_id: linus.id });
    await harness.queueIdle();
    expect(await decisionOf(project, first, 'request.abandoned')).toMatchObject({
      rule: 'all_left',
      candidates: expect.arrayContaining([expect.objectContaining({ id_user: linus.id, why: 'left_it' })]),
    });
  });

  it('to a bot, to no agent in a pooled department, and outside the hours', async () => {
    const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
    const [department] = project.departments;
    if (department) department.routing = 'pooled';
    expect(await decisionOf(project, await send(project), 'request.created')).toMatchObject({ rule: 'pooled' });

    if (department) department.routing = 'assigned';
    project.open = false;
    expect(await decisionOf(project, await send(project), 'request.created')).toMatchObject({
      rule: 'nobody_available',
      open: false,
      candidates: expect.arrayContaining([expect.objectContaining({ why: 'project_closed' })]),
    });

    const bot = await harness.addBot(project);
    if (department) department.id_bot = bot;
    expect(await decisionOf(project, await send(project), 'request.participant_joined')).toMatchObject({
      rule: 'bot_first',
      winner: `bot_${bot}`,
    });
  });
});
