import { ruleSuspended } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { runRules } from '../../test/rule-rounds.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

const minute = 60_000;
const occasions = {
  events: { on: ['message.created'] },
  timers: { on: ['timer'], timer: { since: 'created', ms: minute } },
};

it.each(Object.entries(occasions))('is out of use after 10,000 applied runs in an hour: %s', async (_, occasion) => {
  const { projectId, personas } = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const as = service.as(personas.ada);
  const body = { name: 'Busy', enabled: true, actions: [{ type: 'add_note', text: 'Seen' }], ...occasion };
  const rule_id: string = (await as.createRule({}, { body })).body._id;
  const state = async () => (await as.getRule({ rule_id })).body;

  /** Runs of other conversations, within the hour or before it. */
  const ran = (count: number, minutesAgo: number) =>
    service.db.query(
      `insert into rule_run (id_project, id, rule, request, event, chain, result, record, created_at)
       select $1, 'run' || n || $4, $2, 'request' || n, 'event' || n || $4, 'event' || n || $4, 'applied', '{}',
         now() - make_interval(mins => $4::int) from generate_series(1, $3::int) n`,
      [projectId, rule_id, count, minutesAgo],
    );
  const applyTo = async (conversations: number) => {
    const project = { projectId, personas } as Parameters<typeof harness.conversation>[0];
    for (let count = 0; count < conversations; count++) await harness.conversation(project);
    await runRules([service], 12);
    await service.db.query(`update rule_due set due_at = now() - interval '1 s' where id_project = $1`, [projectId]);
    await service.runJob('runDueRules');
    await runRules([service], 12);
  };

  await ran(20_000, 61);
  await ran(9_995, 59);
  await applyTo(4);
  expect(await state()).toMatchObject({ enabled: true, stats: { applied: 4 } });
  await applyTo(1);
  expect(await state()).toMatchObject({ enabled: false, suspended: { reason: 'rate' }, stats: { applied: 5 } });
  expect(await service.outbox(ruleSuspended, projectId)).toHaveLength(1);
});
