import { describeWithProgram, findProgram } from '@parley/testkit';
import { type Browser, chromium, type Page } from 'playwright-core';

import { call, GatewayHarness } from '../test/gateway-harness.ts';
import type { DemoNotice } from './home.ts';
import type { RunningGateway } from './service.ts';

let harness: GatewayHarness;
let gateway: RunningGateway;
let demo: DemoNotice | undefined;

beforeAll(async () => {
  harness = await GatewayHarness.start();
  gateway = await harness.gateway({}, { demo: () => demo });
});
afterAll(() => harness.stop());

const people = [{ role: 'owner', email: 'ada@parley.example', password: 's3cr3t' }];

it('shows the people of the demo as soon as there is one, and never their passwords', async () => {
  const page = async () => (await fetch(gateway.addresses.http)).text();
  demo = undefined;
  expect(await page()).not.toContain('demo project');
  demo = { projectId: '65f0c0ffee65f0c0ffee65f0', people };
  expect(await page()).toContain('ada@parley.example');
  expect(await page()).toContain('65f0c0ffee65f0c0ffee65f0');
  expect(await page()).not.toContain('s3cr3t');
  demo = { projectId: '<script>', people };
  expect(await page()).not.toContain('<script>');
});

it('runs nothing but its own files, and has no script or style inside', async () => {
  for (const [path, type] of [
    ['/', 'text/html'],
    ['/home/style.css', 'text/css'],
    ['/home/script.js', 'text/javascript'],
    ['/home/icon.svg', 'image/svg+xml'],
  ] as const) {
    const answer = await fetch(gateway.addresses.http + path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      200,
      expect.stringContaining(type),
    ]);
    expect(answer.headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self';",
    );
    if (path === '/') expect(await answer.text()).not.toMatch(/<style|style=|<script>|onclick/);
  }
  for (const path of ['/home/index.html', '/home/../package.json', '/home/constructor'])
    expect([path, (await call(gateway, 'GET', path)).status]).toEqual([path, 404]);
});

it.each(['/v3', '/v3/', '/v3?a=b'])('answers %s with links that lead somewhere', async (path) => {
  const { status, body } = await call(gateway, 'GET', path);
  expect([status, body.name]).toEqual([200, 'Parley']);
  for (const link of Object.values(body.links as Record<string, string>))
    expect([link, (await call(gateway, 'GET', new URL(link).pathname)).status]).not.toEqual([link, 404]);
});

