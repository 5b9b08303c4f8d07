import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describeWithProgram } from '@parley/testkit';
import { startChromium } from '@parley/testkit/chromium';
import type { Browser, Page } from 'playwright-core';

import { GatewayHarness } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

describeWithProgram('chromium', 'a page of another site', () => {
  let harness: GatewayHarness;
  /** On a developer's machine. */
  let local: RunningGateway;
  let browser: Browser;
  let page: Page;
  let site: Server;
  /** Statuses of what the page sent to the gateway. */
  let answered: { method: string; path: string; status: number; setsCookie: boolean }[];

  beforeAll(async () => {
    harness = await GatewayHarness.start();
    local = await harness.gateway({ PUBLIC_URL: 'http://localhost:3000' });
    browser = await startChromium();
    site = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<title>other site</title>'));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await browser?.close();
    site?.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
    await harness?.stop();
  });
  beforeEach(async () => {
    harness.directory.seen.length = 0;
    harness.directory.answer = (_req, res) => {
      res.setHeader('set-cookie', 'parley=fresh; Path=/v3/auth/session; HttpOnly; SameSite=Strict');
      res.setHeader('content-type', 'application/json').end('{"success":true}');
    };
    const context = await browser.newContext();
    // The visitor is signed in; the most permissive browser would send the cookie along.
    await context.addCookies([{ name: 'parley', value: 'secret', domain: 'localhost', path: '/v3/auth/session' }]);
    page = await context.newPage();
    answered = [];
    page.on('response', async (response) => {
      const { pathname, hostname } = new URL(response.url());
      if (hostname !== 'localhost' || !pathname.startsWith('/v3/')) return;
      const setsCookie = (await response.allHeaders())['set-cookie'] !== undefined;
      answered.push({ method: response.request().method(), path: pathname, status: response.status(), setsCookie });
    });
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  });
  afterEach(() => page.context().close());

  const at = (path: string) => `http://localhost:${new URL(local.addresses.http).port}${path}`;

  /** What each way of a page to send something leads to: refused, no cookie set, and no service asked. */
  async function isRefused(statuses: readonly number[]): Promise<void> {
    const cookies = await page.context().cookies(at('/v3/auth/session'));
    expect(cookies.map(({ value }) => value)).toEqual(['secret']);
    expect(harness.directory.seen).toEqual([]);
    for (const { status, setsCookie } of answered) {
      expect(statuses).toContain(status);
      expect(setsCookie).toBe(false);
    }
  }

  it.each(
    ['/v3/auth/session', '/v3/auth/session/token'].flatMap((path) =>
      ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].map((type) => [path, type] as const),
    ),
  )('is refused by a form: %s as %s', async (path, type) => {
    const arrived = page.waitForResponse((response) => response.url() === at(path));
    await page.evaluate(`{
      const facts = { method: 'post', action: ${JSON.stringify(at(path))}, enctype: ${JSON.stringify(type)} };
      const form = Object.assign(document.createElement('form'), facts);
      form.append(Object.assign(document.createElement('input'), { name: '{"code":"', value: '"}' }));
      document.body.append(form);
      form.submit();
    }`);
    expect((await arrived).status()).toBe(403);
    await page.waitForLoadState();
    await isRefused([403]);
  });

  it.each([
    ['POST', '/v3/auth/session', 'cors', 'application/json'],
    ['POST', '/v3/auth/session/token', 'cors', 'application/json'],
    ['DELETE', '/v3/auth/session', 'cors', undefined],
    ['POST', '/v3/auth/session', 'no-cors', 'text/plain'],
    ['POST', '/v3/auth/session/token', 'no-cors', 'text/plain'],
    ['POST', '/v3/auth/session/token', 'cors', 'text/plain'],
  ])('is refused by a script: %s %s, %s, %s', async (method, path, mode, type) => {
    const init = {
      ...{ method, mode, credentials: 'include', body: method === 'POST' ? '{}' : undefined },
      headers: type === undefined ? {} : { 'content-type': type },
    };
    const sent = `fetch(${JSON.stringify(at(path))}, ${JSON.stringify(init)})`;
    const outcome = await page.evaluate<string>(`${sent}.then(({ type }) => type, () => 'failed')`);
    // What is sent at all cannot be read.
    expect(outcome).toBe(mode === 'no-cors' ? 'opaque' : 'failed');
    await isRefused([204, 403]);
  });

  it.each(['/v3/auth/session', '/v3/auth/session/token'])(
    'is refused by an image and a navigation: %s',
    async (path) => {
      const loaded = `new Promise((done) => Object.assign(new Image(), {
        onload: () => done('loaded'), onerror: () => done('failed'), src: ${JSON.stringify(at(path))} }))`;
      expect(await page.evaluate<string>(loaded)).toBe('failed');
      const navigation = page.waitForResponse((response) => response.url() === at(path));
      await page.evaluate(`void location.assign(${JSON.stringify(at(path))})`);
      expect((await navigation).status()).toBe(403);
      await isRefused([403]);
    },
  );
});
