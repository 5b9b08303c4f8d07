import { amountOf, describeWithProgram, drawer, eventually } from '@parley/testkit';
import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';

import { interleave, Side } from './beside-console.ts';
import type { HostSite } from './host-site.ts';
import { composer, openWidget, png, WidgetBrowser } from './widget-browser.ts';
import { openWidgetShop } from './widget-shop.ts';

/** In both directions at least. */
const languages = ['en', 'ar', 'de', 'es', 'fr', 'it', 'pt'].slice(0, amountOf({ usual: 2, soak: 7 }));

/** Of what happens to a page with the widget and one with the console. */
const interleavings = amountOf({ usual: 4, soak: 12, whole: 1_000 });

describeWithProgram('chromium', 'what the widget asks and tells', () => {
  let app: WidgetBrowser;
  let site: HostSite;
  let context: BrowserContext;

  beforeAll(async () => {
    app = await WidgetBrowser.start({ DEMO: 'true' });
    site = app.site;
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

  async function begun(address: string, within = context): Promise<Page> {
    const page = await openWidget(within, address);
    await page.locator('parley-widget .start-card .primary').click();
    return page;
  }

  it('asks what the form of the project says, once, and hands it to the team', async () => {
    const preChatFormJson = [
      { name: 'userFullname', type: 'text', mandatory: true, label: 'LABEL_PRECHAT_USER_FULLNAME' },
      {
        name: 'userEmail',
        type: 'text',
        mandatory: true,
        label: { en: 'E-mail', it: 'Posta' },
        errorLabel: 'Not an address',
      },
      { name: 'size', type: 'select', label: 'Size', options: ['S', 'L'] },
      { name: 'code', type: 'text', label: 'Code', regex: '^\\d{3}$' },
      { name: 'blocking', type: 'text', label: 'Word', regex: '^(a+)+$' },
      {
        name: 'terms',
        type: 'checkbox',
        mandatory: true,
        label: 'I accept the <a href="https://shop.example/terms">terms</a>',
      },
      { type: 'static', label: 'We answer <b>soon</b>.' },
    ];
    const widget = { preChatForm: true, preChatFormCustomFieldsEnabled: true, preChatFormJson };
    const shop = await openWidgetShop(app.mesh.url, { widget });
    const page = await begun(site.page(shop.id));
    const next = page.getByRole('button', { name: 'Continue' });
    await next.click();
    await page.getByText('This field is required').first().waitFor();
    expect(await page.getByLabel('Your name').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Your name').fill('Vera Visitor');
    await page.getByLabel('E-mail').fill('vera');
    await page.getByLabel('Code').fill('12');
    await page.getByLabel('Word').fill(`${'a'.repeat(200)}!`);
    await page.getByLabel('Size').selectOption('L');
    await page.getByLabel(/I accept/).check();
    await next.click();
    await page.getByText('Not an address').waitFor();
    await page.getByLabel('E-mail').fill('vera@example.com');
    await page.getByLabel('Code').fill('123');
    await next.click();
    await composer(page).fill('Hello');
    await page.keyboard.press('Enter');

    await eventually(async () => {
      expect(await shop.requests()).toMatchObject([
        {
          first_text: 'Hello',
          attributes: { preChatForm: { userFullname: 'Vera Visitor', size: 'L', code: '123', terms: true } },
        },
      ]);
      expect(await shop.leads()).toMatchObject([{ email: 'vera@example.com' }]);
    });
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'New conversation' }).click();
    await composer(page).waitFor();
    expect(await next.count()).toBe(0);
  });

  it('says when the shop opens again, in the visitor’s zone, and lets them write and leave an address', async () => {
    const shop = await openWidgetShop(app.mesh.url, {
      activeOperatingHours: true,
      // Mondays, 09:00 to 10:00 in Rome, but for days on which that is now.
      operatingHours: JSON.stringify({
        tzname: 'Europe/Rome',
        [(new Date().getUTCDay() + 2) % 7]: [{ start: '09:00', end: '10:00' }],
      }),
    });
    const { next_change_at: opens } = (await shop.call('GET', '/widgets')).body.open;
    const abroad = await app.newContext({ timezoneId: 'America/New_York' });
    const page = await begun(site.page(shop.id), abroad);
    await page.getByLabel(/e-?mail/i).fill('nora@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    const zone = { timeZone: 'America/New_York', weekday: 'long', hour: '2-digit', minute: '2-digit' } as const;
    const time = new Intl.DateTimeFormat('en', zone).format(new Date(opens));
    await page.getByText(`We are back ${time}.`).waitFor();
    await composer(page).fill('Please call me');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await shop.leads()).toMatchObject([{ email: 'nora@example.com' }]));
    await abroad.close();
  });

  it('asks for the topic where there are several departments', async () => {
    const shop = await openWidgetShop(app.mesh.url);
    const { body: returns } = await shop.call('POST', '/departments', { name: 'Returns' });
    const page = await begun(site.page(shop.id));
    await page.getByRole('button', { name: 'Returns' }).click();
    await composer(page).fill('It does not fit');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await shop.requests()).toMatchObject([{ department: { _id: returns._id } }]));
  });

  it('sends a picture, and says in words what it does not take', async () => {
    const shop = await openWidgetShop(app.mesh.url);
    const page = await begun(site.page(shop.id));
    const picker = page.locator('parley-widget input[type=file]');
    await picker.setInputFiles({
      name: 'program.exe',
      mimeType: 'application/x-msdownload',
      buffer: Buffer.from('MZ'),
    });
    await page.getByText('Files of this type cannot be sent.').waitFor();
    await picker.setInputFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: png });
    await page.getByRole('button', { name: 'Remove pixel.png' }).waitFor();
    await composer(page).fill('This one');
    const send = page.getByRole('button', { name: 'Send' });
    await eventually(async () => expect(await send.isEnabled()).toBe(true));
    await send.click();
    await page.getByRole('button', { name: 'Image: pixel.png' }).click();
    await page.getByRole('dialog', { name: 'Image viewer' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Image viewer' }).waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: 'Chat' }).waitFor();
    const [request] = await eventually(async () => {
      const all = await shop.requests();
      expect(all).toHaveLength(1);
      return all;
    });
    await eventually(async () => {
      const messages = await shop.read(`/requests/${request?.request_id}/messages`);
      expect(messages).toMatchObject([{ type: 'image', metadata: { name: 'pixel.png' } }, { text: 'This one' }]);
    });
  });

  it('stays offline with what was written, and gets every answer once when the network is back', async () => {
    const shop = await openWidgetShop(app.mesh.url);
    const page = await begun(site.page(shop.id));
    await composer(page).fill('one');
    await page.keyboard.press('Enter');
    await page.getByText('Sent', { exact: true }).waitFor();
    const [request] = await shop.requests();
    await context.setOffline(true);
    await page.getByText('You are offline. Messages wait for the network.').waitFor();
    for (const text of ['two', 'three']) {
      await composer(page).fill(text);
      await page.keyboard.press('Enter');
    }
    for (const text of ['four', 'five']) await shop.say(request?.request_id ?? '', text);
    await context.setOffline(false);
    const all = ['one', 'four', 'five', 'two', 'three'];
    const shown = () => page.locator('parley-widget .bubble .words').allInnerTexts();
    await eventually(async () => expect(await shown()).toEqual(all), { timeoutMs: 30_000 });
    // Shown before they are stored.
    await eventually(async () => expect(await shop.texts(request?.request_id ?? '')).toEqual(all));
    expect(await shown()).toEqual(all);
  }, 60_000);

  it('is read and answered in the console beside it', async () => {
    const project = app.mesh.demo?.projectId ?? '';
    const page = await begun(site.page(project));
    await page.getByRole('button', { name: 'Sales' }).click();
    const skip = page.getByRole('button', { name: 'Continue' });
    await composer(page).or(skip).first().waitFor();
    if (await skip.isVisible()) await skip.click();
    await composer(page).fill('Is it this blue?');
    await page.keyboard.press('Enter');

    const agent = await (await app.browser.newContext()).newPage();
    await agent.goto(`${app.mesh.consoleLink}`);
    await agent.waitForURL(/\/inbox/);
    await agent.goto(`${new URL(agent.url()).origin}/console/${project}/inbox/all`);
    await agent.getByRole('row', { name: /Is it this blue/ }).click();
    await agent.getByRole('textbox', { name: /^Write to/ }).fill('It is, and it washes well.');
    await agent.keyboard.press('Enter');
    await agent.getByRole('row', { name: /It is, and it washes well/ }).waitFor();
    await page.getByText('It is, and it washes well.').first().waitFor();
    await agent.getByRole('log').getByText('Seen', { exact: true }).waitFor();
    await composer(page).fill('Thank you');
    await page.keyboard.press('Enter');
    await agent.getByRole('log').getByText('Thank you').waitFor();
    await agent.context().close();
  }, 60_000);

  it(
    'loses, doubles and reorders nothing beside the console, however both are cut, loaded again and sending',
    async () => {
      const shop = await openWidgetShop(app.mesh.url);
      const visitor = await Side.open(context, site.page(shop.id), {
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
      await entrance.getByLabel('E-mail address').fill(shop.owner.email);
      await entrance.getByLabel('Password').fill('secret of Ada');
      await entrance.getByRole('button', { name: 'Sign in' }).click();
      await entrance.waitForURL((url) => !url.pathname.endsWith('/signin'));
      await entrance.close();
      const agent = await Side.open(desk, `${origin}/console/${shop.id}/inbox/all/${request}`, {
        name: 'a',
        box: 'role=textbox[name=/^Write to/]',
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

  it.each(languages)('speaks %s without a fault that axe finds', async (lang) => {
    const shop = await openWidgetShop(app.mesh.url);
    const page = await begun(site.page(shop.id, { attributes: `data-lang="${lang}"` }));
    await composer(page).waitFor();
    expect(
      await page.evaluate(
        "getComputedStyle(document.querySelector('parley-widget').shadowRoot.querySelector('.panel')).direction",
      ),
    ).toBe(lang === 'ar' ? 'rtl' : 'ltr');
    await page.evaluate(axe.source);
    const found =
      await page.evaluate<unknown>(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
    expect(found).toEqual([]);
  });

  it('stays when the page’s body is replaced, and works under a base address of the page', async () => {
    const shop = await openWidgetShop(app.mesh.url);
    // The policy of the other pages allows no base.
    const page = await begun(site.page(shop.id, { withoutPolicy: true }));
    await composer(page).fill('half a sen');
    await page.evaluate(`document.body = document.createElement('body');
      document.head.append(Object.assign(document.createElement('base'), { href: 'https://cdn.example/' }));
      history.pushState({}, '', location.origin + location.pathname + '?view=2');`);
    await composer(page).press('Enter');
    await page.getByText('Sent', { exact: true }).waitFor();
  });
});
