import { describeWithProgram, eventually } from '@parley/testkit';

import { faultsInEveryLook, textsOfThread } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

interface Macro {
  _id: string;
  name: string;
}

describeWithProgram('chromium', 'macros in the console', () => {
  const team = ConsoleTeam.ofTests();

  const request = async (requestId: string) => (await team.call('GET', `/requests/${requestId}`)).body;
  const tagsOf = async (requestId: string) => (await request(requestId)).tags.map(({ tag }: { tag: string }) => tag);
  const stored = async (by = team.ada): Promise<Macro[]> =>
    (await team.call('GET', '/macros', undefined, by)).body.macros;
  const make = async (body: object, by = team.ada) => (await team.call('POST', '/macros', body, by)).body._id as string;
  afterEach(async () => {
    for (const { _id } of await stored()) await team.call('DELETE', `/macros/${_id}`);
  });

  it('are made from a template, changed, ordered, shared and removed in the settings', async () => {
    const page = await team.open('settings/macros');
    await page.getByText('No macros yet').waitFor();
    await page.getByRole('link', { name: /^Ask for the order number/ }).click();
    const place = (number: number) => page.getByRole('group', { name: `Action ${number}`, exact: true });
    await place(1).getByLabel('Text').fill('Which order is it, {{lead.fullname|customer}}?');
    await place(2).getByLabel('Tags, separated by commas').fill('order, waiting');
    await place(3).getByLabel('Action', { exact: true }).selectOption('Assign to');
    const save = page.getByRole('button', { name: 'Save' });
    await eventually(async () => expect(await save.getAttribute('aria-description')).toBe('Complete every action'));
    await place(3).getByLabel('Value').selectOption('The person who runs it');
    await page.getByRole('button', { name: 'Move action 3 up' }).click();
    await page.getByLabel('Share with the team').check();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await save.click();
    await page.waitForURL(/macros\/[0-9a-f]{24}$/);
    expect(await stored()).toMatchObject([
      {
        name: 'Ask for the order number',
        visibility: 'shared',
        actions: [
          { type: 'send_message', text: 'Which order is it, {{lead.fullname|customer}}?' },
          { type: 'assign', to: 'me' },
          { type: 'add_tags', tags: ['order', 'waiting'] },
        ],
      },
    ]);

    await make({ name: 'Close', visibility: 'shared', position: 1, actions: [{ type: 'close' }] });
    await make({ name: 'Mine', actions: [{ type: 'set_priority', priority: 'low' }] });
    await page.getByRole('main').getByRole('link', { name: 'Macros' }).first().click();
    const shared = page.getByRole('list', { name: 'Shared with the team' });
    await shared
      .getByText(/^Send message: Which order is it.*Assign to: The person who runs it · Add tags: order, waiting$/)
      .waitFor();
    await page.getByRole('list', { name: 'Your own' }).getByText('Set priority: Low').waitFor();
    await page.getByRole('button', { name: 'Move Close up' }).click();
    const inOrder = async () => (await stored()).filter(({ name }) => name !== 'Mine').map(({ name }) => name);
    await eventually(async () => expect(await inOrder()).toEqual(['Close', 'Ask for the order number']));
    await page.getByRole('button', { name: 'Move Close down' }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });

    // An agent sees shared ones and writes their own.
    const agent = await team.open('settings/macros', { person: team.linus, context: await team.app.newContext() });
    await agent.getByRole('link', { name: 'Close', exact: true }).waitFor();
    expect(await agent.getByRole('link', { name: 'Mine' }).count()).toBe(0);
    expect(await agent.getByRole('button', { name: 'Remove Close' }).count()).toBe(0);
    await agent.getByRole('link', { name: /^Empty macro/ }).click();
    await agent.getByLabel('Macro name').fill('Low');
    expect(await agent.getByLabel('Share with the team').count()).toBe(0);
    await agent.getByLabel('Action', { exact: true }).selectOption('Set priority');
    await agent.getByRole('button', { name: 'Save' }).click();
    await agent.waitForURL(/macros\/[0-9a-f]{24}$/);
    expect((await stored(team.linus)).map(({ name }) => name).sort()).toEqual([
      'Ask for the order number',
      'Close',
      'Low',
    ]);
    for (const { _id, name } of await stored(team.linus))
      if (name === 'Low') await team.call('DELETE', `/macros/${_id}`, undefined, team.linus);

    await page.getByRole('button', { name: 'Remove Mine' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('link', { name: 'Mine', exact: true }).waitFor({ state: 'detached' });
  }, 90_000);

  it('are previewed with their texts filled, then run, from keys, button and palette', async () => {
    await make({
      ...{ name: 'Ask', visibility: 'shared', position: 0 },
      actions: [
        { type: 'assign', to: 'me' },
        { type: 'send_message', text: 'Which order is it, {{lead.fullname|customer}}?' },
        { type: 'add_tags', tags: ['order'] },
      ],
    });
    await make({ name: 'Tag', visibility: 'shared', position: 1, actions: [{ type: 'add_tags', tags: ['order'] }] });
    const { visitor, page } = await team.conversation('Mia');
    await page.getByRole('grid').getByRole('row', { name: /Mia/ }).focus();
    await page.keyboard.press('q');
    await page.getByRole('combobox', { name: 'Search macros' }).fill('as');
    await page.getByRole('option', { name: /^1 · Ask/ }).waitFor();
    await page.keyboard.press('Enter');
    const preview = page.getByRole('dialog', { name: 'Ask' });
    const steps = preview.getByRole('list', { name: 'What it will do' }).getByRole('listitem');
    await steps.first().waitFor();
    expect(await steps.allTextContents()).toEqual([
      'Assign to: The person who runs it',
      'Send message: Which order is it, Mia?',
      'Add tags: order',
    ]);
    // It is a preview: nothing has happened.
    expect(await visitor.texts()).toEqual(['Hello']);
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await preview.getByRole('button', { name: 'Run macro' }).click();
    await page.getByText('Ask: done').waitFor();
    await preview.waitFor({ state: 'detached' });
    await eventually(async () => expect(await textsOfThread(page)).toContain('Which order is it, Mia?'));
    expect((await visitor.texts()).slice(0, 2)).toEqual(['Hello', 'Which order is it, Mia?']);
    expect(await tagsOf(visitor.requestId)).toEqual(['order']);
    expect((await request(visitor.requestId)).participants).toEqual([team.ada.id]);

    // A digit opens the preview of the macro that stands there, and runs nothing by itself.
    await page.getByRole('grid').getByRole('row', { name: /Mia/ }).focus();
    await page.keyboard.press('2');
    const second = page.getByRole('dialog', { name: 'Tag' });
    await second.getByText('Nothing to change').waitFor();
    await page.keyboard.press('Escape');
    await second.waitFor({ state: 'detached' });

    await page.locator('header').getByRole('button', { name: 'Run macro' }).click();
    await page.getByRole('option', { name: /^2 · Tag/ }).click();
    await second.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('Run macro');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Search macros' }).waitFor();
    await page.keyboard.press('Escape');

    // On a phone, the menu has what the header has no room for.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('header').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Run macro' }).click();
    await page.getByRole('option', { name: /^2 · Tag/ }).waitFor();
  }, 60_000);

  it('change nothing when one of their actions is refused, and say which', async () => {
    await make({
      ...{ name: 'Tag and hand over', visibility: 'shared' },
      actions: [
        { type: 'add_tags', tags: ['never'] },
        { type: 'assign', to: team.linus.id },
      ],
    });
    const { visitor, page } = await team.conversation('Noah');
    await page.locator('header').getByRole('button', { name: 'Run macro' }).click();
    await page.getByRole('option', { name: /Tag and hand over/ }).click();
    const preview = page.getByRole('dialog', { name: 'Tag and hand over' });
    const run = preview.getByRole('button', { name: 'Run macro' });
    await preview.getByText('Add tags: never').waitFor();
    // A teammate closes it while the preview is open.
    await team.call('PUT', `/requests/${visitor.requestId}/close`);
    await run.click();
    await preview
      .getByRole('alert')
      .getByText(/^Nothing was changed\. Action 2: /)
      .waitFor();
    // The preview is read again, and refuses by itself.
    await preview.getByText('It is closed').waitFor();
    expect(await run.getAttribute('aria-description')).toBe('One action isn’t possible, so none will run');
    expect(await tagsOf(visitor.requestId)).toEqual([]);
  });

  it('are shown for the departments that they name', async () => {
    const { body: sales } = await team.call('POST', '/departments', { name: 'Sales', routing: 'pooled' });
    await make({ name: 'For all', visibility: 'shared', actions: [{ type: 'close' }] });
    await make({ name: 'For sales', visibility: 'shared', departments: [sales._id], actions: [{ type: 'close' }] });
    const { visitor, page } = await team.conversation('Olga');
    const options = page.getByRole('option');
    await page.locator('header').getByRole('button', { name: 'Run macro' }).click();
    await options.first().waitFor();
    expect(await options.count()).toBe(1);
    await page.keyboard.press('Escape');
    await team.call('PUT', `/requests/${visitor.requestId}/departments`, { departmentid: sales._id });
    await page.locator('header').getByRole('button', { name: 'Run macro' }).click();
    await eventually(async () => expect(await options.count()).toBe(2));
  });

  it('run on a selection, each conversation whole or not at all', async () => {
    await make({
      ...{ name: 'Tag and pin', visibility: 'shared' },
      actions: [
        { type: 'add_tags', tags: ['done'] },
        { type: 'assign', to: 'me' },
      ],
    });
    const [open, closed] = [await team.visitor('Paula', 'Hello'), await team.visitor('Piet', 'Hello')];
    for (const { requestId } of [open, closed]) await team.call('PUT', `/requests/${requestId}/tag`, ['bulk']);
    const page = await team.open('inbox/all?tag=bulk');
    for (const name of [/Paula/, /Piet/]) {
      await page.getByRole('row', { name }).focus();
      await page.keyboard.press('x');
    }
    await team.call('PUT', `/requests/${closed.requestId}/close`);
    await page.getByRole('region', { name: 'Bulk actions' }).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Run macro' }).click();
    await page.getByRole('option', { name: /Tag and pin.*Add tags: done · Assign to: The person who runs it/ }).click();
    const result = page.getByRole('dialog').filter({ hasText: 'It is closed' });
    await result.getByText('Piet').waitFor();
    expect(await tagsOf(open.requestId)).toEqual(['bulk', 'done']);
    expect((await request(open.requestId)).participants).toEqual([team.ada.id]);
    expect(await tagsOf(closed.requestId)).toEqual(['bulk']);
  });
});
