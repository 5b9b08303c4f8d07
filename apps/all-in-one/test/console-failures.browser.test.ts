import { describeWithProgram } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { DemoRecords, openDemoPage, refuse, soonOn } from './console-demo.ts';
import { ConsoleBrowser } from './console-page.ts';
import type { Customer } from './mesh.ts';

describeWithProgram('chromium', 'failed actions of the console', () => {
  let app: ConsoleBrowser;
  let context: BrowserContext;
  let page: Page;
  let ada: Customer;
  let records: DemoRecords;
  beforeAll(async () => {
    app = await ConsoleBrowser.start({ DEMO: 'true' });
    ada = await app.customer('ada');
    records = await DemoRecords.of(app, ada);
  }, 120_000);
  beforeEach(async () => {
    ({ context, page } = await openDemoPage(app));
  });
  checkPagesOf(() => app);

  it.each([
    [429, 'rate_limited'],
    [503, 'database_unavailable'],
  ] as const)(
    'count down after %s to an action, and repeat it by themselves or by a click',
    async (status, code) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(app.address(`inbox/all/${records.ids.request}`));
      const line = page.getByRole('alert').filter({ hasText: `Refused by ${code}.` });
      const tagOf = async () => (await ada.call('GET', `/${app.projectId}/requests/${records.ids.request}`)).body.tags;
      const box = page.getByRole('textbox', { name: 'Add a tag' });
      let isRefused = true;
      await page.route(/\/tag$/, (route) =>
        isRefused ? refuse(status, code, { 'retry-after': '90' })(route) : route.fallback(),
      );

      await box.fill(`slow-${status}`);
      await box.press('Enter');
      await line.getByText(/Next try in \d+ seconds/).waitFor();
      isRefused = false;
      await page.clock.fastForward(60_000);
      await line.getByText(/Next try in [1-3]\d seconds/).waitFor();
      expect((await tagOf()).map(({ tag }: { tag: string }) => tag)).not.toContain(`slow-${status}`);
      await page.clock.fastForward(31_000);
      await page.getByRole('button', { name: `Remove slow-${status}` }).waitFor();
      expect(await line.count()).toBe(0);
      expect(await box.inputValue()).toBe('');

      isRefused = true;
      await box.fill(`fast-${status}`);
      await box.press('Enter');
      await line.getByText(/Next try in \d+ seconds/).waitFor();
      isRefused = false;
      await line.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: `Remove fast-${status}` }).waitFor();
      expect(await line.count()).toBe(0);
      await page.unroute(/\/tag$/);
    },
    60_000,
  );

  it('count down in a confirmation, and do then what was confirmed', async () => {
    const { body: tag } = await ada.call('POST', `/${app.projectId}/tags`, { tag: 'short-lived' });
    await page.goto(app.address('settings/tags'));
    let isRefused = true;
    await page.route(/\/tags\/\w+$/, (route) =>
      isRefused ? refuse(503, 'database_unavailable', { 'retry-after': '90' })(route) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Remove short-lived' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByText(/Next try in \d+ seconds/).waitFor();
    await dialog.getByText('database_unavailable · request-database_unavailable').waitFor();
    isRefused = false;
    await page.clock.fastForward(91_000);
    await dialog.waitFor({ state: 'detached' });
    await page.unroute(/\/tags\/\w+$/);
    expect((await ada.call('GET', `/${app.projectId}/tags/${tag._id}`)).status).toBe(404);
  }, 60_000);

  it('say at once that a change cannot be made without a network, and keep what was typed', async () => {
    await page.goto(app.address('settings/project'));
    const name = page.getByLabel('Name of the project');
    await name.fill('Offline shop');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Parley cannot be reached.' });
    await soonOn(page, async () => expect(await refusal.count()).toBe(1));
    expect(await name.inputValue()).toBe('Offline shop');
    await context.setOffline(false);
    expect((await ada.call('GET', `/projects/${app.projectId}`)).body.name).toBe('Demo shop');
    // What the browser says of calls without a network.
    app.faults = app.faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'));
  }, 60_000);

  it('count down after a note that is limited, whose words are back in the composer', async () => {
    await page.goto(app.address(`inbox/all/${records.ids.request}`));
    await page.getByRole('textbox', { name: /^Write to/ }).waitFor();
    await page.keyboard.press('n');
    const note = page.getByRole('textbox', { name: 'Write a note that only the team sees' });
    await note.fill('Kept for later');
    await page.route(/\/notes$/, refuse(429, 'rate_limited', { 'retry-after': '90' }));
    await note.press('Control+Enter');
    const line = page.getByRole('alert').filter({ hasText: 'Refused by rate_limited.' });
    await line.getByText(/Next try in \d+ seconds/).waitFor();
    expect(await note.inputValue()).toBe('Kept for later');
    expect(await line.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.unroute(/\/notes$/);
    await note.press('Control+Enter');
    await page.getByText('Note added', { exact: true }).waitFor();
    await line.waitFor({ state: 'detached' });
  }, 60_000);
});
