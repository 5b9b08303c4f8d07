import { type Actor, ruleCreated, ruleDeleted, ruleRan, ruleSuspended, ruleUpdated } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { runRules } from '../../test/rule-rounds.ts';
import { seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
});

type Definition = { on: string[]; actions: ({ type: string } & Record<string, unknown>)[] } & Record<string, unknown>;

/** A request of vera that linus serves, in a project with these rules. */
async function withRules(definitions: Definition[], setUp: (project: TestProject) => void = () => undefined) {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    setUp(one);
  });
  const rules: string[] = [];
  for (const definition of definitions) rules.push(await ruleOf(project.personas.ada, definition));
  const request_id = await harness.conversation(project);
  return { project, rules, request_id, now: () => seen(service, project, request_id), ...project.personas };
}

async function ruleOf(author: Actor, definition: Definition): Promise<string> {
  const body = { name: 'A rule', enabled: true, ...definition };
  const { status, body: made } = await service.as(author).createRule({}, { body });
  expect([status, made]).toMatchObject([200, { name: body.name, enabled: body.enabled }]);
  return made._id;
}

/** Rounds on both replicas, as long as rules answer each other. */
async function settle(rounds = 12): Promise<void> {
  await runRules([service, other], rounds);
  await harness.queueIdle();
}

const say = (text = 'Noted.') => ({ type: 'send_message', text });
const tag = (...tags: string[]) => ({ type: 'add_tags', tags });
const runsOn = async (who: Actor, request_id: string) =>
  (await service.as(who).listRequestRuleRuns({ request_id })).body.runs;

/** Advances the due times of rules that wait. */
async function pass({ projectId }: TestProject, seconds: number): Promise<void> {
  await service.db.query(`update rule_due set due_at = due_at - $2::int * interval '1 second' where id_project = $1`, [
    projectId,
    seconds,
  ]);
  await Promise.all([service, other].map((replica) => replica.runJob('runDueRules')));
}

