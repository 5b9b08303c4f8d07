import { describeWithProgram, eventually } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import { type Customer, newRequestId, newVisitor } from './mesh.ts';

describeWithProgram('chromium', 'bots in the console', () => {
  let console: ConsoleBrowser;
  let context: BrowserContext;
  let owner: Customer;
  let project: string;

  beforeAll(async () => {
    console = await ConsoleBrowser.start({ DEMO: 'true', OUTBOUND_ALLOW: '127.0.0.1' });
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

  const intentOf = async (id: string) => (await owner.call('GET', `/${project}/faq/${id}`)).body;

  const form = (page: Page) => page.getByRole('form', { name: 'Intent' });

  /** @returns when the API has it: the word of a former saving may stand there still */
  async function save(page: Page) {
    const stored = page.waitForResponse(
      (answer) => /\/faq\b/.test(answer.url()) && answer.request().method() !== 'GET',
    );
    await form(page).getByRole('button', { name: 'Save' }).click();
    expect((await stored).status()).toBe(200);
    await form(page).getByText('Saved', { exact: true }).waitFor();
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
      ['Greeting, fallback and handoff', 3],
      ['Blank', 0],
    ] as const;
    for (const [template, count] of templates) {
      await page.goto(`${console.origin}/console/${project}/bots`);
      await page.getByRole('button', { name: 'Create bot' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(`Bot of ${count}`);
      await dialog.getByLabel('Start from').selectOption({ label: template });
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
    await dialog.getByLabel('Type').selectOption('external');
    await dialog.getByLabel('URL').fill('https://10.0.0.1/hook');
    await dialog.getByRole('button', { name: 'Create bot' }).click();
    const refused = await owner.call('POST', `/${project}/bots`, {
      ...{ name: 'Outside', type: 'external', url: 'https://10.0.0.1/hook' },
    });
    expect(refused.body.code).toBe('url_not_allowed');
    await dialog.getByText(refused.body.msg).waitFor();

    await dialog.getByLabel('URL').fill('http://127.0.0.1:9999/hook');
    await dialog.getByRole('button', { name: 'Create bot' }).click();
    const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
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
    const preview = page.getByRole('region', { name: 'Preview' });
    // A label, by its shipped text.
    const { body: labels } = await owner.call('GET', `/${project}/labels/en`);
    await form(page).getByLabel('Answer', { exact: true }).fill(`\${WELCOME_TITLE}`);
    await preview.getByText(labels.data.WELCOME_TITLE).waitFor();
    await form(page).getByLabel('Answer', { exact: true }).fill('Ten to six.\n* More tdAction:start');
    await preview.getByText('Ten to six.').waitFor();
    await preview.getByText('More', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^start/ }).click();
    const warning = page.getByRole('dialog', { name: 'Leave without saving?' });
    await warning.getByRole('button', { name: 'Keep editing' }).click();
    expect(await form(page).getByLabel('Answer', { exact: true }).inputValue()).toContain('Ten to six.');
    await save(page);
    await eventually(async () => expect((await intentOf(intent)).answer).toBe('Ten to six.\n* More tdAction:start'));

    await page.getByRole('link', { name: 'Test', exact: true }).click();
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
    await page.getByRole('dialog').getByLabel('What changed').fill('Longer hours');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => expect(await answerTo(department._id, 'opening hours')).toBe('Ten to six.'));

    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('row', { name: /Longer hours.*Live/ }).waitFor();
    await page.getByRole('row', { name: /First/ }).getByRole('button', { name: 'Publish again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish again' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => expect(await answerTo(department._id, 'opening hours')).toBe('Nine to five.'));
    expect((await intentOf(intent)).answer).toContain('Ten to six.');

    await owner.call('PUT', `/${project}/faq/${intent}`, { answer: 'Eleven to seven.' });
    await page.goto(`${console.origin}/console/${project}/bots`);
    const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${id}"]`) });
    await row.getByText('Version 3 published · Unpublished changes').waitFor();
  });

  it('shows what another person changed meanwhile, and loses neither change', async () => {
    const { id, intent } = await newBot({ intent_display_name: 'shared', question: 'a', answer: 'b' });
    const page = await open(`/${id}/intents?intent=${intent}`);
    await form(page).getByLabel('Phrases').fill('mine');
    await owner.call('PUT', `/${project}/faq/${intent}`, { answer: 'theirs' });
    await form(page).getByRole('button', { name: 'Save' }).click();
    const conflict = form(page).getByRole('alert');
    await conflict.getByText('Someone has changed this in the meantime').waitFor();
    expect(await conflict.getByRole('term').allTextContents()).toEqual(['Answer']);
    await conflict.getByText('theirs', { exact: true }).waitFor();
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await form(page).getByText('Saved', { exact: true }).waitFor();
    expect(await form(page).getByLabel('Answer', { exact: true }).inputValue()).toBe('theirs');
    expect(await intentOf(intent)).toMatchObject({ question: 'mine', answer: 'theirs' });
  });

  it('moves a bot to the trash and takes it out again', async () => {
    const { id } = await newBot({ intent_display_name: 'x' });
    await owner.call('PUT', `/${project}/bots/${id}`, { name: 'Old hand' });
    await owner.call('POST', `/${project}/requests`, { first_text: 'Hello', participants: [`bot_${id}`] });
    const page = await open(`/${id}/settings`);
    await page.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByRole('dialog').getByText('1 open conversation is affected.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
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
    const page = await open(`/${id}/settings?intent=${intent}`, 'linus');
    await form(page).getByLabel('Answer', { exact: true }).waitFor();
    expect(await form(page).getByLabel('Answer', { exact: true }).isDisabled()).toBe(true);
    for (const name of ['Save', 'Publish', 'New intent', 'Delete intent', 'Export'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    for (const name of ['Settings', 'Versions', 'Calls'])
      expect(await page.getByRole('link', { name, exact: true }).and(page.locator('header a')).count()).toBe(0);
  });

  it('has no fault that axe finds, in both themes, at 1280 and 320 px', async () => {
    const fields = [{ name: 'order', type: 'text', label: 'Your order?' }];
    const { id, intent } = await newBot({
      ...{ intent_display_name: 'all', question: 'a', answer: '**Hi**\n* Button', form: { name: 'f', fields } },
      actions: [
        { _tdActionType: 'reply', text: 'Hello' },
        { _tdActionType: 'agent' },
        { _tdActionType: 'other', x: 1 },
      ],
    });
    const page = await open('', 'ada');
    const places = ['', `/${id}/intents`, `/${id}/intents?intent=${intent}`, `/${id}/test`, `/${id}/settings`];
    for (const place of [...places, `/${id}/versions`, `/${id}/calls`]) {
      await page.goto(`${console.origin}/console/${project}/bots${place}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (place.includes('intent=')) await form(page).getByLabel('Answer', { exact: true }).waitFor();
      if (place.endsWith('/test')) await page.getByRole('log').getByRole('listitem').first().waitFor();
      expect([place, await faultsInEveryLook(page)]).toEqual([place, []]);
    }
  }, 120_000);
});
