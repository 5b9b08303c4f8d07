import { describeWithProgram, findProgram } from '@parley/testkit';
import { type Browser, chromium } from 'playwright-core';

import { call, World } from '../test/world.ts';
import type { RunningGateway } from './service.ts';

let world: World;
let gateway: RunningGateway;

beforeAll(async () => {
  world = await World.start();
  gateway = await world.gateway();
});
afterAll(() => world.stop());

it('describes the API as OpenAPI 3.1', async () => {
  const { status, headers, body } = await call(gateway, 'GET', '/openapi.json');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('application/json');
  expect(body).toMatchObject({ openapi: '3.1.0', info: { title: 'Parley' } });
  expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/v3/auth/signin', '/v3/{id_project}/requests']));
});

it('serves the page and all it loads from here, under a policy that lets nothing else run', async () => {
  for (const [path, type] of [
    ['/docs', 'text/html'],
    ['/docs/', 'text/html'],
    ['/docs/start.js', 'text/javascript'],
    ['/docs/swagger-ui.css', 'text/css'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript'],
    ['/docs/favicon-32x32.png', 'image/png'],
  ] as const) {
    const answer = await fetch(gateway.addresses.http + path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get('content-type')).toContain(type);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

it.each(['/docs/package.json', '/docs/../package.json', '/docs/%2e%2e/main.ts', '/docs/constructor', '/docs/x/y'])(
  'serves nothing else: %s',
  async (path) => {
    expect((await call(gateway, 'GET', path)).status).toBe(404);
  },
);

describeWithProgram('chromium', 'in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: findProgram('chromium'),
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
  });
  afterAll(() => browser.close());

  it('shows every group of endpoints and opens one, without a fault and without a word to anybody else', async () => {
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

    expect(await page.title()).toBe('Parley API reference');
    expect([faults, strangers]).toEqual([[], []]);
    await page.close();
  });
});
