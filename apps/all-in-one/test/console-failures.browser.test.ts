import { describeWithProgram, eventually } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { DemoRecords, openDemoPage, refuse, soonOn } from './console-demo.ts';
import { ConsoleBrowser } from './console-page.ts';
import type { Customer } from './mesh.ts';

describeWithProgram('chromium', 'failed actions of the console', () => {
  let app: ConsoleBrowser;
  let context: BrowserContext;
  let page: Page;
  let ada: Customer;
  let records: DemoRecords;
  beforeAll(async () => {
    app = await ConsoleBrowser.start({ DEMO: 'true' });
    ada = await app.customer('ada');
    records = await DemoRecords.of(app, ada);
  }, 120_000);
  beforeEach(async () => {
    ({ context, page } = await openDemoPage(app));
  });
  checkPagesOf(() => app);

  /** What the page reads again by itself is refused, once. */
  async function readInVain(call: RegExp, cause: () => Promise<unknown>) {
    await page.route(call, refuse(403, 'role_too_low'));
    const answer = page.waitForResponse((one) => call.test(one.url()) && one.status() === 403);
    await cause();
    await answer;
    await page.unroute(call);
  }

  it.each([
    [429, 'rate_limited'],
    [503, 'database_unavailable'],
  ] as const)(
    'count down after %s to an action, and repeat it by themselves or by a click',
    async (status, code) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(app.address(`inbox/all/${records.ids.request}`));
      const line = page.getByRole('alert').filter({ hasText: `Refused by ${code}.` });
      const tagOf = async () => (await ada.call('GET', `/${app.projectId}/requests/${records.ids.request}`)).body.tags;
      const box = page.getByRole('textbox', { name: 'Add tag' });
      let isRefused = true;
      await page.route(/\/tag$/, (route) =>
        isRefused ? refuse(status, code, { 'retry-after': '90' })(route) : route.fallback(),
      );

      await box.fill(`slow-${status}`);
      await box.press('Enter');
      await line.getByText(/Trying again in \d+ seconds/).waitFor();
      await page.clock.fastForward(60_000);
      await line.getByText(/Trying again in [1-3]\d seconds/).waitFor();
      // Refused once more, with the same request id.
      await page.clock.fastForward(31_000);
      await line.getByText(/Trying again in [6-9]\d seconds/).waitFor();
      isRefused = false;
      expect((await tagOf()).map(({ tag }: { tag: string }) => tag)).not.toContain(`slow-${status}`);
      await page.clock.fastForward(91_000);
      await page.getByRole('button', { name: `Remove slow-${status}` }).waitFor();
      expect(await line.count()).toBe(0);
      expect(await box.inputValue()).toBe('');

      isRefused = true;
      await box.fill(`fast-${status}`);
      await box.press('Enter');
      await line.getByText(/Trying again in \d+ seconds/).waitFor();
      isRefused = false;
      await line.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: `Remove fast-${status}` }).waitFor();
      expect(await line.count()).toBe(0);
      await page.unroute(/\/tag$/);
    },
    60_000,
  );

  it('count down in a confirmation, and do then what was confirmed', async () => {
    const { body: tag } = await ada.call('POST', `/${app.projectId}/tags`, { tag: 'short-lived' });
    await page.goto(app.address('settings/tags'));
    let isRefused = true;
    await page.route(/\/tags\/\w+$/, (route) =>
      isRefused ? refuse(503, 'database_unavailable', { 'retry-after': '90' })(route) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Remove short-lived' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByText(/Trying again in \d+ seconds/).waitFor();
    // What was cancelled is not done when its time has come, in the dialog that is opened next.
    isRefused = false;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove short-lived' }).click();
    await dialog.waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await page.clock.fastForward(91_000);
    expect((await ada.call('GET', `/${app.projectId}/tags/${tag._id}`)).status).toBe(200);

    isRefused = true;
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByText(/Trying again in \d+ seconds/).waitFor();
    await dialog.getByText('database_unavailable · request-database_unavailable').waitFor();
    isRefused = false;
    await page.clock.fastForward(91_000);
    await dialog.waitFor({ state: 'detached' });
    await page.unroute(/\/tags\/\w+$/);
    expect((await ada.call('GET', `/${app.projectId}/tags/${tag._id}`)).status).toBe(404);
  }, 60_000);

  it('count down where a single value is stored, tried or counted, and do it then', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const { body: lead } = await ada.call('GET', `/${app.projectId}/requests/${records.ids.request}`);
    const company = page.getByRole('complementary', { name: 'Contact' }).getByLabel(/Company/);
    const { body: group } = await ada.call('POST', `/${app.projectId}/groups`, { name: 'Spare', members: [] });
    expect((await ada.call('PUT', `/${app.projectId}/groups/disable/${group._id}`)).status).toBe(200);
    await ada.call('DELETE', `/${app.projectId}/keys`);
    const preview = page.getByRole('region', { name: 'Contacts in this segment' });
    const places = [
      {
        ...{ screen: 'inbox/all/{request}', call: /\/leads\/\w+$/, method: 'PUT' },
        act: async () => {
          await company.click();
          await page.keyboard.press('ControlOrMeta+a');
          await page.keyboard.type('Weiss & Co');
          await page.keyboard.press('Enter');
        },
        done: async () => {
          await company.getByText('Weiss & Co').waitFor();
          expect((await ada.call('GET', `/${app.projectId}/leads/${lead.lead._id}`)).body.company).toBe('Weiss & Co');
        },
      },
      {
        ...{ screen: '/account/appearance', call: /\/v3\/users$/, method: 'PUT' },
        act: () => page.getByLabel('Console language').selectOption('English'),
        done: () =>
          eventually(async () =>
            expect((await ada.call('GET', '/users')).body.attributes).toMatchObject({ 'console.language': 'en' }),
          ),
      },
      {
        ...{ screen: 'settings/webhooks/{subscription}', call: /\/subscriptions\/\w+\/test$/, method: 'POST' },
        act: () => page.getByRole('button', { name: 'Send test call' }).click(),
        done: () =>
          page
            .getByRole('status')
            .filter({ hasText: /Failed after \d+ ms/ })
            .waitFor(),
      },
      {
        ...{ screen: 'segments/{segment}', call: /\/segments\/preview$/, method: 'POST' },
        act: () => preview.waitFor(),
        done: () =>
          preview
            .getByRole('status')
            .filter({ hasText: /\d+ contacts?/ })
            .waitFor(),
      },
      {
        ...{ screen: 'inbox/all/{request}', call: /\/files\/chat$/, method: 'POST' },
        act: async () => {
          const file = { name: 'label.txt', mimeType: 'text/plain', buffer: Buffer.from('A label') };
          await page.locator('input[type="file"]').setInputFiles(file);
        },
        done: () => page.getByRole('button', { name: 'Remove label.txt' }).click(),
      },
      {
        ...{ screen: 'settings/hours', call: /\/isopen$/, method: 'GET' },
        act: () => page.getByRole('heading', { name: 'Operating hours' }).waitFor(),
        done: () => page.getByRole('status').filter({ hasText: '(saved hours)' }).waitFor(),
      },
      {
        ...{ screen: 'settings/security', call: /\/keys\/generate$/, method: 'POST' },
        act: () => page.getByRole('button', { name: 'Create secret' }).click(),
        done: () => page.getByRole('dialog', { name: 'New secret' }).waitFor(),
      },
      {
        ...{ screen: 'team/groups', call: /\/groups\/enable\/\w+$/, method: 'PUT' },
        act: () => page.getByRole('button', { name: 'Enable' }).first().click(),
        done: () => page.getByRole('button', { name: 'Enable' }).waitFor({ state: 'detached' }),
      },
    ];
    for (const { screen, call, method, act, done } of places) {
      await page.route(call, (route) =>
        route.request().method() === method
          ? refuse(429, 'rate_limited', { 'retry-after': '90' })(route)
          : route.fallback(),
      );
      await page.goto(records.addressOf(screen));
      await act();
      const refusal = page.getByRole('alert').filter({ hasText: 'Refused by rate_limited.' });
      await refusal
        .getByText(/Trying again in \d+ seconds/)
        .waitFor()
        .catch((error: Error) => {
          throw new Error(`${screen} does not count down: ${error.message}`);
        });
      await page.unroute(call);
      await page.clock.fastForward(91_000);
      await refusal.waitFor({ state: 'detached' });
      await done();
    }
  }, 60_000);

  it('say of a file when the next try makes sense, which is a click', async () => {
    await page.goto(app.address('contacts'));
    await page.route(/\/leads\/csv/, refuse(429, 'rate_limited', { 'retry-after': '90' }));
    await page.evaluate('delete globalThis.showSaveFilePicker');
    await page.getByRole('button', { name: 'Export contacts' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Export contacts' }).click();
    await dialog.getByText(/Trying again in \d+ seconds/).waitFor();
    await dialog.getByText('rate_limited · request-rate_limited').waitFor();
    await page.unroute(/\/leads\/csv/);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export again' }).click();
    expect((await download).suggestedFilename()).toBe('contacts.csv');
    await dialog.getByRole('alert').waitFor({ state: 'detached' });
  }, 60_000);

  it.each([
    ['contacts', 'All contacts'],
    ['segments', 'All segments'],
    ['bots', 'All bots'],
    ['team/groups', 'Groups'],
    ['team/departments', 'Departments'],
    ['settings/webhooks', 'Webhooks'],
  ])('lead back from an address of %s that names nothing', async (list, back) => {
    await page.goto(app.address(`${list}/${'0'.repeat(24)}`));
    const content = page.locator('#content');
    await content.getByText('Page not found', { exact: true }).waitFor();
    await content.getByRole('link', { name: back }).last().click();
    await page.waitForURL(new RegExp(`/${list}$`));
  });

  it('say at once that a change cannot be made without a network, and keep what was typed', async () => {
    await page.goto(app.address('settings/project'));
    const name = page.getByLabel('Project name');
    await name.fill('Offline shop');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Can’t reach Parley.' });
    await soonOn(page, async () => expect(await refusal.count()).toBe(1));
    expect(await name.inputValue()).toBe('Offline shop');
    // Back in the network, what is on the screen is read again, this time in vain.
    await readInVain(/\/v3\/projects\/\w+$/, () => context.setOffline(false));
    expect((await ada.call('GET', `/projects/${app.projectId}`)).body.name).toBe('Demo shop');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await ada.call('GET', `/projects/${app.projectId}`)).body.name).toBe('Offline shop');
    await ada.call('PUT', `/projects/${app.projectId}`, { name: 'Demo shop' });
    // What the browser says of calls without a network.
    app.faults = app.faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'));
  }, 60_000);

  it('keep a dialog over a list that cannot be read again', async () => {
    await page.goto(app.address('settings/properties'));
    await page.getByRole('button', { name: 'New field' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Label', { exact: true }).fill('Shoe size');
    await readInVain(/\/properties$/, async () => {
      await context.setOffline(true);
      await context.setOffline(false);
    });
    await dialog.getByLabel('API name').fill('shoe_size');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('row', { name: /Shoe size/ }).waitFor();
    app.faults = app.faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'));
  }, 60_000);

  it('count down after a note that is limited, whose words are back in the composer', async () => {
    await page.goto(app.address(`inbox/all/${records.ids.request}`));
    await page.getByRole('textbox', { name: /^Reply to/ }).waitFor();
    await page.keyboard.press('n');
    const note = page.getByRole('textbox', { name: 'Write a note only your team can see' });
    await note.fill('Kept for later');
    await page.route(/\/notes$/, refuse(429, 'rate_limited', { 'retry-after': '90' }));
    await note.press('Control+Enter');
    const line = page.getByRole('alert').filter({ hasText: 'Refused by rate_limited.' });
    await line.getByText(/Trying again in \d+ seconds/).waitFor();
    expect(await note.inputValue()).toBe('Kept for later');
    expect(await line.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.unroute(/\/notes$/);
    await note.press('Control+Enter');
    await page.getByText('Note added', { exact: true }).waitFor();
    await line.waitFor({ state: 'detached' });
  }, 60_000);
});
