import { amountOf, describeWithProgram } from '@parley/testkit';

import { checkPagesOf } from './checked-pages.ts';
import { layoutFaults } from './console-layout.ts';
import { allTransitions, ConsoleBrowser } from './console-page.ts';
import { screens } from './console-screens.ts';

/** Of every kind: from a button, from a menu, loaded when it is asked for. Screen, button, item of its menu. */
const dialogs: readonly (readonly [screen: string, button: string, item?: string])[] = [
  ['contacts', 'New contact'],
  ['contacts', 'Export contacts'],
  ['team/people', 'Invite'],
  ['settings/canned', 'New canned response'],
  ['settings/webhooks', 'New webhook'],
  ['settings/mailboxes', 'New mailbox'],
  ['settings/tokens', 'New API token'],
  ['settings/hours', 'Add holiday'],
  ['settings/security', 'Ban'],
  ['settings/danger', 'Delete project'],
  ['inbox/all', 'More', 'Assign to a teammate or bot'],
  ['inbox/all', 'More', 'Add tag'],
  ['inbox/all', 'More', 'Service levels'],
  ['inbox/all', 'More', 'Ban visitor'],
];

/** Where each is looked at in several sizes. */
const some = screens.filter((_, index) => index % amountOf({ quick: 3, soak: 1 }) === 0);