describe('a rule', () => {
  it('is skipped as a whole where the window of the channel has closed, and is not suspended for it', async () => {
    const { project, request_id, now, vera, linus, rules } = await withRules([
      { on: ['message.created'], actions: [tag('seen'), say()] },
    ]);
    await settle(2);
    const { robby, ada } = project.personas;
    await service.as(robby).updateRequest({ request_id, tags: [], channel_window: { templates_only: true } });
    for (let nth = 0; nth < 21; nth += 1) await service.as(vera).sendMessage({ request_id, text: `Hello ${nth}` });
    await settle();
    const runs = await runsOn(linus, request_id);
    expect(runs.slice(0, 21).map(({ result, why }) => [result, why])).toEqual(
      Array(21).fill(['skipped', 'window_closed']),
    );
    expect((await now()).tags).toEqual([]);
    const { body: rule } = await service.as(ada).getRule({ rule_id: rules[0] ?? '' });
    expect(rule).not.toHaveProperty('suspended');
  });

  it('answers each message of the customer once, on whatever replica, and is nobody’s answer', async () => {
    const { project, request_id, rules, now, vera, linus } = await withRules([
      {
        on: ['message.created'],
        filters: [{ field: 'message.sender_kind', operator: '=', value: 'requester' }],
        actions: [say('Thank you, {{lead.fullname}}.')],
      },
    ]);
    await settle();
    for (const text of ['One', 'Two', 'Three']) {
      await service.as(vera).sendMessage({ request_id, text });
      await settle(2);
      // The same events again, as after a crash.
      await service.db.query('update rule_state set seq = seq - 200');
      await settle(2);
    }
    const { body: messages } = await service.as(vera).listMessages({ request_id });
    const said = messages.filter(({ text }) => text === 'Thank you, Vera.');
    expect(said).toHaveLength(4);
    expect(said[0]).toMatchObject({ sender: 'system', senderFullname: 'System' });
    const request = await now();
    expect(request).toMatchObject({ waiting_for: 'team' });
    expect([request.first_response_at, request.waiting_time, request.last_team_at]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const { body: full } = await service.as(linus).listMessages({ request_id });
    const [message] = full.filter(({ text }) => text === 'Thank you, Vera.');
    expect(message).toMatchObject({ createdBy: `rule_${rules[0]}`, attributes: { automation: { rule: rules[0] } } });
    expect((await service.outbox(ruleRan, project.projectId)).map(({ data }) => data.run.result)).toEqual(
      Array(4).fill('applied'),
    );
    const { body: history } = await service.as(linus).listRequestHistory({ request_id });
    expect(history.filter(({ verb }) => verb === 'RULE_RUN')).toHaveLength(4);
    expect(history.find(({ verb }) => verb === 'RULE_RUN')).toMatchObject({
      actor: { type: 'system', id: `rule_${rules[0]}`, name: 'A rule' },
      decision: { rule: rules[0], version: 0 },
    });
  });

  it('does not move the idle time of its request', async () => {
    const { request_id, now } = await withRules([{ on: ['message.created'], actions: [say()] }]);
    const { _id } = await now();
    const activeAt = () => service.db.query('select active_at from request_head where id = $1', [_id]);
    const before = await activeAt();
    await settle();
    const { body } = await service.as((await withRules([])).ada).getRequest({ request_id });
    expect(body).toBeDefined();
    expect(await activeAt()).toEqual(before);
  });

  it('ends by itself: one that triggers itself after one run, a ring of two after one each', async () => {
    const { project, request_id, vera, ada } = await withRules([
      { on: ['message.created'], actions: [say('Me again')] },
    ]);
    await settle();
    await service.as(vera).sendMessage({ request_id, text: 'Hello?' });
    await settle();
    const { body } = await service.as(vera).listMessages({ request_id });
    expect(body.filter(({ text }) => text === 'Me again')).toHaveLength(2);
    expect(new Set((await runsOn(ada, request_id)).map(({ result, why }) => `${result} ${why}`))).toEqual(
      new Set(['applied undefined', 'suppressed chain']),
    );

    const ring = await withRules([
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
    await service.as(ring.ada).updateRequest({ request_id: ring.request_id }, { body: { priority: 'urgent' } });
    await settle();
    const results = (await runsOn(ring.ada, ring.request_id)).map(({ result }) => result);
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
    const { request_id, ada } = await withRules(ring);
    await service.as(ada).addRequestTags({ request_id, items: undefined } as never, { body: ['t0'] } as never);
    await settle(20);
    const runs = await runsOn(ada, request_id);
    expect(runs.filter(({ result }) => result === 'applied')).toHaveLength(8);
  });

  it('is suppressed for a while when credentials of a person feed it', async () => {
    const { request_id, ada, vera } = await withRules([
      {
        on: ['message.created'],
        filters: [{ field: 'message.sender_kind', operator: '=', value: 'requester' }],
        actions: [say()],
      },
    ]);
    for (let count = 0; count < 24; count++) await service.as(vera).sendMessage({ request_id, text: `Again ${count}` });
    await settle();
    const runs = await runsOn(ada, request_id);
    const of = (result: string) => runs.filter((run) => run.result === result);
    expect([of('applied').length, of('suppressed').length]).toEqual([20, 5]);
    expect(of('suppressed')[0]).toMatchObject({ why: 'rate', loopSuspected: true });
  });

  it('judges the event as it was and the request as it is, in the order of the rules', async () => {
    const urgent = [{ field: 'priority', operator: '=', value: 'urgent' }];
    const { project, request_id, rules, now, ada } = await withRules([
      { name: 'A', on: ['request.rated'], actions: [{ type: 'set_priority', priority: 'urgent' }] },
      { name: 'B', on: ['request.rated'], filters: urgent, actions: [tag('b')] },
      { name: 'C', on: ['request.rated'], filters: [{ ...urgent[0], operator: '!=' }], actions: [tag('c')] },
      { name: 'D', on: ['request.rated'], actions: [tag('d')], stop: true },
      { name: 'E', on: ['request.rated'], actions: [tag('e')] },
    ]);
    const rate = (rating: number) => service.as(ada).updateRequest({ request_id }, { body: { rating } });
    await rate(1);
    await settle();
    // B did not see an urgent request, C acted on none that was not, E never saw the event.
    expect((await now()).tags.map(({ tag: name }) => name)).toEqual(['d']);
    const results = (await runsOn(ada, request_id)).map(({ rule, result, why }) => [rule.name, result, why]);
    expect(results.toSorted()).toEqual([
      ['A', 'applied', undefined],
      ['C', 'skipped', 'changed'],
      ['D', 'applied', undefined],
    ]);
    const [a = '', b = '', c = '', d = '', e = ''] = rules;
    const order = (ids: string[]) => service.as(ada).orderRules({}, { body: ids });
    expect(await order([a, b])).toMatchObject({ status: 409, body: { code: 'order_stale' } });
    expect((await order([e, d, c, b, a])).status).toBe(200);
    await rate(2);
    await settle();
    expect((await now()).tags.map(({ tag: name }) => name)).toEqual(['d', 'e']);
    expect(project.projectId).toBeDefined();
  });

  it('is applied whole, or fails without a trace but its run', async () => {
    const { request_id, rules, now, ada, alan } = await withRules(
      [{ on: ['request.rated'], actions: [tag('tried'), say('Tried'), { type: 'assign', to: 'me' }] }].map((rule) => ({
        ...rule,
        enabled: false,
        actions: [tag('tried'), say('Tried')],
      })),
      (one) => one.addMember({ actor: one.personas.alan, available: false, limit: 0 }),
    );
    const [id = ''] = rules;
    const actions = [tag('tried'), say('Tried'), { type: 'assign', to: alan.id }];
    await service.as(ada).updateRule({ rule_id: id }, { body: { enabled: true, actions } });
    for (let rating = 0; rating < 4; rating++) {
      await service.as(ada).updateRequest({ request_id }, { body: { rating } });
      await settle(1);
    }
    expect((await now()).tags).toEqual([]);
    const runs = await runsOn(ada, request_id);
    expect(runs.map(({ result, why }) => [result, why])).toEqual(Array(4).fill(['failed', 'capacity_reached']));
    expect(runs[0]?.actions.map(({ ok }) => ok)).toEqual([true, true, false]);
    expect((await service.as(ada).getRule({ rule_id: id })).body.stats).toMatchObject({
      ...{ evaluated: 4, matched: 4, applied: 0, failed: 4 },
    });
  });

  it('is suspended after twenty failures in a row, which admins are told', async () => {
    const { project, rules, ada, grace, alan } = await withRules(
      [{ on: ['request.created'], actions: [say()] }],
      (one) => one.addMember({ actor: one.personas.alan, available: false, limit: 0 }),
    );
    const [id = ''] = rules;
    await service.as(ada).updateRule({ rule_id: id }, { body: { actions: [{ type: 'assign', to: alan.id }] } });
    for (let count = 0; count < 25; count++) await harness.conversation(project);
    await settle();

    const { body } = await service.as(ada).getRule({ rule_id: id });
    expect(body).toMatchObject({ enabled: false, suspended: { reason: 'failing' } });
    expect(await service.outbox(ruleSuspended, project.projectId)).toHaveLength(1);
    const { body: mentioned } = await service.as(grace).listRequests({ mentioned: 'me' });
    expect(mentioned.requests).toHaveLength(1);
    const again = await service.as(ada).updateRule({ rule_id: id }, { body: { enabled: true } });
    expect(again.body.suspended).toBeUndefined();
  });

  it('waits, and does nothing when the conditions no longer hold or the customer was faster', async () => {
    const { project, request_id, now, ada, vera } = await withRules([
      { name: 'Plain', on: ['request.rated'], delay: 60_000, actions: [tag('plain')] },
      {
        name: 'Low',
        on: ['request.rated'],
        delay: 60_000,
        filters: [{ field: 'priority', operator: '!=', value: 'low' }],
        actions: [tag('low')],
      },
      {
        name: 'Silent',
        on: ['request.rated'],
        delay: 60_000,
        cancel_on: ['requester_message'],
        actions: [tag('silent')],
      },
    ]);
    await service.as(ada).updateRequest({ request_id }, { body: { rating: 1 } });
    await settle();
    await pass(project, 50);
    expect((await now()).tags).toEqual([]);
    await service.as(vera).sendMessage({ request_id, text: 'Sorry' });
    await service.as(ada).updateRequest({ request_id }, { body: { priority: 'low' } });
    await pass(project, 11);

    expect((await now()).tags.map(({ tag: name }) => name)).toEqual(['plain']);
    const results = (await runsOn(ada, request_id)).map(({ rule, result, why }) => [rule.name, result, why]);
    expect(results.toSorted()).toEqual([
      ['Low', 'skipped', 'changed'],
      ['Plain', 'applied', undefined],
      ['Silent', 'skipped', 'requester_message'],
    ]);
    await pass(project, 100);
    expect(await runsOn(ada, request_id)).toHaveLength(3);
  });

  it('runs once for a request, or once until it is reopened, if it says so', async () => {
    const { request_id, ada } = await withRules([
      { name: 'ever', on: ['request.rated'], once: 'request', actions: [{ type: 'add_note', text: 'ever' }] },
      { name: 'opening', on: ['request.rated'], once: 'opening', actions: [{ type: 'add_note', text: 'opening' }] },
    ]);
    const rate = async (rating: number) => {
      await service.as(ada).updateRequest({ request_id }, { body: { rating } });
      await settle(2);
    };
    await rate(1);
    await rate(2);
    await service.as(ada).closeRequest({ request_id });
    await service.as(ada).reopenRequest({ request_id });
    await rate(3);
    const applied = (await runsOn(ada, request_id)).filter(({ result }) => result === 'applied');
    expect(applied.map(({ rule }) => rule.name).toSorted()).toEqual(['ever', 'opening', 'opening']);
  });

  it('starts for no draft, preflight or imported request, nor for copied messages', async () => {
    const { project, ada, vera } = await withRules([
      { on: ['request.created', 'message.created'], actions: [{ type: 'add_note', text: 'ran' }] },
    ]);
    await settle();
    const hidden = newRequestId(project.projectId);
    await service.as(vera).sendMessage({ request_id: hidden, text: 'Psst', attributes: { subtype: 'info' } });
    await settle();
    expect((await seen(service, project, hidden)).notes).toEqual([]);
    // It becomes real by the first visible message: once.
    await service.as(vera).sendMessage({ request_id: hidden, text: 'Hello' });
    await settle();
    expect((await runsOn(ada, hidden)).filter(({ result }) => result === 'applied').length).toBeGreaterThan(0);
  });
});

describe('a timer', () => {
  const remind = {
    on: ['timer'],
    timer: { since: 'team_message', ms: 600_000 },
    actions: [say('Are you still there?')],
  };

  it('fires once for each anchor, and for none that has moved', async () => {
    const { project, request_id, ada, linus, vera } = await withRules([
      { ...remind, filters: [{ field: 'waiting_for', operator: '=', value: 'requester' }] },
    ]);
    const reminders = async () =>
      (await service.as(vera).listMessages({ request_id })).body.filter(({ text }) => text === 'Are you still there?')
        .length;
    await service.as(linus).sendMessage({ request_id, text: 'Which one?' });
    await settle();
    await pass(project, 590);
    expect(await reminders()).toBe(0);
    await pass(project, 20);
    await pass(project, 1_000);
    expect(await reminders()).toBe(1);
    await settle();
    await pass(project, 1_000);
    expect(await reminders()).toBe(1);

    // The next answer is another anchor; one that moves at the very time fires once for one of them.
    await service.as(linus).sendMessage({ request_id, text: 'Hello?' });
    await settle();
    await service.as(linus).sendMessage({ request_id, text: 'And now?' });
    await pass(project, 601);
    expect(await reminders()).toBe(1);
    await settle();
    await pass(project, 601);
    expect(await reminders()).toBe(2);
    expect((await runsOn(ada, request_id)).map(({ event }) => event.type)).toContain('timer');
  });

  it('never fires for a request that was closed before', async () => {
    const { project, request_id, linus, vera, ada } = await withRules([remind]);
    await service.as(linus).sendMessage({ request_id, text: 'Which one?' });
    await settle();
    await service.as(linus).closeRequest({ request_id });
    await pass(project, 700);
    const { body } = await service.as(vera).listMessages({ request_id });
    expect(body.filter(({ text }) => text === 'Are you still there?')).toEqual([]);
    expect((await runsOn(ada, request_id)).filter(({ result }) => result === 'applied')).toEqual([]);
  });

  it('waits for what is still to come when it is enabled, and not for what is over', async () => {
    const { project, request_id, linus, ada, vera } = await withRules([]);
    await service.as(linus).sendMessage({ request_id, text: 'Which one?' });
    await ruleOf(ada, remind);
    await pass(project, 601);
    const { body } = await service.as(vera).listMessages({ request_id });
    expect(body.filter(({ text }) => text === 'Are you still there?')).toHaveLength(1);
  });
});

describe('a dry run', () => {
  it('changes nothing, and tells what the real run then does', async () => {
    const { project, request_id, ada, alan, now } = await withRules([], (one) =>
      one.addMember({ actor: one.personas.alan, available: false, limit: 0 }),
    );
    const closed = await harness.conversation(project);
    await service.as(ada).closeRequest({ request_id: closed });
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
        ].map((text) => service.db.query(text, [project.projectId])),
      );
    };
    await harness.queueIdle();
    const before = await tables();
    const tried = await service
      .as(ada)
      .dryRunRule({}, { body: { rule: definition, requests: [request_id, closed, 'none'] } });
    await harness.queueIdle();
    expect(await tables()).toEqual(before);
    expect(tried.body).toMatchObject({ evaluated: 2, matched: 1 });
    const [one, two] = tried.body.results;
    expect(two).toMatchObject({ request_id: closed, matched: false, outcome: [] });

    await ruleOf(ada, definition);
    await service.as(ada).updateRequest({ request_id }, { body: { rating: 1 } });
    await settle();
    const [run] = await runsOn(ada, request_id);
    expect(run?.actions).toEqual(one?.outcome);
    expect(run).toMatchObject({ result: 'failed', why: 'capacity_reached' });
    expect((await now()).tags).toEqual([]);
  });
});

