import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { amountOf, describeWithProgram, eventually } from '@parley/testkit';
import { startChromium } from '@parley/testkit/chromium';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import type { AllInOne } from '../src/service.ts';
import { buildPages, HostSite } from './host-site.ts';
import { startMesh } from './mesh.ts';
import { openWidgetShop, type WidgetShop } from './widget-shop.ts';

const build = fileURLToPath(new URL('../../widget/dist', import.meta.url));

/** Each colour scheme and each width at least. */
const looks = (
  [
    ['light', 1280],
    ['dark', 320],
    ['dark', 1280],
    ['light', 320],
  ] as const
).slice(0, amountOf({ usual: 2, soak: 4 }));

/** Bytes after gzip of a file, and of those that it imports outright. */
async function sizeOf(name: string): Promise<number> {
  const files = new Set([name]);
  let sum = 0;
  for (const file of files) {
    const content = await readFile(join(build, file));
    sum += gzipSync(content, { level: 9 }).length;
    for (const [, imported = ''] of content.toString().matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g))
      files.add(imported);
  }
  return sum;
}

async function builtFiles(): Promise<string[]> {
  return (await readdir(build)).filter((name) => name.endsWith('.js'));
}

describeWithProgram('chromium', 'a page with the widget', () => {
  let mesh: AllInOne;
  let browser: Browser;
  let site: HostSite;
  let shop: WidgetShop;
  let context: BrowserContext;

  beforeAll(async () => {
    buildPages();
    mesh = await startMesh({ RATE_LIMIT_FACTOR: '1000', AUTH_LIMIT_FACTOR: '1000' });
    site = await HostSite.open(mesh.url);
    shop = await openWidgetShop(mesh.url);
    browser = await startChromium();
  }, 120_000);
  beforeEach(async () => {
    site.faults.length = 0;
    context = await site.context(browser);
  });
  afterEach(async () => {
    await context.close();
    expect(site.faults).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    await mesh?.stop();
  });

  async function visited(address: string, within = context): Promise<Page> {
    const page = await within.newPage();
    await page.goto(address);
    await page.locator('parley-widget .launcher').waitFor();
    return page;
  }

  async function opened(address: string, within = context): Promise<Page> {
    const page = await visited(address, within);
    await page.locator('parley-widget .launcher').click();
    await page.locator('parley-widget .start-card .primary').waitFor();
    return page;
  }

  it('loads 5 kB while nothing is opened, 28 kB at the first opening, 60 kB in all', async () => {
    const files = await builtFiles();
    const named = (start: string) => files.find((name) => name.startsWith(`${start}-`)) ?? '';
    const all = await Promise.all(
      files.map(async (name) => gzipSync(await readFile(join(build, name)), { level: 9 }).length),
    );
    expect(await sizeOf('widget.js')).toBeLessThanOrEqual(5 * 1024);
    expect((await sizeOf(named('panel'))) + (await sizeOf(named('en')))).toBeLessThanOrEqual(28 * 1024);
    expect(all.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(60 * 1024);
  });

  /** Boxes and colours of all that the widget shows. */
  const look = (page: Page) =>
    page.evaluate<
      unknown[]
    >(`[...document.querySelector('parley-widget').shadowRoot.querySelectorAll('*')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, font, display } = getComputedStyle(element);
      return [element.className.baseVal ?? element.className, x, y, width, height, color, backgroundColor, font, display];
    })`);

  it('cannot change the widget by any style', async () => {
    const css = `* { color: #f0f !important; background: #0f0 !important; font: 700 40px/3 fantasy !important; padding: 17px !important;
      margin: 9px !important; display: inline !important; width: 33px !important; box-sizing: content-box !important;
      transform: rotate(3deg) !important; opacity: 0.5 !important; filter: blur(1px) !important; direction: rtl !important; }
      div, button, iframe, section, :not(:defined), parley-widget { display: none !important; visibility: hidden !important; }`;
    const plain = await opened(site.page(shop.id));
    const hostile = await visitedHostile(site.page(shop.id, { css }));
    expect(await look(hostile)).toEqual(await look(plain));
  });

  /** Nothing of such a page can be relied on to be visible. */
  async function visitedHostile(address: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('parley-widget .launcher').click();
    await page.locator('parley-widget .start-card .primary').waitFor();
    return page;
  }

  /** Where everything of the page itself stands. */
  const layout = (page: Page) =>
    page.evaluate<unknown[]>(`[...document.querySelectorAll('html, head, body, body *:not(script)')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.localName, element.getAttributeNames(), x, y, width, height];
    })`);

  it('stands as it would without the widget, closed and open', async () => {
    const bare = await context.newPage();
    await bare.goto(site.page(shop.id, { withoutWidget: true }));
    const page = await visited(site.page(shop.id));
    expect(await layout(page)).toEqual(await layout(bare));
    await page.locator('parley-widget .launcher').click();
    await page.locator('parley-widget .start-card .primary').waitFor();
    expect(await layout(page)).toEqual(await layout(bare));
  });

  it('is as it was after the shutdown', async () => {
    const state = `[Object.keys(globalThis).filter((key) => key !== 'parley').sort(), document.documentElement.getAttributeNames(),
      document.body.getAttributeNames(), document.querySelectorAll('*').length, document.title]`;
    const page = await context.newPage();
    await page.goto(site.page(shop.id, { withoutWidget: true }));
    const before = await page.evaluate(state);
    const withWidget = await opened(site.page(shop.id));
    await withWidget.evaluate("parley('shutdown')");
    await withWidget.evaluate("document.querySelector('script').remove()");
    expect(await withWidget.evaluate(state)).toEqual(before);
    expect(await withWidget.getByRole('dialog').count()).toBe(0);
  });

  it('runs commands that came before the script, and warns once of faulty ones', async () => {
    const warnings: string[] = [];
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await page.addInitScript(`globalThis.seen = [];
      for (const name of ['ready', 'open', 'close']) addEventListener('parley:' + name, () => seen.push(name));
      globalThis.parley = (...command) => (parley.q = parley.q || []).push(command);
      parley('on', 'open', () => seen.push('handler'));
      parley('set', { align: 'up', themeColor: '#0b6e4f' });
      parley('open');`);
    await page.goto(site.page(shop.id));
    await page.getByRole('dialog').waitFor();
    await page.evaluate("parley('fly'); parley('fly'); parley('close')");
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('seen')).toEqual(['open', 'handler', 'ready', 'close']);
    expect(warnings).toEqual(['parley: "align" cannot be "up"', 'parley: unknown command "fly"']);
  });

  it.each([
    ['an unknown project', 'project_not_found', () => 'f'.repeat(24)],
    [
      'a site that is not listed',
      'origin_not_allowed',
      async () => {
        const settings = { 'settings.allowed_urls': true, 'settings.allowed_urls_list': ['https://other.example'] };
        return (await openWidgetShop(mesh.url, settings)).id;
      },
    ],
  ])('shows nothing for %s, and says so once', async (_, code, project) => {
    const warnings: string[] = [];
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await page.goto(site.page(await project()));
    await eventually(() => expect(warnings).toEqual([`parley: ${code}`]));
    expect(await page.locator('parley-widget').count()).toBe(0);
  });

  it('keeps nothing and signs nobody in before consent, and forgets all after its withdrawal', async () => {
    const page = await opened(site.page(shop.id, { attributes: 'data-consent="required"' }));
    const kept = () =>
      page.evaluate('Object.keys(localStorage).concat(Object.keys(sessionStorage), document.cookie || [])');
    await page.locator('parley-widget .start-card .primary').click();
    await page.getByRole('textbox', { name: /message/ }).fill('half a sen');
    expect(await kept()).toEqual([]);
    await page.evaluate("parley('consent', true)");
    await page.keyboard.press('Enter');
    await page.getByText('Sent', { exact: true }).waitFor();
    expect(await kept()).toEqual([`parley:${shop.id}`]);
    await page.evaluate("parley('consent', false)");
    expect(await kept()).toEqual([]);
  });

  it('closes with Esc and gives the focus back, and opens by the keyboard alone', async () => {
    const page = await visited(site.page(shop.id));
    const button = page.locator('parley-widget .launcher');
    await button.press('Enter');
    await page.locator('parley-widget .start-card .primary').press('Enter');
    await page.keyboard.type('by keys');
    await page.keyboard.press('Enter');
    await page.getByText('Sent', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate("document.querySelector('parley-widget').shadowRoot.activeElement.className")).toBe(
      'launcher',
    );
  });

  it('fills the screen of a phone, keeps the composer above its keyboard, and closes by the back button', async () => {
    const phone = await site.context(browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const address = site.page(shop.id);
    const page = await opened(address, phone);
    await page.locator('parley-widget .start-card .primary').click();
    await page.setViewportSize({ width: 390, height: 508 });
    const composer = await page.getByRole('textbox', { name: /message/ }).boundingBox();
    expect((composer?.y ?? 999) + (composer?.height ?? 0)).toBeLessThanOrEqual(508);
    expect(await page.getByRole('dialog').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 508 });
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toBe(address);
    await phone.close();
  });

  it.each(looks)('has no fault that axe finds, in %s at %i pixels', async (colorScheme, width) => {
    const themed = await site.context(browser, { colorScheme, viewport: { width, height: 700 } });
    const page = await opened(site.page(shop.id), themed);
    expect(await faultsOf(page)).toEqual([]);
    await page.locator('parley-widget .start-card .primary').click();
    await page.getByRole('textbox', { name: /message/ }).fill('Hello');
    await page.keyboard.press('Enter');
    await page.getByText('Sent', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Options' }).click();
    expect(await faultsOf(page)).toEqual([]);
    await themed.close();
  });

  async function faultsOf(page: Page): Promise<unknown> {
    await page.evaluate(axe.source);
    return page.evaluate<unknown>(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
  }
});
