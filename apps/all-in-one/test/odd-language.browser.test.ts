import { describeWithProgram } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser } from './console-page.ts';
import { screens } from './console-screens.ts';

// What browsers on Linux say under `LANG=C` and the like. `Intl` throws for both.
describeWithProgram('chromium', 'a browser whose language is no tag', () => {
  let app: ConsoleBrowser;
  beforeAll(async () => {
    app = await ConsoleBrowser.start({ DEMO: 'true' });
  }, 120_000);
  checkPagesOf(() => app);

  const says = (page: Page, ...languages: string[]) =>
    page.addInitScript(`for (const [name, value] of Object.entries(${JSON.stringify({ language: languages[0], languages })}))
      Object.defineProperty(navigator, name, { get: () => value });
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () { return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' }; };`);

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
