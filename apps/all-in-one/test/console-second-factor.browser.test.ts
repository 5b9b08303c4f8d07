import { randomUUID } from 'node:crypto';

import { describeWithProgram, eventually } from '@parley/testkit';
import { TOTP } from 'otpauth';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import { Customer } from './mesh.ts';

describeWithProgram('chromium', 'second factors in the console', () => {
  let site: ConsoleBrowser;
  beforeAll(async () => {
    site = await ConsoleBrowser.start();
  }, 120_000);
  checkPagesOf(() => site);

  async function newPerson(firstname: string) {
    const person = {
      email: `${firstname.toLowerCase()}.${randomUUID()}@example.com`,
      password: `secret of ${firstname}`,
      ...{ firstname, lastname: 'Example' },
    };
    await new Customer(site.mesh.url).call('POST', '/auth/signup', person);
    const { body } = await new Customer(site.mesh.url).call('POST', '/auth/signin', person);
    const customer = new Customer(site.mesh.url, body.token);
    const { body: project } = await customer.call('POST', '/projects', { name: `Shop of ${firstname}` });
    return { ...person, customer, projectId: project._id as string };
  }

  it('are set up with an app, asked for at the next sign-in, stood in for by a recovery code, and removed', async () => {
    const ada = await newPerson('Ada');
    const page = await site.signIn(await site.newContext(), ada, '/account/security');
    await page.getByText('Not set up yet').waitFor();
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
    const secret = (await dialog.locator('code').textContent()) ?? '';
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    const app = new TOTP({ secret });
    await dialog.getByLabel('Code from the app').fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByText('The code is incorrect.').waitFor();
    await dialog.getByLabel('Code from the app').fill(app.generate());
    await dialog.getByRole('button', { name: 'Turn on' }).click();

    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await codes.waitFor();
    const recovery = await codes.getByRole('listitem').allTextContents();
    expect(recovery).toHaveLength(10);
    expect(await faultsInEveryLook(page)).toEqual([]);
    await codes.getByRole('button', { name: 'I’ve saved them' }).click();
    await page.getByRole('row', { name: /Authenticator app/ }).waitFor();
    await page.getByText('10 codes left').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);

    const other = await (await site.newContext()).newPage();
    await other.goto(`${site.origin}/console/signin?to=/account/security`);
    const signIn = async () => {
      await other.getByLabel('Email address').fill(ada.email);
      await other.getByLabel('Password').fill(ada.password);
      await other.getByRole('button', { name: 'Sign in' }).click();
      await other.getByLabel('Code', { exact: true }).waitFor();
    };
    await signIn();
    expect(await faultsInEveryLook(other)).toEqual([]);
    await other.getByLabel('Code', { exact: true }).fill('000000');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('The code is incorrect or has been used.').waitFor();
    await other.getByRole('button', { name: 'Use a recovery code' }).click();
    await other.getByLabel('Recovery code').fill(recovery[0]?.toLowerCase() ?? '');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('9 codes left').waitFor();

    await other.getByRole('button', { name: /^Remove: Authenticator/ }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await other.getByText('Not set up yet').waitFor();
  }, 60_000);

  it('are what a project that requires them leads to', async () => {
    const grace = await newPerson('Grace');
    const page = await site.signIn(await site.newContext(), grace, `/${grace.projectId}/settings/security`);
    await page.getByLabel('Require it of all teammates').check();
    const section = page.getByRole('region', { name: 'Two-step sign-in' });
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('This project requires a second factor; set one up first.').waitFor();

    const begun = await grace.customer.call('POST', '/users/factors/totp', {});
    const code = new TOTP({ secret: begun.body.secret }).generate();
    const path = `/users/factors/totp/${begun.body._id}/confirm`;
    expect((await grace.customer.call('POST', path, { code, end_sessions: false })).status).toBe(200);
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Saved').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);

    const linus = await newPerson('Linus');
    const invitation = { email: linus.email, role: 'agent', user_available: false };
    expect((await grace.customer.call('POST', `/${grace.projectId}/project_users/invite`, invitation)).status).toBe(
      200,
    );
    await eventually(async () =>
      expect((await linus.customer.call('GET', `/${grace.projectId}/requests`)).body.code).toBe(
        'second_factor_missing',
      ),
    );
    const own = await site.signIn(await site.newContext(), linus, '/account/security');
    await own.goto(`${site.origin}/console/${grace.projectId}/inbox/all`);
    await own.waitForURL(/\/account\/security$/);
    await own.getByText('Not set up yet').waitFor();
  }, 60_000);
});
