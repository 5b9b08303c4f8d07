import { describeWithProgram } from '@parley/testkit';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';

describeWithProgram('chromium', 'export and import in the console', () => {
  let site: ConsoleBrowser;
  beforeAll(async () => {
    site = await ConsoleBrowser.start({ DEMO: 'true' });
  }, 120_000);
  checkPagesOf(() => site);

  it('exports the project, hands out its parts, and deletes the export', async () => {
    const page = await site.open('ada', 'settings/data');
    await page.getByRole('heading', { name: 'Import', exact: true }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start export' }).click();
    await page.getByRole('progressbar', { name: 'Export in progress' }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);

    await page.getByRole('row', { name: /Ada.*Ready/ }).waitFor({ timeout: 60_000 });
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: /^Download export of/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Download export' });
    const link = dialog.getByRole('link', { name: /part-000001.tar/ });
    await link.waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/^[0-9a-f]{24}-part-000001\.tar$/);
    expect(await download.failure()).toBeNull();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: /^Delete export of/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('row', { name: /Ready/ }).waitFor({ state: 'detached' });
  }, 120_000);

  it('is for owners alone', async () => {
    const page = await site.open('alan', 'settings');
    await page.getByRole('navigation', { name: 'Settings' }).waitFor();
    expect(await page.getByRole('link', { name: 'Export and import' }).count()).toBe(0);
  });
});
