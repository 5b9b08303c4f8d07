import { describeWithProgram, eventually } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { faultsInEveryLook, namesOfRows } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

interface View {
  _id: string;
  name: string;
}

describeWithProgram('chromium', 'saved views in the console', () => {
  const team = ConsoleTeam.ofTests();

  const stored = async (by = team.ada): Promise<View[]> => (await team.call('GET', '/views', undefined, by)).body.views;
  const make = async (body: object, by = team.ada) => (await team.call('POST', '/views', body, by)).body._id as string;
  const tagged = async (name: string, tag: string) => {
    const visitor = await team.visitor(name, 'Hello');
    await team.call('PUT', `/requests/${visitor.requestId}/tag`, [tag]);
    return visitor;
  };
  const linkOf = (page: Page, name: RegExp) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
  const opened = async (page: Page, name: RegExp) => {
    await linkOf(page, name).click();
    await linkOf(page, name).and(page.locator('[aria-current="page"]')).waitFor();
  };
  afterEach(async () => {
    for (const by of [team.ada, team.linus])
      for (const { _id } of await stored(by)) await team.call('DELETE', `/views/${_id}`, undefined, by);
  });

  it('are made of a list, counted, renamed, shared with the team, and deleted', async () => {
    const uma = await tagged('Uma', 'refund');
    await tagged('Udo', 'refund');
    const page = await team.open('inbox/all?tag=refund&order=oldest');
    await page.getByRole('button', { name: 'Save as view' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('View name').fill('Refunds');
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/inbox\/saved\/[0-9a-f]{24}$/);
    await eventually(async () => expect(await namesOfRows(page)).toEqual(['Uma', 'Udo']));
    await linkOf(page, /^Refunds 2/).waitFor();
    expect(await stored()).toMatchObject([
      {
        name: 'Refunds',
        visibility: 'personal',
        query: { tags: 'refund', sortField: 'last_message_at', direction: '1' },
      },
    ]);
    expect(await stored(team.linus)).toEqual([]);

    // The figure follows what happens.
    await team.call('PUT', `/requests/${uma.requestId}/close`);
    await linkOf(page, /^Refunds 1/).waitFor();

    await page.getByRole('button', { name: 'Edit view' }).click();
    await dialog.getByLabel('View name').fill('Refunds of all');
    await dialog.getByLabel('Visible to').selectOption('The whole team');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('region', { name: 'Team views' })
      .getByRole('link', { name: /^Refunds of all/ })
      .waitFor();

    const agent = await team.open('inbox/mine', { person: team.linus, context: await team.app.newContext() });
    await opened(agent, /^Refunds of all 1/);
    await eventually(async () => expect(await namesOfRows(agent)).toEqual(['Udo']));
    expect(await agent.getByRole('button', { name: 'Edit view' }).count()).toBe(0);
    expect(await agent.getByRole('button', { name: 'Delete view' }).count()).toBe(0);
    // A changed filter leaves the view as it is; an agent keeps the list for themselves.
    await agent.getByRole('button', { name: 'Remove filter Tag: refund' }).click();
    await agent.waitForURL(/\/inbox\/all\?order=oldest$/);
    await agent.getByRole('button', { name: 'Save as view' }).click();
    expect(await agent.getByLabel('Visible to').count()).toBe(0);
    await agent.getByRole('dialog').getByLabel('View name').fill('By age');
    await agent.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await agent
      .getByRole('region', { name: 'Saved views' })
      .getByRole('link', { name: /^By age/ })
      .waitFor();
    expect(await stored(team.linus)).toHaveLength(2);
    expect(await stored()).toHaveLength(1);

    await page.getByRole('button', { name: 'Delete view' }).click();
    await page.waitForURL(/\/inbox\/all$/);
    await linkOf(page, /^Refunds/).waitFor({ state: 'detached' });
    expect((await stored(team.linus)).map(({ name }) => name)).toEqual(['By age']);
  }, 90_000);

  it('are shared with groups, and no one else', async () => {
    const { body: group } = await team.call('POST', '/groups', { name: 'Desk', members: [team.linus.id] });
    await make({ name: 'Of the desk', query: { status: '100' } });
    const page = await team.open('inbox/all');
    await opened(page, /^Of the desk/);
    await page.getByRole('button', { name: 'Edit view' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Visible to').selectOption('Groups');
    await dialog.getByRole('checkbox', { name: 'Desk' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stored()).toMatchObject([{ visibility: 'groups', groups: [group._id], query: { status: '100' } }]);
    await eventually(async () => expect((await stored(team.linus)).map(({ name }) => name)).toEqual(['Of the desk']));
    expect(await stored(team.grace)).toEqual([]);
    const stranger = await team.open('inbox/all', { person: team.grace, context: await team.app.newContext() });
    await stranger.getByRole('grid').waitFor();
    expect(await linkOf(stranger, /^Of the desk/).count()).toBe(0);
  }, 60_000);

  it('of other programs are listed by their own query, narrowed, and live', async () => {
    const [nina, nora] = [await tagged('Nina', 'gold'), await tagged('Nora', 'gold')];
    await team.call('PATCH', `/requests/${nora.requestId}`, { priority: 'urgent' });
    await make({ name: 'Gold', query: { tags: 'gold', status: '100,200', sortField: 'createdAt', direction: '1' } });
    const page = await team.open('inbox/all');
    await opened(page, /^Gold 2/);
    await eventually(async () => expect(await namesOfRows(page)).toEqual(['Nina', 'Nora']));
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Priority', { exact: true }).selectOption('urgent');
    await page.waitForURL(/\/inbox\/saved\/[0-9a-f]{24}\?priority=urgent$/);
    await eventually(async () => expect(await namesOfRows(page)).toEqual(['Nora']));
    await page.reload();
    await eventually(async () => expect(await namesOfRows(page)).toEqual(['Nora']));
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await eventually(async () => expect(await namesOfRows(page)).toEqual(['Nina', 'Nora']));

    // Rows do not tell what the query asks for: the list is read again.
    await team.call('PUT', `/requests/${nina.requestId}/close`);
    await page.mouse.move(1_000, 600);
    await eventually(async () => expect(await namesOfRows(page)).toEqual(['Nora']));
    await page.getByRole('row', { name: /Nora/ }).click();
    await page.waitForURL(/\/inbox\/saved\/[0-9a-f]{24}\/support-group-/);
    expect(await namesOfRows(page)).toEqual(['Nora']);
  }, 60_000);
});
