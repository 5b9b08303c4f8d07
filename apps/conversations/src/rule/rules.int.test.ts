import { ruleRan, ruleSuspended } from '@parley/contracts';

import { runRules } from '../../test/rule-rounds.ts';
import { RuleStory, say, tag } from '../../test/rule-story.ts';
import { seen } from '../../test/seen.ts';
import { newRequestId } from '../../test/test-project.ts';

let story: RuleStory;
beforeAll(async () => {
  story = await RuleStory.begin();
});

describe('a rule', () => {
  it('is skipped as a whole where the window of the channel has closed, and is not suspended for it', async () => {
    const { project, request_id, now, vera, linus, rules } = await story.withRules([
      { on: ['message.created'], actions: [tag('seen'), say()] },
    ]);
    await story.settle(2);
    const { robby, ada } = project.personas;
    await story.as(robby).updateRequest({ request_id, tags: [], channel_window: { templates_only: true } });
    for (let nth = 0; nth < 21; nth += 1) await story.as(vera).sendMessage({ request_id, text: `Hello ${nth}` });
    await story.settle();
    const runs = await story.runsOn(linus, request_id);
    expect(runs.slice(0, 21).map(({ result, why }) => [result, why])).toEqual(
      Array(21).fill(['skipped', 'window_closed']),
    );
    expect((await now()).tags).toEqual([]);
    const { body: rule } = await story.as(ada).getRule({ rule_id: rules[0] ?? '' });
    expect(rule).not.toHaveProperty('suspended');
  });

  it('answers each message of the customer once, on whatever replica, and is nobody’s answer', async () => {
    const { project, request_id, rules, now, vera, linus } = await story.withRules([
      {
        on: ['message.created'],
        filters: [{ field: 'message.sender_kind', operator: '=', value: 'requester' }],
        actions: [say('Thank you, {{lead.fullname}}.')],
      },
    ]);
    await story.settle();
    for (const text of ['One', 'Two', 'Three']) {
      await story.as(vera).sendMessage({ request_id, text });
      await story.settle(2);
      // The same events again, as after a crash.
      await story.service.db.query('update rule_state set seq = seq - 200');
      await story.settle(2);
    }
    const { body: messages } = await story.as(vera).listMessages({ request_id });
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
    const { body: full } = await story.as(linus).listMessages({ request_id });
    const [message] = full.filter(({ text }) => text === 'Thank you, Vera.');
    expect(message).toMatchObject({ createdBy: `rule_${rules[0]}`, attributes: { automation: { rule: rules[0] } } });
    expect((await story.service.outbox(ruleRan, project.projectId)).map(({ data }) => data.run.result)).toEqual(
      Array(4).fill('applied'),
    );
    const { body: history } = await story.as(linus).listRequestHistory({ request_id });
    expect(history.filter(({ verb }) => verb === 'RULE_RUN')).toHaveLength(4);
    expect(history.find(({ verb }) => verb === 'RULE_RUN')).toMatchObject({
      actor: { type: 'system', id: `rule_${rules[0]}`, name: 'A rule' },
      decision: { rule: rules[0], version: 0 },
    });
  });

  it('does not move the idle time of its request', async () => {
    const { request_id, now } = await story.withRules([{ on: ['message.created'], actions: [say()] }]);
    const { _id } = await now();
    const activeAt = () => story.service.db.query('select active_at from request_head where id = $1', [_id]);
    const before = await activeAt();
    await story.settle();
    const { body } = await story.as((await story.withRules([])).ada).getRequest({ request_id });
    expect(body).toBeDefined();
    expect(await activeAt()).toEqual(before);
  });

  it('judges the event as it was and the request as it is, in the order of the rules', async () => {
    const urgent = [{ field: 'priority', operator: '=', value: 'urgent' }];
    const { project, request_id, rules, now, ada } = await story.withRules([
      { name: 'A', on: ['request.rated'], actions: [{ type: 'set_priority', priority: 'urgent' }] },
      { name: 'B', on: ['request.rated'], filters: urgent, actions: [tag('b')] },
      { name: 'C', on: ['request.rated'], filters: [{ ...urgent[0], operator: '!=' }], actions: [tag('c')] },
      { name: 'D', on: ['request.rated'], actions: [tag('d')], stop: true },
      { name: 'E', on: ['request.rated'], actions: [tag('e')] },
    ]);
    const rate = (rating: number) => story.as(ada).updateRequest({ request_id }, { body: { rating } });
    await rate(1);
    await story.settle();
    // B did not see an urgent request, C acted on none that was not, E never saw the event.
    expect((await now()).tags.map(({ tag: name }) => name)).toEqual(['d']);
    const results = (await story.runsOn(ada, request_id)).map(({ rule, result, why }) => [rule.name, result, why]);
    expect(results.toSorted()).toEqual([
      ['A', 'applied', undefined],
      ['C', 'skipped', 'changed'],
      ['D', 'applied', undefined],
    ]);
    const [a = '', b = '', c = '', d = '', e = ''] = rules;
    const order = (ids: string[]) => story.as(ada).orderRules({}, { body: ids });
    expect(await order([a, b])).toMatchObject({ status: 409, body: { code: 'order_stale' } });
    expect((await order([e, d, c, b, a])).status).toBe(200);
    await rate(2);
    await story.settle();
    expect((await now()).tags.map(({ tag: name }) => name)).toEqual(['d', 'e']);
    expect(project.projectId).toBeDefined();
  });

  it('meets each event with all rules in one order, though they are put in another one meanwhile', async () => {
    const names = ['A', 'B', 'C', 'D', 'E'];
    const definitions = names.map((name) => ({ name, on: ['request.rated'], actions: [tag(name)] }));
    const { project, request_id, rules, ada } = await story.withRules(definitions);
    const requests = [request_id, await story.harness.conversation(project), await story.harness.conversation(project)];
    const order = (ids: string[]) => story.as(ada).orderRules({}, { body: ids });
    const rate = (rating: number) =>
      Promise.all(requests.map((one) => story.as(ada).updateRequest({ request_id: one }, { body: { rating } })));
    await rate(0);
    await runRules([story.service], 12);
    let isOver = false;
    const ordering = (async () => {
      for (let nth = 0; !isOver; nth++) await order(nth % 2 === 0 ? rules.toReversed() : rules);
    })();
    for (let round = 0; round < 8; round++) {
      await rate(1 + (round % 4));
      // One replica at a time does it.
      await story.service.runJob('runRules');
    }
    isOver = true;
    await ordering;
    await order(rules.toReversed());
    await rate(5);
    await runRules([story.service], 12);

    const met = await story.service.db.query<{ order: string }>(
      `select string_agg(u.record->'rule'->>'name', '' order by u.created_at) as "order" from rule_run u
        where u.id_project = $1 group by u.request, u.event`,
      [project.projectId],
    );
    expect(met).toHaveLength(requests.length * 10);
    expect(new Set(met.map((one) => one.order))).toEqual(new Set(['ABCDE', 'EDCBA']));
  });

  it('is applied whole, or fails without a trace but its run', async () => {
    const { request_id, rules, now, ada, alan } = await story.withRules(
      [{ on: ['request.rated'], actions: [tag('tried'), say('Tried'), { type: 'assign', to: 'me' }] }].map((rule) => ({
        ...rule,
        enabled: false,
        actions: [tag('tried'), say('Tried')],
      })),
      (one) => one.addMember({ actor: one.personas.alan, available: false, limit: 0 }),
    );
    const [id = ''] = rules;
    const actions = [tag('tried'), say('Tried'), { type: 'assign', to: alan.id }];
    await story.as(ada).updateRule({ rule_id: id }, { body: { enabled: true, actions } });
    for (let rating = 0; rating < 4; rating++) {
      await story.as(ada).updateRequest({ request_id }, { body: { rating } });
      await story.settle(1);
    }
    expect((await now()).tags).toEqual([]);
    const runs = await story.runsOn(ada, request_id);
    expect(runs.map(({ result, why }) => [result, why])).toEqual(Array(4).fill(['failed', 'capacity_reached']));
    expect(runs[0]?.actions.map(({ ok }) => ok)).toEqual([true, true, false]);
    expect((await story.as(ada).getRule({ rule_id: id })).body.stats).toMatchObject({
      ...{ evaluated: 4, matched: 4, applied: 0, failed: 4 },
    });
  });

  it('is suspended after twenty failures in a row, which admins are told', async () => {
    const { project, rules, ada, grace, alan } = await story.withRules(
      [{ on: ['request.created'], actions: [say()] }],
      (one) => one.addMember({ actor: one.personas.alan, available: false, limit: 0 }),
    );
    const [id = ''] = rules;
    await story.as(ada).updateRule({ rule_id: id }, { body: { actions: [{ type: 'assign', to: alan.id }] } });
    for (let count = 0; count < 25; count++) await story.harness.conversation(project);
    await story.settle();

    const { body } = await story.as(ada).getRule({ rule_id: id });
    expect(body).toMatchObject({ enabled: false, suspended: { reason: 'failing' } });
    expect(await story.service.outbox(ruleSuspended, project.projectId)).toHaveLength(1);
    const { body: mentioned } = await story.as(grace).listRequests({ mentioned: 'me' });
    expect(mentioned.requests).toHaveLength(1);
    const again = await story.as(ada).updateRule({ rule_id: id }, { body: { enabled: true } });
    expect(again.body.suspended).toBeUndefined();
  });

  it('runs once for a request, or once until it is reopened, if it says so', async () => {
    const { request_id, ada } = await story.withRules([
      { name: 'ever', on: ['request.rated'], once: 'request', actions: [{ type: 'add_note', text: 'ever' }] },
      { name: 'opening', on: ['request.rated'], once: 'opening', actions: [{ type: 'add_note', text: 'opening' }] },
    ]);
    const rate = async (rating: number) => {
      await story.as(ada).updateRequest({ request_id }, { body: { rating } });
      await story.settle(2);
    };
    await rate(1);
    await rate(2);
    await story.as(ada).closeRequest({ request_id });
    await story.as(ada).reopenRequest({ request_id });
    await rate(3);
    const applied = (await story.runsOn(ada, request_id)).filter(({ result }) => result === 'applied');
    expect(applied.map(({ rule }) => rule.name).toSorted()).toEqual(['ever', 'opening', 'opening']);
  });

  it('starts for no draft, preflight or imported request, nor for copied messages', async () => {
    const { project, ada, vera } = await story.withRules([
      { on: ['request.created', 'message.created'], actions: [{ type: 'add_note', text: 'ran' }] },
    ]);
    await story.settle();
    const hidden = newRequestId(project.projectId);
    await story.as(vera).sendMessage({ request_id: hidden, text: 'Psst', attributes: { subtype: 'info' } });
    await story.settle();
    expect((await seen(story.service, project, hidden)).notes).toEqual([]);
    const [draft, imported] = [newRequestId(project.projectId), newRequestId(project.projectId)];
    const made = [
      await story.as(ada).createRequest({ request_id: draft, first_text: 'Not yet', sourcePage: '/?td_draft=true' }),
      await story.as(ada).createRequest({ request_id: imported, first_text: 'Old' }, { query: { import: 'true' } }),
      await story.as(ada).sendMessages({ request_id: imported, import: 'true', items: [{ text: 'Older' }] }),
    ];
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
    await story.settle();
    for (const one of [hidden, draft, imported]) expect([one, await story.runsOn(ada, one)]).toEqual([one, []]);
    // It becomes real by the first visible message: once.
    await story.as(vera).sendMessage({ request_id: hidden, text: 'Hello' });
    await story.settle();
    expect((await story.runsOn(ada, hidden)).filter(({ result }) => result === 'applied').length).toBeGreaterThan(0);
  });
});
