import { describeWithProgram, eventually } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import type { Customer } from './mesh.ts';

describeWithProgram('chromium', 'settings in the console', () => {
  let site: ConsoleBrowser;
  let ada: Customer;

  beforeAll(async () => {
    site = await ConsoleBrowser.start({ DEMO: 'true' });
    ada = await site.customer('ada');
  }, 120_000);
  checkPagesOf(() => site);

  const open: ConsoleBrowser['open'] = (...args) => site.open(...args);

  const path = (rest: string) => `/${site.projectId}/${rest}`;
  const project = async () => (await ada.call('GET', `/projects/${site.projectId}`)).body;
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
  };

  it('stores the project’s settings one by one, and shows them after loading again', async () => {
    await ada.call('PATCH', `/projects/${site.projectId}`, { 'settings.own_key': { a: 1 } });
    const page = await open('ada', 'settings/project');
    await page.getByLabel('Limit concurrent conversations').check();
    await page.getByLabel('Max. concurrent conversations').fill('4');
    await page.getByLabel('Reopen window').fill('24');
    await save(page);
    expect((await project()).settings).toMatchObject({
      chat_limit_on: true,
      max_agent_assigned_chat: 4,
      reopen_window_hours: 24,
      own_key: { a: 1 },
    });

    await page.reload();
    expect(await page.getByLabel('Max. concurrent conversations').inputValue()).toBe('4');
    expect(await page.getByLabel('Limit concurrent conversations').isChecked()).toBe(true);
    await page.getByLabel('Reopen window').fill('');
    await save(page);
    const { settings } = await project();
    expect(settings).toMatchObject({ own_key: { a: 1 }, max_agent_assigned_chat: 4 });
    expect(settings.reopen_window_hours).toBeUndefined();
  });

  it('writes hours of any valid shape back, and says whether it is open now', async () => {
    const hours = {
      tzname: 'Asia/Kathmandu',
      0: [{ start: '22:00', end: '24:00' }],
      7: [{ start: '01:00', end: '02:30' }],
      3: null,
      own: 'x',
    };
    await ada.call('PATCH', `/projects/${site.projectId}`, {
      operatingHours: JSON.stringify(hours),
      activeOperatingHours: false,
    });
    const page = await open('ada', 'settings/hours');
    await page.getByText('Currently open').waitFor();
    expect(await page.getByLabel('Sunday, interval 1, from').inputValue()).toBe('01:00');
    expect(await page.getByLabel('Sunday, interval 2, to').inputValue()).toBe('00:00');

    await page.getByRole('button', { name: 'Add hours on Monday' }).click();
    await page.getByLabel('Monday, interval 1, to').fill('08:00');
    await page.getByText('The end must be after the start').waitFor();
    await page.getByLabel('Monday, interval 1, to').fill('17:30');
    await page.getByRole('button', { name: 'Copy Monday to weekdays' }).click();
    await save(page);
    const span = [{ start: '09:00', end: '17:30' }];
    expect(JSON.parse((await project()).operatingHours)).toEqual({
      tzname: 'Asia/Kathmandu',
      0: [
        { start: '01:00', end: '02:30' },
        { start: '22:00', end: '24:00' },
      ],
      ...{ 1: span, 2: span, 3: span, 4: span, 5: span, own: 'x' },
    });

    await ada.call('PATCH', `/projects/${site.projectId}`, { operatingHours: JSON.stringify({ tzname: 'UTC' }) });
    await page.reload();
    await page.getByLabel('Use operating hours').check();
    await save(page);
    await page.getByText('Currently closed').waitFor();
    await ada.call('PATCH', `/projects/${site.projectId}`, { activeOperatingHours: false });
  });

  it('stores the look of the widget beside members it does not know, and warns of sites that exclude the demo page', async () => {
    await ada.call('PATCH', `/projects/${site.projectId}`, { widget: { own: { a: 1 } } });
    const page = await open('ada', 'settings/widget');
    await page
      .getByText(`<script src="${site.origin}/widget.js" data-project="${site.projectId}" async></script>`)
      .waitFor();
    await page.getByLabel('Position').selectOption('left');
    await page.getByLabel('Launcher text').fill('Ask us');
    await page.getByRole('checkbox', { name: 'Pre-chat form' }).check();
    await page.getByRole('button', { name: 'Use custom fields' }).click();
    await page.getByRole('button', { name: 'Move field 2 up' }).click();
    await page.getByLabel('Show the widget only on these sites').check();
    await page.getByLabel('Sites', { exact: true }).fill('https://shop.example\nno site');
    await page.getByText(`The demo page at ${site.origin}/demo is not on the list`).waitFor();
    await page.getByText('Not valid as a site: no site').waitFor();
    await page.getByLabel('Sites', { exact: true }).fill(`https://shop.example\n${site.origin}`);
    await page.getByText('The demo page at').waitFor({ state: 'detached' });
    await save(page);
    const { widget, settings } = await project();
    expect(widget).toMatchObject({ own: { a: 1 }, align: 'left', launcherText: 'Ask us', preChatForm: true });
    expect(widget.preChatFormJson.map(({ name }: { name: string }) => name)).toEqual(['userEmail', 'userFullname']);
    expect(settings).toMatchObject({ allowed_urls: true, allowed_urls_list: ['https://shop.example', site.origin] });

    await page.reload();
    expect(await page.getByLabel('Position').inputValue()).toBe('left');
    expect(await page.getByLabel('API name').first().inputValue()).toBe('userEmail');
    await ada.call('PATCH', `/projects/${site.projectId}`, { 'settings.allowed_urls': false });
  });

  it.each([900, 720])('shows the whole preview of the widget in a window of %i px', async (height) => {
    const page = await open('ada', 'settings/widget', { viewport: { width: 1440, height } });
    const widget = page.getByRole('figure', { name: 'Preview' }).locator('parley-widget');
    const launcher = widget.locator('.launcher');
    await launcher.waitFor({ state: 'attached' });
    await eventually(async () => {
      const [frame, panel, button] = await Promise.all([
        page.getByRole('figure', { name: 'Preview' }).boundingBox(),
        widget.locator('.panel').boundingBox(),
        launcher.boundingBox(),
      ]);
      expect(panel?.y).toBeGreaterThanOrEqual(frame?.y ?? Number.NaN);
      expect((button?.y ?? Number.NaN) + (button?.height ?? 0)).toBeLessThanOrEqual(height);
      expect((frame?.y ?? Number.NaN) + (frame?.height ?? 0)).toBeLessThanOrEqual(height);
    });
    if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-${height}.png` });
  });

  it('previews the widget with what is not saved, by its own parts, and calls nothing for it', async () => {
    const page = await open('ada', 'settings/widget');
    const widget = page.getByRole('figure', { name: 'Preview' }).locator('parley-widget');
    await widget.getByRole('button', { name: 'Start a conversation' }).waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    const header = () =>
      page.evaluate(
        "getComputedStyle(document.querySelector('parley-widget').shadowRoot.querySelector('header')).backgroundColor",
      );

    await page.getByLabel('Brand color', { exact: true }).fill('#aa2200');
    await eventually(async () => expect(await header()).toBe('rgb(170, 34, 0)'));
    await page.getByLabel('Position').selectOption('left');
    await page.getByLabel('Color scheme').selectOption('dark');
    await eventually(async () =>
      expect(await widget.locator('.root').getAttribute('class')).toMatch(/(?=.*dark)(?=.*start)/),
    );
    const [box, panel] = [
      await page.getByRole('figure', { name: 'Preview' }).boundingBox(),
      await widget.locator('.panel').boundingBox(),
    ];
    expect(panel?.x).toBeGreaterThanOrEqual(box?.x ?? Number.NaN);
    expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
    expect(calls).toEqual([]);
    const { body } = await ada.call('GET', `/projects/${site.projectId}`);
    expect(body.widget).not.toHaveProperty('themeColor', '#aa2200');
  });

  it('stores own texts beside the shipped ones, leaves other languages as they were, and resets', async () => {
    const textOf = async (lang: string) => (await ada.call('GET', path(`labels/${lang}`))).body.data.WELCOME_TITLE;
    const [german, turkish] = [await textOf('DE'), await textOf('TR')];
    const page = await open('ada', 'settings/labels?q=WELCOME_TITLE');
    const cell = page.getByLabel('WELCOME_TITLE, IT', { exact: true });
    const shipped = await cell.inputValue();
    await cell.fill('Ciao!');
    await save(page);
    expect([await textOf('IT'), await textOf('DE'), await textOf('TR')]).toEqual(['Ciao!', german, turkish]);

    await page.reload();
    expect(await cell.inputValue()).toBe('Ciao!');
    await page.getByLabel('Customized').check();
    await eventually(async () => expect(await page.getByRole('row').count()).toBe(2));
    // Another person changes another text of the same language meanwhile.
    const { body: entry } = await ada.call('GET', path('labels'));
    const italian = entry.data.find(({ lang }: { lang: string }) => lang === 'IT').data;
    await ada.call('POST', path('labels'), { lang: 'IT', data: { ...italian, BACK: 'Torna' } });
    await page.getByRole('button', { name: 'Reset WELCOME_TITLE, IT' }).click();
    await page.getByLabel('Customized').uncheck();
    expect(await cell.inputValue()).toBe(shipped);
    await save(page);
    expect(await textOf('IT')).toBe(shipped);
    expect((await ada.call('GET', path('labels/it'))).body.data.BACK).toBe('Torna');

    // The same text is not written over before the person knows.
    const changed = page.getByRole('alert').filter({ hasText: 'Someone has changed this in the meantime' });
    const changeMeanwhile = async (mine: string, theirs: string) => {
      await cell.fill(mine);
      await ada.call('POST', path('labels'), { lang: 'IT', data: { ...italian, WELCOME_TITLE: theirs } });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await changed.getByText(theirs, { exact: true }).waitFor();
      await changed.getByText(mine, { exact: true }).waitFor();
      expect(await textOf('IT')).toBe(theirs);
    };
    await changeMeanwhile('Salve!', 'Buongiorno!');
    await changed.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await textOf('IT')).toBe('Salve!');
    await changeMeanwhile('Ehi!', 'Benvenuti!');
    await changed.getByRole('button', { name: 'Use theirs' }).click();
    await changed.waitFor({ state: 'detached' });
    await eventually(async () => expect(await cell.inputValue()).toBe('Benvenuti!'));
    expect(await textOf('IT')).toBe('Benvenuti!');

    await page.goto(site.address('settings/labels'));
    await page.getByRole('button', { name: 'Reset all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset all' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await ada.call('GET', path('labels'))).body).toEqual({});
  });

  it('refuses markup in a text in the API’s words', async () => {
    const page = await open('ada', 'settings/labels?q=WELCOME_TITLE');
    await page.getByLabel('WELCOME_TITLE, EN', { exact: true }).fill('<img src=x onerror=alert(1)>');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect((await ada.call('GET', path('labels/en'))).body.data.WELCOME_TITLE).not.toContain('<img');
  });

  it('lets agents keep canned responses and tags, and nothing else', async () => {
    const page = await open('linus', 'settings');
    await page.getByRole('button', { name: 'New canned response' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New canned response' });
    await dialog.getByLabel('Title').fill('Delay');
    await dialog.getByLabel('Text').fill('Your parcel is late, $recipient_name.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Delay/ }).getByText('Only you').waitFor();
    await page.getByRole('button', { name: 'Edit Delay' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit canned response' });
    expect(await edit.getByLabel('Text').inputValue()).toBe('Your parcel is late, $recipient_name.');
    await edit.getByLabel('Share with the team').check();
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Delay/ }).getByText('Everyone').waitFor();
    await page.getByLabel('Search canned responses').fill('late, $rec');
    await page.waitForURL(/q=/);
    await page.getByRole('row', { name: /Delay/ }).waitFor();
    await page.getByRole('button', { name: 'Remove Delay' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No results').waitFor();

    await page.getByRole('link', { name: 'Tags' }).click();
    await page.getByRole('button', { name: 'New tag' }).click();
    await page.getByRole('dialog').getByLabel('Tag', { exact: true }).fill('late parcel');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await ada.call('POST', path('tags'), { tag: 'urgent parcel' });
    await page.getByRole('button', { name: 'Edit late parcel' }).click();
    await page.getByRole('dialog').getByLabel('Tag', { exact: true }).fill('urgent parcel');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.keyboard.press('Escape');

    expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
    for (const screen of ['project', 'hours', 'widget', 'labels', 'properties', 'webhooks', 'security', 'danger']) {
      await page.goto(site.address(`settings/${screen}`));
      await page.getByText('You don’t have access to this page').waitFor();
    }
  });

  it('renames a tag wherever it is, and takes it off when asked to', async () => {
    const { body: lead } = await ada.call('POST', path('leads'), { lead_id: 'tagged', tags: ['before'] });
    await ada.call('POST', path('tags'), { tag: 'before' });
    const tagsOf = async () => (await ada.call('GET', path(`leads/${lead._id}`))).body.tags;
    const page = await open('linus', 'settings/tags');
    await page.getByRole('button', { name: 'Edit before' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('wherever the tag is used').waitFor();
    await dialog.getByLabel('Tag', { exact: true }).fill('after');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: 'after' }).waitFor();
    await eventually(async () => expect(await tagsOf()).toEqual(['after']));

    await page.getByRole('button', { name: 'Remove after' }).click();
    expect(await dialog.getByLabel('Keep it').isChecked()).toBe(true);
    expect(await faultsInEveryLook(page)).toEqual([]);
    await dialog.getByLabel('Remove it everywhere').check();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('row', { name: 'after' }).waitFor({ state: 'detached' });
    await eventually(async () => expect(await tagsOf()).toEqual([]));
  });

  it('adds a field to contacts', async () => {
    const { body: known } = await ada.call('GET', path('properties'));
    for (const { _id } of known) await ada.call('DELETE', path(`properties/${_id}/physical`));
    const page = await open('ada', 'settings/properties');
    await page.getByRole('button', { name: 'New field' }).click();
    const dialog = page.getByRole('dialog', { name: 'New field' });
    await dialog.getByLabel('Label').fill('Customer number');
    await dialog.getByLabel('API name').fill('customer_number');
    await dialog.getByLabel('Type').selectOption('number');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /Customer number/ });
    await row.getByText('Number', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Label').fill('Customer no.');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('row', { name: /Customer no\./ })
      .getByRole('button', { name: 'Remove' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No custom fields yet').waitFor();
  });

  it('has no fault that axe finds, in both themes, at 1280 and 320 px', async () => {
    const page = await open('ada', 'settings');
    for (const [screen, word] of [
      ['project', 'Assignment'],
      ['hours', 'Monday'],
      ['widget', 'Install'],
      ['labels?q=WELCOME', 'WELCOME_TITLE'],
      ['canned', 'New canned response'],
      ['tags', 'late parcel'],
      ['properties', 'No custom fields yet'],
      ['webhooks', 'request.assigned'],
      ['security', 'IP access rules'],
      ['danger', 'Everyone loses access'],
    ] as const) {
      await page.goto(site.address(`settings/${screen}`));
      await page.getByText(word).first().waitFor();
      expect([screen, await faultsInEveryLook(page)]).toEqual([screen, []]);
    }
    await page.goto(site.address('settings/danger'));
    await page.getByRole('button', { name: 'Delete project' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
  }, 120_000);
});
