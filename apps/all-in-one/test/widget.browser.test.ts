import { readFile } from 'node:fs/promises';

import { amountOf, describeWithProgram, eventually } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import type { HostSite } from './host-site.ts';
import {
  beginConversation,
  composer,
  openWidget,
  png,
  shownTexts,
  visit,
  WidgetBrowser,
  write,
} from './widget-browser.ts';
import { openVouching, openWidgetShop, type WidgetShop } from './widget-shop.ts';

/** Page views before a visitor writes. */
const views = amountOf({ quick: 3, soak: 50, full: 1_000 });

/** Who is identified one after the other, as fast as calls can be made. */
const turns = ['AB', 'ABA', 'BAB', 'AAB', 'ABAB', 'BBA'].slice(0, amountOf({ quick: 2, soak: 6 }));

/** Notes each moment at which something of the one can be seen while the other is identified. */
const watch = `globalThis.seen = []; globalThis.refused = []; globalThis.who = ''; globalThis.identified = 0;
  const foreign = () => {
    const root = document.querySelector('parley-widget')?.shadowRoot;
    const boxes = [...(root?.querySelectorAll('textarea') ?? [])].map(({ value }) => value);
    const words = [root?.textContent, root?.querySelector('.launcher')?.ariaLabel, document.title, ...boxes].join(' ');
    const other = { a: 'of B', b: 'of A' }[who];
    return other && words.includes(other) ? [words] : [];
  };
  // The page changes shortly before it says who is identified, in the same task: nothing of that is drawn.
  const look = () => foreign().length > 0 && setTimeout(() => seen.push(...foreign()));
  addEventListener('parley:identified', ({ detail }) => { who = detail.id.at(-1); identified += 1; look(); });
  addEventListener('parley:error', ({ detail }) => refused.push(detail.code));
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    new MutationObserver(look).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    return root;
  };`;