describeWithProgram('chromium', 'in a browser', () => {
  let browser: Browser;
  let page: Page;
  let faults: string[];
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: findProgram('chromium'),
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    demo = { projectId: '65f0c0ffee65f0c0ffee65f0', people };
    page = await browser.newPage();
    faults = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    harness.directory.seen.length = 0;
    harness.directory.answer = (_req, res) =>
      res.setHeader('content-type', 'application/json').end('{"token":"JWT a.b.c"}');
  });
  afterEach(() => page.close());

  /** What the services were asked, as the page's visitor did what a mail asks for. */
  const asked = () =>
    harness.directory.seen.map(({ method, url, body }) => [method, url, body === '' ? undefined : JSON.parse(body)]);

  it.each([
    ['phone', 'light', { width: 360, height: 740 }],
    ['phone', 'dark', { width: 360, height: 740 }],
    ['desktop', 'light', { width: 1280, height: 800 }],
    ['desktop', 'dark', { width: 1280, height: 800 }],
  ] as const)('fits a %s in %s colours, without a fault', async (_device, colorScheme, size) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await page.goto(gateway.addresses.http);
    await page.getByRole('link', { name: 'API reference' }).waitFor();

    expect(await page.getByText('ada@parley.example').isVisible()).toBe(true);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    const colour = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const shade = Number(/\d+/.exec(colour)?.[0]);
    expect(shade < 128).toBe(colorScheme === 'dark');
    expect(faults).toEqual([]);
  });

  it('does what the link of a mail is for, and forgets its code', async () => {
    await page.goto(`${gateway.addresses.http}/#/verify/email/65f0/c%2Fode`);
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await page.getByText('The address is confirmed.').waitFor();
    expect(new URL(page.url()).hash).toBe('');

    await page.goto(`${gateway.addresses.http}/#/resetpassword/k-e_y`);
    await page.getByLabel('New password').fill('correct horse');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('The new password is set').waitFor();

    await page.goto(`${gateway.addresses.http}/#/forgotpsw`);
    await page.getByLabel('E-mail address').fill('ada@acme.io');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText('a mail with a link is on its way').waitFor();

    expect(asked()).toEqual([
      ['PUT', '/v3/auth/verifyemail/65f0/c%2Fode', undefined],
      ['PUT', '/v3/auth/resetpsw/k-e_y', { password: 'correct horse' }],
      ['PUT', '/v3/auth/requestresetpsw', { email: 'ada@acme.io' }],
    ]);
    expect(faults).toEqual([]);
  });

  it('signs in with the code of a printed link, once, and forgets the code', async () => {
    harness.directory.answer = (_req, res) =>
      res.setHeader('content-type', 'application/json').end('{"user":{"firstname":"<b>Ada","lastname":"Lovelace"}}');
    const own = await harness.gateway({ PUBLIC_URL: 'http://localhost:3000' });
    await page.goto(`${own.addresses.http}/console/#code=s3cr3t-code`);
    await page.getByText('You are signed in as <b>Ada Lovelace.').waitFor();
    expect(page.url()).toBe(`${own.addresses.http}/console/`);
    expect(asked()).toEqual([['POST', '/v3/auth/session', { code: 's3cr3t-code' }]]);

    const body = JSON.stringify({ msg: 'The sign-in code is not valid, or no longer.' });
    harness.directory.answer = (_req, res) => res.writeHead(401, { 'content-type': 'application/json' }).end(body);
    await page.goto(`${own.addresses.http}/#code=s3cr3t-code`);
    await page.getByRole('alert').getByText('not valid').waitFor();
    expect(page.url()).toBe(`${own.addresses.http}/`);
  });

  it('takes an invitation, with a new account or with the one that is there', async () => {
    const { header: token } = await harness.workspace.newUser();
    harness.directory.answer = (_req, res) =>
      res.setHeader('content-type', 'application/json').end(JSON.stringify({ token }));
    const link = `${gateway.addresses.http}/#/handle-invitation/c0de/Ada's%20shop/Grace/`;
    await page.goto(link);
    await page.getByRole('heading', { name: "Join Ada's shop" }).waitFor();
    const fresh = page.locator('form').first();
    expect(await fresh.getByLabel('First name').inputValue()).toBe('Grace');
    await fresh.getByLabel('E-mail address').fill('grace@acme.io');
    await fresh.getByLabel('Last name').fill('Hopper');
    await fresh.getByLabel('Password').fill('correct horse');
    await fresh.getByRole('button').click();
    await page.getByText('You have joined.').waitFor();

    await page.goto(link);
    const known = page.locator('form').last();
    await known.getByLabel('E-mail address').fill('grace@acme.io');
    await known.getByLabel('Password').fill('correct horse');
    await known.getByRole('button').click();
    await page.getByText('You have joined.').waitFor();

    const person = { email: 'grace@acme.io', password: 'correct horse' };
    expect(asked()).toEqual([
      ['POST', '/v3/auth/signup', { ...person, firstname: 'Grace', lastname: 'Hopper', invitation: 'c0de' }],
      ['POST', '/v3/auth/signin', person],
      ['POST', '/v3/auth/invitations/c0de/accept', undefined],
    ]);
  });

  it('says what is wrong in the words of the answer, as text, and lets people try again', async () => {
    const body = JSON.stringify({ msg: '<b>The link</b> has been used.' });
    harness.directory.answer = (_req, res) => res.writeHead(404, { 'content-type': 'application/json' }).end(body);
    await page.goto(`${gateway.addresses.http}/#/verify/email/65f0/used`);
    await page.getByRole('button').click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe('<b>The link</b> has been used.');
    expect(await page.getByRole('button').isEnabled()).toBe(true);
  });

  it.each(['#/login', '#/project/65f0c0ffee65f0c0ffee65f0/home'])('explains %s', async (hash) => {
    await page.goto(`${gateway.addresses.http}/${hash}`);
    await page.locator('article h2').waitFor();
    expect(await page.locator('#welcome').isVisible()).toBe(false);
  });

  it.each(['#/constructor', '#/x"]', '#', '#/%E0%A4%A'])('shows the welcome for %s', async (hash) => {
    await page.goto(`${gateway.addresses.http}/${hash}`);
    await page.getByRole('link', { name: 'API reference' }).waitFor();
    expect(faults).toEqual([]);
  });
});
