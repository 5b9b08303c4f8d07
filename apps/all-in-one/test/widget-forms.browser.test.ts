import { describeWithProgram, eventually } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { beginConversation, composer, openWidget, png, shownTexts, WidgetBrowser, write } from './widget-browser.ts';
import { openWidgetShop } from './widget-shop.ts';

describeWithProgram('chromium', 'what the widget asks and tells', () => {
  const app = WidgetBrowser.ofTests({ DEMO: 'true', MEDIA_GUEST_FILES: '2' });

  async function begun(address: string, within = app.context): Promise<Page> {
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
    const page = await begun(app.site.page(shop.id));
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

  it('does not ask again for what a bot has learnt, also by a hidden message', async () => {
    const shop = await openWidgetShop(app.mesh.url);
    const page = await openWidget(app.context, app.site.page(shop.id));
    const request = await beginConversation(page, 'Hello', shop);
    const learnt = { updateUserFullname: 'Vera Visitor', updateUserEmail: 'vera@example.com' };
    await shop.say(request, 'Kept', { attributes: { ...learnt, hidden: true } });
    await shop.say(request, 'Thank you');
    await page.getByText('Thank you', { exact: true }).waitFor();
    await shop.owner.customer.call('PUT', `/projects/${shop.id}`, { widget: { preChatForm: true } });
    await page.reload();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'New conversation' }).click();
    await write(page, 'And now?');
    const preChatForm = { userFullname: 'Vera Visitor', userEmail: 'vera@example.com' };
    await eventually(async () =>
      expect(await shop.requests()).toMatchObject([{}, { first_text: 'And now?', attributes: { preChatForm } }]),
    );
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
    const [department] = (await shop.call('GET', '/departments')).body;
    await shop.call('PUT', `/departments/${department._id}`, { offline_msg: 'The <b>workshop</b> is closed.' });
    const { next_change_at: opens } = (await shop.call('GET', '/widgets')).body.open;
    const abroad = await app.newContext({ timezoneId: 'America/New_York' });
    const page = await begun(app.site.page(shop.id), abroad);
    await page.getByLabel(/e-?mail/i).fill('nora@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    const zone = { timeZone: 'America/New_York', weekday: 'long', hour: 'numeric', minute: '2-digit' } as const;
    const time = new Intl.DateTimeFormat('en', zone).format(new Date(opens));
    await page.getByText(`We’ll be back ${time}.`).waitFor();
    await page.getByText(await shop.label('LABEL_FIRST_MSG_OPERATING_HOURS_CLOSED')).waitFor();
    await page.getByText('The workshop is closed.').waitFor();
    await write(page, 'Please call me');
    await eventually(async () => expect(await shop.leads()).toMatchObject([{ email: 'nora@example.com' }]));
    await abroad.close();
  });

  it.each([
    ['nobody is available', {}, false, 'LABEL_FIRST_MSG_NO_AGENTS'],
    [
      'it has no hours',
      { activeOperatingHours: true, operatingHours: '{"tzname":"Europe/Rome"}' },
      true,
      'LABEL_FIRST_MSG_OPERATING_HOURS_CLOSED',
    ],
  ] as const)(
    'says that %s, without a time, and lets the visitor write and leave an address',
    async (_, settings, isAvailable, key) => {
      const shop = await openWidgetShop(app.mesh.url, settings);
      await shop.call('PUT', '/project_users/', { user_available: isAvailable });
      const page = await begun(app.site.page(shop.id));
      await page.getByLabel(/e-?mail/i).fill('nora@example.com');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText(await shop.label(key)).waitFor();
      expect(await page.getByText('We’ll be back').count()).toBe(0);
      await write(page, 'Please call me');
      await eventually(async () => expect(await shop.requests()).toMatchObject([{ first_text: 'Please call me' }]));
      await eventually(async () => expect(await shop.leads()).toMatchObject([{ email: 'nora@example.com' }]));
    },
  );

  it.each([
    ['2026-03-28T20:00:00Z', '2026-03-30T07:00:00Z', 'Monday 9:00 AM'],
    ['2026-10-24T20:00:00Z', '2026-10-26T08:00:00Z', 'Monday 9:00 AM'],
    ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', 'Sunday 2:30 AM'],
  ])('says at %s that it opens at %s, over the change of summer time', async (now, opens, time) => {
    const shop = await openWidgetShop(app.mesh.url);
    const rome = await app.newContext({ timezoneId: 'Europe/Rome' });
    await rome.clock.install({ time: now });
    // The API counts its own time: what it would answer on that day.
    await rome.route(/\/widgets\?/, async (route) => {
      const response = await route.fetch();
      const open = { isopen: false, next_change_at: opens, timezone: 'Europe/Rome' };
      await route.fulfill({ response, json: { ...(await response.json()), open } });
    });
    const page = await openWidget(rome, app.site.page(shop.id));
    await page.getByText(`We’ll be back ${time}.`).waitFor();
    await rome.close();
  });

  it('asks for the topic where there are several departments', async () => {
    const shop = await openWidgetShop(app.mesh.url);
    const { body: returns } = await shop.call('POST', '/departments', { name: 'Returns' });
    const page = await begun(app.site.page(shop.id));
    await page.getByRole('button', { name: 'Returns' }).click();
    await composer(page).fill('It does not fit');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await shop.requests()).toMatchObject([{ department: { _id: returns._id } }]));
  });

  it('sends a picture, and says in words what it does not take', async () => {
    const shop = await openWidgetShop(app.mesh.url);
    const page = await begun(app.site.page(shop.id));
    const picker = page.locator('parley-widget input[type=file]');
    await picker.setInputFiles({
      name: 'program.exe',
      mimeType: 'application/x-msdownload',
      buffer: Buffer.from('MZ'),
    });
    await page.getByText('This file type is not supported.').waitFor();
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

  it('shows how far a large file is, lets it be cancelled, and says in words what has no room, with the text as it was', async () => {
    const shop = await openWidgetShop(app.mesh.url);
    const page = await begun(app.site.page(shop.id));
    await write(page, 'Files follow');
    await page.getByText('Sent', { exact: true }).waitFor();
    const [{ request_id: request } = { request_id: '' }] = await shop.requests();
    await composer(page).fill('half a sen');
    const picker = page.locator('parley-widget input[type=file]');
    const file = (name: string, megabytes: number) => {
      const buffer = Buffer.alloc(megabytes * 2 ** 20, 'x');
      return picker.setInputFiles({ name, mimeType: 'text/plain', buffer });
    };
    const uploads = page.locator('parley-widget .uploads li');
    const isIntact = async () => {
      await eventually(async () => expect(await uploads.count()).toBe(0));
      expect(await composer(page).inputValue()).toBe('half a sen');
    };
    await file('large.txt', 21);
    await page.getByText(await shop.label('MAX_ATTACHMENT_ERROR')).waitFor();
    await isIntact();

    const network = await app.context.newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 2 ** 20 };
    await network.send('Network.emulateNetworkConditions', slow);
    await file('whole.txt', 20);
    await page.getByText(/whole\.txt: [1-9]\d? %/).waitFor();
    await page.getByRole('button', { name: 'Remove whole.txt' }).click();
    await isIntact();
    await file('whole.txt', 5);
    await page.getByText(/whole\.txt: [1-9]\d? %/).waitFor();
    await page.reload();
    await page.getByText('Files follow').waitFor();
    await isIntact();
    expect(await shop.texts(request)).toEqual(['Files follow']);

    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    for (const count of [1, 2]) {
      await file(`whole ${count}.txt`, 1);
      await page.getByText(`whole ${count}.txt`, { exact: true }).waitFor();
    }
    await file('third.txt', 1);
    await page.getByText('You have run out of file storage.').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await eventually(async () =>
      expect(await shop.texts(request)).toEqual(['Files follow', 'whole 1.txt', 'whole 2.txt', 'half a sen']),
    );
    // A file is named once, by its link.
    await page.getByRole('link', { name: 'Download whole 2.txt' }).waitFor();
    await eventually(async () => expect(await shownTexts(page)).toEqual(['Files follow', 'half a sen']));
  }, 90_000);

  it('is read and answered in the console beside it', async () => {
    const project = app.mesh.demo?.projectId ?? '';
    const page = await begun(app.site.page(project));
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
    await agent.getByRole('textbox', { name: /^Reply to/ }).fill('It is, and it washes well.');
    await agent.keyboard.press('Enter');
    await agent.getByRole('row', { name: /It is, and it washes well/ }).waitFor();
    await page.getByText('It is, and it washes well.').first().waitFor();
    await agent.getByRole('log').getByText('Seen', { exact: true }).waitFor();
    await composer(page).fill('Thank you');
    await page.keyboard.press('Enter');
    await agent.getByRole('log').getByText('Thank you').waitFor();
    await agent.context().close();
  }, 60_000);

  it('knows who is signed in to the demo shop, on each of its pages, until they sign out there', async () => {
    const page = await app.context.newPage();
    await page.goto(`${app.mesh.url}/demo`);
    const events = page.locator('#events');
    const customer = page.getByLabel('Signed in as Nora');
    // What the shop lets visitors try stands beside the open panel, in its colours.
    await page.locator('parley-widget .launcher').click();
    await page.getByRole('dialog', { name: 'Chat' }).waitFor();
    await page.getByRole('button', { name: 'Try the widget' }).click();
    await page.getByLabel('Theme').selectOption('dark');
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(29, 27, 24)');
    await customer.check();
    await events.getByText('identified {"id":"customer-1001"}').waitFor();
    await page.reload();
    await events.getByText('identified {"id":"customer-1001"}').waitFor();
    expect(await customer.isChecked()).toBe(true);
    await customer.uncheck();
    await events.getByText('loggedout').waitFor();
    await page.reload();
    await events.getByText('ready').waitFor();
    expect([await customer.isChecked(), await events.getByText('identified').count()]).toEqual([false, 0]);
  });

  it('stays when the page’s body is replaced, and works behind its service worker and under its base address', async () => {
    const shop = await openWidgetShop(app.mesh.url);
    // The policy of the other pages allows no base.
    const page = await begun(app.site.page(shop.id, { withoutPolicy: true }));
    await page.evaluate(
      "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => 0)",
    );
    await page.reload();
    expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
    await page.locator('parley-widget .launcher').click();
    await page.locator('parley-widget .start-card .primary').click();
    await composer(page).fill('half a sen');
    await page.evaluate(`document.body = document.createElement('body');
      document.head.append(Object.assign(document.createElement('base'), { href: 'https://cdn.example/' }));
      history.pushState({}, '', location.origin + location.pathname + '?view=2');
      // As Turbo runs the scripts of each body again.
      const again = Object.assign(document.createElement('script'), { src: '${app.mesh.url}/widget.js' });
      again.dataset.project = '${shop.id}';
      new Promise((resolve) => { again.onload = () => resolve(0); document.body.append(again); });`);
    expect(await page.locator('parley-widget').count()).toBe(1);
    await composer(page).press('Enter');
    await page.getByText('Sent', { exact: true }).waitFor();
  });
});
