import { describeWithProgram } from '@parley/testkit';
import { startChromium } from '@parley/testkit/chromium';
import type { Browser, Page } from 'playwright-core';

import { GatewayHarness } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

const people = [{ role: 'owner', email: 'ada@parley.example', password: 's3cr3t' }];

describeWithProgram('chromium', 'the home page in a browser', () => {
  let harness: GatewayHarness;
  let gateway: RunningGateway;
  let browser: Browser;
  let page: Page;
  let faults: string[];
  beforeAll(async () => {
    harness = await GatewayHarness.start();
    const demo = { projectId: '65f0c0ffee65f0c0ffee65f0', people };
    gateway = await harness.gateway({}, { demo: () => demo });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await harness?.stop();
  });
  beforeEach(async () => {
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

    const body = JSON.stringify({ msg: 'The sign-in code is invalid or has expired.' });
    harness.directory.answer = (_req, res) => res.writeHead(401, { 'content-type': 'application/json' }).end(body);
    await page.goto(`${own.addresses.http}/#code=s3cr3t-code`);
    await page.getByRole('alert').getByText('has expired').waitFor();
    expect(page.url()).toBe(`${own.addresses.http}/`);
  });

  it.each(['#/login', '#', '#/%E0%A4%A'])('shows the welcome for %s', async (hash) => {
    await page.goto(`${gateway.addresses.http}/${hash}`);
    await page.getByRole('link', { name: 'API reference' }).waitFor();
    expect(faults).toEqual([]);
  });
});
