import { readFile } from 'node:fs/promises';

import { describeWithProgram } from '@parley/testkit';
import fc from 'fast-check';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser } from './console-page.ts';
import { type Customer, newRequestId } from './mesh.ts';

describeWithProgram('chromium', 'files, previews and settings of bots in the console', () => {
  let console: ConsoleBrowser;
  let context: BrowserContext;
  let owner: Customer;
  let project: string;

  beforeAll(async () => {
    console = await ConsoleBrowser.start({ DEMO: 'true' });
    project = console.projectId;
    owner = await console.customer('ada');
  }, 120_000);
  beforeEach(async () => {
    context = await console.newContext();
  });
  checkPagesOf(() => console);

  const open = (path = '', name = 'ada', within = context) =>
    console.signIn(within, console.person(name), `/${project}/bots${path}`);

  async function newBot(intent: object, template = 'blank') {
    const { body: bot } = await owner.call('POST', `/${project}/bots`, { name: 'Robby', template });
    const { body: made } = await owner.call('POST', `/${project}/faq`, { id_faq_kb: bot._id, ...intent });
    return { id: bot._id as string, intent: made._id as string };
  }

  const form = (page: Page) => page.getByRole('form', { name: 'Intent' });

  async function save(page: Page) {
    await form(page).getByRole('button', { name: 'Save' }).click();
    await form(page).getByText('Saved', { exact: true }).waitFor();
  }

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
    const held = Promise.withResolvers<void>();
    await page.route('**/importjson/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await (await chooser).setFiles({ name: 'bot.json', mimeType: 'application/json', buffer });
    await page.getByRole('progressbar', { name: 'Import JSON' }).waitFor();
    held.resolve();
    await page.getByRole('heading', { level: 1, name: 'Imported' }).waitFor();
    await page.getByRole('link', { name: /^odd/ }).click();
    await form(page).getByText('"headersString"').waitFor();
    await form(page).getByLabel('Message 1', { exact: true }).fill('New');
    await form(page).getByLabel('Phrases').fill('odd\nstrange');
    await save(page);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Bot as JSON' }).click();
    const exported = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
    const expected = JSON.parse(JSON.stringify(file.intents[0]).replace('"Old"', '"New"'));
    expect(exported.intents).toEqual([expect.objectContaining({ ...expected, question: 'odd\nstrange' })]);
  });

  it('keeps the settings of a bot, and names at the field what the API refuses', async () => {
    const { id } = await newBot({ intent_display_name: 'x' });
    const page = await open(`/${id}/settings`);
    const settings = page.getByRole('region', { name: 'Settings' });
    const values = {
      Name: 'Robina',
      Description: 'Answers at night',
      'Match threshold': '0.75',
      'Hand off after (fallbacks)': '2',
    };
    for (const [label, value] of Object.entries(values)) await settings.getByLabel(label).fill(value);
    await settings.getByLabel('Language').selectOption('de');
    await settings.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await page.reload();
    for (const [label, value] of Object.entries(values))
      expect(await settings.getByLabel(label).inputValue()).toBe(value);
    expect(await settings.getByLabel('Language').inputValue()).toBe('de');
    const { body } = await owner.call('GET', `/${project}/bots/${id}`);
    expect(body).toMatchObject({
      ...{ name: 'Robina', description: 'Answers at night', language: 'de' },
      attributes: { match_threshold: 0.75, handoff_after_fallbacks: 2 },
    });

    // As a browser without the bounds of the page.
    await page.evaluate(`document.querySelector('input[max="20"]').removeAttribute('max')`);
    await settings.getByLabel('Hand off after (fallbacks)').fill('99');
    await settings.getByRole('button', { name: 'Save' }).click();
    const refused = await owner.call('PATCH', `/${project}/bots/${id}/attributes`, { handoff_after_fallbacks: 99 });
    await page.getByText(refused.body.errors[0].msg).first().waitFor();
  });

  it('takes the CSV that it gave without changing anything', async () => {
    const { id } = await newBot({ intent_display_name: '=sum', question: '+1\n"two"', answer: 'a;b' }, 'example');
    const page = await open(`/${id}/intents`);
    const before = (await owner.call('GET', `/${project}/faq?id_faq_kb=${id}`)).body;
    // As in a browser that cannot write to disk as bytes arrive.
    await page.evaluate(`delete window.showSaveFilePicker`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Intents as CSV' }).click();
    const buffer = await readFile(await (await saved).path());
    const dialog = page.getByRole('dialog', { name: 'Intents as CSV' });
    await dialog.getByText('Export complete: 16 rows.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await (await chooser).setFiles({ name: 'intents.csv', mimeType: 'text/csv', buffer });
    await page.getByText('0 intents created, 16 updated').waitFor();
    const after = (await owner.call('GET', `/${project}/faq?id_faq_kb=${id}`)).body;
    const texts = (intents: Record<string, unknown>[]) =>
      intents.map(({ intent_display_name, question, answer }) => ({ intent_display_name, question, answer }));
    expect(texts(after)).toEqual(texts(before));
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
      await form(page).getByLabel('Answer', { exact: true }).fill(text);
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
    await form(page).getByLabel('Answer', { exact: true }).fill('');
  });
});