describeWithProgram('chromium', 'a visitor with the widget', () => {
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
    context = await app.newContext();
  });
  checkPagesOf(() => app);

  const opened = (address = site.page(shop.id), within = context) => openWidget(within, address);
  const begun = (page: Page, text: string, of = shop) => beginConversation(page, text, of);

  it(
    'is created by writing, and by nothing before',
    async () => {
      const calls: string[] = [];
      const page = await context.newPage();
      page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
      const guests = () => shop.read('/project_users?role=guest,user');
      for (let view = 0; view < views; view += 1) {
        await page.goto(site.page(shop.id));
        await page.locator('parley-widget .launcher').waitFor();
      }
      expect(calls.filter((one) => one.includes('/v3/'))).toEqual(Array(views).fill(`GET /v3/${shop.id}/widgets`));
      expect(await guests()).toEqual([]);

      await page.locator('parley-widget .launcher').click();
      await page.locator('parley-widget .start-card .primary').click();
      await composer(page).fill('half a sen');
      expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
      expect(await shop.leads()).toEqual([]);

      await write(page, 'Where is my order?');
      await eventually(async () => expect(await shop.requests()).toHaveLength(1));
      await eventually(async () => expect(await shop.leads()).toHaveLength(1));
      await eventually(async () => expect(await guests()).toHaveLength(1));
      // Each token is one of these calls.
      expect(calls.filter((one) => one.includes('/auth/'))).toEqual(['POST /v3/auth/signinAnonymously']);
    },
    60_000 + views * 2_000,
  );

  it('reads the answer live, and after loading the page again', async () => {
    const page = await opened();
    const request = await begun(page, 'Do you sell ink?');
    await page.getByText('Sent', { exact: true }).waitFor();
    await shop.say(request, 'Yes, **blue** and black: https://shop.example/ink');
    await page.getByText('blue', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'https://shop.example/ink' }).waitFor();
    // Own ones are not read out, others once.
    const announced = page.locator('parley-widget [role=log] p');
    expect(await announced.allTextContents()).toEqual([
      'Ada Example says: Yes, **blue** and black: https://shop.example/ink',
    ]);
    await eventually(async () => {
      const [first] = await shop.read(`/requests/${request}/messages`);
      expect((await shop.read(`/requests/${request}/messages`)).at(-1).status).toBe(300);
      expect(first.text).toBe('Do you sell ink?');
    });

    await page.reload();
    await page.getByText('Do you sell ink?').waitFor();
    expect(await shownTexts(page)).toEqual(['Do you sell ink?', 'Yes, blue and black: https://shop.example/ink']);
  });

  it('sees on the button how many messages are unread, in every tab, until one is opened', async () => {
    const address = site.page(shop.id, { attributes: 'data-title' });
    const page = await opened(address);
    const request = await begun(page, 'I will be back');
    await page.locator('parley-widget header').getByRole('button', { name: 'Close chat' }).click();
    await shop.say(request, 'Here is your answer');
    await shop.say(request, 'And one more');
    await page.getByRole('button', { name: 'Start a conversation (2)' }).waitFor();
    await eventually(async () => expect(await page.title()).toBe('(2) Shop'));

    const other = await context.newPage();
    await other.goto(address);
    const button = other.getByRole('button', { name: 'Start a conversation (2)' });
    await button.click();
    await other.getByText('And one more').first().waitFor();
    await eventually(async () => expect(await page.title()).toBe('Shop'));
  });

  it('opens, sends, receives, uploads and rates under a policy that trusts by nonce and strict-dynamic', async () => {
    const page = await opened(site.page(shop.id, { byNonce: true }));
    const request = await begun(page, 'By nonce');
    await shop.say(request, 'Trusted');
    await page.getByText('Trusted').first().waitFor();
    const picture = { name: 'pixel.png', mimeType: 'image/png', buffer: png };
    await page.locator('parley-widget input[type=file]').setInputFiles(picture);
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await eventually(async () => expect(await send.isEnabled()).toBe(true));
    await send.click();
    await page.getByRole('button', { name: 'Image: pixel.png' }).waitFor();
    await page.getByRole('button', { name: 'Options' }).click();
    await page.locator('parley-widget .menu').getByRole('button', { name: 'Close chat' }).click();
    await page.getByRole('radio', { name: '5 of 5' }).check({ force: true });
    await page.locator('parley-widget .rating').getByRole('button', { name: 'Send' }).click();
    await page.getByText('We have received your rating.').waitFor();
  });

  it('closes, rates and goes on with a conversation', async () => {
    await context.addInitScript(`globalThis.told = [];
      for (const name of ['started', 'message', 'closed', 'rated'])
        addEventListener('parley:' + name, ({ detail }) => told.push([name, detail]));`);
    const page = await opened();
    const request = await begun(page, 'A short question');
    await shop.say(request, 'A short answer');
    await page.getByText('A short answer').first().waitFor();
    // The first answer may have come with the conversation itself; this one comes live.
    await shop.say(request, 'And another');
    await page.getByText('And another').first().waitFor();
    await page.getByRole('button', { name: 'Options' }).click();
    await page.locator('parley-widget .menu').getByRole('button', { name: 'Close chat' }).click();
    await page.getByText('The conversation has been closed · You').waitFor();

    await page.getByRole('radio', { name: '4 of 5' }).check({ force: true });
    await page.getByRole('textbox', { name: /comment/ }).fill('Quick and kind');
    await page.locator('parley-widget .rating').getByRole('button', { name: 'Send' }).click();
    await page.getByText('We have received your rating.').waitFor();
    await eventually(async () => {
      const found = (await shop.requests()).find(({ request_id }) => request_id === request);
      expect(found).toMatchObject({ status: 1000, rating: 4, rating_message: 'Quick and kind' });
    });
    const told = await page.evaluate<[string, object][]>('told');
    expect(told).toContainEqual(['message', { from: 'team', type: 'text' }]);
    expect(told.filter(([name]) => name !== 'message')).toEqual([
      ['started', { request_id: request }],
      ['closed', { request_id: request }],
      ['rated', { rating: 4 }],
    ]);

    for (const rating of [1, 2, 3, 5]) {
      await page.locator('parley-widget .thanks').getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('radio', { name: `${rating} of 5` }).check({ force: true });
      if (rating === 5) await page.getByRole('textbox', { name: /comment/ }).fill('Kinder than I thought');
      await page.locator('parley-widget .rating').getByRole('button', { name: 'Send' }).click();
      await page.getByText('We have received your rating.').waitFor();
      const rating_message = rating === 5 ? 'Kinder than I thought' : 'Quick and kind';
      await eventually(async () => {
        const found = (await shop.requests()).find(({ request_id }) => request_id === request);
        expect(found).toMatchObject({ status: 1000, rating, rating_message });
      });
    }

    await write(page, 'One more thing');
    await page.getByText('The conversation has been reopened').waitFor();
    await eventually(async () => expect(await shop.texts(request)).toContain('One more thing'));
  }, 60_000);

  it('saves the transcript where public ones are off, and begins another conversation with what was typed too late', async () => {
    const strict = await openWidgetShop(app.mesh.url, {
      'settings.public_transcripts': false,
      'settings.reopen_window_hours': 0,
    });
    const page = await opened(site.page(strict.id));
    const request = await begun(page, 'Before', strict);
    await strict.say(request, 'Answered');
    await page.getByText('Answered').first().waitFor();
    await page.getByRole('button', { name: 'Options' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download transcript' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('transcript.txt');
    expect(await readFile(await download.path(), 'utf8')).toMatch(/Before\r\n.*Answered/);

    await strict.call('PUT', `/requests/${request}/close`);
    await page.getByText('The conversation has been closed · Ada Example').waitFor();
    let isTyped = () => {};
    const typed = new Promise<void>((resolve) => {
      isTyped = resolve;
    });
    await page.route(/\/messages$/, async (route) => {
      await typed;
      await route.continue();
    });
    await write(page, 'Too late');
    await composer(page).fill('half a sen');
    isTyped();
    await eventually(async () => expect(await strict.requests()).toMatchObject([{}, { first_text: 'Too late' }]));
    expect(await strict.texts(request)).not.toContain('Too late');
    await eventually(async () => expect(await shownTexts(page)).toEqual(['Too late']));
    expect(await composer(page).inputValue()).toBe('half a sen');
    // It has gone along, and is nowhere twice.
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.locator('parley-widget .row-button', { hasText: 'Answered' }).click();
    await page.getByText('Answered').first().waitFor();
    expect(await composer(page).inputValue()).toBe('');
  });

  it('is another visitor after identifying, and nobody after logging out', async () => {
    const vouch = await openVouching(shop);
    const address = site.page(shop.id);
    const page = await opened(address);
    await begun(page, 'As a guest');
    const identify = (token: string) => page.evaluate(`parley('identify', { token: ${JSON.stringify(token)} })`);
    await identify(vouch('customer-a', 'Vera'));
    await page.locator('parley-widget .start-card .primary').waitFor();
    expect(await page.getByText('As a guest').count()).toBe(0);
    await begun(page, 'As Vera');

    await identify(vouch('customer-b', 'Nora'));
    await page.locator('parley-widget .start-card .primary').waitFor();
    expect(await page.getByText('As Vera').count()).toBe(0);

    await identify(vouch('customer-a', 'Vera'));
    await page.getByText('As Vera').first().waitFor();
    await page.evaluate("parley('logout')");
    await page.locator('parley-widget .start-card .primary').waitFor();
    await eventually(async () => expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]));
  });

  it.each(turns)(
    'sees nothing of who was identified before, in the order %s',
    async (order) => {
      const own = await openWidgetShop(app.mesh.url);
      const vouch = await openVouching(own);
      await context.addInitScript(watch);
      const page = await opened(site.page(own.id, { attributes: 'data-title' }));
      let asked = 0;
      const identify = (who: string) => {
        asked += 1;
        const token = vouch(`customer-${who.toLowerCase()}`, `Name of ${who}`);
        return page.evaluate(`parley('identify', { token: '${token}' })`);
      };
      /** Once each `identify` so far has been answered: until then the panel is about to show another visitor. */
      const isWho = (who: string) =>
        eventually(async () => expect(await page.evaluate('[identified, who]')).toEqual([asked, who.toLowerCase()]));
      const begun: Record<string, string> = {};
      for (const who of new Set(order)) {
        await identify(who);
        await isWho(who);
        begun[who] = await beginConversation(page, `words of ${who}`, own);
      }
      for (const who of order) {
        await identify(who);
        await isWho(who);
        await page.getByText(`words of ${who}`).first().waitFor();
        // Frames, a call and a draft are under way while the next one is identified, or are the other's that nobody sees now.
        const frames = Object.entries(begun).flatMap(([id, request]) =>
          [1, 2, 3].map((count) => own.say(request, `answer ${count} of ${id}`)),
        );
        await write(page, `more of ${who}`);
        await composer(page).fill(`draft of ${who}`);
        await identify(who === 'A' ? 'B' : 'A');
        await identify(who);
        await Promise.all(frames);
      }
      const last = order.at(-1) ?? '';
      await isWho(last);
      await page.evaluate("parley('identify', { token: 'no.token.atall' })");
      await eventually(async () => expect(await page.evaluate('refused.length')).toBe(1));
      await eventually(async () => expect((await shownTexts(page)).at(-1)).toMatch(`of ${last}`));
      // A draft that went astray would stand where a conversation begins.
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await page.getByRole('button', { name: 'New conversation' }).click();
      await composer(page).waitFor();
      expect(await composer(page).inputValue()).toBe('');
      expect(await page.evaluate('seen')).toEqual([]);
      for (const [who, request] of Object.entries(begun)) {
        // What was cut off waits until they are back.
        await identify(who);
        await isWho(who);
        await eventually(
          async () => {
            const texts = await own.texts(request);
            expect(texts.filter((text) => !text.endsWith(`of ${who}`))).toEqual([]);
            const times = order.split(who).length - 1;
            expect(texts.filter((text) => text === `more of ${who}`)).toHaveLength(times);
          },
          { timeoutMs: 30_000 },
        );
      }
      await identify(last);
      await isWho(last);

      const other = await visit(context, page.url());
      await page.evaluate("parley('logout')");
      for (const tab of [page, other]) {
        await tab.evaluate("parley('open')");
        await tab.locator('parley-widget .start-card .primary').waitFor();
        await eventually(async () => expect(await tab.evaluate('Object.keys(localStorage)')).toEqual([]));
        expect(await tab.locator('parley-widget .row-button').count()).toBe(0);
      }
    },
    90_000,
  );

  it.each([
    ['local', true, true],
    ['session', true, false],
    ['none', false, false],
  ] as const)(
    'remembers the visitor as %s: after a reload %s, in a second tab %s',
    async (persistence, reloaded, elsewhere) => {
      const address = site.page(shop.id, { attributes: `data-persistence="${persistence}"` });
      const text = `kept in ${persistence}`;
      const page = await opened(address);
      await page.locator('parley-widget .start-card .primary').click();
      await page.getByRole('textbox', { name: /message/ }).fill(text);
      await page.keyboard.press('Enter');
      await page.getByText('Sent', { exact: true }).waitFor();
      const other = await context.newPage();
      for (const [tab, isKnown] of [
        [page, reloaded],
        [other, elsewhere],
      ] as const) {
        const calls: string[] = [];
        tab.on('request', (request) => calls.push(request.url()));
        await tab.goto(address);
        await tab.locator('parley-widget .launcher').waitFor();
        await tab.evaluate("parley('open')");
        if (isKnown) await tab.getByText(text).first().waitFor();
        else await tab.locator('parley-widget .start-card .primary').waitFor();
        expect(calls.some((url) => url.includes('/requests/me'))).toBe(isKnown);
      }
    },
  );

  it.each([
    [
      'throws',
      "Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })",
    ],
    ['is full', "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"],
    ['is cleared meanwhile', "addEventListener('parley:started', () => localStorage.clear())"],
  ])('goes on where the storage %s', async (_, script) => {
    const own = await openWidgetShop(app.mesh.url);
    await context.addInitScript(script);
    const page = await opened(site.page(own.id));
    await page.locator('parley-widget .start-card .primary').click();
    for (const text of ['one', 'two']) {
      await page.getByRole('textbox', { name: /message/ }).fill(text);
      await page.keyboard.press('Enter');
      await page.getByText('Sent', { exact: true }).waitFor();
    }
    const [request, ...others] = await own.requests();
    expect(others).toEqual([]);
    await own.say(request?.request_id ?? '', 'three');
    await page.getByText('three').first().waitFor();
    expect(await own.texts(request?.request_id ?? '')).toEqual(['one', 'two', 'three']);
  });

  it('stores nothing and creates no guest before consent, and erases everything after its withdrawal', async () => {
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

    // An invitation is remembered beside the visitor, and forgotten on a page that does not show it.
    const invited = await visit(context, site.page(shop.id, { attributes: 'data-callout="0"' }));
    const callout = invited.locator('parley-widget .callout');
    await callout.waitFor();
    await invited.evaluate("parley('consent', true)");
    expect(await callout.isVisible()).toBe(true);
    expect(await kept()).toEqual([`parley:${shop.id}:callout`]);
    await page.reload();
    await page.locator('parley-widget .launcher').waitFor();
    await page.evaluate("parley('consent', false)");
    expect(await kept()).toEqual([]);
    await invited.evaluate("parley('consent', false)");
    await callout.waitFor({ state: 'detached' });
  });
});
