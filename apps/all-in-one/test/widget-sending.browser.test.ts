import { amountOf, describeWithProgram, drawer, eventually } from '@parley/testkit';
import type { Page, WebSocket } from 'playwright-core';
import { interleave, Side } from './beside-console.ts';
import { SocketGate } from './console-page.ts';
import { beginConversation, composer, openWidget, shownTexts, WidgetBrowser, write } from './widget-browser.ts';
import { openWidgetShop } from './widget-shop.ts';

/** Each begins a conversation whose calls are cut at other points. */
const cutSeeds = Array.from({ length: amountOf({ quick: 5, soak: 8, full: 50 }) }, (_, index) => index + 1);

/** Of the connection. */
const cuts = amountOf({ quick: 5, soak: 30 });

/** Of what happens to a page with the widget and one with the console. */
const interleavings = amountOf({ quick: 4, soak: 12, full: 1_000 });

/** Counts in `tones` what the page plays. */
const countTones = `globalThis.tones = 0;
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...when) { tones += 1; return start.apply(this, when); };`;

/** How many messages wait in the storage of a page. */
const unsent = `Object.values(localStorage).flatMap((text) => Object.values(JSON.parse(text).data ?? {}))
  .reduce((sum, { outbox = [] }) => sum + outbox.length, 0)`;

