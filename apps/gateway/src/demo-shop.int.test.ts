import { rm } from 'node:fs/promises';

import { GatewayHarness } from '../test/gateway-harness.ts';
import { newRelease } from '../test/release.ts';
import type { DemoNotice } from './home.ts';

const page = '<title>Shop</title><script src="/widget.js" data-project="{project}" async></script>';
const style = 'h1 { color: green }';
let harness: GatewayHarness;
let folder: string;
beforeAll(async () => {
  harness = await GatewayHarness.start();
  folder = await newRelease({ 'widget.js': 'void 0', 'demo/index.html': page, 'demo/shop.css': style });
});
afterAll(async () => {
  await harness.stop();
  await rm(folder, { recursive: true });
});

it('shows the shop of the demo project, once there is one, and never in production', async () => {
  let demo: DemoNotice | undefined;
  const own = await harness.gateway({ WIDGET_DIR: folder }, { demo: () => demo });
  const at = async (path: string, { addresses } = own) => {
    const answer = await fetch(addresses.http + path);
    return [answer.status, await answer.text(), answer.headers.get('content-security-policy') ?? ''] as const;
  };
  expect((await at('/demo'))[0]).toBe(404);
  demo = { projectId: '65f0c0ffee65f0c0ffee65f0', people: [] };
  const [status, body, shopPolicy] = await at('/demo');
  expect([status, body]).toEqual([200, page.replace('{project}', demo.projectId)]);
  expect(shopPolicy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(shopPolicy).toContain("trusted-types 'none'");
  expect(shopPolicy).not.toContain('unsafe');
  expect(await at('/demo/')).toEqual([status, body, shopPolicy]);
  expect(await at('/demo/shop.css')).toEqual([200, style, shopPolicy]);
  expect((await at('/demo/customer'))[0]).toBe(404);
  demo = { ...demo, customerToken: async () => 'a.b.c' };
  expect(await at('/demo/customer')).toEqual([200, 'a.b.c', shopPolicy]);
  expect((await at('/demo/webhooks'))[0]).toBe(404);
  demo = { ...demo, webhookCalls: () => [{ event: 'request.create' }] };
  expect(await at('/demo/webhooks')).toEqual([200, '[{"event":"request.create"}]', shopPolicy]);
  for (const path of ['/demo/index.html', '/demo/x', '/demo/..%2fwidget.js', '/widget/demo/index.html'])
    expect([path, (await at(path))[0]]).toEqual([path, 404]);

  const production = await harness.gateway({ WIDGET_DIR: folder, NODE_ENV: 'production' }, { demo: () => demo });
  for (const path of ['/demo', '/demo/customer', '/demo/webhooks'])
    expect([path, (await at(path, production))[0]]).toEqual([path, 404]);
});
