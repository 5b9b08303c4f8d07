import { readFile } from 'node:fs/promises';

import { amountOf, describeWithProgram, drawer, eventually } from '@parley/testkit';
import { startChromium } from '@parley/testkit/chromium';
import type { Browser, BrowserContext, Page, WebSocket } from 'playwright-core';

import type { AllInOne } from '../src/service.ts';
import { buildPages, HostSite } from './host-site.ts';
import { startMesh } from './mesh.ts';
import { addBot, openVouching, openWidgetShop, type WidgetShop } from './widget-shop.ts';

/** Each begins a conversation whose calls are cut at other points. */
const cutSeeds = Array.from({ length: amountOf({ usual: 5, soak: 8, whole: 50 }) }, (_, index) => index + 1);

/** How many messages wait in the storage of a page. */
const unsent = `Object.values(localStorage).flatMap((text) => Object.values(JSON.parse(text).data ?? {}))
  .reduce((sum, { outbox = [] }) => sum + outbox.length, 0)`;

/** A picture of one red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

describeWithProgram('chromium', 'a visitor with the widget', () => {
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

  async function opened(address = site.page(shop.id), within = context): Promise<Page> {
    const page = await within.newPage();
    await page.goto(address);
    await page.locator('parley-widget .launcher').click();
    await page.getByRole('dialog', { name: 'Chat' }).waitFor();
    return page;
  }

  const box = (page: Page) => page.getByRole('textbox', { name: 'Type your message' });

  async function write(page: Page, text: string): Promise<void> {
    await box(page).fill(text);
    await page.keyboard.press('Enter');
  }

  /** @returns the id of the conversation, once the shop has it */
  async function begun(page: Page, text: string, of = shop): Promise<string> {
    await page.locator('parley-widget .start-card .primary').click();
    await write(page, text);
    return eventually(async () => {
      const request = (await of.requests()).find(({ first_text }) => first_text === text);
      if (!request) throw new Error('not there yet');
      return request.request_id;
    });
  }

  /** The texts of the visible conversation, in order. */
  const shown = (page: Page) => page.locator('parley-widget .bubble .words').allInnerTexts();

  it('is created by writing, and by nothing before', async () => {
    const calls: string[] = [];
    const page = await context.newPage();
    page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto(site.page(shop.id));
    await page.locator('parley-widget .launcher').waitFor();
    expect(calls.filter((call) => call.includes('/v3/'))).toEqual([`GET /v3/${shop.id}/widgets`]);

    await page.locator('parley-widget .launcher').click();
    await page.locator('parley-widget .start-card .primary').click();
    await box(page).fill('half a sen');
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
    expect(await shop.leads()).toEqual([]);

    await write(page, 'Where is my order?');
    await eventually(async () => expect(await shop.requests()).toHaveLength(1));
    await eventually(async () => expect(await shop.leads()).toHaveLength(1));
    expect(calls.filter((call) => call.endsWith('signinAnonymously'))).toHaveLength(1);
  });

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
    expect(await shown(page)).toEqual(['Do you sell ink?', 'Yes, blue and black: https://shop.example/ink']);
  });

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
    await eventually(async () => expect(await shown(page)).toEqual(['one', 'two', 'three']));
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
      await eventually(async () => expect(await shown(page)).toEqual([text]));
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
    await Promise.all(tabs.map((tab, index) => box(tab).fill(`tab ${index}`)));
    await Promise.all(tabs.map((tab) => box(tab).press('Enter')));
    for (const tab of tabs)
      await eventually(async () => expect((await shown(tab)).toSorted()).toEqual(['tab 0', 'tab 1']), {
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
      await box(tab).click();
      tabs.push(tab);
    }
    await shop.say(request, 'one');
    for (const tab of tabs) await eventually(async () => expect(await shown(tab)).toEqual(['Is anyone there?', 'one']));
    expect([...sockets.keys()]).toEqual([tabs[0]]);
    const tones = async () => Promise.all(tabs.map((tab) => tab.evaluate<number>('tones')));
    await eventually(async () => expect((await tones()).toSorted()).toEqual([0, 0, 0, 0, 2]));

    const [leader] = tabs.splice(0, 1) as [Page];
    await leader.close();
    sockets.delete(leader);
    await shop.say(request, 'two');
    await shop.say(request, 'three');
    const all = ['Is anyone there?', 'one', 'two', 'three'];
    for (const tab of tabs) await eventually(async () => expect(await shown(tab)).toEqual(all));
    expect(sockets.size).toBe(1);
    expect(tabs).toContain([...sockets.keys()][0]);

    const [one] = tabs as [Page];
    await one.locator('parley-widget header').getByRole('button', { name: 'Close chat' }).click();
    for (const tab of tabs) await tab.getByRole('dialog', { name: 'Chat' }).waitFor({ state: 'detached' });
  }, 60_000);

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

  it('shows what people and bots write as text, and opens nothing but links', async () => {
    const page = await opened(site.page(shop.id, { withoutPolicy: true }));
    page.on('dialog', () => site.faults.push('a script ran'));
    const request = await begun(page, 'Show me');
    const markup = '<img src=x onerror=alert(1)> [x](javascript:alert(1)) <script>alert(1)</script>';
    const buttons = [{ type: 'url', value: 'press me', link: 'javascript:alert(1)' }];
    await shop.say(request, markup, { attributes: { attachment: { type: 'template', buttons } } });
    await shop.say(request, markup, { type: 'html' });
    await shop.say(request, 'a secret', { attributes: { subtype: 'private' } });
    await shop.say(request, 'done');
    await page.getByText('done').first().waitFor();
    expect(await shown(page)).toEqual(['Show me', markup, markup, 'done']);
    expect(await page.getByText('press me').count()).toBe(0);
    expect(await page.evaluate('document.querySelector("parley-widget").shadowRoot.innerHTML')).not.toContain(
      'a secret',
    );
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
    const page = await opened();
    const request = await begun(page, 'A short question');
    await shop.say(request, 'A short answer');
    await page.getByText('A short answer').first().waitFor();
    await page.getByRole('button', { name: 'Options' }).click();
    await page.locator('parley-widget .menu').getByRole('button', { name: 'Close chat' }).click();
    await page.getByText('The conversation has been closed').waitFor();

    await page.getByRole('radio', { name: '4 of 5' }).check({ force: true });
    await page.getByRole('textbox', { name: /comment/ }).fill('Quick and kind');
    await page.locator('parley-widget .rating').getByRole('button', { name: 'Send' }).click();
    await page.getByText('We have received your rating.').waitFor();
    await eventually(async () => {
      const found = (await shop.requests()).find(({ request_id }) => request_id === request);
      expect(found).toMatchObject({ status: 1000, rating: 4, rating_message: 'Quick and kind' });
    });

    await write(page, 'One more thing');
    await page.getByText('The conversation has been reopened').waitFor();
    await eventually(async () => expect(await shop.texts(request)).toContain('One more thing'));
  });

  it('saves the transcript where public ones are off, and begins another conversation with what was typed too late', async () => {
    const strict = await openWidgetShop(mesh.url, {
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
    await page.getByText('The conversation has been closed').waitFor();
    await write(page, 'Too late');
    await eventually(async () => expect(await strict.requests()).toMatchObject([{}, { first_text: 'Too late' }]));
    expect(await strict.texts(request)).not.toContain('Too late');
    await page.getByText('Too late').waitFor();
  });

  it('talks to a bot by its buttons, once per press', async () => {
    const botShop = await openWidgetShop(mesh.url);
    await addBot(botShop, {
      '\\start': 'Hello, how can I help?\n* Opening hours\n* A person',
      'Opening hours': 'From 9 to 18.',
    });
    const page = await opened(site.page(botShop.id));
    await page.locator('parley-widget .start-card .primary').click();
    await page.getByText('Hello, how can I help?').first().waitFor();
    await page.getByRole('button', { name: 'Opening hours' }).dblclick();
    await page.getByText('From 9 to 18.').first().waitFor();
    expect(await shown(page)).toEqual(['Hello, how can I help?', 'Opening hours', 'From 9 to 18.']);
    expect(await page.getByRole('button', { name: 'A person' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Opening hours', pressed: true }).waitFor();
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
});
