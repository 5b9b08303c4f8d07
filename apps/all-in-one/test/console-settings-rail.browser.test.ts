import { describeWithProgram } from '@parley/testkit';

import { checkPagesOf } from './checked-pages.ts';
import { axeFaults, ConsoleBrowser } from './console-page.ts';
import { screens } from './console-screens.ts';

const phone = { viewport: { width: 390, height: 844 } };
const ofSettings = screens.filter(([screen]) => screen.startsWith('settings/'));

describeWithProgram('chromium', 'the subjects of the settings', () => {
  let site: ConsoleBrowser;

  beforeAll(async () => {
    site = await ConsoleBrowser.start({ DEMO: 'true' });
  }, 120_000);
  checkPagesOf(() => site);

  it('stand beside the open one, which is marked, in an address of its own', async () => {
    const page = await site.open('ada', 'settings');
    await page.waitForURL(/settings\/project$/);
    const rail = page.getByRole('navigation', { name: 'Settings' });
    const [own, team] = ['settings', 'team'].map((place) => rail.locator(`a[href*="/${place}/"]`));
    if (!own || !team) throw new Error('There are no links.');
    const names = await own.allTextContents();
    expect(names).toHaveLength(ofSettings.length);
    expect(await rail.getByRole('heading').allTextContents()).toEqual([
      ...['Workspace', 'People', 'Channels', 'Conversations', 'Data', 'Administration'],
    ]);
    for (const name of names) {
      await own.filter({ hasText: name }).click();
      await rail.locator('[aria-current="page"]').filter({ hasText: name }).waitFor();
      expect(await rail.locator('[aria-current]').count()).toBe(1);
      const { pathname } = new URL(page.url());
      await page.reload();
      await rail.locator('[aria-current="page"]').filter({ hasText: name }).waitFor();
      expect(new URL(page.url()).pathname).toBe(pathname);
    }
    expect(await team.allTextContents()).toEqual(['People', 'Groups', 'Departments']);
    await team.filter({ hasText: 'Groups' }).click();
    await page.waitForURL(/team\/groups$/);
  }, 60_000);

  it('are those of the role', async () => {
    const page = await site.open('linus', 'settings');
    await page.waitForURL(/settings\/canned$/);
    const rail = page.getByRole('navigation', { name: 'Settings' });
    expect(await rail.getByRole('link').allTextContents()).toEqual(['Canned responses', 'Tags', 'Macros']);
  });

  it('are a list of their own on a phone, with the way back from each', async () => {
    const page = await site.open('ada', 'settings', phone);
    const rail = page.getByRole('navigation', { name: 'Settings' });
    const back = page.getByRole('link', { name: 'All settings' });
    await rail.getByRole('link', { name: 'Canned responses' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/settings$/);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page)).toEqual([]);
    }
    await rail.getByRole('link', { name: 'Danger zone' }).click();
    await page.getByRole('button', { name: 'Delete project' }).waitFor();
    await rail.waitFor({ state: 'hidden' });
    await back.click();
    await rail.waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Delete project' }).waitFor();

    await page.goto(site.address('settings/tags'));
    await back.waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.viewport.width);
    // Turned, there is room for both.
    await page.setViewportSize({ width: 844, height: 390 });
    await rail.waitFor();
    await back.waitFor({ state: 'hidden' });
  });

  it('leave the launcher of the widget’s preview in view at 900 px', async () => {
    const page = await site.open('ada', 'settings/widget');
    const preview = page.getByRole('figure', { name: 'Preview' });
    await preview.locator('parley-widget').getByRole('button').last().waitFor({ state: 'attached' });
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const { y = 0, height = 0 } = (await preview.boundingBox()) ?? {};
      expect(y + height).toBeLessThanOrEqual(900);
    }
  });
});
