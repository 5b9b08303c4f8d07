import { amountOf, describeWithProgram, drawer, eventually } from '@parley/testkit';
import type { BrowserContext, Page, WebSocket } from 'playwright-core';

import type { HostSite } from './host-site.ts';
import { beginConversation, composer, openWidget, shownTexts, WidgetBrowser, write } from './widget-browser.ts';
import { openWidgetShop, type WidgetShop } from './widget-shop.ts';

/** Each begins a conversation whose calls are cut at other points. */
const cutSeeds = Array.from({ length: amountOf({ usual: 5, soak: 8, whole: 50 }) }, (_, index) => index + 1);

/** How many messages wait in the storage of a page. */
const unsent = `Object.values(localStorage).flatMap((text) => Object.values(JSON.parse(text).data ?? {}))
  .reduce((sum, { outbox = [] }) => sum + outbox.length, 0)`;

describeWithProgram('chromium', 'what a visitor sends by the widget', () => {
  let app: WidgetBrowser;
  let site: HostSite;
  let shop: WidgetShop;
  let context: BrowserContext;

  beforeAll(async () => {
    app = await WidgetBrowser.start();
    site = app.site;
    shop = await openWidgetShop(app.mesh.url);
  }, 120_000);
  beforeEach(async () => {
    site.faults.length = 0;
    context = await app.newContext();
  });
  afterEach(async () => {
    await context.close();
    expect(site.faults).toEqual([]);
  });
  afterAll(() => app?.stop());

  const opened = (address = site.page(shop.id), within = context) => openWidget(within, address);
  const begun = (page: Page, text: string, of = shop) => beginConversation(page, text, of);

  it('sends each message once and in order when answers are cut and the page is loaded again', async () => {
    const page = await opened();
    let cuts = 6;
    await page.route(/\/messages$/, async (route) => {
      if (route.request().method() !== 'POST' || cuts === 0) return route.continue();
      cuts -= 1;
      // Stored, but the page never hears of it.
      if (cuts % 2 === 0) await route.fetch();
      return route.abort();
    });
    await page.locator('parley-widget .start-card .primary').click();
    const before = (await shop.requests()).length;
    for (const text of ['one', 'two', 'three']) await write(page, text);
    await page.getByText('three').waitFor();
    await eventually(async () => expect(await page.evaluate('Object.keys(localStorage).length')).toBeGreaterThan(0));
    await page.reload();

    const request = await eventually(
      async () => {
        const all = await shop.requests();
        expect(all).toHaveLength(before + 1);
        const id = all.find(({ first_text }) => first_text === 'one')?.request_id ?? '';
        expect(await shop.texts(id)).toEqual(['one', 'two', 'three']);
        return id;
      },
      { timeoutMs: 40_000 },
    );
    await eventually(async () => expect(await shownTexts(page)).toEqual(['one', 'two', 'three']));
    await eventually(async () => expect(await page.locator('parley-widget [data-state]').count()).toBe(0));
    expect(request).toMatch(/^support-group-/);
  }, 90_000);

  it.each(cutSeeds)(
    'begins one conversation however the first send is cut, with reloads between (seed %i)',
    async (seed) => {
      const draw = drawer(seed);
      const text = `first of ${seed}`;
      const guests = new Set<string>();
      const keys = new Set<string | undefined>();
      const leads = (await shop.leads()).length;
      const page = await opened();
      page.on('request', (request) => {
        if (request.url().endsWith('signinAnonymously')) keys.add(request.headers()['idempotency-key']);
      });
      page.on('response', async (response) => {
        if (response.url().endsWith('signinAnonymously')) guests.add((await response.json()).user._id);
      });
      await page.locator('parley-widget .start-card .primary').click();
      for (let round = 0; round < 3; round += 1) {
        let passed = draw(3);
        const isCut = new Promise<void>((resolve) => {
          void page.route(/\/v3\//, async (route) => {
            const request = route.request();
            if (request.method() !== 'POST' || passed-- !== 0) return route.continue();
            // Stored, but the page never hears of it; or lost on its way there.
            const stored = draw(2) === 0 ? await route.fetch().catch(() => undefined) : undefined;
            if (request.url().endsWith('signinAnonymously') && stored) guests.add((await stored.json()).user._id);
            await route.abort().catch(() => undefined);
            resolve();
          });
        });
        if (round === 0) await write(page, text);
        await Promise.race([
          isCut,
          eventually(async () => expect(await page.evaluate(unsent)).toBe(0)).catch(() => undefined),
        ]);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.reload();
      }
      await eventually(
        async () => {
          const begun = (await shop.requests()).filter(({ first_text }) => first_text === text);
          expect(begun).toHaveLength(1);
          expect(await shop.texts(begun[0]?.request_id ?? '')).toEqual([text]);
        },
        { timeoutMs: 30_000 },
      );
      await eventually(async () => expect(await shop.leads()).toHaveLength(leads + 1));
      expect([guests.size, keys.size]).toEqual([1, 1]);
      await page.evaluate("parley('open')");
      await eventually(async () => expect(await shownTexts(page)).toEqual([text]));
    },
    90_000,
  );

  it('begins one conversation when two tabs write at once', async () => {
    const address = site.page(shop.id);
    const tabs = [await opened(address), await opened(address)];
    let signIns = 0;
    context.on('request', (request) => {
      if (request.url().endsWith('signinAnonymously')) signIns += 1;
    });
    for (const tab of tabs) await tab.locator('parley-widget .start-card .primary').click();
    const before = (await shop.requests()).length;
    await Promise.all(tabs.map((tab, index) => composer(tab).fill(`tab ${index}`)));
    await Promise.all(tabs.map((tab) => composer(tab).press('Enter')));
    for (const tab of tabs)
      await eventually(async () => expect((await shownTexts(tab)).toSorted()).toEqual(['tab 0', 'tab 1']), {
        timeoutMs: 20_000,
      });
    expect(await shop.requests()).toHaveLength(before + 1);
    expect(signIns).toBe(1);
  });

  it('has one connection and one sound in five tabs, and goes on without a gap when the tab that holds it is killed', async () => {
    await context.addInitScript(`globalThis.tones = 0;
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (...when) { tones += 1; return start.apply(this, when); };`);
    const address = site.page(shop.id);
    const sockets = new Map<Page, WebSocket>();
    const tabs: Page[] = [];
    context.on('page', (page) =>
      page.on('websocket', (socket) => {
        sockets.set(page, socket);
        socket.on('close', () => sockets.get(page) === socket && sockets.delete(page));
      }),
    );
    tabs.push(await opened(address));
    const request = await begun(tabs[0] as Page, 'Is anyone there?');
    for (let count = 1; count < 5; count += 1) {
      const tab = await context.newPage();
      await tab.goto(address);
      await tab.getByText('Is anyone there?').waitFor();
      // Browsers play nothing before.
      await composer(tab).click();
      tabs.push(tab);
    }
    await shop.say(request, 'one');
    for (const tab of tabs)
      await eventually(async () => expect(await shownTexts(tab)).toEqual(['Is anyone there?', 'one']));
    expect([...sockets.keys()]).toEqual([tabs[0]]);
    const tones = async () => Promise.all(tabs.map((tab) => tab.evaluate<number>('tones')));
    await eventually(async () => expect((await tones()).toSorted()).toEqual([0, 0, 0, 0, 2]));

    const [leader] = tabs.splice(0, 1) as [Page];
    await leader.close();
    sockets.delete(leader);
    await shop.say(request, 'two');
    await shop.say(request, 'three');
    const all = ['Is anyone there?', 'one', 'two', 'three'];
    for (const tab of tabs) await eventually(async () => expect(await shownTexts(tab)).toEqual(all));
    expect(sockets.size).toBe(1);
    expect(tabs).toContain([...sockets.keys()][0]);

    const [one] = tabs as [Page];
    await one.locator('parley-widget header').getByRole('button', { name: 'Close chat' }).click();
    for (const tab of tabs) await tab.getByRole('dialog', { name: 'Chat' }).waitFor({ state: 'detached' });
  }, 60_000);
});
