import type { Database } from '@parley/service-kit/database';
import { personasOf, plansOf, rowsMet, tableScansOf } from '@parley/testkit';

import { ActivityQueries } from '../src/activity/activity.query.repository.ts';
import { ConversationFigures } from '../src/conversation/conversation-figures.repository.ts';
import { addParticipationsSql } from '../src/conversation/participation.sql.ts';
import { MessageFigures } from '../src/message/message-figures.repository.ts';
import { FigureReader } from '../src/rollup/figure-reader.repository.ts';
import { TallyFigures } from '../src/rollup/tally-figures.repository.ts';
import { TagFigureReader } from '../src/tag/tag-figures.repository.ts';
import { byDay, byHour, byMonth, byWeek, wholeWindow } from '../src/window/cells.ts';
import { last7WholeDays, last30Days, last30WholeDays, last366Days } from '../src/window/window.ts';
import { Zone } from '../src/window/zone.ts';
import { type Analytics, startTestAnalytics } from './analytics-harness.ts';

/** Requests per project, over a year; one in fifty is of agent 7, and one activity in thirty is rare. */
const requests = 12_000;
const senders = 50;
const ofAgent = requests / senders;
const ofDay = Math.ceil(requests / 365);
const perPage = 40;
const department = 'sales';
const participant = 'agent-7';

/** Tables that grow with traffic. */
const counted = ['request_fact', 'participation', 'message_fact', 'activity', 'activity_agent'];

const dayMs = 86_400_000;
/** Noon of yesterday: the number of rows depends on the time of day. */
const now = Math.floor(Date.now() / dayMs) * dayMs - dayMs / 2;

const { projectId } = personasOf();
const question = { id_project: projectId };
let service: Analytics;

beforeAll(async () => {
  service = await startTestAnalytics();
  const strangers = Array.from({ length: 2 }, () => personasOf().projectId);
  await fill([projectId, ...strangers]);
}, 240_000);
afterAll(() => service?.stop());

/** Interleaved projects, as events would have filled them. */
async function fill(projects: readonly string[]): Promise<void> {
  const id = `lpad(to_hex(n), 24, '0')`;
  const at = `to_timestamp(${now / 1_000}) - n * interval '365 days' / ${requests}`;
  const each = `from generate_series($1::int, $2::int) n cross join unnest($3::text[]) p`;
  const texts = [
    `insert into request_fact (id_project, id, request_id, version, is_counted, created_at, told_at, department, channel, status,
       has_bot, participants, tags, waiting_ms, duration_ms, duration_class, rating)
     select p, ${id}, p || n, 1, true, ${at}, ${at}, (array['${department}', ''])[n % 2 + 1], 'chat21', 1000, false,
       array['agent-' || n % 50], array['t' || n % 9], 5, n * 1000, ln(n) * 20, 3 ${each}`,
    `insert into message_fact (id_project, id, request, sender, channel, is_received, is_counted, created_at, told_at)
     select p, ${id}, ${id}, 'agent-' || n % 50, 'chat21', true, true, ${at}, ${at} ${each}`,
    `insert into activity (id_project, id, created_at, verb, actor, target, agents)
     select p, ${id}, ${at}, case when n % 30 = 0 then 'REQUEST_REOPEN' else 'REQUEST_CLOSE' end, '{}', '{}',
       array['agent-' || n % 50] ${each}`,
    `insert into activity_agent (id_project, agent, created_at, id, verb)
     select p, 'agent-' || n % 50, ${at}, ${id}, case when n % 30 = 0 then 'REQUEST_REOPEN' else 'REQUEST_CLOSE' end ${each}`,
    `insert into request_delta (id_project, sign, quarter, department, channel, status, has_bot, waiting_ms, duration_ms,
       duration_class, rating)
     select p, 1, floor(date_part('epoch', ${at}) / 900), (array['${department}', ''])[n % 2 + 1], 'chat21', 1000, false, 5,
       n * 1000, ln(n) * 20, 3 ${each}`,
    `insert into tally_delta (id_project, metric, label, quarter, total, part)
     select p, metric, 'x', floor(date_part('epoch', ${at}) / 900), 1, 0 ${each} cross join unnest('{messages,activities}'::text[]) metric`,
  ];
  // In batches, so that no statement runs long, even on a busy machine.
  const part = 3_000;
  for (let from = 1; from < requests; from += part) {
    for (const text of texts) await service.db.query(text, [from, from + part - 1, projects]);
  }
  await service.db.query(addParticipationsSql());
  await service.runJob('foldRollups');
  await service.db.query('vacuum analyze');
}

/** Runs queries on a database. */
function over(db: Database) {
  const reader = new FigureReader(db, () => now);
  const tallies = new TallyFigures(reader);
  return {
    conversations: new ConversationFigures(reader),
    messages: new MessageFigures(reader, tallies),
    tags: new TagFigureReader(reader),
    activities: new ActivityQueries(reader, tallies, service.db),
  };
}

type Asked = ReturnType<typeof over>;

