import { describeWithProgram, eventually } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { beginConversation, composer, openWidget, shownTexts, WidgetBrowser, write } from './widget-browser.ts';
import { addBot, openWidgetShop, type WidgetShop } from './widget-shop.ts';

/** Where the templates' pages, films and links lead. */
const elsewhere = 'https://www.example.com';

/** What a script would leave behind, in every way in which a text could become one; as short as names have to be. */
const markup = [
  '<img src=x onerror=ran=1>',
  '<svg onload=ran=1>',
  '<script>ran=1</script>',
  '<style>*{display:none}</style>',
  '<base href=//x.example>',
  '[x](javascript:ran=1)',
  '[x](data:text/html,ran)',
  '<a href=javascript:ran=1>x</a>',
  '"><iframe src=javascript:ran=1>',
  '\u202Egnp.exe',
];
const unsafe = ['javascript:ran=1', 'data:text/html,<script>ran=1</script>', 'JAVASCRIPT:ran=1', ' javascript:ran=1'];

/** Keeps all that has ever stood in the widget, also for a moment. */
const recorder = `globalThis.everShown = new Set();
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    new MutationObserver((records) => {
      for (const { target, addedNodes, attributeName } of records) {
        for (const node of addedNodes) everShown.add(node.outerHTML ?? node.data);
        everShown.add(attributeName ? target.getAttribute(attributeName) : target.data);
      }
    }).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    return root;
  };`;

const root = "document.querySelector('parley-widget').shadowRoot";

/** Elements and attributes of the widget that no text of people may bring into it. */
const strange = `[...${root}.querySelectorAll('*')].flatMap((element) => {
    const { localName } = element;
    const isStrange = ['base', 'embed', 'form', 'link', 'meta', 'object', 'script', 'style'].includes(localName)
      && !['composer', 'page', 'rating'].some((name) => element.classList.contains(name));
    const links = [element.getAttribute('href'), element.getAttribute('src')].filter((link) => link !== null);
    const attributes = element.getAttributeNames().filter((name) => name.startsWith('on') || name === 'srcdoc'
      || (name === 'style' && !['textarea', 'div'].includes(localName)));
    return [...(isStrange ? [localName] : []), ...attributes, ...links.filter((link) => !/^(?:https?:\\/\\/|mailto:|tel:)/.test(link))];
  })`;