describe('rules', () => {
  it('are made, changed, ordered and deleted by admins, and announced', async () => {
    const { project, ada, linus } = await withRules([]);
    const id = await ruleOf(ada, { on: ['request.created'], actions: [say()], enabled: false });
    const { body } = await service.as(ada).updateRule({ rule_id: id }, { body: { name: 'Other', stop: true } });
    expect(body).toMatchObject({ __v: 1, name: 'Other', stop: true, enabled: false });
    expect((await service.as(linus).listRules({})).body.rules).toMatchObject([{ _id: id }]);
    await service.as(ada).deleteRule({ rule_id: id });
    expect(await service.as(ada).getRule({ rule_id: id })).toMatchObject({
      status: 404,
      body: { code: 'rule_not_found' },
    });
    const told = [ruleCreated, ruleUpdated, ruleDeleted].map((event) => service.outbox(event, project.projectId));
    expect((await Promise.all(told)).map((events) => events.length)).toEqual([1, 1, 1]);
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
    ['a person as sender', { actions: [{ ...say(), sender: 'somebody' }] }, 'actions[0].sender'],
  ])('with %s are refused', async (_, more, param) => {
    const { ada } = await withRules([]);
    const { status, body } = await service
      .as(ada)
      .createRule({}, { body: { name: 'x', on: ['request.closed'], actions: [say()], ...more } });
    expect([status, (body as unknown as { errors: { param: string }[] }).errors[0]?.param]).toEqual([422, param]);
  });

  it('explain which of them would match a request, and show nothing of requests that a reader does not see', async () => {
    const { project, a, b } = await harness.twoGroups();
    const { ada, linus, alan } = project.personas;
    const rule_id = await ruleOf(ada, {
      on: ['request.rated'],
      filters: [{ field: 'rating', operator: '<', value: 3 }],
      actions: [tag('low')],
    });
    const request_id = newRequestId(project.projectId);
    await service.as(ada).createRequest({ request_id, first_text: 'Hello', departmentid: b });
    await service.as(ada).updateRequest({ request_id }, { body: { rating: 1 } });
    await settle();

    expect(await runsOn(alan, request_id)).toMatchObject([{ result: 'applied' }]);
    expect(await service.as(linus).listRequestRuleRuns({ request_id })).toMatchObject({ status: 404 });
    const runs = async (who: Actor) => (await service.as(who).listRuleRuns({ rule_id })).body;
    expect([(await runs(alan)).count, (await runs(linus)).count, (await runs(linus)).runs]).toEqual([1, 0, []]);
    const explain = (who: Actor) => service.as(who).explainRules({ request_id, on: 'request.rated' });
    expect(await explain(linus)).toMatchObject({ status: 404 });
    expect((await explain(alan)).body.rules).toMatchObject([{ matches: true }]);
    await service.as(ada).updateRequest({ request_id }, { body: { rating: 4 } });
    expect((await explain(alan)).body.rules).toMatchObject([{ matches: false, missing: 'filters[0]' }]);
    expect(a).not.toBe(b);
  });
});
