import { readFile } from 'node:fs/promises';

import { amountOf, describeWithProgram, eventually } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { beginConversation, composer, openWidget, png, shownTexts, WidgetBrowser, write } from './widget-browser.ts';
import { openWidgetShop } from './widget-shop.ts';

/** Page views before a visitor writes. */
const views = amountOf({ quick: 3, soak: 50, full: 1_000 });

describeWithProgram('chromium', 'a visitor with the widget', () => {
  const app = WidgetBrowser.ofTests();

  const opened = (address = app.site.page(app.shop.id), within = app.context) => openWidget(within, address);
  const begun = (page: Page, text: string, of = app.shop) => beginConversation(page, text, of);

  it(
    'is created by writing, and by nothing before',
    async () => {
      const calls: string[] = [];
      const page = await app.context.newPage();
      page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
      const guests = () => app.shop.read('/project_users?role=guest,user');
      for (let view = 0; view < views; view += 1) {
        await page.goto(app.site.page(app.shop.id));
        await page.locator('parley-widget .launcher').waitFor();
      }
      expect(calls.filter((one) => one.includes('/v3/'))).toEqual(Array(views).fill(`GET /v3/${app.shop.id}/widgets`));
      expect(await guests()).toEqual([]);

      await page.locator('parley-widget .launcher').click();
      await page.locator('parley-widget .start-card .primary').click();
      await composer(page).fill('half a sen');
      expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
      expect(await app.shop.leads()).toEqual([]);

      await write(page, 'Where is my order?');
      await eventually(async () => expect(await app.shop.requests()).toHaveLength(1));
      await eventually(async () => expect(await app.shop.leads()).toHaveLength(1));
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
    await app.shop.say(request, 'Yes, **blue** and black: https://shop.example/ink');
    await page.getByText('blue', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'https://shop.example/ink' }).waitFor();
    // Own ones are not read out, others once.
    const announced = page.locator('parley-widget [role=log] p');
    expect(await announced.allTextContents()).toEqual([
      'Ada Example says: Yes, **blue** and black: https://shop.example/ink',
    ]);
    await eventually(async () => {
      const [first] = await app.shop.read(`/requests/${request}/messages`);
      expect((await app.shop.read(`/requests/${request}/messages`)).at(-1).status).toBe(300);
      expect(first.text).toBe('Do you sell ink?');
    });

    await page.reload();
    await page.getByText('Do you sell ink?').waitFor();
    expect(await shownTexts(page)).toEqual(['Do you sell ink?', 'Yes, blue and black: https://shop.example/ink']);
  });

  it('sees on the button how many messages are unread, in every tab, until one is opened', async () => {
    const address = app.site.page(app.shop.id, { attributes: 'data-title' });
    const page = await opened(address);
    const request = await begun(page, 'I will be back');
    await page.locator('parley-widget header').getByRole('button', { name: 'Close chat' }).click();
    await app.shop.say(request, 'Here is your answer');
    await app.shop.say(request, 'And one more');
    await page.getByRole('button', { name: 'Start a conversation 2' }).waitFor();
    await eventually(async () => expect(await page.title()).toBe('(2) Shop'));

    const other = await app.context.newPage();
    await other.goto(address);
    const button = other.getByRole('button', { name: 'Start a conversation 2' });
    await button.click();
    await other.getByText('And one more').first().waitFor();
    await eventually(async () => expect(await page.title()).toBe('Shop'));
  });

  it('opens, sends, receives, uploads and rates under a policy that trusts by nonce and strict-dynamic', async () => {
    const page = await opened(app.site.page(app.shop.id, { byNonce: true }));
    const request = await begun(page, 'By nonce');
    await app.shop.say(request, 'Trusted');
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
    await app.context.addInitScript(`globalThis.told = [];
      for (const name of ['started', 'message', 'closed', 'rated'])
        addEventListener('parley:' + name, ({ detail }) => told.push([name, detail]));`);
    const page = await opened();
    const request = await begun(page, 'A short question');
    await app.shop.say(request, 'A short answer');
    await page.getByText('A short answer').first().waitFor();
    // The first answer may have come with the conversation itself; this one comes live.
    await app.shop.say(request, 'And another');
    await page.getByText('And another').first().waitFor();
    await page.getByRole('button', { name: 'Options' }).click();
    await page.locator('parley-widget .menu').getByRole('button', { name: 'Close chat' }).click();
    await page.getByText('The conversation has been closed · You').waitFor();

    await page.getByRole('radio', { name: '4 of 5' }).check({ force: true });
    await page.getByRole('textbox', { name: /comment/ }).fill('Quick and kind');
    await page.locator('parley-widget .rating').getByRole('button', { name: 'Send' }).click();
    await page.getByText('We have received your rating.').waitFor();
    await eventually(async () => {
      const found = (await app.shop.requests()).find(({ request_id }) => request_id === request);
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
        const found = (await app.shop.requests()).find(({ request_id }) => request_id === request);
        expect(found).toMatchObject({ status: 1000, rating, rating_message });
      });
    }

    await write(page, 'One more thing');
    await page.getByText('The conversation has been reopened').waitFor();
    await eventually(async () => expect(await app.shop.texts(request)).toContain('One more thing'));
  }, 60_000);

  it('saves the transcript where public ones are off, and begins another conversation with what was typed too late', async () => {
    const strict = await openWidgetShop(app.mesh.url, {
      'settings.public_transcripts': false,
      'settings.reopen_window_hours': 0,
    });
    const page = await opened(app.site.page(strict.id));
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
});
