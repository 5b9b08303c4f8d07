import { describeWithProgram, eventually } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook, textsOfThread } from './console-page.ts';
import { ConsoleProject, newPerson, type Person } from './console-project.ts';

describeWithProgram('chromium', 'a new conversation in the console', () => {
  let app: ConsoleBrowser;
  let context: BrowserContext;
  let ada: Person;
  let linus: Person;
  let project: ConsoleProject;

  beforeAll(async () => {
    app = await ConsoleBrowser.start();
    ada = await newPerson(app, 'Ada');
    linus = await newPerson(app, 'Linus');
  }, 120_000);
  beforeEach(async () => {
    context = await app.newContext();
    project = await ConsoleProject.create(app, ada, linus);
  });
  checkPagesOf(() => app);

  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'New conversation' });
  const contactOf = (page: Page) => dialogOf(page).getByRole('combobox', { name: 'Contact' });
  const requests = async () => (await project.call('GET', '/requests')).requests;
  const ownId = async (person: Person) => (await person.customer.call('GET', '/users')).body._id;

  it('is begun from the inbox with a contact that is searched for, and belongs to its author', async () => {
    const { _id } = await project.call('POST', '/leads', { fullname: 'Vera Weiss', email: 'vera@example.com' });
    await project.call('POST', '/leads', { fullname: 'Paul Ito' });
    const sales = await project.call('POST', '/departments', { name: 'Sales', routing: 'assigned' });
    const page = await project.open(context, 'inbox');
    await page.getByRole('button', { name: 'New conversation' }).click();
    const dialog = dialogOf(page);
    await contactOf(page).fill('vera');
    await dialog.getByRole('option', { name: /Vera Weiss/ }).click();
    await dialog.getByText('vera@example.com').waitFor();
    await dialog.getByLabel('Department').selectOption('Sales');
    await dialog.getByLabel('Subject').fill('Parcel');
    await dialog.getByLabel('Message').fill('Your parcel is on its way.');
    await dialog.getByRole('button', { name: 'Start conversation' }).click();

    await page.waitForURL(/\/inbox\/mine\/support-group-/);
    await eventually(async () => expect(await textsOfThread(page)).toEqual(['Your parcel is on its way.']));
    await page.getByRole('row', { name: /Vera Weiss/ }).waitFor();
    const [request] = await requests();
    expect(request).toMatchObject({
      ...{ subject: 'Parcel', first_text: 'Your parcel is on its way.', channel: { name: 'form' }, status: 200 },
      ...{ participants: [await ownId(ada)], lead: { _id }, department: { _id: sales._id } },
    });
    expect(new URL(page.url()).pathname).toContain(request.request_id);
  });

  it('is begun by a key with a new contact, and sent by Ctrl and Enter', async () => {
    const page = await project.open(context, 'contacts');
    await page.getByText('No contacts yet').waitFor();
    await page.keyboard.press('c');
    const dialog = dialogOf(page);
    await contactOf(page).waitFor();
    await page.keyboard.type('nora@example.com');
    await dialog.getByRole('option', { name: 'Create contact nora@example.com' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await dialog.getByLabel('Email').inputValue()).toBe('nora@example.com');
    await dialog.getByLabel('Name').fill('Nora');
    await dialog.getByLabel('Message').fill('Hello Nora');
    await page.keyboard.press('Control+Enter');

    await page.waitForURL(/\/inbox\/mine\//);
    await eventually(async () => expect(await textsOfThread(page)).toEqual(['Hello Nora']));
    const { leads } = await project.call('GET', '/leads');
    expect(leads).toMatchObject([{ fullname: 'Nora', email: 'nora@example.com' }]);
  });

  it('is begun from a contact, and from the palette, and its key stands in the list of keys', async () => {
    const { _id } = await project.call('POST', '/leads', { fullname: 'Paul Ito' });
    const page = await project.open(context, `contacts/${_id}`);
    await page.getByRole('button', { name: 'New conversation' }).click();
    const dialog = dialogOf(page);
    await dialog.getByText('Paul Ito').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('new conv');
    await page.getByRole('option', { name: /New conversation/ }).click();
    await contactOf(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.locator('div', { hasText: /^New conversationc$/ }).waitFor();
  });

  it('may be given to a teammate; its author follows it', async () => {
    await project.call('POST', '/leads', { fullname: 'Vera Weiss' });
    const page = await project.open(context, 'inbox');
    await page.getByRole('button', { name: 'New conversation' }).click();
    const dialog = dialogOf(page);
    await contactOf(page).fill('vera');
    await dialog.getByRole('option', { name: /Vera Weiss/ }).click();
    await dialog.getByLabel('Assignee').selectOption(await ownId(linus));
    await dialog.getByLabel('Message').fill('Linus will help you.');
    await dialog.getByRole('button', { name: 'Start conversation' }).click();

    await page.waitForURL(/\/inbox\/all\/support-group-/);
    const [request] = await requests();
    expect(request.participants).toEqual([await ownId(linus)]);
    expect(request.followers).toHaveLength(1);
  });

  it('says what is missing or refused at its field, and keeps what was typed', async () => {
    await project.call('POST', '/leads', { fullname: 'Vera Weiss' });
    const page = await project.open(context, 'inbox');
    await page.getByRole('button', { name: 'New conversation' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Message').fill('Hello');
    const send = dialog.getByRole('button', { name: 'Start conversation' });
    await send.click();
    await dialog.getByText('Choose or create a contact.').waitFor();
    expect(await contactOf(page).getAttribute('aria-invalid')).toBe('true');

    await page.keyboard.type('nowhere@');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Email').waitFor();
    await send.click();
    await dialog.getByText('Must be an email address').waitFor();
    await dialog.getByRole('button', { name: 'Search contacts' }).click();
    await contactOf(page).fill('vera');
    await dialog.getByRole('option', { name: /Vera Weiss/ }).click();

    const message = dialog.getByLabel('Message');
    expect(await message.inputValue()).toBe('Hello');
    await message.fill('   ');
    await send.click();
    await dialog.getByText('Required, and not blank').waitFor();
    await message.fill('Hello');

    // The answer is lost, not the conversation: the next try makes no second one.
    let cut = true;
    await page.route('**/messages', async (route) => {
      if (!cut) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await send.click();
    await dialog.getByText('Can’t reach Parley').waitFor();
    cut = false;
    await send.click();
    await page.waitForURL(/\/inbox\/mine\/support-group-/);
    await eventually(async () => expect(await textsOfThread(page)).toEqual(['Hello']));
    expect(await requests()).toHaveLength(1);
    expect((await project.call('GET', '/leads')).leads).toHaveLength(1);
  });

  it('has no fault that axe finds, in both themes, at 1280 and 320 px', async () => {
    await project.call('POST', '/leads', { fullname: 'Vera Weiss', email: 'vera@example.com' });
    const page = await project.open(context, 'inbox');
    await page.getByRole('button', { name: 'New conversation' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Start conversation' }).click();
    await contactOf(page).fill('vera');
    await dialog.getByRole('option', { name: /Vera Weiss/ }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await dialog.getByRole('option', { name: /Vera Weiss/ }).click();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.getByRole('option', { name: 'New contact' }).click();
    expect(await faultsInEveryLook(page)).toEqual([]);
  });

  it('asks before a message is discarded', async () => {
    const page = await project.open(context, 'inbox');
    await page.getByRole('button', { name: 'New conversation' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Message').fill('Not to be lost');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await dialog.getByLabel('Message').inputValue()).toBe('Not to be lost');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard and leave' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await requests()).toEqual([]);
  });
});
