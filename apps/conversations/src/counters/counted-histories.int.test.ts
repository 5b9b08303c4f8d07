import { type Actor, RequestStatus } from '@parley/contracts';
import { amountOf } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { seeded } from '../../test/inbox.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

/** Every figure that is kept, from the rows that it counts. */
const recounted = `select coalesce(department_id, '') as department, status, draft,
    case when status < 1000 then hand_of(has_bot, participants) else 0 end as hand, count(*)::int as number
  from request where id_project = $1 and not preflight group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
const kept = `select department_id as department, status, draft, hand, sum(open + closed)::int as number
  from request_count where id_project = $1 group by 1, 2, 3, 4 having sum(open + closed) <> 0 order by 1, 2, 3, 4`;
/** Where each head is listed, and where it should be. */
const misplaced = `select r.request_id, h.listed_under from request r
  join request_head h on h.id_project = r.id_project and h.id = r.id
  where r.id_project = $1 and h.listed_under is distinct from listed_under_of(r.status, r.preflight, r.department_id)`;

it.each(Array.from({ length: amountOf({ quick: 2, soak: 30 }) }, (_, seed) => seed + 1))(
  'figures, lists and inboxes agree after any history of changes, also of many at once (%i)',
  async (seed) => {
    const { project, a, b } = await harness.twoGroups();
    const bot = `bot_${await harness.addBot(project)}`;
    const { ada, linus, alan, vera } = project.personas;
    const pick = seeded(seed);
    const made: string[] = [];
    const open = () => {
      const request_id = newRequestId(project.projectId);
      made.push(request_id);
      const departmentid = [a, b, undefined][pick(3)];
      const more = { ...(departmentid && { departmentid }), ...(pick(5) === 0 && { preflight: true }) };
      return service.as(vera).sendMessage({ request_id, text: 'Hello', ...more });
    };
    const create = () => {
      const body = { first_text: 'By hand', ...(pick(2) === 0 ? { draft: true } : { departmentid: [a, b][pick(2)] }) };
      return service.as(ada).createRequest(body);
    };
    await Promise.all([open(), open(), open(), open()]);
    const participants = [[linus.id], [alan.id], [bot], [bot, alan.id], [linus.id, alan.id], []];
    const change = () => {
      const request_id = made[pick(made.length)] ?? '';
      const as = service.as(ada);
      return [
        open,
        create,
        () => as.closeRequest({ request_id }),
        () => as.reopenRequest({ request_id }),
        () => as.routeRequest({ request_id, departmentid: [a, b][pick(2)] ?? a }),
        () => as.setParticipants({ request_id }, { body: participants[pick(participants.length)] ?? [] }),
        () => as.addFollower({ request_id, member: [linus, alan][pick(2)]?.teammateId ?? '' }),
        () => service.as(vera).sendMessage({ request_id, text: 'More' }),
        () => as.deleteRequest({ request_id }),
      ][pick(9)]?.();
    };
    const statuses: (number | undefined)[] = [];
    for (let round = 0; round < 12; round++) {
      const answers = await Promise.all([change(), change(), change(), change()]);
      statuses.push(...answers.map((answer) => answer?.status));
    }
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(statuses.length / 3);
    expect(statuses.filter((status) => (status ?? 500) >= 500)).toEqual([]);

    const { db } = service;
    const facts = await db.query(recounted, [project.projectId]);
    expect({ seed, figures: await db.query(kept, [project.projectId]) }).toEqual({ seed, figures: facts });
    expect(await db.query(misplaced, [project.projectId])).toEqual([]);
    for (const actor of [ada, linus, alan]) await expectAgreement(actor, seed);
  },
  60_000,
);

/** Counters, counts of lists, and both orders of the inbox show the same requests to a caller. */
async function expectAgreement(actor: Actor, seed: number): Promise<void> {
  const as = service.as(actor);
  const listed = async (query: object) => {
    const { body } = await as.listRequests({ limit: '200', draft: 'false', ...query });
    return { count: body.count, requests: body.requests as Listed[] };
  };
  const { requests, count } = await listed({});
  const inbox = await listed({ view: 'row', sortField: 'last_message_at' });
  const ids = (some: Listed[]) => some.map(({ request_id }) => request_id).toSorted();
  const who = { seed, who: actor.name };
  expect({ ...who, count, inbox: ids(inbox.requests) }).toEqual({
    ...who,
    count: requests.length,
    inbox: ids(requests),
  });
  for (const status of ['all', '1000']) {
    const all = await listed({ status });
    const ordered = await listed({ status, view: 'row', sortField: 'last_message_at' });
    expect({ ...who, status, ids: ids(ordered.requests) }).toEqual({ ...who, status, ids: ids(all.requests) });
    expect({ ...who, status, count: all.count }).toEqual({ ...who, status, count: all.requests.length });
  }

  const { views, departments } = (await as.getRequestCounters({})).body;
  const of = (holds: (one: Listed) => boolean) => ({ open: requests.filter(holds).length });
  expect({ ...who, views }).toMatchObject({
    ...who,
    views: {
      all: of(() => true),
      mine: of(({ participants }) => participants.includes(actor.id)),
      followed: of(({ followers }) => followers.includes(actor.teammateId ?? '')),
      unassigned: of(({ status }) => status === RequestStatus.unserved),
      abandoned: of(({ status }) => status === RequestStatus.abandoned),
      bot: of(
        ({ status, hasBot, participants }) =>
          status === RequestStatus.served && hasBot && participants.every((one) => one.startsWith('bot_')),
      ),
    },
  });
  for (const { _id, open, unassigned } of departments) {
    expect({ ...who, _id, open }).toEqual({ ...who, _id, ...of((one) => one.department?._id === _id) });
    expect((await listed({ dept_id: _id, status: '100' })).count).toBe(unassigned);
  }
}

interface Listed {
  request_id: string;
  status: number;
  hasBot: boolean;
  participants: string[];
  followers: string[];
  department?: { _id: string } | null;
}
