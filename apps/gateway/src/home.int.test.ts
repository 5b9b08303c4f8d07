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