describeWithProgram('chromium', 'what a visitor sends by the widget', () => {
  const app = WidgetBrowser.ofTests();

  const opened = (address = app.site.page(app.shop.id), within = app.context) => openWidget(within, address);
  const begun = (page: Page, text: string, of = app.shop) => beginConversation(page, text, of);

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
    const before = (await app.shop.requests()).length;
    for (const text of ['one', 'two', 'three']) await write(page, text);
    await page.getByText('three').waitFor();
    await eventually(async () => expect(await page.evaluate('Object.keys(localStorage).length')).toBeGreaterThan(0));
    await page.reload();

    const request = await eventually(
      async () => {
        const all = await app.shop.requests();
        expect(all).toHaveLength(before + 1);
        const id = all.find(({ first_text }) => first_text === 'one')?.request_id ?? '';
        expect(await app.shop.texts(id)).toEqual(['one', 'two', 'three']);
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
      // As the server has them: what a page got can no longer be read once it is loaded again.
      const guestsOfShop = async () => (await app.shop.read('/project_users?role=guest,user')).length;
      const guests = await guestsOfShop();
      const keys = new Set<string | undefined>();
      const leads = (await app.shop.leads()).length;
      const page = await opened();
      page.on('request', (request) => {
        if (request.url().endsWith('signinAnonymously')) keys.add(request.headers()['idempotency-key']);
      });
      await page.locator('parley-widget .start-card .primary').click();
      for (let round = 0; round < 3; round += 1) {
        let passed = draw(3);
        const isCut = new Promise<void>((resolve) => {
          void page.route(/\/v3\//, async (route) => {
            const request = route.request();
            if (request.method() !== 'POST' || passed-- !== 0) return route.continue();
            // Stored, but the page never hears of it; or lost on its way there.
            if (draw(2) === 0) await route.fetch().catch(() => undefined);
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
          const begun = (await app.shop.requests()).filter(({ first_text }) => first_text === text);
          expect(begun).toHaveLength(1);
          expect(await app.shop.texts(begun[0]?.request_id ?? '')).toEqual([text]);
        },
        { timeoutMs: 30_000 },
      );
      await eventually(async () => expect(await app.shop.leads()).toHaveLength(leads + 1));
      expect([await guestsOfShop(), keys.size]).toEqual([guests + 1, 1]);
      await page.evaluate("parley('open')");
      await eventually(async () => expect(await shownTexts(page)).toEqual([text]));
    },
    90_000,
  );

  it('shows the conversation again when the page is loaded before its visitor is signed in', async () => {
    const page = await opened();
    const signIn = /\/signinAnonymously$/;
    const isAsked = page.waitForRequest(signIn);
    await page.route(signIn, (route) => route.abort());
    await page.locator('parley-widget .start-card .primary').click();
    await write(page, 'early');
    await isAsked;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();

    await eventually(async () => expect(await shownTexts(page)).toEqual(['early']));
    await page.getByText('Sent', { exact: true }).waitFor();
    app.site.faults.length = 0;
  });

  it('shows what was said before above what is unsent, after loading the page again', async () => {
    const page = await opened();
    const request = await begun(page, 'in time');
    await page.getByText('Sent', { exact: true }).waitFor();
    await app.context.route(/\/messages$/, (route) => route.abort('internetdisconnected'));
    await write(page, 'unsent');
    await page.locator('parley-widget [data-state=waiting]').waitFor();
    await page.reload();

    await eventually(async () => expect(await shownTexts(page)).toEqual(['in time', 'unsent']));
    await app.context.unroute(/\/messages$/);
    await page.evaluate('dispatchEvent(new Event("online"))');
    await eventually(async () => expect(await app.shop.texts(request)).toEqual(['in time', 'unsent']));
    await eventually(async () => expect(await page.locator('parley-widget [data-state]').count()).toBe(0));
    expect(await shownTexts(page)).toEqual(['in time', 'unsent']);
  });

  it('follows its conversation although the part that does so could not be loaded at first', async () => {
    const page = await opened();
    const request = await begun(page, 'Hello?');
    await page.getByText('Sent', { exact: true }).waitFor();
    const part = /\/live-part-/;
    await app.context.route(part, (route) => route.abort('internetdisconnected'));
    const isRefused = page.waitForEvent('requestfailed', (request) => part.test(request.url()));
    await page.reload();
    await page.getByText('Hello?').waitFor();
    await isRefused;
    await app.context.unroute(part);
    await app.shop.say(request, 'Yes?');

    await page.getByText('Yes?', { exact: true }).waitFor();
    await page.locator('parley-widget header').getByRole('button', { name: 'Close chat' }).click();
    await app.shop.say(request, 'Still there?');
    await page.getByRole('button', { name: 'Start a conversation 1' }).waitFor();
    app.site.faults.length = 0;
  }, 60_000);

  it('begins one conversation when two tabs write at once', async () => {
    const address = app.site.page(app.shop.id);
    const tabs = [await opened(address), await opened(address)];
    let signIns = 0;
    app.context.on('request', (request) => {
      if (request.url().endsWith('signinAnonymously')) signIns += 1;
    });
    for (const tab of tabs) await tab.locator('parley-widget .start-card .primary').click();
    const before = (await app.shop.requests()).length;
    await Promise.all(tabs.map((tab, index) => composer(tab).fill(`tab ${index}`)));
    await Promise.all(tabs.map((tab) => composer(tab).press('Enter')));
    for (const tab of tabs)
      await eventually(async () => expect((await shownTexts(tab)).toSorted()).toEqual(['tab 0', 'tab 1']), {
        timeoutMs: 20_000,
      });
    expect(await app.shop.requests()).toHaveLength(before + 1);
    expect(signIns).toBe(1);
  });

  it('has one connection and one sound in five tabs, and goes on without a gap when the tab that holds it is killed', async () => {
    await app.context.addInitScript(countTones);
    const address = app.site.page(app.shop.id);
    const sockets = new Map<Page, WebSocket>();
    const tabs: Page[] = [];
    app.context.on('page', (page) =>
      page.on('websocket', (socket) => {
        sockets.set(page, socket);
        socket.on('close', () => sockets.get(page) === socket && sockets.delete(page));
      }),
    );
    tabs.push(await opened(address));
    const request = await begun(tabs[0] as Page, 'Is anyone there?');
    for (let count = 1; count < 5; count += 1) {
      const tab = await app.context.newPage();
      await tab.goto(address);
      await tab.getByText('Is anyone there?').waitFor();
      // Browsers play nothing before.
      await composer(tab).click();
      tabs.push(tab);
    }
    await app.shop.say(request, 'one');
    for (const tab of tabs)
      await eventually(async () => expect(await shownTexts(tab)).toEqual(['Is anyone there?', 'one']));
    expect([...sockets.keys()]).toEqual([tabs[0]]);
    const tones = async () => Promise.all(tabs.map((tab) => tab.evaluate<number>('tones')));
    await eventually(async () => expect((await tones()).toSorted()).toEqual([0, 0, 0, 0, 2]));

    const [leader] = tabs.splice(0, 1) as [Page];
    await leader.close();
    sockets.delete(leader);
    await app.shop.say(request, 'two');
    await app.shop.say(request, 'three');
    const all = ['Is anyone there?', 'one', 'two', 'three'];
    for (const tab of tabs) await eventually(async () => expect(await shownTexts(tab)).toEqual(all));
    expect(sockets.size).toBe(1);
    expect(tabs).toContain([...sockets.keys()][0]);

    const [one] = tabs as [Page];
    await one.locator('parley-widget header').getByRole('button', { name: 'Close chat' }).click();
    for (const tab of tabs) await tab.getByRole('dialog', { name: 'Chat' }).waitFor({ state: 'detached' });
  }, 60_000);

  it('stays offline for minutes with what was written, and counts every answer once when the network is back', async () => {
    await app.context.clock.install();
    await app.context.addInitScript(countTones);
    await app.context.addInitScript(`globalThis.counts = [];
      addEventListener('parley:unread', ({ detail }) => counts.push(detail.count));`);
    const page = await opened(app.site.page(app.shop.id, { attributes: 'data-title' }));
    const listed = page.waitForResponse(
      (response) => response.url().includes('/requests/me?') && response.url().includes('sortField'),
    );
    const request = await begun(page, 'before');
    await page.getByText('Sent', { exact: true }).waitFor();
    // A list that is read only after the own messages holds nothing unread: who answers has read.
    await listed;
    // The page is told that it is offline before its last calls are refused.
    await app.context.route(/\/messages$/, (route) => route.abort('internetdisconnected'));
    await app.context.setOffline(true);
    await page.getByText('You are offline. Messages will be sent when you are back online.').waitFor();
    const own = ['two', 'three', 'four'];
    for (const text of own) await write(page, text);
    await page.locator('parley-widget header').getByRole('button', { name: 'Close chat' }).click();
    const foreign = ['five', 'six', 'seven', 'eight', 'nine'];
    for (const text of foreign) await app.shop.say(request, text);
    await app.context.clock.fastForward('03:00');
    await app.context.unroute(/\/messages$/);
    await app.context.setOffline(false);
    const all = ['before', ...foreign, ...own];
    await eventually(async () => expect(await app.shop.texts(request)).toEqual(all), { timeoutMs: 30_000 });
    const launcher = page.getByRole('button', { name: 'Start a conversation 5' });
    await launcher.waitFor();
    expect(await launcher.locator('.badge').textContent()).toBe('5');
    expect(await page.title()).toBe('(5) Shop');
    expect(await page.evaluate('counts.at(-1)')).toBe(5);
    // What was missed makes no sound.
    expect(await page.evaluate('tones')).toBe(0);
    await launcher.click();
    await eventually(async () => expect(await shownTexts(page)).toEqual(all));
    await eventually(async () => expect(await page.evaluate('counts.at(-1)')).toBe(0));
    expect(await page.title()).toBe('Shop');
  }, 60_000);

  it('shows what the API has after its connection was cut, is away, and may not go on from where it was', async () => {
    const gate = await SocketGate.on(app.context);
    const page = await opened();
    const request = await begun(page, 'Begin');
    // As browsers say it when a network comes back: the next try need not wait for its timer.
    const isBack = () => page.evaluate('dispatchEvent(new Event("online"))');
    const isWhole = () =>
      eventually(
        async () => {
          await isBack();
          expect(gate.size).toBe(1);
          expect(await shownTexts(page)).toEqual(await app.shop.texts(request));
        },
        { timeoutMs: 60_000, everyMs: 5_000 },
      );
    const draw = drawer(9);
    for (let cut = 0; cut < cuts; cut += 1) {
      gate.cut();
      await app.shop.say(request, `after cut ${cut}`);
      if (draw(2) === 0) await write(page, `own ${cut}`);
      if (draw(2) === 0) await isBack();
    }
    await isWhole();
    gate.isShut = true;
    gate.cut();
    await app.shop.say(request, 'while realtime was restarted');
    gate.isShut = false;
    await isWhole();

    // More than one page of messages.
    await gate.expire([`/${app.shop.id}/requests/${request}/messages`, `/${app.shop.id}/inbox`], async () => {
      for (let count = 0; count < 35; count += 1) await app.shop.say(request, `missed ${count}`);
    });
    await page.getByText('missed 34').first().waitFor();
    await page.locator('parley-widget .log').press('Home');
    const older = page.getByRole('button', { name: 'Earlier messages' });
    await eventually(
      async () => {
        if (await older.isVisible()) await older.click();
        expect(await shownTexts(page)).toEqual(await app.shop.texts(request));
      },
      { timeoutMs: 20_000 },
    );
  }, 180_000);

  it(
    'loses, doubles and reorders nothing beside the console, however both are cut, loaded again and sending',
    async () => {
      const shop = await openWidgetShop(app.mesh.url);
      const visitor = await Side.open(app.context, app.site.page(shop.id), {
        name: 'v',
        box: 'parley-widget .composer textarea',
        shown: 'parley-widget .bubble .words',
      });
      await visitor.page.locator('parley-widget .launcher').click();
      await visitor.page.locator('parley-widget .start-card .primary').click();
      await visitor.send('v0');
      const request = await eventually(async () => {
        const [{ request_id } = { request_id: '' }] = await shop.requests();
        expect(request_id).not.toBe('');
        return request_id;
      });

      const desk = await app.browser.newContext({ viewport: { width: 1280, height: 900 } });
      const origin = `http://localhost:${new URL(app.mesh.url).port}`;
      const entrance = await desk.newPage();
      await entrance.goto(`${origin}/console/signin`);
      await entrance.getByLabel('Email address').fill(shop.owner.email);
      await entrance.getByLabel('Password').fill('secret of Ada');
      await entrance.getByRole('button', { name: 'Sign in' }).click();
      await entrance.waitForURL((url) => !url.pathname.endsWith('/signin'));
      await entrance.close();
      const agent = await Side.open(desk, `${origin}/console/${shop.id}/inbox/all/${request}`, {
        name: 'a',
        box: 'role=textbox[name=/^Reply to/]',
        shown: '[role=log] span[dir="auto"]',
      });
      await agent.page.locator('[role=log]').getByText('v0').waitFor();

      const path = `/requests/${request}/messages?direction=-1&limit=40`;
      const stored = async () => (await shop.read(path)).map(({ text }: { text: string }) => text).toReversed();
      for (let seed = 1; seed <= interleavings; seed += 1)
        await interleave(drawer(seed), [visitor, agent], stored, seed);
      expect(visitor.sent.length + agent.sent.length).toBeGreaterThan(interleavings);
      await desk.close();
    },
    interleavings * 30_000,
  );
});
