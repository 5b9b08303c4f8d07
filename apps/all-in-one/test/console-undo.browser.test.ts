import { describeWithProgram, eventually } from '@parley/testkit';
import type { Locator, Page } from 'playwright-core';

import { ConsoleTeam } from './console-team.ts';

describeWithProgram('chromium', 'what an agent undoes in the inbox', () => {
  const team = ConsoleTeam.ofTests();

  const request = async (requestId: string) => (await team.call('GET', `/requests/${requestId}`)).body;
  const tagsOf = async (requestId: string) => (await request(requestId)).tags.map(({ tag }: { tag: string }) => tag);

  it('is an assignment, which is made in the header by keys alone', async () => {
    const { visitor, page } = await team.conversation('Vera');
    const header = page.locator('header').filter({ hasText: 'Vera' });
    await page.getByRole('grid').getByRole('row', { name: /Vera/ }).focus();
    await page.keyboard.press('a');
    await page.getByRole('combobox', { name: 'Search teammates and bots' }).fill('grace');
    await page.keyboard.press('Enter');
    await header.getByRole('button', { name: 'Assignee: Grace Example' }).waitFor();
    await page.getByText('Assigned to Grace Example').waitFor();
    const undo = await offered(page);
    expect((await request(visitor.requestId)).participants).toEqual([team.grace.id]);

    await undo.click();
    await header.getByRole('button', { name: 'Assignee: Unassigned' }).waitFor();
    expect((await request(visitor.requestId)).participants).toEqual([]);
    await page.getByText('Assigned to Grace Example').waitFor({ state: 'detached' });
  });

  it('gives back who was there before, and marks in the list who is there now', async () => {
    const { visitor, page } = await team.conversation('Mina');
    await team.call('PUT', `/requests/${visitor.requestId}/participants`, [team.linus.id]);
    const control = page.getByRole('button', { name: /^Assignee:/ });
    await page.getByRole('button', { name: 'Assignee: Linus Example' }).click();
    const lists = page.getByRole('option');
    await lists.filter({ hasText: 'Linus Example' }).waitFor();
    expect(await lists.filter({ has: page.locator('svg.text-accent') }).allTextContents()).toEqual([
      expect.stringContaining('Linus Example'),
    ]);
    // A press on the control closes the list again.
    await control.click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await control.click();
    await lists.filter({ hasText: 'Grace Example' }).click();
    await page.getByRole('button', { name: 'Assignee: Grace Example' }).waitFor();
    // The list gives the focus back to where it was opened: `z` is no letter for a text.
    await page.keyboard.press('z');
    await page.getByRole('button', { name: 'Assignee: Linus Example' }).waitFor();
    expect((await request(visitor.requestId)).participants).toEqual([team.linus.id]);
  });

  it('leaves what a teammate has decided since, and says so', async () => {
    const { visitor, page } = await team.conversation('Nora');
    await page.getByRole('button', { name: 'Assignee: Unassigned' }).click();
    await page.getByRole('option', { name: /Grace Example/ }).click();
    await page.getByText('Assigned to Grace Example').waitFor();
    const undo = await offered(page);
    await team.call('PUT', `/requests/${visitor.requestId}/participants`, [team.linus.id]);
    await undo.click();

    await page.getByRole('alert').getByText('A teammate has changed the assignee since.').waitFor();
    expect((await request(visitor.requestId)).participants).toEqual([team.linus.id]);
    await page.getByRole('button', { name: 'Assignee: Linus Example' }).waitFor();
  });

  it('is a tag that was added, and one that was taken away, with its colour', async () => {
    const { visitor, page } = await team.conversation('Olga');
    const { requestId } = visitor;
    await team.call('PUT', `/requests/${requestId}/tag`, [{ tag: 'vip', color: '#aa0000' }]);
    await page.getByRole('grid').getByRole('row', { name: /Olga/ }).focus();
    await page.keyboard.press('t');
    await page.getByRole('combobox', { name: 'Search tags' }).fill('late');
    await page.keyboard.press('Enter');
    await page.getByText('Tag late added').waitFor();
    const undo = await offered(page);
    expect(await tagsOf(requestId)).toEqual(['vip', 'late']);
    await undo.click();
    await eventually(async () => expect(await tagsOf(requestId)).toEqual(['vip']));

    await page.getByRole('button', { name: 'Contact', exact: true }).click();
    await page.getByRole('button', { name: 'Remove vip' }).click();
    await page.getByText('Tag vip removed').waitFor();
    const back = await offered(page);
    expect(await tagsOf(requestId)).toEqual([]);
    await back.click();
    await eventually(async () =>
      expect((await request(requestId)).tags).toMatchObject([{ tag: 'vip', color: '#aa0000' }]),
    );
  });

  it('offers nothing for a tag that was there already', async () => {
    const { visitor, page } = await team.conversation('Paula');
    await team.call('PUT', `/requests/${visitor.requestId}/tag`, ['vip']);
    await page.getByRole('button', { name: 'Contact', exact: true }).click();
    await page.getByRole('button', { name: 'Remove vip' }).waitFor();
    const box = page.getByRole('textbox', { name: 'Add tag' });
    await box.fill('VIP');
    await box.press('Enter');
    await eventually(async () => expect(await box.inputValue()).toBe(''));
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(await tagsOf(visitor.requestId)).toEqual(['vip']);
  });

  it('is a closing, by a key, also when another conversation is open by then', async () => {
    const other = await team.visitor('Quinn', 'Hello');
    const { visitor, page } = await team.conversation('Rosa');
    await page.getByRole('grid').getByRole('row', { name: /Rosa/ }).focus();
    await page.keyboard.press('e');
    await page.getByText('Conversation closed').first().waitFor();
    expect((await request(visitor.requestId)).status).toBe(1000);
    await page.getByRole('row', { name: /Quinn/ }).click();
    await page.waitForURL((url) => url.pathname.endsWith(other.requestId));
    await page.getByRole('row', { name: /Quinn/ }).focus();
    await page.keyboard.press('z');
    await eventually(async () => expect((await request(visitor.requestId)).status).not.toBe(1000));
  });

  it('is a tag of many at once', async () => {
    const visitors = [await team.visitor('Sara', 'Hello'), await team.visitor('Tara', 'Hello')];
    for (const { requestId } of visitors) await team.call('PUT', `/requests/${requestId}/tag`, ['batch']);
    const page = await team.open('inbox/all?tag=batch');
    await page.getByRole('row', { name: /Sara/ }).focus();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Select all 2 loaded' }).click();
    await page.getByRole('region', { name: 'Bulk actions' }).getByRole('button', { name: 'Tag' }).click();
    await page.getByRole('combobox', { name: 'Search tags' }).fill('later');
    await page.keyboard.press('Enter');
    await page.getByText('2 conversations updated').waitFor();
    const undo = await offered(page);
    for (const { requestId } of visitors) expect(await tagsOf(requestId)).toEqual(['batch', 'later']);
    await undo.click();
    await eventually(async () => {
      for (const { requestId } of visitors) expect(await tagsOf(requestId)).toEqual(['batch']);
    });
  });
});

/** The button that undoes, which waits for as long as it is pointed at. */
async function offered(page: Page): Promise<Locator> {
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.hover();
  return undo;
}
