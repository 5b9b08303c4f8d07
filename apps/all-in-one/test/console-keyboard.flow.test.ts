import { describeWithProgram, eventually } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { axeFaults } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

describeWithProgram('chromium', 'the inbox by keyboard', () => {
  let team: ConsoleTeam;
  let context: BrowserContext;

  beforeAll(async () => {
    team = await ConsoleTeam.start();
  }, 120_000);
  beforeEach(async () => {
    team.app.faults.length = 0;
    context = await team.app.newContext();
  });
  afterEach(async () => {
    await context.close();
    expect(team.app.faults).toEqual([]);
  });
  afterAll(() => team?.app.stop());

  const request = async (id: string) => (await team.call('GET', `/requests/${id}`)).body;
  const isOpen = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 }).first().waitFor();

  /** Into the field of a dialog that has just come. */
  async function typed(page: Page, words: string) {
    await page.getByRole('combobox').waitFor();
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox'),
    );
    await page.keyboard.type(words);
  }

  it('goes through a day without a pointer: open, read, reply, note, tag, assign, close, next', async () => {
    const vera = await team.visitor('Vera', 'Where is my parcel?');
    const paul = await team.visitor('Paul', 'Can I change my address?');
    const page = await team.open(context, 'inbox/all');
    await page.getByRole('row', { name: /Paul/ }).waitFor();
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

    await press('j');
    await isOpen(page, 'Paul');
    await press('j');
    await isOpen(page, 'Vera');
    await press('k');
    await isOpen(page, 'Paul');
    await press('j');
    await isOpen(page, 'Vera');
    await press('m');
    await eventually(async () => expect((await request(vera.requestId)).participants).toEqual([team.ada.id]));

    await press('r');
    await page.keyboard.type('It arrives today. ?ejk');
    await press('Enter');
    await eventually(async () => expect(await vera.texts()).toContain('It arrives today. ?ejk'));
    await press('Escape', 'n');
    await page.keyboard.type('Called the carrier');
    await press('Control+Enter');
    await eventually(async () => expect((await request(vera.requestId)).notes).toHaveLength(1));

    await press('Escape', 't');
    await typed(page, 'parcel');
    await page.getByRole('option', { name: 'Create the tag parcel' }).waitFor();
    await press('Enter');
    await eventually(async () =>
      expect((await request(vera.requestId)).tags.map(({ tag }: { tag: string }) => tag)).toEqual(['parcel']),
    );

    await press('a');
    await typed(page, 'grace');
    await page.getByRole('option', { name: /Grace/ }).waitFor();
    await press('Enter');
    await eventually(async () => expect((await request(vera.requestId)).participants).toEqual([team.grace.id]));

    const followers = async () => (await request(vera.requestId)).followers.length;
    const before: number = await followers();
    const follow = () => Promise.all([page.waitForResponse(/\/followers/), press('f')]);
    await follow();
    await eventually(async () => expect(await followers()).toBe(before + 1));
    await page.evaluate('new Promise(requestAnimationFrame)');
    await follow();
    await eventually(async () => expect(await followers()).toBe(before));

    await press('e');
    await eventually(async () => expect((await request(vera.requestId)).status).toBe(1000));
    await page.getByText('Conversation closed').waitFor();
    await page.getByRole('button', { name: 'Reopen' }).first().waitFor();
    await press('o');
    await eventually(async () => expect((await request(vera.requestId)).status).not.toBe(1000));

    // What was written to last stands first.
    await press('j');
    await isOpen(page, 'Paul');
    await press('u');
    await page.getByRole('row', { name: /Paul.*1 unread/ }).waitFor();
    await page.waitForURL(/\/inbox\/all$/);
    await press('/');
    await page.keyboard.type('address');
    await press('Enter');
    await page.getByRole('row', { name: /Vera/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Paul/ }).waitFor();
    await page.getByRole('row', { name: /Paul/ }).locator('mark', { hasText: 'address' }).waitFor();
    expect(await paul.texts()).toEqual(['Can I change my address?']);
  });

  it('selects with x and Shift, and gives the selection up with Escape', async () => {
    for (const name of ['Ann', 'Ben', 'Cleo']) await team.visitor(name, 'Hello');
    const page = await team.open(context, 'inbox/all');
    await page.getByRole('row', { name: /Cleo/ }).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('3 selected').waitFor();
    expect(await page.locator('[role="row"][aria-selected="true"]').count()).toBe(3);
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();

    await page.keyboard.press('Escape');

    await page.getByText('2 selected').waitFor({ state: 'detached' });
    expect(await page.locator('[role="row"][aria-selected="true"]').count()).toBe(0);
  });

  it('lists its keys, and switches those of letters off', async () => {
    await team.visitor('Dora', 'Hello');
    const page = await team.open(context, 'inbox/all');
    await page.getByRole('row', { name: /Dora/ }).waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    await dialog.getByText('Claim · assign').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'Shortcuts of single letters' }).uncheck();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.keyboard.press('j');
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Find and do' }).waitFor();
    expect(page.url()).toMatch(/\/inbox\/all$/);
    expect(await dialog.count()).toBe(0);
  });

  it('finds places, conversations and actions, and goes to places by g', async () => {
    const emil = await team.visitor('Emil', 'A question about zeppelins');
    const page = await team.open(context, `inbox/all/${emil.requestId}`);
    await page.getByRole('textbox', { name: 'Write to Emil' }).waitFor();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/\/palette-[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/palette-[^/]*\.js$/);
    await page.keyboard.press('Control+k');
    await asked;
    await page.locator('[data-takes-keys]').waitFor({ state: 'attached' });
    // Meant for the palette, which is still on its way: closes nothing.
    await page.keyboard.press('e');
    letGo();
    const field = page.getByRole('combobox', { name: /A place, a name/ });
    await field.fill('zeppelins');
    await page.getByRole('option', { name: /Emil.*Conversation/ }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect((await request(emil.requestId)).status).not.toBe(1000);
    await field.fill('claim');
    await page.getByRole('option', { name: /^Claim/ }).waitFor();
    await page.keyboard.press('Enter');
    await eventually(async () => expect((await request(emil.requestId)).participants).toEqual([team.ada.id]));

    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.waitForURL(/\/team/);
    await page.keyboard.press('Control+k');
    await typed(page, 'closed');
    await page.getByRole('option', { name: /^Closed/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/inbox\/closed$/);
  });

  it('explains in the history why a conversation came to somebody', async () => {
    const fred = await team.visitor('Fred', 'Hello');
    await team.call('PUT', `/requests/${fred.requestId}/participants`, [team.grace.id]);
    const page = await team.open(context, `inbox/all/${fred.requestId}`);
    await page.getByRole('button', { name: 'Contact', exact: true }).click();
    await page.getByText('History', { exact: true }).click();

    await page.getByText('Ada Example assigned it to Grace Example').waitFor();
    await page.getByText('Fred began the conversation').waitFor();
  });
});
