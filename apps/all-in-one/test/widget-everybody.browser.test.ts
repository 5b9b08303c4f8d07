import { amountOf, describeWithProgram, eventually } from '@parley/testkit';

import { axeFaults } from './console-page.ts';
import { beginConversation, composer, visit, WidgetBrowser, write } from './widget-browser.ts';
import { openWidgetShop } from './widget-shop.ts';

/** Each theme, direction and width at least. */
const looks = (
  [
    ['en', 'light', 1280],
    ['ar', 'dark', 320],
    ['de', 'dark', 1280],
    ['es', 'light', 320],
    ['fr', 'dark', 320],
    ['it', 'light', 1280],
    ['pt', 'dark', 1280],
  ] as const
).slice(0, amountOf({ quick: 2, soak: 7 }));

const root = "document.querySelector('parley-widget').shadowRoot";

describeWithProgram('chromium', 'the widget for everybody', () => {
  const app = WidgetBrowser.ofTests();

  it.each(looks)(
    'has no fault that axe finds in any part or state: %s, %s, %i pixels wide',
    async (lang, colorScheme, width) => {
      const looked = await app.newContext({ colorScheme, viewport: { width, height: 700 } });
      const shop = await openWidgetShop(app.mesh.url, { widget: { preChatForm: true, calloutTimer: 0 } });
      await shop.call('POST', '/departments', { name: 'Returns', description: 'What does not fit' });
      const attributes = `data-lang="${lang}"`;
      const page = await looked.newPage();
      await page.goto(app.site.page(shop.id, { attributes }));
      const part = (selector: string) => page.locator(`parley-widget ${selector}`);
      const isFaultless = async (state: string) => {
        await part(state).first().waitFor();
        expect([state, ...(await axeFaults(page))]).toEqual([state]);
      };
      await isFaultless('.callout');
      await part('.launcher').click();
      await isFaultless('.start-card .primary');
      const direction =
        "getComputedStyle(document.querySelector('parley-widget').shadowRoot.querySelector('.panel')).direction";
      expect(await page.evaluate(direction)).toBe(lang === 'ar' ? 'rtl' : 'ltr');
      await part('.start-card .primary').click();
      await isFaultless('.topics');
      await part('.topics button').first().click();
      await part('form .primary').click();
      await isFaultless('form .bad');
      await part('[name=userFullname]').fill('Vera');
      await part('[name=userEmail]').fill('vera@example.com');
      await part('form .primary').click();
      await isFaultless('.greeting');
      await part('.composer [aria-expanded]').click();
      await isFaultless('.composer [aria-expanded=true]');
      await part('.composer [aria-expanded]').click();

      await write(page, 'Hello');
      await part('[data-seq]').first().waitFor();
      const [{ request_id: request } = { request_id: '' }] = await shop.requests();
      const buttons = [
        { type: 'text', value: 'Blue' },
        { type: 'url', value: 'Shop', link: 'https://shop.example' },
      ];
      const gallery = [{ title: 'Ink', description: 'Black', preview: { src: 'https://shop.example/x.png' }, buttons }];
      await shop.say(request, 'Which?', { attributes: { attachment: { type: 'template', buttons, gallery } } });
      await isFaultless('.gallery');
      await part('.chip').first().click();
      await isFaultless('.chip[aria-pressed=true]');
      const metadata = { src: `${app.mesh.url}/v3/images?path=none.png`, name: 'Ink', width: 60, height: 40 };
      await shop.say(request, '', { type: 'image', metadata });
      await shop.say(request, 'A file', { type: 'file', metadata: { ...metadata, name: 'ink.pdf' } });
      await isFaultless('.file');
      await part('.image').click();
      await isFaultless('.viewer');
      await page.keyboard.press('Escape');
      await part('header .menu-frame > button').click();
      await isFaultless('.menu');
      await page.keyboard.press('Escape');
      await looked.setOffline(true);
      await write(page, 'Later');
      await isFaultless('[data-state]');
      await isFaultless('.bar p');
      await looked.setOffline(false);
      await part('[data-state]').waitFor({ state: 'detached' });
      await shop.call('PUT', `/requests/${request}/close`);
      await isFaultless('.closing');
      await part('.star input').last().check({ force: true });
      await isFaultless('.rating textarea');
      await part('.rating .primary').click();
      await isFaultless('.thanks');
      await part('header button').first().click();
      await isFaultless('.row-button');
      await part('header button').last().click();
      await shop.say(request, 'One more');
      await isFaultless('.badge:not(:empty)');

      const closed = await openWidgetShop(app.mesh.url, {
        activeOperatingHours: true,
        operatingHours: '{"tzname":"Europe/Rome"}',
      });
      await page.goto(app.site.page(closed.id, { attributes }));
      await looked.route(/\/widget\/talk-/, (route) => route.abort());
      await part('.launcher').click();
      await isFaultless('.greeting');
      await part('.start-card .primary').click();
      await isFaultless('[role=alert]');
      await looked.unroute(/\/widget\/talk-/);
      await part('[role=alert] .primary').click();
      await part('.start-card .primary').click();
      await part('form').waitFor();
      await looked.close();
    },
    120_000,
  );

  it('closes with Esc and gives the focus back, and opens by the keyboard alone', async () => {
    const page = await visit(app.context, app.site.page(app.shop.id));
    const button = page.locator('parley-widget .launcher');
    await button.press('Enter');
    await page.locator('parley-widget .start-card .primary').press('Enter');
    await eventually(async () => expect(await page.evaluate(`${root}.activeElement?.localName`)).toBe('textarea'));
    await page.keyboard.type('by keys');
    await page.keyboard.press('Enter');
    await page.getByText('Sent', { exact: true }).waitFor();
    /** As a visitor does who cannot see where a mouse would have to go. */
    const tabTo = async (name: string, key = 'Tab') => {
      const focused = `(({ activeElement }) => activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '')(${root})`;
      for (let steps = 0; steps < 25; steps += 1) {
        if ((await page.evaluate<string>(focused)).includes(name)) return;
        await page.keyboard.press(key);
      }
      throw new Error(`"${name}" cannot be reached`);
    };
    const menu = page.locator('parley-widget .menu');
    await tabTo('Options', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await tabTo('Download transcript');
    await page.keyboard.press('Escape');
    await tabTo('Options');
    await page.keyboard.press('Enter');
    await menu.getByRole('button', { name: 'Close chat' }).waitFor();
    await tabTo('Close chat');
    await page.keyboard.press('Enter');
    await page.getByText('The conversation has been closed').waitFor();
    await page.getByRole('radio', { name: '4 of 5' }).waitFor({ state: 'attached' });
    await tabTo('of 5');
    for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await page.getByRole('radio', { name: '4 of 5', checked: true }).waitFor({ state: 'attached' });
    await tabTo('comment');
    await page.keyboard.type('All by keys');
    await tabTo('Send');
    await page.keyboard.press('Enter');
    await page.getByText('We have received your rating.').waitFor();
    await eventually(async () =>
      expect(await app.shop.requests()).toContainEqual(
        expect.objectContaining({ first_text: 'by keys', rating: 4, rating_message: 'All by keys' }),
      ),
    );
    await tabTo('message');
    await page.keyboard.type('again');
    await page.keyboard.press('Enter');
    await page.getByText('The conversation has been reopened').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(`${root}.activeElement.className`)).toBe('launcher');
  });

  it('fills the screen of a phone, keeps composer and last message above its keyboard, and closes by the back button', async () => {
    const phone = await app.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    // A keyboard takes from the visual viewport alone.
    await phone.addInitScript(`globalThis.keyboard = 0;
      Object.defineProperty(VisualViewport.prototype, 'height', { get: () => innerHeight - keyboard });`);
    const attributes = 'data-align="left"';
    const address = app.site.page(app.shop.id, { attributes, body: `<h1>Shop</h1>${'<p>Welcome.</p>'.repeat(80)}` });
    const page = await visit(phone, address);
    await page.evaluate('scrollTo(0, 300)');
    const place = () => page.evaluate("[scrollY, document.querySelector('h1').getBoundingClientRect().top]");
    const before = await place();
    await page.locator('parley-widget .launcher').tap();
    const request = await beginConversation(page, 'From a phone', app.shop);
    for (let count = 1; count <= 12; count += 1) await app.shop.say(request, `Answer ${count}`);
    const last = page.locator('parley-widget .bubble').getByText('Answer 12');
    await last.waitFor();
    const isUsable = async (width: number, height: number, keyboard: number) => {
      await page.setViewportSize({ width, height });
      await page.evaluate(`keyboard = ${keyboard}; visualViewport.dispatchEvent(new Event('resize'))`);
      const whole = { x: 0, y: 0, width, height: height - keyboard };
      await eventually(async () => expect(await page.getByRole('dialog').boundingBox()).toEqual(whole));
      await eventually(async () => {
        const [box, message] = [await composer(page).boundingBox(), await last.boundingBox()];
        if (!box || !message) throw new Error('not there');
        expect(box.y + box.height).toBeLessThanOrEqual(whole.height);
        expect(message.y + message.height).toBeLessThanOrEqual(box.y);
        expect(message.y).toBeGreaterThan(0);
      });
      expect(await page.evaluate(`${root}.querySelector('.panel').scrollWidth`)).toBeLessThanOrEqual(width);
    };
    await isUsable(390, 844, 336);
    expect(await place()).toEqual(before);
    await isUsable(844, 390, 160);
    await isUsable(390, 844, 336);
    expect(await place()).toEqual(before);
    // 1280 by 1920 at 400 %.
    await isUsable(320, 480, 0);
    await composer(page).fill('From a small one');
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    await eventually(async () => expect(await app.shop.texts(request)).toContain('From a small one'));
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toBe(address);
    await phone.close();
  });
});
