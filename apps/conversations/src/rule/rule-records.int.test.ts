import { type Actor, ruleCreated, ruleDeleted, ruleUpdated } from '@parley/contracts';

import { RuleStory, say, tag } from '../../test/rule-story.ts';
import { newRequestId } from '../../test/test-project.ts';

let story: RuleStory;
beforeAll(async () => {
  story = await RuleStory.begin();
});

describe('a dry run', () => {
  it('changes nothing, and tells what the real run then does', async () => {
    const { project, request_id, ada, alan, now } = await story.withRules([], (one) =>
      one.addMember({ actor: one.personas.alan, available: false, limit: 0 }),
    );
    const closed = await story.harness.conversation(project);
    await story.as(ada).closeRequest({ request_id: closed });
    const definition = {
      name: 'Try',
      on: ['request.rated'],
      filters: [
        { field: 'event.actor_type', operator: '=', value: 'team' },
        { field: 'status', operator: '!=', value: '1000' },
      ],
      actions: [
        ...[tag('x'), { type: 'add_note', text: 'x' }, say(), { type: 'set_priority', priority: 'low' }],
        ...[
          { type: 'set_subject', subject: 'x' },
          { type: 'set_attributes', attributes: { x: 1 } },
        ],
        ...[
          { type: 'add_follower', member: ada.id },
          { type: 'notify', people: ['admins'], text: 'x' },
        ],
        ...[{ type: 'emit', name: 'x' }, { type: 'snooze', in: 60_000 }, { type: 'wake' }, { type: 'close' }],
        ...[{ type: 'reopen' }, { type: 'assign', to: alan.id }],
      ],
    };
    const tables = async () => {
      const names = ['request', 'request_head', 'message', 'request_history', 'seat', 'rule_run', 'custom_event'];
      return Promise.all(
        [
          ...names.map((name) => `select md5(t::text) from ${name} t where id_project = $1 order by 1`),
          'select id from outbox where id_project = $1 order by id',
        ].map((text) => story.service.db.query(text, [project.projectId])),
      );
    };
    await story.harness.queueIdle();
    const before = await tables();
    const tried = await story
      .as(ada)
      .dryRunRule({}, { body: { rule: definition, requests: [request_id, closed, 'none'] } });
    await story.harness.queueIdle();
    expect(await tables()).toEqual(before);
    expect(tried.body).toMatchObject({ evaluated: 2, matched: 1 });
    const [one, two] = tried.body.results;
    expect(two).toMatchObject({ request_id: closed, matched: false, outcome: [] });

    await story.ruleOf(ada, definition);
    await story.as(ada).updateRequest({ request_id }, { body: { rating: 1 } });
    await story.settle();
    const [run] = await story.runsOn(ada, request_id);
    expect(run?.actions).toEqual(one?.outcome);
    expect(run).toMatchObject({ result: 'failed', why: 'capacity_reached' });
    expect((await now()).tags).toEqual([]);
  });
});

describe('rules', () => {
  it('are made, changed, ordered and deleted by admins, and announced', async () => {
    const { project, ada, linus } = await story.withRules([]);
    const id = await story.ruleOf(ada, { on: ['request.created'], actions: [say()], enabled: false });
    const { body } = await story.as(ada).updateRule({ rule_id: id }, { body: { name: 'Other', stop: true } });
    expect(body).toMatchObject({ __v: 1, name: 'Other', stop: true, enabled: false });
    expect((await story.as(linus).listRules({})).body.rules).toMatchObject([{ _id: id }]);
    await story.as(ada).deleteRule({ rule_id: id });
    expect(await story.as(ada).getRule({ rule_id: id })).toMatchObject({
      status: 404,
      body: { code: 'rule_not_found' },
    });
    const announced = [ruleCreated, ruleUpdated, ruleDeleted].map((event) =>
      story.service.outbox(event, project.projectId),
    );
    expect((await Promise.all(announced)).map((events) => events.length)).toEqual([1, 1, 1]);
  });

  it.each<[string, object, string]>([
    ['a timer beside an event', { on: ['timer', 'request.closed'], timer: { since: 'created', ms: 60_000 } }, 'on'],
    ['a timer without its time', { on: ['timer'] }, 'timer'],
    ['a time without a timer', { timer: { since: 'created', ms: 60_000 } }, 'timer'],
    ['an unknown event', { on: ['request.flown'] }, 'on[0]'],
    ['an unknown field', { filters: [{ field: 'event.secret', operator: '=', value: 'x' }] }, 'filters[0].field'],
    [
      'an operator of another class',
      { filters: [{ field: 'message.first', operator: '>', value: true }] },
      'filters[0].operator',
    ],
    ['itself as assignee', { actions: [{ type: 'assign', to: 'me' }] }, 'actions[0].to'],
    ['a person as sender', { actions: [{ ...say(), sender: 'linus' }] }, 'actions[0].sender'],
  ])('with %s are refused', async (_, more, param) => {
    const { ada } = await story.withRules([]);
    const { status, body } = await story
      .as(ada)
      .createRule({}, { body: { name: 'x', on: ['request.closed'], actions: [say()], ...more } });
    expect([status, (body as unknown as { errors: { param: string }[] }).errors[0]?.param]).toEqual([422, param]);
  });

  it('explain which of them would match a request, and show nothing of requests that a reader does not see', async () => {
    const { project, a, b } = await story.harness.twoGroups();
    const { ada, linus, alan } = project.personas;
    const rule_id = await story.ruleOf(ada, {
      on: ['request.rated'],
      filters: [{ field: 'rating', operator: '<', value: 3 }],
      actions: [tag('low')],
    });
    const request_id = newRequestId(project.projectId);
    await story.as(ada).createRequest({ request_id, first_text: 'Hello', departmentid: b });
    await story.as(ada).updateRequest({ request_id }, { body: { rating: 1 } });
    await story.settle();

    expect(await story.runsOn(alan, request_id)).toMatchObject([{ result: 'applied' }]);
    expect(await story.as(linus).listRequestRuleRuns({ request_id })).toMatchObject({ status: 404 });
    const runs = async (who: Actor) => (await story.as(who).listRuleRuns({ rule_id })).body;
    expect([(await runs(alan)).count, (await runs(linus)).count, (await runs(linus)).runs]).toEqual([1, 0, []]);
    const explain = (who: Actor) => story.as(who).explainRules({ request_id, on: 'request.rated' });
    expect(await explain(linus)).toMatchObject({ status: 404 });
    expect((await explain(alan)).body.rules).toMatchObject([{ matches: true }]);
    await story.as(ada).updateRequest({ request_id }, { body: { rating: 4 } });
    expect((await explain(alan)).body.rules).toMatchObject([{ matches: false, missing: 'filters[0]' }]);
    expect(a).not.toBe(b);
  });
});
