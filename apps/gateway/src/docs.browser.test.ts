import { describeWithProgram } from '@parley/testkit';
import { startChromium } from '@parley/testkit/chromium';
import type { Browser } from 'playwright-core';

import { GatewayHarness } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

describeWithProgram('chromium', 'the reference in a browser', () => {
  let harness: GatewayHarness;
  let gateway: RunningGateway;
  let browser: Browser;
  beforeAll(async () => {
    harness = await GatewayHarness.start();
    gateway = await harness.gateway();
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await harness?.stop();
  });

  it('shows every group of endpoints and opens one, without a fault and without a call to another host', async () => {
    const page = await browser.newPage();
    const faults: string[] = [];
    const strangers: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(gateway.addresses.http) && !url.startsWith('data:')) strangers.push(url);
    });
    await page.goto(`${gateway.addresses.http}/docs`);
    await page.getByText('Sign-in', { exact: true }).first().click();
    const signIn = page.locator('#operations-Sign-in-signIn');
    await signIn.getByText('/v3/auth/signin', { exact: true }).first().click();
    await signIn.getByText('Sign in with e-mail and password').first().waitFor();
    await signIn.getByText('ada@acme.io').first().waitFor();

    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html.dark-mode').waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html:not(.dark-mode)').waitFor();

    expect(await page.title()).toBe('Parley API reference');
    expect([faults, strangers]).toEqual([[], []]);
    await page.close();
  });
});
