import { amountOf, describeWithProgram, eventually } from '@parley/testkit';

import { beginConversation, composer, openWidget, shownTexts, visit, WidgetBrowser, write } from './widget-browser.ts';
import { openVouching, openWidgetShop } from './widget-shop.ts';

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
  const app = WidgetBrowser.ofTests();

  const opened = (address: string) => openWidget(app.context, address);

  it('is another visitor after identifying, and nobody after logging out', async () => {
    const vouch = await openVouching(app.shop);
    const address = app.site.page(app.shop.id);
    const page = await opened(address);
    await beginConversation(page, 'As a guest', app.shop);
    const identify = (token: string) => page.evaluate(`parley('identify', { token: ${JSON.stringify(token)} })`);
    await identify(vouch('customer-a', 'Vera'));
    await page.locator('parley-widget .start-card .primary').waitFor();
    expect(await page.getByText('As a guest').count()).toBe(0);
    await beginConversation(page, 'As Vera', app.shop);

    await identify(vouch('customer-b', 'Nora'));
    await page.locator('parley-widget .start-card .primary').waitFor();
    expect(await page.getByText('As Vera').count()).toBe(0);

    await identify(vouch('customer-a', 'Vera'));
    await page.getByText('As Vera').first().waitFor();
    await page.evaluate("parley('logout')");
    await page.locator('parley-widget .start-card .primary').waitFor();
    await eventually(async () => expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]));
  });

  it('sees nothing of a snooze, a due time or their end, and writes as ever', async () => {
    const { shop } = app;
    const page = await opened(app.site.page(shop.id));
    const request = await beginConversation(page, 'Is it in stock?', shop);
    const shown = (text: string) => page.locator('parley-widget').getByText(text, { exact: true }).waitFor();
    await shop.say(request, 'I am asking the warehouse.');
    await shown('I am asking the warehouse.');
    const done = async (method: string, path: string, body?: unknown) =>
      expect([path, (await shop.call(method, path, body)).status]).toEqual([path, 200]);
    const snooze = `/requests/${request}/snooze`;
    await done('POST', '/sla_policies?apply=open', {
      name: 'Within the hour',
      targets: { default: { resolution: 3_600_000 } },
    });
    await done('PUT', snooze, { in: 3_600_000, wake_on_reply: false, reason: 'Waits for the warehouse' });
    // What is said later has come: all that was announced before it has come, too.
    await shop.say(request, 'One moment.');
    await shown('One moment.');
    expect(await page.locator('parley-widget .panel').textContent()).not.toMatch(/snooz|Waits for|Within the hour/i);
    await write(page, 'Thank you');
    await eventually(async () => expect(await shop.texts(request)).toContain('Thank you'));
    expect((await shop.read(`/requests/${request}`)).snooze).toMatchObject({ reason: 'Waits for the warehouse' });
    await done('DELETE', snooze);
    await shop.say(request, 'It is in stock.');
    await shown('It is in stock.');
    expect(await shownTexts(page)).toEqual([
      ...['Is it in stock?', 'I am asking the warehouse.', 'One moment.', 'Thank you', 'It is in stock.'],
    ]);
  });

  it.each(turns)(
    'sees nothing of who was identified before, in the order %s',
    async (order) => {
      const own = await openWidgetShop(app.mesh.url);
      const vouch = await openVouching(own);
      await app.context.addInitScript(watch);
      const page = await opened(app.site.page(own.id, { attributes: 'data-title' }));
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

      const other = await visit(app.context, page.url());
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
      const address = app.site.page(app.shop.id, { attributes: `data-persistence="${persistence}"` });
      const text = `kept in ${persistence}`;
      const page = await opened(address);
      await page.locator('parley-widget .start-card .primary').click();
      await page.getByRole('textbox', { name: /message/ }).fill(text);
      await page.keyboard.press('Enter');
      await page.getByText('Sent', { exact: true }).waitFor();
      const other = await app.context.newPage();
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
    await app.context.addInitScript(script);
    const page = await opened(app.site.page(own.id));
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
    const page = await opened(app.site.page(app.shop.id, { attributes: 'data-consent="required"' }));
    const kept = () =>
      page.evaluate('Object.keys(localStorage).concat(Object.keys(sessionStorage), document.cookie || [])');
    await page.locator('parley-widget .start-card .primary').click();
    await page.getByRole('textbox', { name: /message/ }).fill('half a sen');
    expect(await kept()).toEqual([]);
    await page.evaluate("parley('consent', true)");
    await page.keyboard.press('Enter');
    await page.getByText('Sent', { exact: true }).waitFor();
    expect(await kept()).toEqual([`parley:${app.shop.id}`]);
    await page.evaluate("parley('consent', false)");
    expect(await kept()).toEqual([]);

    // An invitation is remembered beside the visitor, and forgotten on a page that does not show it.
    const invited = await visit(app.context, app.site.page(app.shop.id, { attributes: 'data-callout="0"' }));
    const callout = invited.locator('parley-widget .callout');
    await callout.waitFor();
    await invited.evaluate("parley('consent', true)");
    expect(await callout.isVisible()).toBe(true);
    expect(await kept()).toEqual([`parley:${app.shop.id}:callout`]);
    await page.reload();
    await page.locator('parley-widget .launcher').waitFor();
    await page.evaluate("parley('consent', false)");
    expect(await kept()).toEqual([]);
    await invited.evaluate("parley('consent', false)");
    await callout.waitFor({ state: 'detached' });
  });
});
