import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { seen } from '../../test/seen.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

it('ends after a hundred runs a day where a timer closes what a rule reopens', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { projectId } = project;
  const as = service.as(project.personas.ada);
  const timer = { since: 'assigned', ms: 60_000 } as const;
  const made = [
    await as.createRule(
      {},
      { body: { name: 'Closes', enabled: true, on: ['timer'], timer, actions: [{ type: 'close' }] } },
    ),
    await as.createRule(
      {},
      { body: { name: 'Reopens', enabled: true, on: ['request.closed'], actions: [{ type: 'reopen' }] } },
    ),
  ];
  expect(made.map(({ status }) => status)).toEqual([200, 200]);
  const request_id = await harness.conversation(project);
  await service.runJob('runRules');
  /** The timer comes due, and a quarter of an hour passes: slowly enough for twenty runs in ten minutes, and all in one day. */
  const cycle = async () => {
    await service.db.query(`update rule_due set due_at = due_at - interval '1 minute' where id_project = $1`, [
      projectId,
    ]);
    for (const job of ['runDueRules', 'runRules', 'runRules']) await service.runJob(job);
    await service.db.query(
      `update rule_run set created_at = created_at - interval '12 minutes' where id_project = $1`,
      [projectId],
    );
  };
  const runs = async () => {
    const text = `select u.record->'rule'->>'name' as rule, u.result, u.record->>'why' as why, u.record->>'loopSuspected' as suspected,
        count(*)::int as count from rule_run u where u.id_project = $1 group by 1, 2, 3, 4 order by 1, 2`;
    return service.db.query<{ rule: string; result: string }>(text, [projectId]);
  };
  const ended = [
    { rule: 'Closes', result: 'applied', why: null, suspected: null, count: 100 },
    { rule: 'Closes', result: 'suppressed', why: 'rate', suspected: 'true', count: 1 },
    { rule: 'Reopens', result: 'applied', why: null, suspected: null, count: 100 },
  ];
  for (let cycles = 0; cycles < 101; cycles++) await cycle();
  expect(await runs()).toEqual(ended);
  expect((await seen(service, project, request_id)).status).toBe(200);
  await cycle();
  expect(await runs()).toEqual(ended);
});