describeWithProgram('chromium', 'the screens of the console', () => {
  let app: ConsoleBrowser;
  beforeAll(async () => {
    app = await ConsoleBrowser.start({ DEMO: 'true', DEMO_DAYS: '60' });
    await app.mesh.settled();
  }, 120_000);
  checkPagesOf(() => app);

  it.each(['de', 'ar-XB'])(
    'stand in %s with nothing cut off, covered or on the wrong side, also at a zoom of 200 %%',
    async (lang) => {
      const page = await app.open('ada', 'inbox/all');
      const found: unknown[] = [];
      for (const [screen] of some) {
        await page.goto(`${app.address(screen)}?lang=${lang}`);
        await page.locator('#content').getByRole('heading').first().waitFor();
        await page.waitForLoadState('networkidle');
        // 1280 px at a zoom of 200 % are 640.
        for (const width of [1280, 640, 390]) {
          await page.setViewportSize({ width, height: 900 });
          const faults = await layoutFaults(page);
          if (faults.length > 0) found.push([screen, width, faults]);
        }
        await page.setViewportSize({ width: 1280, height: 900 });
        const { x = 0 } = (await page.getByRole('navigation').first().boundingBox()) ?? {};
        if (x > 640 !== (lang === 'ar-XB')) found.push([screen, 'the rail is at', x]);
      }
      expect(found).toEqual([]);
    },
    180_000,
  );

  it.each(['en', 'it', 'fr', 'de', 'es', 'pt'])('offer the orders of the inbox in whole words in %s', async (lang) => {
    const page = await app.open('ada', `inbox/all?lang=${lang}`);
    await page.locator('#content header button[aria-expanded]').last().click();
    const orders = page.locator('fieldset select').last();
    await orders.waitFor();
    const cut: unknown[] = [];
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      // As wide as a list of this order alone would like to be.
      const wide = await page.evaluate<string[]>(`(() => {
        const list = [...document.querySelectorAll('fieldset select')].at(-1);
        return [...list.options].flatMap(({ label }) => {
          const alone = list.cloneNode();
          alone.append(new Option(label));
          alone.style.width = 'max-content';
          list.after(alone);
          const isCut = alone.offsetWidth > list.offsetWidth;
          alone.remove();
          return isCut ? [label] : [];
        });
      })()`);
      if (wide.length > 0) cut.push([width, wide]);
    }
    expect(await orders.locator('option').count()).toBe(4);
    expect(cut).toEqual([]);
  });

  it.each(['en', 'it', 'fr', 'de', 'es', 'pt'])('have whole names in the rail in %s', async (lang) => {
    const page = await app.open('ada', `inbox/all?lang=${lang}`);
    const cut: unknown[] = [];
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const names = page
        .locator('nav:has([role="switch"]) :is(a, button):visible')
        .filter({ has: page.locator('svg') });
      await names.first().waitFor();
      for (const name of await names.all()) {
        const isCut = await name.evaluate((one) =>
          [one, ...one.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
        );
        if (isCut) cut.push([width, await name.textContent()]);
      }
    }
    expect(cut).toEqual([]);
  });

  it('give the focus back to what has opened a dialog', async () => {
    const page = await app.open('ada', 'inbox/all');
    const lost: unknown[] = [];
    for (const [screen, button, item] of dialogs) {
      await page.goto(app.address(screen));
      if (screen.startsWith('inbox')) await page.getByRole('row', { name: /Vera/ }).click();
      const opener = page.locator('#content').getByRole('button', { name: button, exact: true }).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      if (item) await page.getByRole('menuitem', { name: item }).press('Enter');
      await page.getByRole('dialog').waitFor();
      const field = page.getByRole('dialog').locator('form :is(input, select, textarea)').first();
      if ((await field.count()) > 0)
        await field
          .and(page.locator(':focus'))
          .waitFor()
          .catch(() => lost.push([screen, button, item, 'does not begin at its first field']));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await opener
        .and(page.locator(':focus'))
        .waitFor()
        .catch(() => lost.push([screen, button, item]));
    }
    expect(lost).toEqual([]);
  }, 120_000);

  it('have the contact beside the conversation from 1024 px on, in the place of the views, and below in a sheet', async () => {
    const page = await app.open('ada', 'inbox/all');
    await page.getByRole('row', { name: /Vera/ }).click();
    const views = page.getByRole('navigation', { name: 'Views' });
    const menu = page.getByRole('button', { name: 'All open' });
    const panel = page.getByRole('complementary', { name: 'Contact' });
    const close = page.locator('header').getByRole('button', { name: 'Close', exact: true });
    await views.waitFor();
    await page.locator('header').getByRole('button', { name: 'Contact', exact: true }).click();
    await panel.waitFor();
    await views.waitFor({ state: 'hidden' });
    await menu.waitFor();
    for (const width of [1280, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await close.click({ trial: true });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('header').getByRole('button', { name: 'Contact', exact: true }).waitFor();
    await Promise.all([views.waitFor(), panel.waitFor()]);
    await page.setViewportSize({ width: 1000, height: 900 });
    const [sheet, list] = await Promise.all([panel.boundingBox(), page.getByRole('grid').boundingBox()]);
    expect(sheet?.x).toBeGreaterThan((list?.x ?? 0) + (list?.width ?? 0));
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'detached' });
    await close.click({ trial: true });
  }, 60_000);

  it('stand apart from a dialog over them', async () => {
    const page = await app.open('ada', 'settings/danger');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const before = await page.screenshot({ clip: { x: 1100, y: 700, width: 100, height: 100 } });
      await page.getByRole('button', { name: 'Delete project' }).click();
      await page.getByRole('dialog').waitFor();
      await page.evaluate(allTransitions);
      const during = await page.screenshot({ clip: { x: 1100, y: 700, width: 100, height: 100 } });
      expect(during.equals(before)).toBe(false);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }, 60_000);

  it('say in the colours of high contrast what their own colours say otherwise', async () => {
    const page = await app.open('ada', 'inbox/all');
    await page.emulateMedia({ forcedColors: 'active' });
    await page.getByRole('row', { name: /Vera/ }).click();
    await page.locator('header').getByRole('button', { name: 'Close', exact: true }).waitFor();
    const styleOf = (selector: string, name: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${name}`);
    for (const current of ['[role="row"][aria-current]', 'nav a[aria-current]'])
      expect([current, await styleOf(current, 'outlineStyle')]).toEqual([current, 'solid']);
    const [paper, track, thumb, close] = await Promise.all(
      ['body', '[role="switch"]', '[role="switch"] > span', 'header .bg-accent'].map((one) =>
        styleOf(one, 'backgroundColor'),
      ),
    );
    expect(track).not.toBe(paper);
    expect(thumb).not.toBe(track);
    expect(close).not.toBe(paper);
  }, 60_000);
});
