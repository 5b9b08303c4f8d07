import { describeWithProgram, eventually } from '@parley/testkit';

import { faultsInEveryLook, namesOfRows } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

describeWithProgram('chromium', 'the list of the inbox', () => {
  const team = ConsoleTeam.ofTests();

  it('is narrowed by tag, priority and channel, and keeps a filter as a view of one’s own, here and elsewhere', async () => {
    const urgent = await team.visitor('Uma', 'Hello');
    const plain = await team.visitor('Paul', 'Hello');
    await team.call('POST', '/tags', { tag: 'refund' });
    for (const { requestId } of [urgent, plain])
      await team.call('PUT', `/requests/${requestId}/tag`, [{ tag: 'refund' }]);
    await team.call('PATCH', `/requests/${urgent.requestId}`, { priority: 'urgent' });
    const page = await team.open('inbox/all');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Tag', { exact: true }).selectOption('refund');
    await eventually(async () => expect(await namesOfRows(page)).toEqual(['Paul', 'Uma']));
    await page.getByLabel('Priority', { exact: true }).selectOption('urgent');
    await eventually(async () => expect(await namesOfRows(page)).toEqual(['Uma']));
    await page.waitForURL(/tag=refund&priority=urgent|priority=urgent&tag=refund/);
    await page.getByLabel('Channel', { exact: true }).selectOption('Email and form');
    await page.getByText('No matching conversations').waitFor();
    await page.getByLabel('Channel', { exact: true }).selectOption('All chats');
    await eventually(async () => expect(await namesOfRows(page)).toEqual(['Uma']));
    // A change of what is listed does not take it away.
    await urgent.say('Are you there?');
    await page.getByRole('row', { name: /Uma.*Are you there/ }).waitFor();
    await page.getByLabel('Channel', { exact: true }).selectOption('Any');
    await page.waitForURL((url) => !url.search.includes('channel'));

    await page.getByRole('button', { name: 'Save as view' }).click();
    await page.getByRole('dialog').getByLabel('View name').fill('Urgent refunds');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/inbox\/saved\/[\w-]+$/);
    await page.getByRole('link', { name: 'Urgent refunds' }).and(page.locator('[aria-current="page"]')).waitFor();
    await page.getByRole('row', { name: /Uma/ }).click();
    await page.waitForURL(/\/inbox\/saved\/[\w-]+\/support-group-/);
    expect(await namesOfRows(page)).toEqual(['Uma']);
    expect(await faultsInEveryLook(page)).toEqual([]);

    const other = await team.app.newContext();
    const there = await team.open('inbox/mine', { context: other });
    await there.getByRole('link', { name: 'Urgent refunds' }).click();
    await eventually(async () => expect(await namesOfRows(there)).toEqual(['Uma']));
    await there.getByRole('button', { name: 'Delete view' }).click();
    await there.waitForURL(/\/inbox\/all$/);
    await there.getByRole('link', { name: 'Urgent refunds' }).waitFor({ state: 'detached' });
    await there.goto(page.url());
    await there.getByText(/page not found/i).waitFor();
    await other.close();
  }, 60_000);

  it('is narrowed by department, person, contact, number, days and rating, and live frames keep to it', async () => {
    const { body: sales } = await team.call('POST', '/departments', { name: 'Sales', routing: 'pooled' });
    const nora = await team.visitor('Nora', 'Hello');
    const otto = await team.visitor('Otto', 'Hello');
    const { body: old } = await team.call('POST', '/requests?import=true', {
      first_text: 'Long ago',
      createdAt: new Date(2024, 4, 31, 23, 59).toISOString(),
    });
    const change = (id: string, operation: string, args: object) =>
      team.call('POST', '/requests/bulk', { request_ids: [id], operation, args });
    for (const id of [nora.requestId, otto.requestId, old.request_id]) await change(id, 'tag', { tags: ['spring'] });
    await change(nora.requestId, 'department', { departmentid: sales._id });
    await change(nora.requestId, 'assign', { member: team.linus.id });
    await team.app.mesh.settled();
    const page = await team.open('inbox/all?tag=spring');
    // An import without a requester is of the person who imports.
    const imported = 'Ada Example';
    const list = (...expected: string[]) => eventually(async () => expect(await namesOfRows(page)).toEqual(expected));
    const control = (name: string) => page.getByLabel(name, { exact: true });
    const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
    const remove = (filter: string) => page.getByRole('button', { name: `Remove filter ${filter}` }).press('Enter');
    await list(imported, 'Otto', 'Nora');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();

    await control('Department').selectOption('Sales');
    await list('Nora');
    await change(otto.requestId, 'department', { departmentid: sales._id });
    await list('Otto', 'Nora');
    await remove('Department: Sales');
    await list(imported, 'Otto', 'Nora');

    await control('Assignee').selectOption('Linus Example');
    await list('Nora');
    await change(otto.requestId, 'assign', { member: team.linus.id });
    await list('Otto', 'Nora');
    await change(nora.requestId, 'assign', { member: team.grace.id });
    await list('Otto');
    await remove('Assignee: Linus Example');

    await page.getByRole('button', { name: 'Contact Any' }).click();
    await page.getByRole('combobox', { name: 'Search by name or email' }).fill('Nor');
    await page.getByRole('option', { name: 'Nora' }).click();
    await list('Nora');
    await chips.getByText('Contact: Nora').waitFor();
    await otto.say('And mine?');
    await nora.say('Mine.');
    await page.getByRole('row', { name: /Nora.*Mine\./ }).waitFor();
    expect(await namesOfRows(page)).toEqual(['Nora']);
    await page.getByRole('button', { name: 'Contact Nora' }).click();
    await page.getByRole('option', { name: 'Any' }).click();
    await list('Nora', 'Otto', imported);

    await control('Ticket number').fill(`#${old.ticket_id}`);
    await list(imported);
    await control('Ticket number').fill('');
    await list('Nora', 'Otto', imported);

    await control('Created until').fill('2024-05-31');
    await list(imported);
    await control('Created from').fill('2024-06-01');
    await page.getByText('No matching conversations').waitFor();
    await remove('Created until: May 31, 2024');
    await list('Nora', 'Otto');

    await control('Rated').check();
    await page.getByText('No matching conversations').waitFor();
    await team.call('PATCH', `/requests/${otto.requestId}/rating`, { rating: 4 });
    await list('Otto');
    expect(await chips.allTextContents()).toEqual(['Tag: spring', 'Created from: Jun 1, 2024', 'Rated']);
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });

    await page.getByRole('button', { name: 'Save as view' }).click();
    await page.getByRole('dialog').getByLabel('View name').fill('Rated in spring');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/inbox\/saved\/[\w-]+$/);
    await list('Otto');
    expect(await chips.count()).toBe(3);

    // Both changes come before the page is drawn again; they begin with the filter of the saved view.
    await page.evaluate(chooseAtOnce('Assignee', 'Linus Example', 'Department', 'Sales'));
    await page.waitForURL(/\/inbox\/all\?/);
    await eventually(async () =>
      expect(await chips.allTextContents()).toEqual([
        'Tag: spring',
        'Department: Sales',
        'Assignee: Linus Example',
        'Created from: Jun 1, 2024',
        'Rated',
      ]),
    );
    await control('Department').waitFor();
    await list('Otto');
    await page.getByRole('row', { name: /Otto/ }).click();
    await page.reload();
    await list('Otto');
    expect(await chips.count()).toBe(5);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL((url) => url.search === '');
    await chips.first().waitFor({ state: 'detached' });
  }, 90_000);
});

/** Runs in the page. Chooses an option in each of two lists, by their labels, in one go. */
const chooseAtOnce = (...choices: string[]) => `(() => {
  const words = ${JSON.stringify(choices)};
  for (let at = 0; at < words.length; at += 2) {
    const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === words[at]);
    const option = [...label.control.options].find(({ text }) => text === words[at + 1]);
    label.control.value = option.value;
    label.control.dispatchEvent(new Event('change', { bubbles: true }));
  }
})()`;
