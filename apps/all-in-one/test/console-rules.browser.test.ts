import { describeWithProgram, eventually } from '@parley/testkit';

import { faultsInEveryLook } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

interface Rule {
  _id: string;
  name: string;
  enabled: boolean;
}

describeWithProgram('chromium', 'rules in the console', () => {
  const team = ConsoleTeam.ofTests();

  const stored = async (): Promise<Rule[]> => (await team.call('GET', '/rules')).body.rules;
  const make = async (body: object) => (await team.call('POST', '/rules', body)).body._id as string;
  const priorityOf = async (requestId: string) => (await team.call('GET', `/requests/${requestId}`)).body.priority;
  afterEach(async () => {
    for (const { _id } of await stored()) await team.call('DELETE', `/rules/${_id}`);
  });

  it('are made from a template in sentences, tried before they are on, and then run', async () => {
    const [uma, paul] = [await team.visitor('Uma', 'This is urgent'), await team.visitor('Paul', 'Hello')];
    await team.call('PUT', `/requests/${uma.requestId}/tag`, ['vip']);
    const page = await team.open('settings/rules');
    await page.getByText('No rules yet').waitFor();
    await page.getByRole('link', { name: /^Urgent words/ }).click();
    const condition = page.getByRole('group', { name: 'Condition 2' });
    expect(await condition.getByLabel('Value', { exact: true }).inputValue()).toBe('urgent');
    await page.getByRole('button', { name: 'Add condition' }).click();
    const third = page.getByRole('group', { name: 'Condition 3' });
    const save = page.getByRole('button', { name: 'Save' });
    await eventually(async () => expect(await save.getAttribute('aria-description')).toBe('Complete every condition'));
    await third.getByLabel('Value', { exact: true }).fill('vip');

    // It is not stored yet: what would match is known before it can do anything.
    const check = page.getByRole('region', { name: 'Try it' });
    await check.getByRole('button', { name: 'Try on the latest 50 conversations' }).click();
    await check.getByText('Would match 1 of 2 conversations').waitFor();
    const lines = check.getByRole('list', { name: 'Try it' }).locator('details');
    expect(await lines.locator('summary').allTextContents()).toEqual([
      expect.stringMatching(/^Uma #\d+ would match$/),
      expect.stringMatching(/^Paul #\d+ would not match$/),
    ]);
    await lines.first().locator('summary').click();
    await lines.first().getByText('Set priority: Urgent').waitFor();
    await lines.nth(1).locator('summary').click();
    await lines.nth(1).getByText('Tags contains vip (not met)').waitFor();
    expect(await stored()).toEqual([]);
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });

    await save.click();
    await page.waitForURL(/rules\/[0-9a-f]{24}$/);
    expect(await stored()).toMatchObject([
      {
        ...{ name: 'Urgent words', enabled: false, on: ['message.created'] },
        filters: [
          { field: 'message.sender_kind', operator: '=', value: 'requester' },
          { field: 'message.text', operator: 'contains', value: 'urgent' },
          { field: 'tags', operator: 'contains', value: 'vip' },
        ],
        actions: [{ type: 'set_priority', priority: 'urgent' }],
      },
    ]);

    await page.getByRole('main').getByRole('link', { name: 'Rules', exact: true }).first().click();
    await page
      .getByText(
        'When a message is written, if Sender is Contact and Message text contains urgent and Tags contains vip: Set priority: Urgent',
      )
      .waitFor();
    await page.getByRole('switch', { name: 'Urgent words: on' }).check();
    await eventually(async () => expect((await stored())[0]?.enabled).toBe(true));
    await uma.say('It is urgent, really');
    await eventually(async () => expect(await priorityOf(uma.requestId)).toBe('urgent'));
    await paul.say('It is urgent here, too');

    // What it did, and why it did nothing elsewhere.
    await page.getByRole('link', { name: 'Urgent words', exact: true }).click();
    const runs = page.getByRole('region', { name: 'Runs' });
    await runs.getByText('Applied', { exact: true }).locator('visible=true').first().waitFor();
    await runs.locator('summary').first().click();
    await runs.getByText('Set priority: Urgent').waitFor();
    const { body: request } = await team.call('GET', `/requests/${paul.requestId}`);
    await check.getByLabel('Why didn’t it run?').fill(`#${request.ticket_id}`);
    await check.getByRole('button', { name: 'Check' }).click();
    await check.getByText('Would match 0 of 1 conversation').waitFor();
    await check.getByText('Tags contains vip (not met)').waitFor();
    await check.getByText(/^No runs: its event didn’t happen/).waitFor();
    await check.getByLabel('Why didn’t it run?').fill('999999');
    await check.getByRole('button', { name: 'Check' }).click();
    await check.getByText('There is no conversation with this number.').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
  }, 120_000);

  it('wait for a time, are kept whole, ordered, and removed', async () => {
    const page = await team.open('settings/rules');
    await page.getByRole('link', { name: /^Close after 7 days/ }).click();
    await page.getByRole('spinbutton', { name: 'Time' }).fill('10');
    await page.getByLabel('Counted from').selectOption('the assignment');
    await page.getByLabel('A rule runs').selectOption('Once per conversation');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/rules\/[0-9a-f]{24}$/);
    expect(await stored()).toMatchObject([
      {
        ...{ name: 'Close after 7 days', on: ['timer'], once: 'request' },
        timer: { since: 'assigned', ms: 10 * 86_400_000, hours: 'always' },
        filters: [{ field: 'waiting_for', operator: '=', value: 'requester' }],
        actions: [{ type: 'send_message' }, { type: 'close' }],
      },
    ]);
    await page.reload();
    expect(await page.getByRole('spinbutton', { name: 'Time' }).inputValue()).toBe('10');
    await page.getByRole('radio', { name: 'An event' }).check();
    const save = page.getByRole('button', { name: 'Save' });
    await eventually(async () => expect(await save.getAttribute('aria-description')).toBe('Choose at least one event'));
    await page.getByRole('checkbox', { name: 'a conversation is rated' }).check();
    await save.click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await stored()).toMatchObject([{ on: ['request.rated'] }]);
    expect(await stored()).not.toMatchObject([{ timer: expect.anything() }]);

    // What a program has stored besides is shown, and stays.
    const emits = await make({
      ...{ name: 'Tell the shop', on: ['request.closed'] },
      actions: [{ type: 'emit', name: 'closed', attributes: { by: 'rule' } }],
    });
    await page.goto(team.app.address(`settings/rules/${emits}`, team.project));
    await page.getByText('"by": "rule"').waitFor();
    await page.getByLabel('Description').fill('For the statistics of the shop');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await stored())[1]).toMatchObject({
      description: 'For the statistics of the shop',
      actions: [{ type: 'emit', name: 'closed', attributes: { by: 'rule' } }],
    });

    await page.getByRole('main').getByRole('link', { name: 'Rules', exact: true }).first().click();
    await page.getByRole('button', { name: 'Move Tell the shop up' }).click();
    await eventually(async () =>
      expect((await stored()).map(({ name }) => name)).toEqual(['Tell the shop', 'Close after 7 days']),
    );
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Remove Tell the shop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await eventually(async () => expect((await stored()).map(({ name }) => name)).toEqual(['Close after 7 days']));
    await page.getByRole('link', { name: 'Tell the shop', exact: true }).waitFor({ state: 'detached' });
  }, 90_000);

  it('are no page of an agent', async () => {
    const page = await team.open('settings/rules', { person: team.linus });
    await page.getByText('You don’t have access to this page').waitFor();
    expect(await page.getByRole('link', { name: 'Rules', exact: true }).count()).toBe(0);
  });
});
