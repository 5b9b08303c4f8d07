import { readFile } from 'node:fs/promises';

import { describeWithProgram } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser } from './console-page.ts';
import { screens } from './console-screens.ts';
import { beginConversation, openWidget, shownTexts, WidgetBrowser } from './widget-browser.ts';

/** What browsers on Linux say under `LANG=C` and the like, where no zone is set either. `Intl` throws for each. */
const says = (within: Page | BrowserContext, ...languages: string[]) =>
  within.addInitScript(`for (const [name, value] of Object.entries(${JSON.stringify({ language: languages[0], languages })}))
    Object.defineProperty(navigator, name, { get: () => value });
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function () { return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' }; };`);

describeWithProgram('chromium', 'a browser whose language is no tag', () => {
  describe('of an agent', () => {
    let app: ConsoleBrowser;
    beforeAll(async () => {
      app = await ConsoleBrowser.start({ DEMO: 'true' });
    }, 120_000);
    checkPagesOf(() => app);

    it('opens every screen of the console', async () => {
      const page = await app.open('ada', 'inbox/all');
      await says(page, 'C', 'en-US@posix');
      for (const [screen] of screens) {
        await page.goto(app.address(screen));
        await page.locator('#content').locator('h1, h2').first().waitFor();
        expect([screen, await page.getByText('Something went wrong').count()]).toEqual([screen, 0]);
      }
    }, 120_000);
  });

  describe('of a visitor', () => {
    const app = WidgetBrowser.ofTests();

    it.each(['C', 'en-US@posix'])('shows a conversation and saves it, in English (%s)', async (language) => {
      await says(app.context, language);
      const page = await openWidget(app.context, app.site.page(app.shop.id, { lang: '' }));
      const text = `Hello in ${language}`;
      await beginConversation(page, text, app.shop);
      expect(await shownTexts(page)).toEqual([text]);
      await page.getByText('today').first().waitFor();
      await page.getByRole('button', { name: 'Options' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download transcript' }).click(),
      ]);
      expect(await readFile(await download.path(), 'utf8')).toContain(text);
    });
  });
});