const year = { from: now - 366 * dayMs, until: now + 1, zone: new Zone('UTC'), isRolling: true };
const page = {
  page: 0,
  limit: perPage,
  sortField: undefined,
  sort: undefined,
  direction: undefined,
  cursor: undefined,
};
const activities = (asked: Asked, more: object, query: object = {}) =>
  asked.activities.list({ projectId, window: year, ...more }, { ...page, ...query });

/** Queries, with the maximum number of rows of facts and activities to read. */
const questions: [name: string, most: number, ask: (asked: Asked) => Promise<unknown>][] = [
  ['counts of 30 days', ofDay, ({ conversations }) => conversations.groups(question, last30Days, wholeWindow)],
  ['counts of days', 0, ({ conversations }) => conversations.groups(question, last30WholeDays, byDay)],
  ['counts of weeks', 0, ({ conversations }) => conversations.groups(question, last366Days('week'), byWeek)],
  ['counts of months', 0, ({ conversations }) => conversations.groups(question, last366Days('month'), byMonth)],
  ['counts of hours', 0, ({ conversations }) => conversations.groups(question, last30WholeDays, byHour)],
  [
    'counts of a department by day, in a zone of quarters',
    0,
    ({ conversations }) =>
      conversations.groups({ ...question, department_id: department, tz: 'Asia/Kathmandu' }, last30WholeDays, byDay),
  ],
  [
    'the median of 30 days: what is left of two days, and a class',
    8 * ofDay,
    ({ conversations }) => conversations.percentileGroups(question, last30Days, wholeWindow),
  ],
  [
    'the median of a department',
    16 * ofDay,
    ({ conversations }) =>
      conversations.percentileGroups({ ...question, department_id: department }, last30Days, wholeWindow),
  ],
  [
    'medians and percentiles of days that are none of UTC: the facts of 30 days, and two classes of each',
    80 * ofDay,
    ({ conversations }) => conversations.percentileGroups({ ...question, tz: 'Europe/Rome' }, last30WholeDays, byDay),
  ],
  [
    'weeks of an agent: their conversations',
    ofAgent,
    ({ conversations }) => conversations.groups({ ...question, participant }, last366Days('week'), byWeek),
  ],
  [
    'medians of the months of an agent: the same twice',
    2 * ofAgent,
    ({ conversations }) => conversations.percentileGroups({ ...question, participant }, last366Days('month'), byMonth),
  ],
  [
    'departments of 30 days: rollups, and a class for each percentile',
    32 * ofDay,
    ({ conversations }) => conversations.departments(question, last30WholeDays, 200),
  ],
  [
    'participants of 30 days: their participations',
    32 * ofDay,
    ({ conversations }) => conversations.participants(question, last30WholeDays, 200),
  ],
  ['messages of 30 days', ofDay, ({ messages }) => messages.groups(question, last30Days, wholeWindow)],
  [
    'messages of a sender',
    ofAgent,
    ({ messages }) => messages.groups({ ...question, sender: participant }, last30WholeDays, byDay),
  ],
  [
    'who has sent the most: 30 days',
    // Their names: the newest message of each, and at most the one before.
    31 * ofDay + 2 * senders,
    ({ messages }) => messages.senders(question, last30WholeDays, 200),
  ],
  ['tags of a week', 8 * ofDay, ({ tags }) => tags.series(question, last7WholeDays)],
  ['activities', 3 * perPage, (asked) => activities(asked, {})],
  ['activities by verb', 3 * perPage, (asked) => activities(asked, {}, { sortField: 'verb' })],
  [
    'activities of two rare verbs',
    4 * perPage,
    (asked) => activities(asked, { verbs: ['REQUEST_REOPEN', 'FAQ_KB_CREATE'] }),
  ],
  [
    'activities of an agent: all of theirs are counted',
    ofAgent + 3 * perPage,
    (asked) => activities(asked, { agent: participant }),
  ],
  [
    'activities of an agent by verb',
    2 * ofAgent + 2 * perPage,
    (asked) => activities(asked, { agent: participant, verbs: ['REQUEST_CLOSE'] }, { sortField: 'verb' }),
  ],
];

it.each(questions)('reads no more rows than needed, however many there are: %s', async (_name, most, ask) => {
  const plans = await plansOf<Database>(service.db, (db) => ask(over(db)));
  const scans = tableScansOf(plans).map((node) => `${node['Node Type']} ${node['Relation Name']}`);
  expect(scans.length).toBeGreaterThan(0);
  expect(scans).not.toContainEqual(expect.stringMatching(/^Seq Scan (?!\w+_delta)/));
  expect(rowsMet(plans, counted)).toBeLessThanOrEqual(most);
});

it('answers for one agent from an index alone, however many their conversations', async () => {
  const asked = { ...question, participant, department_id: '', channel: 'chat21' };
  const plans = await plansOf<Database>(service.db, (db) =>
    over(db).conversations.percentileGroups(asked, last366Days('month'), byMonth),
  );
  const read = tableScansOf(plans).map((node) => [node['Node Type'], node['Relation Name'], node['Heap Fetches']]);
  expect(read).toEqual(plans.map(() => ['Index Only Scan', 'participation', 0]));
  expect(rowsMet(plans)).toBe(2 * ofAgent);
});