describeWithProgram('chromium', 'what bots and the team write to a visitor', () => {
  const app = WidgetBrowser.ofTests({}, { hasTouch: true });
  beforeEach(async () => {
    await app.context.addInitScript(recorder);
    await app.context.route(`${elsewhere}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>Elsewhere</p>' }),
    );
  });

  const chip = (page: Page, label: string) => page.locator('parley-widget .chip', { hasText: label });
  const answered = (page: Page, text: string) =>
    eventually(async () => expect((await shownTexts(page)).at(-1)).toBe(text), { timeoutMs: 15_000 });
  /** A shop with the bot of a template, whose page has greeted the visitor. */
  async function greeted(template: string): Promise<{ shop: WidgetShop; page: Page; request: () => Promise<string> }> {
    const shop = await openWidgetShop(app.mesh.url);
    await addBot(shop, {}, template);
    const page = await openWidget(app.context, app.site.page(shop.id, { frames: elsewhere }));
    await page.locator('parley-widget .start-card .primary').click();
    const request = async () => (await shop.requests()).at(-1)?.request_id ?? '';
    return { shop, page, request };
  }
  /** What the visitor has sent: text, action, whether it is hidden. */
  const sent = async (shop: WidgetShop, request: string) =>
    (await shop.read(`/requests/${request}/messages`))
      .filter(
        ({ sender }: { sender: string }) => !sender.startsWith('bot_') && ![shop.owner.id, 'system'].includes(sender),
      )
      .map(({ text, attributes }: { text: string; attributes: Record<string, unknown> }) =>
        [text, attributes.action, attributes.subtype].filter((part) => part !== undefined),
      );

  it('is answered by the buttons of the example bot: one message for each press, by mouse, keyboard and touch', async () => {
    const { shop, page, request } = await greeted('example');
    const hello = 'Hello! I am the bot of this site. What would you like to know?';
    const features = 'I can show pictures, pages and films, and I understand buttons:';
    await answered(page, hello);
    await chip(page, 'What can you do?').tap();
    await answered(page, features);
    await chip(page, 'Show me a page').dblclick();
    await answered(page, 'This is a page.');
    expect(await page.locator('parley-widget iframe').getAttribute('src')).toBe(elsewhere);
    expect(await page.locator('parley-widget iframe').getAttribute('sandbox')).toBe(
      'allow-scripts allow-same-origin allow-presentation allow-popups',
    );

    const back = chip(page, 'Back to the start');
    await back.focus();
    for (const key of ['Enter', 'Enter', 'Space']) await page.keyboard.press(key);
    await answered(page, hello);
    // Who presses by the keyboard goes on from there.
    expect(await page.evaluate(`${root}.activeElement.textContent`)).toBe('Back to the start');
    await chip(page, 'Who are you?').press('Space');
    await answered(page, 'I am a bot, here to answer what is asked often. Read more on our site.');
    await page.getByRole('link', { name: 'Content from www.example.com' }).waitFor();
    const [visited] = await Promise.all([app.context.waitForEvent('page'), chip(page, 'Visit our site').click()]);
    expect([visited.url(), await visited.evaluate('opener')]).toEqual([`${elsewhere}/`, null]);
    await visited.close();

    await app.context.setOffline(true);
    for (const _ of [1, 2]) await back.last().click({ force: true });
    await chip(page, 'Visit our site').waitFor();
    expect(await back.last().getAttribute('aria-pressed')).toBe('true');
    await app.context.setOffline(false);
    await answered(page, hello);
    await chip(page, 'What can you do?').last().click();
    await answered(page, features);
    await chip(page, 'Try an action').tap();
    await answered(page, 'Do you like actions?');
    await chip(page, 'Yes').dblclick();
    await answered(page, 'So do I!');
    expect(await chip(page, 'No').count()).toBe(0);
    expect(await sent(shop, await request())).toEqual([
      ['\\start', 'info'],
      ['What can you do?'],
      ['Show me a page'],
      ['Back to the start', 'start', 'info'],
      ['Who are you?'],
      ['Back to the start', 'start', 'info'],
      ['What can you do?'],
      ['Try an action', 'sample_action', 'info'],
      ['Yes', 'yes_action', 'info'],
    ]);
  }, 60_000);

  it('is answered by the other bots, and handed to a person, without a word that is not for the visitor', async () => {
    const blank = await greeted('blank');
    await answered(blank.page, 'Hello! How can I help you?');
    await write(blank.page, 'Zyx');
    await answered(blank.page, 'I did not understand that. Could you put it differently?');
    expect(await sent(blank.shop, await blank.request())).toEqual([['\\start', 'info'], ['Zyx']]);

    // A bot that says nothing: the list of conversations knows the hidden beginning alone.
    const { page: silent } = await greeted('empty');
    await composer(silent).waitFor();
    await silent.getByRole('button', { name: 'Back', exact: true }).click();
    await silent.locator('parley-widget .row-button').waitFor();
    expect(await silent.evaluate(`${root}.textContent`)).not.toContain('\\start');

    const { shop, page, request } = await greeted('handoff');
    await answered(page, 'Hello! Ask me anything, or ask for a person at any time.');
    await write(page, 'Zyx');
    await answered(page, 'Sorry, I have no answer to that. Try other words, or choose:');
    await chip(page, 'I want to talk to a person').dblclick();
    await page.locator('parley-widget .line', { hasText: 'Ada Example' }).waitFor();
    const id = await request();
    expect(await sent(shop, id)).toEqual([['\\start', 'info'], ['Zyx'], ['I want to talk to a person']]);
    await shop.say(id, 'unseen, private', { attributes: { subtype: 'private' } });
    await shop.say(id, 'unseen, hidden', { attributes: { subtype: 'info' } });
    await shop.say(id, 'unseen, too', { attributes: { hidden: true, updateUserFullname: 'Vera' } });
    await shop.say(id, 'Here I am.');
    await answered(page, 'Here I am.');
    await page.reload();
    await answered(page, 'Here I am.');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.locator('parley-widget .row-button').waitFor();

    const texts = await shop.texts(id);
    const hidden = ['\\start', 'unseen, private', 'unseen, hidden', 'unseen, too', 'You have a new conversation'];
    for (const text of hidden) expect(texts.some((one) => one.startsWith(text))).toBe(true);
    const shown = await page.evaluate<string[]>('[...everShown]');
    expect(shown.some((part) => part?.includes('Here I am.'))).toBe(true);
    expect(shown.filter((part) => hidden.some((text) => part?.includes(text)))).toEqual([]);
  }, 60_000);

  it('takes one answer to what a bot offers, marks it, and keeps it after a reload and in another tab', async () => {
    const shop = await openWidgetShop(app.mesh.url);
    const page = await openWidget(app.context, app.site.page(shop.id));
    const request = await beginConversation(page, 'What is there?', shop);
    const offer = (name: string) => ({
      title: name,
      description: `The ${name}`,
      preview: { src: `${elsewhere}/x.png` },
      buttons: [{ type: 'action', value: `Take ${name}`, action: `take ${name}`, show_echo: false }],
    });
    const attachment = { type: 'template', gallery: ['pen', 'ink', 'pad'].map(offer) };
    await shop.say(request, 'Choose', {
      attributes: { attachment, disableInputMessage: true, inputMessagePlaceholder: 'Choose above' },
    });
    const other = await app.context.newPage();
    await other.goto(page.url());
    for (const tab of [page, other]) await tab.getByRole('button', { name: 'Take ink' }).waitFor();
    expect(await composer(page).isDisabled()).toBe(true);
    expect(await composer(page).getAttribute('placeholder')).toBe('Choose above');
    const gallery = page.locator('parley-widget .gallery');
    await gallery.focus();
    await page.keyboard.press('ArrowRight');
    await eventually(async () =>
      expect(await page.evaluate(`${root}.querySelector('.gallery').scrollLeft`)).toBeGreaterThan(0),
    );

    await page.getByRole('button', { name: 'Take ink' }).dblclick();
    for (const tab of [page, other]) {
      await tab.getByRole('button', { name: 'Take ink', pressed: true }).waitFor();
      await tab.getByRole('button', { name: 'Take pen' }).waitFor({ state: 'detached' });
    }
    await page.reload();
    const pressed = page.getByRole('button', { name: 'Take ink', pressed: true });
    await pressed.click({ force: true });
    expect(await page.getByRole('button', { name: 'Take pad' }).count()).toBe(0);

    const buttons = [
      { type: 'action', value: 'Aloud', action: 'aloud', show_echo: true },
      { type: 'url', value: 'Here', link: `${elsewhere}/here`, target: 'self' },
      { type: 'url', value: 'Parent', link: `${elsewhere}/parent`, target: 'parent' },
      { type: 'url', value: 'Write', link: 'mailto:shop@example.com' },
    ];
    await shop.say(request, '<b>bold</b>', { type: 'html', attributes: { attachment: { type: 'template', buttons } } });
    await answered(page, '<b>bold</b>');
    expect(await composer(page).isDisabled()).toBe(false);
    const links = `[...${root}.querySelectorAll('a.chip')].map(({ href, target, rel }) => [href, target, rel])`;
    expect(await page.evaluate(links)).toEqual([
      [`${elsewhere}/here`, '_self', 'noopener noreferrer nofollow ugc'],
      [`${elsewhere}/parent`, '_self', 'noopener noreferrer nofollow ugc'],
      ['mailto:shop@example.com', '_blank', 'noopener noreferrer nofollow ugc'],
    ]);
    await page.getByRole('button', { name: 'Aloud' }).click();
    await answered(page, 'Aloud');
    await eventually(async () =>
      expect(await sent(shop, request)).toEqual([
        ['What is there?'],
        ['Take ink', 'take ink', 'info'],
        ['Aloud', 'aloud'],
      ]),
    );
  }, 60_000);

  it('shows texts as texts wherever people and bots may write, and opens, runs and loads nothing of them', async () => {
    const shop = await openWidgetShop(app.mesh.url);
    const { customer } = shop.owner;
    const name = '<img src=x onerror=ran=1>';
    await customer.call('PUT', '/users', { firstname: name, lastname: '<svg onload=ran=1>' });
    const { body: shipped } = await customer.call('GET', `/${shop.id}/labels/EN`);
    const data = Object.fromEntries(
      Object.entries(shipped.data).map(([key, text], index) => [
        key,
        typeof text === 'string' ? `${markup[index % 9]} ${text}` : text,
      ]),
    );
    // The names of what this test presses.
    for (const key of ['BACK', 'CONTINUE']) data[key] = shipped.data[key];
    await shop.call('POST', '/labels', {
      lang: 'EN',
      data: { ...data, WIDGET_NAME: 'Chat', WIDGET_SENT: markup.join(' ') },
    });
    const preChatFormJson = [
      ...markup.map((label, index) => ({
        name: `field ${index}`,
        type: 'text',
        label,
        errorLabel: label,
        mandatory: index === 0,
      })),
      { name: markup[0], type: 'select', label: 'one of', options: markup },
      { type: 'static', label: markup.join(' ') },
      {
        type: 'static',
        label: unsafe.map((href) => `<a href="${href}" onclick="ran=1" style="inset:0">x</a>`).join(''),
      },
    ];
    const widget = {
      preChatForm: true,
      preChatFormCustomFieldsEnabled: true,
      preChatFormJson,
      launcherText: markup[0],
      logoChat: unsafe[1],
    };
    await customer.call('PUT', `/projects/${shop.id}`, { name: markup[4], widget });
    const [department] = (await shop.call('GET', '/departments')).body;
    const said = { description: markup[3], online_msg: markup.join(' '), offline_msg: markup[2] };
    await shop.call('PUT', `/departments/${department._id}`, said);
    await shop.call('POST', '/departments', { name: markup[8], ...said });

    const page = await app.context.newPage();
    await page.goto(app.site.page(shop.id, { withoutPolicy: true }));
    /** Nothing has run, and each of the texts can be read. */
    const isText = async (...texts: string[]) => {
      await eventually(async () => {
        const words = await page.evaluate<string>(`${root}.textContent`);
        const missing = texts.filter((text) => !words.includes(text.replace('\u202E', '')));
        expect(missing.map((text) => text.slice(0, 80))).toEqual([]);
      });
      expect(await page.evaluate(strange)).toEqual([]);
      expect(await page.evaluate('globalThis.ran')).toBeUndefined();
    };
    await page.locator('parley-widget .launcher').click();
    await page.locator('parley-widget .start-card .primary').waitFor();
    await isText(name, markup[4] ?? '');
    await page.locator('parley-widget .start-card .primary').click();
    await page.locator('parley-widget .topics').waitFor();
    await isText(markup[8] ?? '', markup[3] ?? '');
    await page.locator('parley-widget .topics button').last().click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await isText(...markup.filter((text) => !text.startsWith('<a')));
    await page.locator('parley-widget [name="field 0"]').fill(markup[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await composer(page).waitFor();
    await isText(...markup.filter((text) => !text.startsWith('<a')));
    await write(page, markup.join('\n'));
    const request = await eventually(async () => {
      const [begun] = await shop.requests();
      expect(begun).toBeDefined();
      return begun?.request_id ?? '';
    });

    const text = markup.join('\n');
    const links = unsafe.map((link) => ({ type: 'url', value: `press ${link}`, link }));
    const gallery = markup.map((title, index) => ({
      title,
      description: title,
      preview: { src: unsafe[index % 4] },
      buttons: links,
    }));
    const buttons = [...markup.map((value) => ({ type: 'text', value })), ...links];
    const attributes = { attachment: { type: 'template', buttons, gallery }, inputMessagePlaceholder: markup[0] };
    await shop.say(request, text, { attributes });
    await shop.say(request, text, { type: 'html' });
    // The API takes none of these addresses: what another one might answer stands in their places when the page is loaded again.
    for (const [index] of unsafe.entries())
      for (const type of ['image', 'frame', 'file'])
        await shop.say(request, text, {
          type,
          metadata: { src: `http://unsafe.example/${index}`, name: text, type: text },
        });
    await shop.say(request, 'A file', {
      type: 'file',
      metadata: { src: `${app.mesh.url}/v3/files?path=x`, name: markup[0] },
    });
    await shop.say(request, 'done', { attributes });
    await answered(page, 'done');
    await isText(...markup);
    expect(await page.getByText('press ').count()).toBe(0);
    await page.route(/\/messages\?/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        /http:\/\/unsafe\.example\/(\d)/g,
        (_, index) => unsafe[index] ?? '',
      );
      await route.fulfill({ response, body });
    });
    await page.reload();
    await answered(page, 'done');
    await isText(...markup);
    const long = '['.repeat(60_000);
    for (const endless of [long, '*'.repeat(60_000), 'the end']) await shop.say(request, endless);
    await page.locator('parley-widget .bubble').getByText('the end').waitFor();
    await isText(long);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.locator('parley-widget .row-button').waitFor();
    await isText(name);
  }, 60_000);
});
