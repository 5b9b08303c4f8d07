import { actionTypes } from '@parley/contracts';
import { amountOf } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import type { TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

const amount = amountOf({ quick: 8, soak: 100, full: 1_000 });
/** Of one dry run. */
const most = 50;

type Action = { type: string } & Record<string, unknown>;

/** Every table of a project that actions write, row by row. */
async function tablesOf({ projectId }: TestProject): Promise<Record<string, unknown>> {
  const names = [
    ...[
      'request',
      'request_head',
      'message',
      'request_history',
      'seat',
      'rule_run',
      'rule_due',
      'custom_event',
      'mention',
    ],
    ...['request_reader', 'survey_ask', 'scheduled_message', 'clock', 'service_level', 'ticket_counter', 'feed_change'],
  ];
  const rows = names.map(async (name) => [
    name,
    await service.db.query(`select md5(t::text) from ${name} t where id_project = $1 order by 1`, [projectId]),
  ]);
  const ids = service.db.query('select id from outbox where id_project = $1 order by id', [projectId]);
  return { ...Object.fromEntries(await Promise.all(rows)), outbox: await ids };
}

it('says of every action, on many requests, what the real run then does, and changes nothing', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { ada, linus } = project.personas;
  const bot = await harness.addBot(project);
  const as = service.as(ada);
  const targets = { default: { resolution: 3_600_000 } };
  const { _id: policy } = (await as.createSlaPolicy({}, { body: { name: 'Gold', targets, enabled: false } })).body;
  const { _id: survey } = (await as.createSurvey({}, { body: { name: 'By hand' } })).body;
  const open: Action[] = [
    { type: 'add_tags', tags: ['vip', 'late'] },
    { type: 'remove_tags', tags: ['late'] },
    { type: 'add_note', text: 'Noted', mentions: [ada.id] },
    { type: 'send_message', text: 'Noted' },
    { type: 'set_priority', priority: 'urgent' },
    { type: 'set_subject', subject: 'Parcel' },
    { type: 'set_attributes', attributes: { order: 7 } },
    { type: 'set_department', department: 'default' },
    { type: 'assign', to: linus.id },
    { type: 'add_participant', member: ada.id },
    { type: 'remove_participant', member: ada.id },
    { type: 'add_follower', member: ada.id },
    { type: 'set_sla', policy },
    { type: 'notify', people: ['admins'], text: 'Look' },
    { type: 'emit', name: 'noted', attributes: { n: 1 } },
    { type: 'snooze', in: 60_000 },
    { type: 'wake' },
    { type: 'hand_to_bot', bot },
    { type: 'close' },
    { type: 'reopen' },
  ];
  const closed: Action[] = [{ type: 'send_survey', survey }];
  expect([...new Set([...open, ...closed].map(({ type }) => type))].sort()).toEqual([...actionTypes].sort());
  const last = await harness.conversation(project);
  const opened: string[] = [];
  while (opened.length < amount - 1) opened.push(await harness.conversation(project));
  await as.closeRequest({ request_id: last });
  await harness.queueIdle();

  const tried = new Map<string, unknown>();
  const slices = Array.from({ length: Math.ceil(opened.length / most) }, (_, nth) =>
    opened.slice(nth * most, (nth + 1) * most),
  );
  for (const [actions, on] of [...slices.map((some) => [open, some] as const), [closed, [last]] as const]) {
    const rule = { name: 'Try', on: ['request.rated'], filters: [], actions };
    const before = await tablesOf(project);
    const { body } = await as.dryRunRule({}, { body: { rule, requests: on } as never });
    await harness.queueIdle();
    expect(await tablesOf(project)).toEqual(before);
    expect(body).toMatchObject({ evaluated: on.length, matched: on.length });
    for (const { request_id, outcome } of body.results) {
      expect(outcome).toEqual(actions.map(({ type }) => ({ type, ok: true, changed: expect.any(Boolean) })));
      tried.set(request_id, outcome);
    }
    const { body: made } = await as.createRule({}, { body: { ...rule, enabled: true } as never });
    for (const request_id of on) await as.updateRequest({ request_id }, { body: { rating: 4 } });
    for (let round = 0; round < 4; round++) await service.runJob('runRules');
    for (const request_id of on) {
      const { body: runs } = await as.listRequestRuleRuns({ request_id });
      expect(runs.runs.map(({ result, actions: done }) => [result, done])).toEqual([
        ['applied', tried.get(request_id)],
      ]);
    }
    await as.deleteRule({ rule_id: made._id });
  }
}, 300_000);
