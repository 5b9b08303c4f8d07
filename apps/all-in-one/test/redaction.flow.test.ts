import { randomUUID } from 'node:crypto';

import { newId } from '@parley/service-kit/call';
import { createLogger } from '@parley/service-kit/observability';
import { eventually } from '@parley/testkit';

import { SocketClient } from './client.ts';
import { type Erasures, openErasures, patience } from './erasures.ts';
import { newRequestId, startMesh, type TestMesh } from './mesh.ts';

let mesh: TestMesh;
let erasures: Erasures;
const logged: string[] = [];

beforeAll(async () => {
  const log = createLogger({ service: 'mesh', level: 'debug', to: { write: (line) => void logged.push(line) } });
  mesh = await startMesh({ MAIL_DELIVERY: 'off', RATE_LIMIT_FACTOR: '100' }, { log });
  erasures = await openErasures(mesh);
}, 60_000);
afterAll(async () => {
  await erasures?.close();
  await mesh?.stop();
});

it('leaves no trace of what was said in any table, file, log or open page, and every other word', async () => {
  const one = await erasures.shop();
  const sappho = await erasures.enter(one, { _id: `customer-${newId()}`, firstname: 'Vera' });
  const canary = `canary-${randomUUID()}`;
  const path = `/${one.id}/requests/${newRequestId(one.id)}`;
  const { body: bot } = await one.ada.call('POST', `/${one.id}/bots`, { name: 'Robby', template: 'blank' });
  await one.ada.call('PUT', `/${one.id}/departments/default`, { bot: bot._id });
  const form = new FormData();
  form.append('file', new File([canary], 'card.txt'));
  const upload = { method: 'POST', headers: { authorization: sappho.token }, body: form };
  const { filename } = (await (await fetch(`${mesh.url}/v3/files/users`, upload)).json()) as { filename: string };
  const first = {
    ...{ text: `My card is ${canary}`, attributes: { card: canary }, type: 'file' },
    metadata: { src: `${mesh.url}/v3/files?path=${encodeURIComponent(filename)}`, name: canary },
  };
  const key = () => ({ 'Idempotency-Key': randomUUID() });
  const { status, body: message } = await sappho.customer.call('POST', `${path}/messages`, first, key());
  expect(status).toBe(200);
  const page = new SocketClient(mesh.url, sappho.token, [`${path}/messages`]);
  page.connect();
  await eventually(() => expect(page.known.messages.size).toBeGreaterThan(0));
  for (const text of ['It stays', 'So does this']) await one.ada.call('POST', `${path}/messages`, { text }, key());
  await one.ada.call('PUT', `${path}/close`);
  await mesh.settled();
  const places = new Set((await erasures.traces([canary])).map((trace) => trace.split(':')[0]));
  // Or the search would prove little.
  expect([...places]).toEqual(
    expect.arrayContaining([
      'conversations.message',
      'conversations.outbox',
      'webhooks.delivery',
      'analytics.activity',
    ]),
  );

  const redaction = await one.ada.call(
    'POST',
    `${path}/messages/${message._id}/redact`,
    { reason: 'Card number' },
    key(),
  );
  expect(redaction.status).toBe(200);

  await mesh.settled();
  await eventually(async () => expect(await erasures.traces([canary])).toEqual([]), patience);
  await eventually(() => expect(page.known.messages.get(message.seq)?.text).toBe('[redacted]'));
  page.stop();
  const { body: messages } = await one.ada.call('GET', `${path}/messages`);
  const texts = messages.map(({ text }: { text: string }) => text);
  expect(texts).toEqual(expect.arrayContaining(['[redacted]', 'It stays', 'So does this']));
  const transcript = await one.ada.call('GET', `${path}/transcript.txt`);
  expect([transcript.status, String(transcript.body).includes('It stays')]).toEqual([200, true]);
  expect(JSON.stringify([messages, transcript.body])).not.toContain(canary);
  expect((await one.ada.call('GET', `/${one.id}/analytics/requests/count`)).status).toBeLessThan(500);
  const log = logged.join('');
  expect(log).toContain('"operation":"redactMessage"');
  expect(log).not.toContain(canary);
}, 60_000);
