import { describeWithProgram } from '@parley/testkit';
import { startChromium } from '@parley/testkit/chromium';
import type { Browser, Page } from 'playwright-core';

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
    browser = await startChromium();
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

  /** What the services were asked. */
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

  it.each(['#/login', '#', '#/%E0%A4%A'])('shows the welcome for %s', async (hash) => {
    await page.goto(`${gateway.addresses.http}/${hash}`);
    await page.getByRole('link', { name: 'API reference' }).waitFor();
    expect(faults).toEqual([]);
  });
});
