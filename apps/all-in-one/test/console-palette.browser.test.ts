import { describeWithProgram, eventually } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { axeFaults, ConsoleBrowser } from './console-page.ts';

describeWithProgram('chromium', 'the palette', () => {
  let site: ConsoleBrowser;

  beforeAll(async () => {
    site = await ConsoleBrowser.start({ DEMO: 'true' });
  }, 120_000);
  checkPagesOf(() => site);

  async function openPalette(page: Page) {
    await page.locator('#content').getByRole('heading').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Search or jump/ }).waitFor();
  }

  const recent = async (page: Page) =>
    (await page.getByRole('option').filter({ hasText: 'Recent' }).allTextContents()).map((text) =>
      text.replace(/Recent.*/, ''),
    );

  it('leads back to what was open before, with an icon for each kind', async () => {
    const page = await site.open('ada', 'inbox/closed');
    await page.getByRole('row').first().waitFor();
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.waitForURL(/contacts/);
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.waitForURL(/inbox/);
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: /^All open/ })
      .click();
    await page.waitForURL(/inbox\/all$/);
    await page.getByRole('row', { name: /Vera/ }).click();
    await page.getByRole('textbox', { name: 'Reply to Vera' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL(/settings\/project$/);

    await openPalette(page);
    await eventually(async () => expect((await recent(page)).slice(0, 2)).toEqual(['Vera Lind', 'All open']));
    expect(await recent(page)).toContain('Contacts');
    expect(await recent(page)).not.toContain('Project');
    const options = page.getByRole('option');
    expect(await options.filter({ has: page.locator('svg') }).count()).toBe(await options.count());
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Reply to Vera' }).waitFor();
  });

  it('goes to departments, and to parts of settings and team, as far as the role may', async () => {
    for (const [name, words, place, path] of [
      ['ada', 'custom', 'Custom fields', /settings\/properties$/],
      ['ada', 'groups', 'Groups', /team\/groups$/],
      ['ada', 'ask robby', 'Ask Robby', /inbox\/department\/\w+$/],
      ['linus', 'canned', 'Canned responses', /settings\/canned$/],
      ['linus', 'custom fields', undefined, undefined],
    ] as const) {
      const page = await site.open(name, 'inbox/all');
      await openPalette(page);
      const field = page.getByRole('combobox', { name: /Search or jump/ });
      await field.fill(words);
      if (!place) {
        await field.fill('tags');
        await page.getByRole('option', { name: /^Tags/ }).waitFor();
        await field.fill(words);
        await page.getByText('No results').waitFor();
        continue;
      }
      await page
        .getByRole('option', { name: new RegExp(`^${place}`) })
        .first()
        .waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(path);
    }
  }, 60_000);

  it('shows nothing of another project as recent', async () => {
    const owner = await site.customer('ada');
    const { body: project } = await owner.call('POST', '/projects', { name: 'Fresh' });
    const page = await site.open('ada', 'inbox/all');
    await page.getByRole('row').first().waitFor();
    await page.goto(site.address('team/people', project._id));
    await openPalette(page);
    await page.getByRole('option').first().waitFor();
    expect(await recent(page)).toEqual([]);
  });
});
