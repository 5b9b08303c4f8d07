import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { webhookHeaders } from '@parley/outbound';

import { ShopServer } from './shop-server.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
let folder: string;
let shop: ShopServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-shop-'));
  shop = await ShopServer.start(folder);
});
afterEach(async () => {
  await shop.stop();
  await rm(folder, { recursive: true });
});

const bodyOf = (ticket: number, more = {}) =>
  JSON.stringify({
    timestamp: 0,
    payload: { request: { ticket_id: `${ticket}` } },
    hook: { event: 'request.assigned' },
    ...more,
  });

async function post(body: string, { id = 'one', at = new Date(), secrets = [secret], url = shop.url } = {}) {
  const headers = webhookHeaders({ id, at, body }, secrets);
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

it('remembers each signed call once, the newest first, and no more than twenty', async () => {
  await shop.trust(secret);
  expect(await post(bodyOf(1), { secrets: ['whsec_AAAA', secret] })).toBe(200);
  expect(await post(bodyOf(1))).toBe(200);
  expect(shop.calls).toEqual([{ event: 'request.assigned', ticket: '1', at: '1970-01-01T00:00:00.000Z' }]);
  expect(await post(bodyOf(0, { payload: { name: 'parley.test' } }), { id: 'test' })).toBe(200);
  expect(shop.calls[0]).toEqual({ event: 'parley.test', at: '1970-01-01T00:00:00.000Z' });

  for (let ticket = 2; ticket <= 25; ticket += 1) await post(bodyOf(ticket), { id: `call-${ticket}` });
  expect(shop.calls.map(({ ticket }) => ticket)).toEqual(Array.from({ length: 20 }, (_, index) => `${25 - index}`));
});

it('believes no call without the secret, none that is old, and nothing before there is a secret', async () => {
  expect([shop.hasWebhook, await post(bodyOf(1))]).toEqual([false, 401]);
  await shop.trust(secret);
  expect(await post(bodyOf(1), { secrets: ['whsec_AAAA'] })).toBe(401);
  expect(await post(bodyOf(1), { at: new Date(Date.now() - 600_000) })).toBe(401);
  const body = bodyOf(1);
  const headers = webhookHeaders({ id: 'one', at: new Date(), body }, [secret]);
  for (const [name, value] of [
    ['webhook-id', 'two'],
    ['webhook-timestamp', 'soon'],
    ['webhook-signature', 'v1,é'],
  ] as const) {
    const status = (await fetch(shop.url, { method: 'POST', headers: { ...headers, [name]: value }, body })).status;
    expect([name, status]).toEqual([name, 401]);
  }
  expect((await fetch(shop.url, { method: 'POST', headers, body: `${body} ` })).status).toBe(401);
  expect((await fetch(shop.url, { headers })).status).toBe(404);
  expect(await post('no JSON')).toBe(400);
  expect(await post('x'.repeat(700_000))).toBe(400);
  expect(shop.calls).toEqual([]);
});

it('is at the same port after a restart, with the same secret, which others cannot read', async () => {
  const { url } = shop;
  await shop.trust(secret);
  await shop.stop();
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(shop.port, '127.0.0.1', resolve));
  await expect(ShopServer.start(folder)).rejects.toThrow('EADDRINUSE');
  await new Promise((resolve) => squatter.close(resolve));
  shop = await ShopServer.start(folder);
  expect([shop.url, shop.hasWebhook, await post(bodyOf(1))]).toEqual([url, true, 200]);
  expect((await stat(join(folder, 'demo-shop.json'))).mode & 0o777).toBe(0o600);
});
