import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describeWithProgram } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { layoutFaults } from './console-layout.ts';
import { ConsoleBrowser, faultsInEveryLook, tabTo } from './console-page.ts';

const console = fileURLToPath(new URL('../../console', import.meta.url));
const vite = join(console, '../../node_modules/vite/bin/vite.js');

/** What each button of the page opens. */
const overlays: readonly (readonly [button: string, role: 'dialog' | 'menu'])[] = [
  ['Dialog', 'dialog'],
  ['Wide dialog', 'dialog'],
  ['Form dialog', 'dialog'],
  ['Pending form', 'dialog'],
  ['Confirmation', 'dialog'],
  ['Picker', 'dialog'],
  ['Menu', 'menu'],
  ['Menu at the end', 'menu'],
  ['Emoji', 'dialog'],
];

describeWithProgram('chromium', 'the kit of the console', () => {
  let app: ConsoleBrowser;
  let context: BrowserContext;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-kit-'));
    const { status, stderr } = spawnSync(
      process.execPath,
      [vite, 'build', '--mode', 'kit', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
      { cwd: console, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
    );
    if (status !== 0) throw new Error(stderr);
    app = await ConsoleBrowser.start({ CONSOLE_DIR: folder });
  }, 120_000);
  beforeEach(async () => {
    context = await app.newContext();
  });
  checkPagesOf(() => app);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function kit(query = ''): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${app.origin}/console/__kit${query}`);
    await page.getByRole('heading', { name: 'Kit', exact: true }).waitFor();
    return page;
  }

  const opener = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

  it('passes axe in both themes, on a desktop and on a small phone', async () => {
    expect(await faultsInEveryLook(await kit())).toEqual([]);
  }, 60_000);

  it('passes axe with each overlay open, which Escape closes and gives the focus back from', async () => {
    const page = await kit();
    const found: unknown[] = [];
    for (const [name, role] of overlays) {
      await opener(page, name).focus();
      await page.keyboard.press('Enter');
      await page.getByRole(role).waitFor();
      for (const fault of await faultsInEveryLook(page)) found.push([name, fault]);
      await page.keyboard.press('Escape');
      await page.getByRole(role).waitFor({ state: 'detached' });
      const focused = name === 'Emoji' ? page.getByLabel('Emoji go here') : opener(page, name);
      await focused
        .and(page.locator(':focus'))
        .waitFor()
        .catch(() => found.push([name, 'lost the focus']));
    }
    expect(found).toEqual([]);
  }, 180_000);

  it('shows three toasts at most, and passes axe with them', async () => {
    const page = await kit();
    for (const name of ['Toast', 'Toast', 'Toast', 'Toast with an action']) await opener(page, name).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    const shown = page.getByRole('dialog').filter({ visible: true });
    expect(await shown.count()).toBe(3);
    expect(await faultsInEveryLook(page)).toEqual([]);
  }, 60_000);

  it.each(['de', 'ar-XB'])(
    'has nothing cut off, covered or on the wrong side in %s',
    async (lang) => {
      const page = await kit(`?lang=${lang}`);
      const found: unknown[] = [];
      for (const width of [1280, 640, 390]) {
        await page.setViewportSize({ width, height: 900 });
        // Each part of it comes into view.
        for (const part of ['controls', 'states', 'overlays', 'rows', 'conversation']) {
          await page.locator(`#${part}`).evaluate((element) => element.scrollIntoView());
          const faults = await layoutFaults(page);
          if (faults.length > 0) found.push([width, part, faults]);
        }
      }
      expect(found).toEqual([]);
    },
    120_000,
  );

  it('is walked by the keyboard, which says why a refused button does nothing', async () => {
    const page = await kit();
    await tabTo(page, 'Refused');
    await page.keyboard.press('Enter');
    await page.getByText('Only an owner may do this.').waitFor();
    expect(await page.locator(':focus').getAttribute('aria-description')).toBe('Only an owner may do this.');
    await tabTo(page, 'Starred');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Starred', pressed: false }).waitFor();
    await tabTo(page, 'Name of the shop');
    const described = await page.evaluate<string>(
      'document.getElementById(document.activeElement.getAttribute("aria-describedby")).textContent',
    );
    expect(described).toBe('It needs at least two letters.');
  }, 60_000);
});
