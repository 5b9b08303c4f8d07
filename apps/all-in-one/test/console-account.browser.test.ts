import { randomUUID } from 'node:crypto';

import { describeWithProgram, eventually, timeoutOf } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook, keptBy } from './console-page.ts';
import { Customer, newRequestId, newVisitor } from './mesh.ts';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describeWithProgram('chromium', 'the account in the console', () => {
  let app: ConsoleBrowser;
  let context: BrowserContext;
  beforeAll(async () => {
    // Tokens end while pages are open.
    app = await ConsoleBrowser.start({ SESSION_TOKEN_TTL: '5s' });
  }, 120_000);
  beforeEach(async () => {
    context = await app.newContext();
  });
  checkPagesOf(() => app);

  /** A person with a project of their own. */
  async function newOwner(firstname = 'Ada') {
    const person = {
      email: `ada.${randomUUID()}@example.com`,
      password: 'secret of Ada',
      firstname,
      lastname: 'Example',
    };
    await new Customer(app.mesh.url).call('POST', '/auth/signup', person);
    const { body } = await new Customer(app.mesh.url).call('POST', '/auth/signin', person);
    const customer = new Customer(app.mesh.url, body.token);
    const { body: project } = await customer.call('POST', '/projects', { name: 'Shop of Ada' });
    return { ...person, customer, projectId: project._id as string };
  }

  /** A conversation of a visitor in a person's project, as its screen and as the visitor has it. */
  async function newConversation({ projectId }: { projectId: string }) {
    const { customer } = await newVisitor(app.mesh.url, projectId, 'Vera');
    const request = newRequestId(projectId);
    const path = `/${projectId}/requests/${request}/messages`;
    const say = (text: string) => customer.call('POST', path, { text });
    await say('Hello');
    return {
      screen: `/${projectId}/inbox/all/${request}`,
      say,
      texts: async (): Promise<string[]> =>
        (await customer.call('GET', path)).body.map(({ text }: { text: string }) => text),
    };
  }
  const composer = (page: Page) => page.getByRole('textbox', { name: 'Reply to Vera' });
  const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

  const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor();

  it('saves the profile, and says at the field what the API refuses', async () => {
    const ada = await newOwner();
    const page = await app.signIn(context, ada, '/account');
    await page.getByLabel('First name').fill('Augusta');
    await page.getByLabel('About you').fill('Writes programs.\nSecond line.');
    await page.getByLabel('Website').fill('ftp://ada.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[name="public_website"][aria-invalid="true"]').waitFor();
    expect(await page.evaluate<string>('document.activeElement.name')).toBe('public_website');
    expect((await ada.customer.call('GET', '/users')).body.firstname).toBe('Ada');

    await page.getByLabel('Website').fill('https://ada.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Saved');
    await page.reload();
    await page.getByLabel('First name').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Augusta');
    expect(await page.getByLabel('About you').inputValue()).toBe('Writes programs.\nSecond line.');
    expect(await page.getByLabel('Website').inputValue()).toBe('https://ada.example');
    expect((await ada.customer.call('GET', '/users')).body).toMatchObject({
      firstname: 'Augusta',
      lastname: 'Example',
      public_website: 'https://ada.example',
    });

    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL(/\/inbox/);
  }, 60_000);

  it('shows a picture once it is sent, to teammates too, and takes it away', async () => {
    const ada = await newOwner();
    const page = await app.signIn(context, ada, '/account/profile');
    await page.getByRole('button', { name: 'Upload photo' }).waitFor();
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
    await page.getByLabel('Photo file').setInputFiles(file('note.png', Buffer.from('no picture')));
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Photo file').setInputFiles(file('ada.png', picture));
    await page.getByRole('button', { name: 'Replace photo' }).waitFor();
    await eventually(async () =>
      expect(await page.evaluate<number>(`document.querySelector('main img').naturalWidth`)).toBeGreaterThan(0),
    );
    await eventually(async () => {
      const { body } = await ada.customer.call('GET', `/${ada.projectId}/project_users`);
      expect(body[0].id_user.avatar).toMatch(/^\/v3\/images\?path=/);
    });
    await page.reload();
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove photo' }).click();
    await page.getByRole('button', { name: 'Upload photo' }).waitFor();
    await eventually(async () => {
      const { body } = await ada.customer.call('GET', `/${ada.projectId}/project_users`);
      expect(body[0].id_user.avatar).toBeUndefined();
    });
  }, 60_000);

  it('changes the password, which ends every other session', async () => {
    const ada = await newOwner();
    const page = await app.signIn(context, ada, '/account/profile');
    await page.getByLabel('Current password').fill('not hers');
    await page.getByLabel('New password').fill('another secret');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.locator('[name="oldpsw"][aria-invalid="true"]').waitFor();
    await page.getByLabel('Current password').fill(ada.password);
    await page.getByLabel('New password').fill(ada.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.locator('[name="newpsw"][aria-invalid="true"]').waitFor();
    await page.getByLabel('New password').fill('another secret');
    await page.getByRole('button', { name: 'Change password' }).click();
    await toast(page, 'Password changed');
    expect(await page.getByLabel('Current password').inputValue()).toBe('');
    expect((await ada.customer.call('GET', '/users')).status).toBe(401);
    await page.reload();
    await page.getByLabel('First name').waitFor();
  }, 60_000);

  it('ends the session of another browser, whose draft and place outlive it, and which goes on after a sign-in', async () => {
    const ada = await newOwner();
    const vera = await newConversation(ada);
    const elsewhere = await app.newContext();
    const other = await app.signIn(elsewhere, ada, vera.screen);
    await composer(other).fill('Half a sen');

    const page = await app.signIn(context, ada, '/account/sessions');
    const rows = page.getByRole('row', { name: /Chrome on Linux/ });
    await rows.filter({ hasText: 'This device' }).waitFor();
    expect(await rows.filter({ hasText: 'This device' }).count()).toBe(1);
    await rows
      .filter({ hasNotText: 'This device' })
      .getByRole('button', { name: /Sign out/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await eventually(async () => expect(await rows.count()).toBe(1));

    const dialog = ended(other);
    await dialog.waitFor();
    await vera.say('Is anybody there?');
    await dialog.getByLabel('Password').fill(ada.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(other.url()).pathname).toBe(`/console${vera.screen}`);
    expect(await composer(other).inputValue()).toBe('Half a sen');
    await other.getByRole('log').getByText('Is anybody there?').waitFor();
    await vera.say('Hello again');
    await other.getByRole('log').getByText('Hello again').waitFor();
    await elsewhere.close();
  }, 60_000);

  it('renews what has expired unseen, also on a computer whose clock is behind', async () => {
    const ada = await newOwner();
    const vera = await newConversation(ada);
    await context.clock.install({ time: Date.now() - 3_600_000 });
    const page = await app.signIn(context, ada, vera.screen);
    // The page itself sees no reason to: its tokens end in an hour.
    const renewals: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/auth/session/token')) renewals.push(response.status());
    });
    await composer(page).fill('Half a sen');
    await eventually(() => expect(renewals.length).toBeGreaterThan(1), { timeoutMs: 30_000, everyMs: 200 });
    await vera.say('Still there?');
    await page.getByRole('log').getByText('Still there?').waitFor();
    expect(await composer(page).inputValue()).toBe('Half a sen');
    await composer(page).press('Enter');
    await eventually(async () => expect(await vera.texts()).toContain('Half a sen'));
    expect(await ended(page).count()).toBe(0);
    expect(new Set(renewals)).toEqual(new Set([200]));
  }, 60_000);

  it('goes on under a draft when the server has been restarted', async () => {
    const ada = await newOwner();
    const vera = await newConversation(ada);
    const page = await app.signIn(context, ada, vera.screen);
    await page.evaluate('globalThis.sameDocument = true');
    await page.getByRole('log').getByText('Hello').waitFor();
    await composer(page).fill('Half a sen');
    await app.restart({
      meanwhile: async () => {
        await page.getByText('Connection lost').waitFor();
        await composer(page).press('End');
        await page.keyboard.type('tence');
      },
    });
    await page.getByText('Connection lost').waitFor({ state: 'detached' });
    await vera.say('Are you back?');
    await page.getByRole('log').getByText('Are you back?').waitFor();
    expect(await composer(page).inputValue()).toBe('Half a sentence');
    await composer(page).press('Enter');
    await eventually(async () => expect(await vera.texts()).toEqual(['Hello', 'Are you back?', 'Half a sentence']));
    expect(await ended(page).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(`/console${vera.screen}`);
    expect(await page.evaluate('globalThis.sameDocument')).toBe(true);
  }, 90_000);

  it('signs out in all tabs, and leaves nothing in the browser but preferences', async () => {
    const ada = await newOwner();
    const vera = await newConversation(ada);
    const page = await app.signIn(context, ada, `/${ada.projectId}/inbox/all`);
    const writing = await context.newPage();
    await writing.goto(`${app.origin}/console${vera.screen}`);
    await composer(writing).fill('Half a sen');
    const changing = await context.newPage();
    await changing.goto(app.address('settings/project', ada.projectId));
    await changing.getByLabel('Name').first().fill('Another name');
    await page.getByRole('row', { name: /Vera.*Draft/ }).waitFor();

    await page.getByRole('button', { name: /Ada.*account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('dialog', { name: '1 draft or unsent message will be lost' }).waitFor();
    await composer(writing).press('End');
    await writing.keyboard.type('tence');
    await page.getByRole('button', { name: 'Sign out and discard' }).click();
    for (const tab of [page, writing, changing])
      await tab.getByRole('heading', { name: 'Sign in to Parley' }).waitFor({ timeout: timeoutOf(5_000) });
    // What was to be kept when they go would be by now.
    await writing.reload();
    await eventually(async () => expect((await keptBy(page)).records).toEqual([]));
    expect(Object.keys((await keptBy(page)).local)).toEqual(['parley-console-preferences']);
    expect(JSON.stringify(await keptBy(writing))).not.toContain('Half');
  }, 60_000);

  it('keeps the notifications of each project', async () => {
    const ada = await newOwner();
    const { body: second } = await ada.customer.call('POST', '/projects', { name: 'Second shop' });
    const page = await app.signIn(context, ada, '/account/notifications');
    await page.getByLabel('Project').selectOption('Second shop');
    await page.getByLabel('Someone mentions me').selectOption('Desktop notification');
    await page.getByLabel('Volume').fill('25');
    await page.getByLabel('Quiet hours').check();
    await page.getByLabel('From').fill('22:30');
    await page.getByLabel('Until').fill('06:15');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Saved');

    const settingsOf = async (project: string) => {
      const { body } = await ada.customer.call('GET', '/projects');
      return body.find(({ id_project }: { id_project: { _id: string } }) => id_project._id === project).settings;
    };
    expect((await settingsOf(second._id))['console.notifications']).toEqual({
      assigned: 'sound',
      message: 'sound',
      mention: 'desktop',
      waiting: 'none',
      inView: false,
      volume: 25,
      sound: 'chime',
      quiet: { from: '22:30', until: '06:15' },
    });
    expect((await settingsOf(ada.projectId))['console.notifications']).toBeUndefined();
    await page.reload();
    await page.getByLabel('From').waitFor();
    expect(await page.getByLabel('From').inputValue()).toBe('22:30');
    expect(await page.getByLabel('Volume').inputValue()).toBe('25');
    expect(await page.getByLabel('Someone mentions me').inputValue()).toBe('desktop');
    await page.getByLabel('Project').selectOption('Shop of Ada');
    await eventually(async () => expect(await page.getByLabel('Quiet hours').isChecked()).toBe(false));
  }, 60_000);

  it('speaks the language that was chosen, here at once and elsewhere from the sign-in on', async () => {
    const ada = await newOwner();
    const page = await app.signIn(context, ada, '/account/appearance');
    await page.getByLabel('Console language').selectOption('Deutsch');
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor();
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe('de');
    await page.reload();
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor();

    const elsewhere = await app.newContext();
    const other = await app.signIn(elsewhere, ada, '/account/appearance');
    await other.getByRole('heading', { name: 'Ihr Konto' }).waitFor();
    await other.getByLabel('Sprache der Konsole').selectOption('Sprache des Browsers');
    await other.getByRole('heading', { name: 'Your account' }).waitFor();
    await elsewhere.close();

    await page.getByLabel('Design').selectOption('Dunkel');
    expect(await page.evaluate<string>('document.documentElement.dataset.theme')).toBe('dark');
  }, 60_000);

  it('shows compact rows where they were chosen, and lists the keys', async () => {
    const ada = await newOwner();
    await newConversation(ada);
    const page = await app.signIn(context, ada, '/account/appearance');
    const heights = async () => {
      await page.goto(`${app.origin}/console/${ada.projectId}/inbox/all`);
      const row = page.getByRole('row', { name: /Vera/ });
      await row.waitFor();
      return (await row.boundingBox())?.height;
    };
    expect(await heights()).toBe(72);
    await page.goto(`${app.origin}/console/account/appearance`);
    await page.getByLabel('Inbox density').selectOption('Compact');
    expect(await heights()).toBe(52);

    await page.goto(`${app.origin}/console/account/keyboard`);
    await page.getByText('Reply · private note').waitFor();
    await page.getByLabel('Single-letter shortcuts').uncheck();
    await page.reload();
    await page.getByText('Reply · private note').waitFor();
    expect(await page.getByLabel('Single-letter shortcuts').isChecked()).toBe(false);
  }, 60_000);

  it('has no fault that axe finds, in both themes, at 1280 and 320 px', async () => {
    const page = await app.signIn(context, await newOwner());
    for (const tab of ['profile', 'sessions', 'notifications', 'appearance', 'keyboard']) {
      await page.goto(`${app.origin}/console/account/${tab}`);
      await page.locator('main section').last().waitFor();
      await page.locator('main').locator('select, table, input').first().waitFor();
      expect([tab, await faultsInEveryLook(page)]).toEqual([tab, []]);
    }
  }, 120_000);
});
