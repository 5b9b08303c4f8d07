import { randomUUID } from 'node:crypto';

import { describeWithProgram } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook, tabTo, typeInto } from './console-page.ts';
import { linkOfMail } from './mails.ts';
import { Customer, newUser } from './mesh.ts';

/** More than anybody may try. */
const maxTries = 20;

describeWithProgram('chromium', 'the entrance of the console', () => {
  let app: ConsoleBrowser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    // Limits of an address would count all tests together; that of an account is the usual one.
    app = await ConsoleBrowser.start({
      RATE_LIMIT_FACTOR: '1',
      AUTH_LIMIT_FACTOR: '1',
      LIMIT_SIGN_IN: '1000',
      LIMIT_SIGN_UP: '1000',
      LIMIT_RECOVERY: '1000',
    });
  }, 120_000);
  beforeEach(async () => {
    context = await app.newContext();
    page = await context.newPage();
  });
  checkPagesOf(() => app);

  const open = (path: string) => page.goto(`${app.origin}/console${path}`);
  const mailOf = (email: string, words: string) => linkOfMail(app.mesh.dataFolder, email, words);
  const focused = () => page.evaluate<string>(`document.activeElement.name`);
  const person = (firstname: string) => ({
    'First name': firstname,
    'Last name': 'Example',
    'Email address': `${firstname.toLowerCase()}.${randomUUID()}@example.com`,
  });

  it('logs nothing at a first visit, and asks for nothing that is refused', async () => {
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    page.on('response', (response) => response.status() >= 400 && lines.push(`${response.status()} ${response.url()}`));
    await open('');
    await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(lines).toEqual([]);
  });

  it('makes an account, a project, and leads into its inbox', async () => {
    const ada = await newUser(app.mesh.url, 'Ada');
    await open('/signin');
    await tabTo(page, 'Create an account');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();

    const grace = person('Grace');
    await typeInto(page, { ...grace, Password: 'short' });
    await page.keyboard.press('Enter');
    await page.locator('[name="password"][aria-invalid="true"]').waitFor();
    expect(await focused()).toBe('password');

    await typeInto(page, { 'First name': 'Grace', 'Email address': ada.email, Password: 'correct horse' });
    await page.keyboard.press('Enter');
    await page.locator('[name="email"][aria-invalid="true"]').waitFor();
    expect(await focused()).toBe('email');
    await expect(page.locator('p[id$="-about"].text-bad').textContent()).resolves.toMatch(/email address/i);

    await typeInto(page, { 'Email address': grace['Email address'] });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Choose a project' }).waitFor();
    await typeInto(page, { 'Project name': 'Shop of Grace' });
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/[0-9a-f]{24}\/inbox/);
    await page.getByRole('link', { name: 'Inbox' }).waitFor();
  }, 60_000);

  it('says of a wrong password what the API says, at the field', async () => {
    const ada = await newUser(app.mesh.url, 'Ada');
    await open('/signin');
    await typeInto(page, { 'Email address': ada.email, Password: 'not hers' });
    await page.keyboard.press('Enter');
    await page.locator('[name="password"][aria-invalid="true"]').waitFor();
    expect(await focused()).toBe('password');
    const { body } = await new Customer(app.mesh.url).call('POST', '/auth/signin', {
      email: ada.email,
      password: 'not hers',
    });
    await page.getByText(body.msg).waitFor();
    await typeInto(page, { Password: 'secret of Ada' });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Choose a project' }).waitFor();
  }, 60_000);

  it('confirms an address by the link of its mail, once', async () => {
    const ada = await newUser(app.mesh.url, 'Ada');
    const link = await mailOf(ada.email, 'confirm');
    await page.goto(link);
    await tabTo(page, 'Verify address');
    await page.keyboard.press('Enter');
    await page.getByText('Your email address is verified.').waitFor();
    expect((await ada.customer.call('GET', '/users')).body.emailverified).toBe(true);

    await page.goto(link);
    await tabTo(page, 'Verify address');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
  }, 60_000);

  it('sets a new password by the link that was asked for', async () => {
    const ada = await newUser(app.mesh.url, 'Ada');
    await open('/signin');
    await tabTo(page, 'Forgot your password?');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await typeInto(page, { 'Email address': ada.email });
    await page.keyboard.press('Enter');
    await page.getByText('you’ll receive an email with a link').waitFor();

    const link = await mailOf(ada.email, 'new password');
    await page.goto(link);
    await page.getByLabel('Password').waitFor();
    await typeInto(page, { Password: 'short' });
    await page.keyboard.press('Enter');
    await page.locator('[name="password"][aria-invalid="true"]').waitFor();
    expect(await focused()).toBe('password');
    await typeInto(page, { Password: 'another secret of Ada' });
    await page.keyboard.press('Enter');
    await page.getByText('Your new password is set').waitFor();

    await page.goto(link);
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: 'Request another link' }).waitFor();

    await tabTo(page, 'Back to sign in');
    await page.keyboard.press('Enter');
    await typeInto(page, { 'Email address': ada.email, Password: 'another secret of Ada' });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Choose a project' }).waitFor();
  }, 60_000);

  it('takes an invitation with a new account, once', async () => {
    const ada = await newUser(app.mesh.url, 'Ada');
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Acme/West' });
    const invite = (email: string) => ada.customer.call('POST', `/${project._id}/project_users/invite`, { email });
    const joined = async () => {
      await page.waitForURL(new RegExp(`/console/${project._id}/inbox`));
      await page.getByRole('link', { name: 'Inbox' }).waitFor();
    };

    const grace = person('Grace');
    const email = grace['Email address'];
    await invite(email);
    const link = await mailOf(email, 'invites you');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Join Acme/West' }).waitFor();
    expect(page.url()).not.toContain('Acme');
    await typeInto(page, { 'First name': 'Grace', 'Last name': 'Hopper', Password: 'correct horse' });
    await page.keyboard.press('Enter');
    await joined();

    // Used up.
    const other = await app.newContext();
    const stranger = await other.newPage();
    await stranger.goto(link);
    await stranger.getByRole('alert').waitFor();
    await other.close();
  }, 60_000);

  it('takes an invitation of an address that another client has registered meanwhile, by its password', async () => {
    const ada = await newUser(app.mesh.url, 'Ada');
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'West' });
    const email = `alan.${randomUUID()}@example.com`;
    await ada.customer.call('POST', `/${project._id}/project_users/invite`, { email });
    const link = await mailOf(email, 'invites you');
    const alan = { email, password: 'secret of Alan', firstname: 'Alan', lastname: 'Mason' };
    await page.goto(link);
    await page.getByRole('heading', { name: 'Join West' }).waitFor();
    await new Customer(app.mesh.url).call('POST', '/auth/signup', alan);

    await tabTo(page, 'I already have an account');
    await page.keyboard.press('Enter');
    await typeInto(page, { Password: 'not his' });
    await page.keyboard.press('Enter');
    await page.locator('[name="password"][aria-invalid="true"]').waitFor();
    await typeInto(page, { Password: alan.password });
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/console/${project._id}/inbox`));
  }, 60_000);

  it('offers to sign out when another address is signed in than the invited one', async () => {
    const ada = await newUser(app.mesh.url, 'Ada');
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'East' });
    const email = `linus.${randomUUID()}@example.com`;
    await ada.customer.call('POST', `/${project._id}/project_users/invite`, { email });
    const own = await app.signIn(context, { email: ada.email, password: 'secret of Ada' });
    await own.goto(await mailOf(email, 'invites you'));
    await own.getByText(`you’re signed in as ${ada.email}`).waitFor();
    await tabTo(own, 'Sign out');
    await own.keyboard.press('Enter');
    await own.getByLabel('Password').waitFor();
  }, 60_000);

  it('has no fault that axe finds, in both themes, at 1280 and 320 px', async () => {
    const shown = await context.newPage();
    for (const path of [
      '/signin',
      '/signup',
      '/resetpassword',
      '/resetpassword/none',
      '/verify/email/a/b',
      '/handle-invitation/none',
    ]) {
      await shown.goto(`${app.origin}/console${path}`);
      await shown.getByRole('heading').waitFor();
      if (path.endsWith('/none')) await shown.getByRole('alert').waitFor();
      expect([path, await faultsInEveryLook(shown)]).toEqual([path, []]);
    }
  }, 120_000);

  it('counts down to the next try after too many, in the API’s words', async () => {
    const ada = await newUser(app.mesh.url, 'Ada');
    await page.clock.install();
    await open('/signin');
    await typeInto(page, { 'Email address': ada.email, Password: 'not hers' });
    const answer = () => page.waitForResponse(/\/v3\/auth\/session$/);
    let refused = await Promise.all([answer(), page.keyboard.press('Enter')]);
    for (let tries = 1; refused[0].status() === 401 && tries < maxTries; tries += 1) {
      await page.locator('[name="password"][aria-invalid="true"]:focus').waitFor();
      refused = await Promise.all([answer(), page.keyboard.press('Enter')]);
    }
    expect(refused[0].status()).toBe(429);
    const { msg } = await refused[0].json();
    const said = page.getByRole('alert').filter({ hasText: msg });
    await said.getByText(/Trying again in \d+ second/).waitFor();
    await page.getByRole('button', { name: 'Sign in', disabled: true }).waitFor();
    await page.clock.fastForward(Number(refused[0].headers()['retry-after']) * 1000 + 1000);
    await page.getByRole('button', { name: 'Sign in', disabled: false }).waitFor();
  }, 60_000);
});
