import { DnsStandIn, describeWithProgram, eventually } from '@parley/testkit';
import { type IdentityProvider, oidcClient, startIdentityProvider } from '@parley/testkit/identity-provider';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import { Customer } from './mesh.ts';

const domain = 'company.example';

describeWithProgram('chromium', 'sign-in by the identity provider of a company', () => {
  let provider: IdentityProvider;
  let dns: DnsStandIn;
  let site: ConsoleBrowser;
  beforeAll(async () => {
    [provider, dns] = await Promise.all([startIdentityProvider(), DnsStandIn.start()]);
    site = await ConsoleBrowser.start({ DEMO: 'true', OUTBOUND_ALLOW: '127.0.0.1', SIGN_IN_DNS: dns.address });
  }, 120_000);
  afterEach(() => {
    // Browsers are led to the provider, which is elsewhere.
    site.faults = site.faults.filter((fault) => !fault.startsWith(provider.issuer));
  });
  checkPagesOf(() => site);
  afterAll(async () => {
    dns?.stop();
    await provider?.stop();
  });

  /** What a person does at the provider. */
  async function signInThere(page: Page, subject: string) {
    await page.locator('input[name=login]').fill(subject);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.locator('button[type=submit]').click();
  }

  async function newPerson(firstname: string, at: string) {
    const person = {
      ...{ email: `${firstname.toLowerCase()}@${at}`, password: `secret of ${firstname}` },
      ...{ firstname, lastname: 'Example' },
    };
    await new Customer(site.mesh.url).call('POST', '/auth/signup', person);
    const { body } = await new Customer(site.mesh.url).call('POST', '/auth/signin', person);
    return { ...person, customer: new Customer(site.mesh.url, body.token) };
  }

  it('is set up by an owner, and lets a new person of the domain in, and out again', async () => {
    const page = await site.open('ada', 'settings/sign-in');
    await page.getByRole('button', { name: 'Add domain' }).click();
    const naming = page.getByRole('dialog', { name: 'Add domain' });
    await naming.getByLabel('Domain').fill(domain);
    await naming.getByRole('button', { name: 'Save' }).click();
    const domains = page.getByRole('region', { name: 'Domains' });
    const record = (await domains.locator('code').textContent()) ?? '';
    expect(record).toMatch(/^parley-verify=[\w-]{32}$/);
    await domains.getByRole('button', { name: 'Check' }).click();
    await domains.getByText('its TXT record is missing').waitFor();
    dns.set('TXT', domain, record);
    await domains.getByRole('button', { name: 'Check' }).click();
    await domains.getByText(/^Verified on/).waitFor();

    await page.getByRole('button', { name: 'Add connection' }).click();
    const form = page.getByRole('dialog', { name: 'Add connection' });
    await form.getByLabel('Name').fill('Company');
    await form.getByLabel('Issuer').fill(provider.issuer);
    await form.getByLabel('Client ID').fill(oidcClient.client_id);
    await form.getByLabel('Client secret').fill(oidcClient.client_secret);
    await form.getByLabel('Claim for roles').fill('groups');
    await form.getByLabel('Roles by value').fill('leads = visitor');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('This line can’t be read: leads = visitor').waitFor();
    await form.getByLabel('Roles by value').fill('leads = admin\nstaff = agent');
    expect(await faultsInEveryLook(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    const connections = page.getByRole('region', { name: 'Connections' });
    const redirect = (await connections.locator('code').first().textContent()) ?? '';
    expect(redirect).toMatch(/\/v3\/auth\/oidc\/[0-9a-f.]{49}\/callback$/);
    provider.allow(redirect);
    provider.allow(`${site.origin}/console/signin`);
    await connections.getByRole('button', { name: 'Check' }).click();
    await connections.getByText('The connection works.').waitFor();
    await page.getByText(`/v3/${site.projectId}/scim/v2`).waitFor();
    expect(await page.content()).not.toContain(oidcClient.client_secret);
    expect(await faultsInEveryLook(page)).toEqual([]);

    provider.add('vera', { email: `vera@${domain}`, email_verified: true, name: 'Vera Rubin', groups: ['leads'] });
    const vera = await (await site.newContext()).newPage();
    await vera.goto(`${site.origin}/console/signin`);
    await vera.getByLabel('Email address').fill(`vera@${domain}`);
    await vera.getByLabel('Password').focus();
    const way = vera.getByRole('link', { name: 'Continue with Company' });
    await way.waitFor();
    expect(await faultsInEveryLook(vera)).toEqual([]);
    await way.click();
    await signInThere(vera, 'vera');
    await vera.waitForURL((url) => url.pathname.startsWith('/console/') && !url.pathname.includes('signin'));
    await vera.goto(site.address('team/people'));
    await vera.getByText('Vera Rubin').first().waitFor();
    await vera
      .getByRole('button', { name: /Vera Rubin/ })
      .first()
      .click();
    await vera.getByRole('menuitem', { name: 'Sign out' }).click();
    await eventually(() => expect(vera.url().startsWith(`${provider.issuer}/session/end`)).toBe(true));
    await vera.getByRole('button', { name: 'Yes, sign me out' }).click();
    await vera.waitForURL(`${site.origin}/console/signin`);

    // Both sessions have ended: the console asks for a sign-in, and so does the provider.
    await vera.goto(site.address('team/people'));
    await vera.getByLabel('Email address').fill(`vera@${domain}`);
    await vera.getByLabel('Password').focus();
    await vera.getByRole('link', { name: 'Continue with Company' }).click();
    await vera.locator('input[name=login]').waitFor();
  }, 90_000);

  it('that is enforced leaves another way in to the owner who is chosen for it, and to no other', async () => {
    const own = 'glass.example';
    const [ada, grace] = await Promise.all([newPerson('Ada', own), newPerson('Grace', own)]);
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Glass' });
    const call = (method: string, path: string, body?: object) =>
      ada.customer.call(method, `/${project._id}${path}`, body);
    const invited = await call('POST', '/project_users/invite', { email: grace.email, role: 'admin' });
    await call('PUT', `/project_users/${invited.body._id}`, { role: 'owner' });
    const { body: added } = await call('POST', '/sign_in/domains', { domain: own });
    dns.set('TXT', own, added.record);
    expect((await call('POST', `/sign_in/domains/${own}/verify`)).status).toBe(200);
    const connection = { name: 'Glass', issuer: provider.issuer, ...oidcClient };
    expect((await call('POST', '/sign_in/connections', connection)).status).toBe(200);
    const begun = await grace.customer.call('POST', '/users/factors/totp', {});
    const app = new TOTP({ secret: begun.body.secret });
    const confirm = `/users/factors/totp/${begun.body._id}/confirm`;
    await grace.customer.call('POST', confirm, { code: app.generate(), end_sessions: false });

    const page = await site.signIn(await site.newContext(), ada, `/${project._id}/settings/sign-in`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('People at verified domains must sign in this way').check();
    const owners = form.getByRole('group', { name: 'Owners who keep another way in' });
    expect(await owners.getByLabel('Ada Example').isChecked()).toBe(true);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Ada Example has no second factor yet.').waitFor();
    await owners.getByLabel('Ada Example').uncheck();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Name at least one owner').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await owners.getByLabel('Grace Example').check();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('· required').waitFor();

    const other = await (await site.newContext()).newPage();
    const signIn = async ({ email, password }: { email: string; password: string }) => {
      await other.goto(`${site.origin}/console/signin`);
      await other.getByLabel('Email address').fill(email);
      await other.getByLabel('Password').fill(password);
      await other.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn(ada);
    await other.getByText('Your organization requires this way to sign in.').waitFor();
    await signIn(grace);
    await other.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.waitForURL((url) => !url.pathname.includes('signin'));
  }, 90_000);
});
