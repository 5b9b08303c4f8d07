import { eventually } from '@parley/testkit';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { HostSite } from './host-site.ts';
import { openPages } from './pages.ts';
import type { SharedMesh } from './shared-mesh.ts';
import { openWidgetShop, type WidgetShop } from './widget-shop.ts';

/** A picture of one red pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** The widget of a whole mesh on a customer's site, in Chromium. */
export class WidgetBrowser {
  mesh!: SharedMesh;
  site!: HostSite;
  browser!: Browser;
  /** Common to the tests. */
  shop!: WidgetShop;
  /** The visitor's browser in the test that runs. */
  context!: BrowserContext;
  #stopPages: (() => Promise<void>) | undefined;

  private constructor() {}

  /** One for all tests of the block that asks for it, ready when the first of them begins; it is stopped after the last. */
  static ofTests(env: Record<string, string> = {}, visitor: BrowserContextOptions = {}): WidgetBrowser {
    const app = new WidgetBrowser();
    beforeAll(() => app.#start(env), 120_000);
    beforeEach(async () => {
      app.context = await app.newContext(visitor);
    });
    checkPagesOf(() => (app.browser ? app : undefined));
    return app;
  }

  async #start(env: Record<string, string>): Promise<void> {
    const { mesh, browser, stop } = await openPages(env);
    this.mesh = mesh;
    this.browser = browser;
    this.#stopPages = stop;
    this.site = await HostSite.open(mesh.url);
    this.shop = await openWidgetShop(this.mesh.url);
  }

  /** A visitor's browser: storage of its own. */
  newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return this.site.context(this.browser, options);
  }

  /** Of the pages of the site. */
  get faults(): string[] {
    return this.site.faults;
  }

  async closeContexts(): Promise<void> {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
  }

  async stop(): Promise<void> {
    await this.closeContexts();
    this.site.close();
    await this.#stopPages?.();
  }
}

/** A page whose widget is loaded and closed. */
export async function visit(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('parley-widget .launcher').waitFor();
  return page;
}

/** A page whose widget is open. */
export async function openWidget(context: BrowserContext, address: string): Promise<Page> {
  const page = await visit(context, address);
  await page.locator('parley-widget .launcher').click();
  await page.getByRole('dialog', { name: 'Chat' }).waitFor();
  return page;
}

export const composer = (page: Page) => page.locator('parley-widget .composer textarea');

export async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** @returns the id of the conversation, once the shop has it */
export async function beginConversation(page: Page, text: string, shop: WidgetShop): Promise<string> {
  await page.locator('parley-widget .start-card .primary').click();
  await write(page, text);
  return eventually(async () => {
    const request = (await shop.requests()).find(({ first_text }) => first_text === text);
    if (!request) throw new Error('not there yet');
    return request.request_id;
  });
}

/** The texts of the visible conversation, in order. */
export const shownTexts = (page: Page) => page.locator('parley-widget .bubble .words').allInnerTexts();
