import { RuleStory, say, tag } from '../../test/rule-story.ts';
import { seen } from '../../test/seen.ts';

let story: RuleStory;
beforeAll(async () => {
  story = await RuleStory.begin();
});

describe('a rule', () => {
  it('ends by itself: one that triggers itself after one run, a ring of two after one each', async () => {
    const { project, request_id, vera, ada } = await story.withRules([
      { on: ['message.created'], actions: [say('Me again')] },
    ]);
    await story.settle();
    await story.as(vera).sendMessage({ request_id, text: 'Hello?' });
    await story.settle();
    const { body } = await story.as(vera).listMessages({ request_id });
    expect(body.filter(({ text }) => text === 'Me again')).toHaveLength(2);
    expect(new Set((await story.runsOn(ada, request_id)).map(({ result, why }) => `${result} ${why}`))).toEqual(
      new Set(['applied undefined', 'suppressed chain']),
    );

    const ring = await story.withRules([
      {
        on: ['request.updated'],
        filters: [{ field: 'priority', operator: '=', value: 'urgent' }],
        actions: [{ type: 'set_priority', priority: 'low' }],
      },
      {
        on: ['request.updated'],
        filters: [{ field: 'priority', operator: '=', value: 'low' }],
        actions: [{ type: 'set_priority', priority: 'urgent' }],
      },
    ]);
    await story.as(ring.ada).updateRequest({ request_id: ring.request_id }, { body: { priority: 'urgent' } });
    await story.settle();
    const results = (await story.runsOn(ring.ada, ring.request_id)).map(({ result }) => result);
    expect(results.toSorted()).toEqual(['applied', 'applied', 'suppressed']);
    expect(project.projectId).not.toBe(ring.project.projectId);
  });

  it('ends a ring of fifty at depth eight', async () => {
    const ring = Array.from({ length: 50 }, (_, place) => ({
      on: ['request.updated'],
      filters: [{ field: 'tags', operator: '=', value: `t${place}` }],
      match: 'all',
      actions: [{ type: 'remove_tags', tags: [`t${place}`] }, tag(`t${(place + 1) % 50}`)],
    }));
    const { request_id, ada } = await story.withRules(ring);
    await story.as(ada).addRequestTags({ request_id, items: undefined } as never, { body: ['t0'] } as never);
    await story.settle(20);
    const runs = await story.runsOn(ada, request_id);
    expect(runs.filter(({ result }) => result === 'applied')).toHaveLength(8);
  });

  it('is suppressed for a while when credentials of a person feed it', async () => {
    const { request_id, ada, vera } = await story.withRules([
      {
        on: ['message.created'],
        filters: [{ field: 'message.sender_kind', operator: '=', value: 'requester' }],
        actions: [say()],
      },
    ]);
    for (let count = 0; count < 24; count++) await story.as(vera).sendMessage({ request_id, text: `Again ${count}` });
    await story.settle();
    const runs = await story.runsOn(ada, request_id);
    const of = (result: string) => runs.filter((run) => run.result === result);
    expect([of('applied').length, of('suppressed').length]).toEqual([20, 5]);
    expect(of('suppressed')[0]).toMatchObject({ why: 'rate', loopSuspected: true });
  });
});

it('ends after a hundred runs a day where a timer closes what a rule reopens', async () => {
  const project = await story.harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { projectId } = project;
  const as = story.as(project.personas.ada);
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
  const request_id = await story.harness.conversation(project);
  await story.service.runJob('runRules');
  /** The timer comes due, and a quarter of an hour passes: slowly enough for twenty runs in ten minutes, and all in one day. */
  const cycle = async () => {
    await story.service.db.query(`update rule_due set due_at = due_at - interval '1 minute' where id_project = $1`, [
      projectId,
    ]);
    for (const job of ['runDueRules', 'runRules', 'runRules']) await story.service.runJob(job);
    await story.service.db.query(
      `update rule_run set created_at = created_at - interval '12 minutes' where id_project = $1`,
      [projectId],
    );
  };
  const runs = async () => {
    const text = `select u.record->'rule'->>'name' as rule, u.result, u.record->>'why' as why, u.record->>'loopSuspected' as suspected,
        count(*)::int as count from rule_run u where u.id_project = $1 group by 1, 2, 3, 4 order by 1, 2`;
    return story.service.db.query<{ rule: string; result: string }>(text, [projectId]);
  };
  const ended = [
    { rule: 'Closes', result: 'applied', why: null, suspected: null, count: 100 },
    { rule: 'Closes', result: 'suppressed', why: 'rate', suspected: 'true', count: 1 },
    { rule: 'Reopens', result: 'applied', why: null, suspected: null, count: 100 },
  ];
  for (let cycles = 0; cycles < 101; cycles++) await cycle();
  expect(await runs()).toEqual(ended);
  expect((await seen(story.service, project, request_id)).status).toBe(200);
  await cycle();
  expect(await runs()).toEqual(ended);
});
