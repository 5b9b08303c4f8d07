import { RuleStory, say, tag } from '../../test/rule-story.ts';

let story: RuleStory;
beforeAll(async () => {
  story = await RuleStory.begin();
});

describe('a rule with a delay', () => {
  it('waits, and does nothing when the conditions no longer hold or the customer was faster', async () => {
    const { project, request_id, now, ada, vera } = await story.withRules([
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
    await story.as(ada).updateRequest({ request_id }, { body: { rating: 1 } });
    await story.settle();
    await story.pass(project, 50);
    expect((await now()).tags).toEqual([]);
    await story.as(vera).sendMessage({ request_id, text: 'Sorry' });
    await story.as(ada).updateRequest({ request_id }, { body: { priority: 'low' } });
    await story.pass(project, 11);

    expect((await now()).tags.map(({ tag: name }) => name)).toEqual(['plain']);
    const results = (await story.runsOn(ada, request_id)).map(({ rule, result, why }) => [rule.name, result, why]);
    expect(results.toSorted()).toEqual([
      ['Low', 'skipped', 'changed'],
      ['Plain', 'applied', undefined],
      ['Silent', 'skipped', 'requester_message'],
    ]);
    await story.pass(project, 100);
    expect(await story.runsOn(ada, request_id)).toHaveLength(3);
  });
});

describe('a timer', () => {
  const remind = {
    on: ['timer'],
    timer: { since: 'team_message', ms: 600_000 },
    actions: [say('Are you still there?')],
  };

  it('fires once for each anchor, and for none that has moved', async () => {
    const { project, request_id, ada, linus, vera } = await story.withRules([
      { ...remind, filters: [{ field: 'waiting_for', operator: '=', value: 'requester' }] },
    ]);
    const reminders = async () =>
      (await story.as(vera).listMessages({ request_id })).body.filter(({ text }) => text === 'Are you still there?')
        .length;
    await story.as(linus).sendMessage({ request_id, text: 'Which one?' });
    await story.settle();
    await story.pass(project, 590);
    expect(await reminders()).toBe(0);
    await story.pass(project, 20);
    await story.pass(project, 1_000);
    expect(await reminders()).toBe(1);
    await story.settle();
    await story.pass(project, 1_000);
    expect(await reminders()).toBe(1);

    // The next answer is another anchor; one that moves at the very time fires once for one of them.
    await story.as(linus).sendMessage({ request_id, text: 'Hello?' });
    await story.settle();
    await story.as(linus).sendMessage({ request_id, text: 'And now?' });
    await story.pass(project, 601);
    expect(await reminders()).toBe(1);
    await story.settle();
    await story.pass(project, 601);
    expect(await reminders()).toBe(2);
    expect((await story.runsOn(ada, request_id)).map(({ event }) => event.type)).toContain('timer');
  });

  it('never fires for a request that was closed before', async () => {
    const { project, request_id, linus, vera, ada } = await story.withRules([remind]);
    await story.as(linus).sendMessage({ request_id, text: 'Which one?' });
    await story.settle();
    await story.as(linus).closeRequest({ request_id });
    await story.pass(project, 700);
    const { body } = await story.as(vera).listMessages({ request_id });
    expect(body.filter(({ text }) => text === 'Are you still there?')).toEqual([]);
    expect((await story.runsOn(ada, request_id)).filter(({ result }) => result === 'applied')).toEqual([]);
  });

  it('waits for what is still to come when it is enabled, and not for what is over', async () => {
    const { project, request_id, linus, ada, vera } = await story.withRules([]);
    await story.as(linus).sendMessage({ request_id, text: 'Which one?' });
    await story.ruleOf(ada, remind);
    await story.pass(project, 601);
    const { body } = await story.as(vera).listMessages({ request_id });
    expect(body.filter(({ text }) => text === 'Are you still there?')).toHaveLength(1);
  });
});
