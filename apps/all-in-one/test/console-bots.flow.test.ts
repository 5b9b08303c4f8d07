import { readFile } from 'node:fs/promises';

import { describeWithProgram, eventually } from '@parley/testkit';
import fc from 'fast-check';
import type { BrowserContext, Page } from 'playwright-core';

import { axeFaults, ConsoleBrowser } from './console-page.ts';
import { Customer, newRequestId, newVisitor } from './mesh.ts';

describeWithProgram('chromium', 'bots in the console', () => {
  let console: ConsoleBrowser;
  let context: BrowserContext;
  let owner: Customer;
  let project: string;

  beforeAll(async () => {
    console = await ConsoleBrowser.start({ DEMO: 'true', OUTBOUND_ALLOW: 'localhost' });
    project = console.mesh.demo?.projectId ?? '';
    const { body } = await new Customer(console.mesh.url).call('POST', '/auth/signin', person('owner'));
    owner = new Customer(console.mesh.url, body.token);
  }, 120_000);
  beforeEach(async () => {
    console.faults.length = 0;
    context = await console.newContext();
  });
  afterEach(async () => {
    await context.close();
    expect(console.faults).toEqual([]);
  });
  afterAll(() => console?.stop());

  function person(role: string) {
    const { email = '', password = '' } = console.mesh.demo?.people.find((one) => one.role === role) ?? {};
    return { email, password };
  }

  const open = (path = '', role = 'owner', within = context) =>
    console.signIn(within, person(role), `/${project}/bots${path}`);

  async function newBot(intent: object, template = 'blank') {
    const { body: bot } = await owner.call('POST', `/${project}/bots`, { name: 'Robby', template });
    const { body: made } = await owner.call('POST', `/${project}/faq`, { id_faq_kb: bot._id, ...intent });
    return { id: bot._id as string, intent: made._id as string };
  }

  const intentOf = async (id: string) => (await owner.call('GET', `/${project}/faq/${id}`)).body;

  const form = (page: Page) => page.getByRole('form', { name: 'Intent' });

  async function save(page: Page) {
    await form(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').first().waitFor();
  }

  /** The bot's answer to a visitor of its department. */
  async function answerTo(departmentid: string, text: string): Promise<string> {
    const { customer } = await newVisitor(console.mesh.url, project, 'Nora');
    const request = `/${project}/requests/${newRequestId(project)}`;
    await customer.call('POST', `${request}/messages`, { text, departmentid });
    return eventually(async () => {
      const { body } = await customer.call('GET', `${request}/messages`);
      const said = body.find(({ sender }: { sender: string }) => sender.startsWith('bot_'));
      expect(said).toBeDefined();
      return said.text;
    });
  }

  it('makes a bot of each template, with the intents that the API names', async () => {
    const page = await open();
    const templates = [
      ['Example with fifteen intents', 15],
      ['Greeting and fallback', 2],
      ['Greeting, fallback and handover to a person', 3],
      ['None', 0],
    ] as const;
    for (const [template, count] of templates) {
      await page.goto(`${console.origin}/console/${project}/bots`);
      await page.getByRole('button', { name: 'Create bot' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(`Bot of ${count}`);
      await dialog.getByLabel('Intents to begin with').selectOption({ label: template });
      await dialog.getByRole('button', { name: 'Create bot' }).click();
      await page.getByRole('heading', { level: 1, name: `Bot of ${count}` }).waitFor();
      const id = /bots\/(\w+)\/intents/.exec(page.url())?.[1];
      expect((await owner.call('GET', `/${project}/faq?id_faq_kb=${id}`)).body).toHaveLength(count);
      const list = page.getByRole('region', { name: 'Intents' });
      await list
        .getByRole(count === 0 ? 'paragraph' : 'listitem')
        .first()
        .waitFor();
      expect(await list.getByRole('listitem').count()).toBe(count);
    }
  });

  it('shows the secret of a bot that runs elsewhere once, and refuses an address in the words of the API', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Create bot' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Outside');
    await dialog.getByLabel('Kind').selectOption('external');
    await dialog.getByLabel('Address').fill('https://10.0.0.1/hook');
    await dialog.getByRole('button', { name: 'Create bot' }).click();
    const refused = await owner.call('POST', `/${project}/bots`, {
      ...{ name: 'Outside', type: 'external', url: 'https://10.0.0.1/hook' },
    });
    expect(refused.body.code).toBe('url_not_allowed');
    await dialog.getByText(refused.body.msg).waitFor();

    await dialog.getByLabel('Address').fill('http://localhost:9/hook');
    await dialog.getByRole('button', { name: 'Create bot' }).click();
    const secret = await page.getByRole('dialog').getByLabel('Secret').inputValue();
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Outside' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Outside' }).waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  it('warns before changes are left, tests the draft while visitors get what was published, publishes and goes back', async () => {
    const { id, intent } = await newBot({
      ...{ intent_display_name: 'hours', question: 'opening hours', answer: 'Nine to five.' },
    });
    const { body: department } = await owner.call('POST', `/${project}/departments`, { name: 'Hours', id_bot: id });
    await owner.call('PUT', `/${project}/bots/${id}/publish`, { release_note: 'First' });

    const page = await open(`/${id}/intents?intent=${intent}`);
    await form(page).getByLabel('Answer').fill('Ten to six.\n* More tdAction:start');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Ten to six.').waitFor();
    await preview.getByText('More', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^start/ }).click();
    const warning = page.getByRole('dialog', { name: 'Leave without saving?' });
    await warning.getByRole('button', { name: 'Cancel' }).click();
    expect(await form(page).getByLabel('Answer').inputValue()).toContain('Ten to six.');
    await save(page);
    expect((await intentOf(intent)).answer).toBe('Ten to six.\n* More tdAction:start');

    await page.getByRole('link', { name: 'Test' }).click();
    const log = page.getByRole('log');
    await log.getByText('How can I help you?').waitFor();
    await page.getByRole('textbox', { name: 'Write as a visitor' }).fill('opening hours');
    await page.keyboard.press('Enter');
    await log.getByText('Ten to six.').waitFor();
    await log.getByText('hours · confidence 100').waitFor();
    await log.getByRole('button', { name: 'More' }).click();
    await eventually(async () => expect(await log.getByText('How can I help you?').count()).toBe(2));
    await page.getByRole('button', { name: 'Start over' }).click();
    await eventually(async () => expect(await log.getByText('Ten to six.').count()).toBe(0));
    expect(await answerTo(department._id, 'opening hours')).toBe('Nine to five.');

    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByLabel('What is new').fill('Longer hours');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => expect(await answerTo(department._id, 'opening hours')).toBe('Ten to six.'));

    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('row', { name: /Longer hours.*Visitors get this one/ }).waitFor();
    await page.getByRole('row', { name: /First/ }).getByRole('button', { name: 'Publish again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish again' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => expect(await answerTo(department._id, 'opening hours')).toBe('Nine to five.'));
    expect((await intentOf(intent)).answer).toContain('Ten to six.');
  });

  it('saves an imported bot with unknown actions back unchanged, but for what was edited', async () => {
    const actions = [
      { _tdActionType: 'webrequestv2', url: 'https://x.example', headersString: { a: ['b', null, 1.5] } },
      {
        _tdActionType: 'reply',
        _tdActionId: 'a1',
        attributes: {
          disableInputMessage: false,
          commands: [
            { type: 'wait', time: 500 },
            { type: 'message', message: { type: 'text', text: 'Old', attributes: { x: [{}] } } },
          ],
        },
      },
      { _tdActionType: 'intent', intentName: 7 },
    ];
    const file = {
      name: 'Imported',
      language: 'en',
      intents: [{ intent_display_name: 'odd', question: 'odd', actions, attributes: { position: { x: 1 } } }],
    };
    const page = await open();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import JSON' }).click();
    const buffer = Buffer.from(JSON.stringify(file));
    await (await chooser).setFiles({ name: 'bot.json', mimeType: 'application/json', buffer });
    await page.getByRole('heading', { level: 1, name: 'Imported' }).waitFor();
    await page.getByRole('link', { name: /^odd/ }).click();
    await form(page).getByText('"headersString"').waitFor();
    await form(page).getByLabel('Message 1').fill('New');
    await form(page).getByLabel('Phrases').fill('odd\nstrange');
    await save(page);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Bot as JSON' }).click();
    const exported = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
    const expected = JSON.parse(JSON.stringify(file.intents[0]).replace('"Old"', '"New"'));
    expect(exported.intents).toEqual([expect.objectContaining({ ...expected, question: 'odd\nstrange' })]);
  });

  it('shows what another person changed meanwhile, and loses neither change', async () => {
    const { id, intent } = await newBot({ intent_display_name: 'shared', question: 'a', answer: 'b' });
    const page = await open(`/${id}/intents?intent=${intent}`);
    await form(page).getByLabel('Phrases').fill('mine');
    await owner.call('PUT', `/${project}/faq/${intent}`, { answer: 'theirs' });
    await form(page).getByRole('button', { name: 'Save' }).click();
    await form(page).getByText('Changed: Answer').waitFor();
    await form(page).getByRole('button', { name: 'Keep mine' }).click();
    expect(await form(page).getByLabel('Answer').inputValue()).toBe('theirs');
    await save(page);
    expect(await intentOf(intent)).toMatchObject({ question: 'mine', answer: 'theirs' });
  });

  it('keeps the settings of a bot, and names at the field what the API refuses', async () => {
    const { id } = await newBot({ intent_display_name: 'x' });
    const page = await open(`/${id}/settings`);
    const settings = page.getByRole('region', { name: 'Settings' });
    const values = {
      Name: 'Robina',
      Description: 'Answers at night',
      'How well a phrase has to match': '0.75',
      'Hand over after so many fallbacks': '2',
    };
    for (const [label, value] of Object.entries(values)) await settings.getByLabel(label).fill(value);
    await settings.getByLabel('Language').selectOption('de');
    await settings.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').first().waitFor();
    await page.reload();
    for (const [label, value] of Object.entries(values))
      expect(await settings.getByLabel(label).inputValue()).toBe(value);
    expect(await settings.getByLabel('Language').inputValue()).toBe('de');
    const { body } = await owner.call('GET', `/${project}/bots/${id}`);
    expect(body).toMatchObject({
      ...{ name: 'Robina', description: 'Answers at night', language: 'de' },
      attributes: { match_threshold: 0.75, handoff_after_fallbacks: 2 },
    });

    await settings.getByLabel('Hand over after so many fallbacks').evaluate('(input) => input.removeAttribute("max")');
    await settings.getByLabel('Hand over after so many fallbacks').fill('99');
    await settings.getByRole('button', { name: 'Save' }).click();
    const refused = await owner.call('PATCH', `/${project}/bots/${id}/attributes`, { handoff_after_fallbacks: 99 });
    await page.getByText(refused.body.errors[0].msg).waitFor();
  });

  it('takes the CSV that it gave without changing anything', async () => {
    const { id } = await newBot({ intent_display_name: '=sum', question: '+1\n"two"', answer: 'a;b' }, 'example');
    const page = await open(`/${id}/intents`);
    const before = (await owner.call('GET', `/${project}/faq?id_faq_kb=${id}`)).body;
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Intents as CSV' }).click();
    const buffer = await readFile(await (await saved).path());
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await (await chooser).setFiles({ name: 'intents.csv', mimeType: 'text/csv', buffer });
    await page.getByText('0 intents created, 16 changed').waitFor();
    const after = (await owner.call('GET', `/${project}/faq?id_faq_kb=${id}`)).body;
    const texts = (intents: Record<string, unknown>[]) =>
      intents.map(({ intent_display_name, question, answer }) => ({ intent_display_name, question, answer }));
    expect(texts(after)).toEqual(texts(before));
  });

  it('moves a bot to the trash and takes it out again', async () => {
    const { id } = await newBot({ intent_display_name: 'x' });
    await owner.call('PUT', `/${project}/bots/${id}`, { name: 'Old hand' });
    const page = await open(`/${id}/settings`);
    await page.getByRole('button', { name: 'Move to the trash' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move to the trash' }).click();
    await page.getByRole('link', { name: 'Trash' }).click();
    await page
      .getByRole('row', { name: /Old hand/ })
      .getByRole('button', { name: 'Restore' })
      .click();
    await page.getByRole('row', { name: /Old hand/ }).waitFor({ state: 'detached' });
    expect((await owner.call('GET', `/${project}/bots/${id}`)).body.trashed).toBe(false);
  });

  it('lets agents read intents, and offers them nothing that they may not do', async () => {
    const { id, intent } = await newBot({ intent_display_name: 'hours', answer: 'Nine' });
    const page = await open(`/${id}/settings?intent=${intent}`, 'agent');
    await form(page).getByLabel('Answer').waitFor();
    expect(await form(page).getByLabel('Answer').isDisabled()).toBe(true);
    for (const name of ['Save', 'Publish', 'New intent', 'Delete intent', 'Export'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    for (const name of ['Settings', 'Versions', 'Calls'])
      expect(await page.getByRole('link', { name, exact: true }).and(page.locator('header a')).count()).toBe(0);
  });

  it('previews answers as the API reads them', async () => {
    const request = `/${project}/requests/${newRequestId(project)}`;
    const line = fc.constantFrom(
      ...[
        'Hello',
        '* Label',
        '*  Two words ',
        '*x',
        '* Go tdAction:start',
        '* Go tdActionShowEcho:a b',
        '* A tdIntent:b',
      ],
      ...[
        '* A tdIntentNoEcho:#x',
        '* Site https://x.example/a',
        '* Site < https://x.example',
        '* Site > https://x.example',
      ],
      ...[
        '* https://x.example',
        '\\image:https://a.example/a.png',
        '\\image:10-20:https://b.example/b.png',
        '\\webhook',
      ],
      ...[
        'tdImage,w10 h20:https://c.example/c.png after',
        'tdFrame:https://d.example/f',
        'tdVideo:https://e.example/v',
      ],
      ...['\\webhook:https://x.example', 'tdImage:javascript:alert(1)', '', ' * indented'],
    );
    const texts = fc.sample(fc.array(line, { minLength: 1, maxLength: 6 }), { numRuns: 50, seed: 7 });
    const { id, intent } = await newBot({ intent_display_name: 'any' });
    const page = await open(`/${id}/intents?intent=${intent}`);
    const preview = page.getByRole('region', { name: 'Preview' });
    const parts = (selector: string) =>
      preview.locator(selector).evaluateAll((found) => found.map((one) => one.textContent ?? ''));
    for (const lines of texts) {
      const text = ['Text', ...lines].join('\n');
      const { status, body } = await owner.call('POST', `${request}/messages`, {
        ...{ text, attributes: { microlanguage: true } },
      });
      expect(status).toBe(200);
      await form(page).getByLabel('Answer').fill(text);
      const buttons: Record<string, string>[] = body.attributes.attachment?.buttons ?? [];
      const { src } = body.metadata ?? {};
      const hosts = src
        ? [`${body.type === 'frame' ? 'Embedded page' : 'Image'} from ${new URL(src).host}, not loaded`]
        : [];
      expect([text, await parts('[dir=auto]'), await parts('li'), await parts('p bdi')]).toEqual([
        text,
        [body.text.replaceAll('\n', '')],
        buttons.map(({ value, action, link }) => {
          const goal = action ?? (link && new URL(link).host);
          return goal ? `${value} → ${goal}` : value;
        }),
        hosts,
      ]);
    }
    await form(page).getByLabel('Answer').fill('');
  });

  it.each([
    ['light', 1280],
    ['light', 320],
    ['dark', 1280],
    ['dark', 320],
  ] as const)('has no fault that axe finds, in %s at %i px', async (colorScheme, width) => {
    const fields = [{ name: 'order', type: 'text', label: 'Your order?' }];
    const { id, intent } = await newBot({
      ...{ intent_display_name: 'all', question: 'a', answer: '**Hi**\n* Button', form: { name: 'f', fields } },
      actions: [
        { _tdActionType: 'reply', text: 'Hello' },
        { _tdActionType: 'agent' },
        { _tdActionType: 'other', x: 1 },
      ],
    });
    const themed = await console.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await open('', 'owner', themed);
    const places = ['', `/${id}/intents`, `/${id}/intents?intent=${intent}`, `/${id}/test`, `/${id}/settings`];
    for (const place of [...places, `/${id}/versions`, `/${id}/calls`]) {
      await page.goto(`${console.origin}/console/${project}/bots${place}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (place.includes('intent=')) await form(page).getByLabel('Answer').waitFor();
      if (place.endsWith('/test')) await page.getByRole('log').getByRole('listitem').first().waitFor();
      expect([place, await axeFaults(page)]).toEqual([place, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    await themed.close();
  });
});
