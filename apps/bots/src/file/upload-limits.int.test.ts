import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';

import { actorTokens } from '@parley/service-kit/security';
import { personasOf } from '@parley/testkit';

import type { Bots } from '../../test/bots.ts';
import { sharedBots } from '../../test/bots-harness.ts';

let service: Bots;
beforeAll(async () => {
  ({ service } = await sharedBots());
});

const [megabyte, gigabyte] = [1_000_000, 1_000_000_000];
const part = '--b\r\nContent-Disposition: form-data; name="uploadFile"; filename="a.txt"\r\n\r\n';
const form = 'multipart/form-data; boundary=b';

/** Sends up to a gigabyte without content-length. @returns the response, and the bytes sent until it came */
async function flood(path: (project: string) => string, contentType: string, head: string) {
  const { ada } = personasOf();
  const key = new Uint8Array(Buffer.from(String(service.env.ACTOR_KEY), 'base64url'));
  const actor = await actorTokens({ key, service: 'gateway' }).sign(ada, 'bots');
  const headers = { 'parley-actor': actor, 'content-type': contentType };
  const call = request(service.addresses.http + path(String(ada.projectId)), { method: 'POST', headers });
  const answered = once(call, 'response');
  let sent = 0;
  let isAnswered = false;
  call.on('error', () => undefined);
  void answered.then(() => {
    isAnswered = true;
  });
  call.write(head);
  for (const piece = Buffer.alloc(megabyte, 'x'); sent < gigabyte && !isAnswered; sent += megabyte)
    if (!call.write(piece)) await Promise.race([once(call, 'drain'), answered]);
  const [res] = await answered;
  const body = (await json(res)) as Record<string, unknown>;
  call.destroy();
  return { answer: [res.statusCode, body.code, body.limit], sent };
}

it.each([
  ['a bot as JSON', (id: string) => `/v3/${id}/bots/importjson/null?create=true`, 'application/json', '{"name":"'],
  ['a bot in a form', (id: string) => `/v3/${id}/bots/importjson/null?create=true`, form, part],
  ['intents as CSV', (id: string) => `/v3/${id}/faq/uploadcsv`, form, part],
  ['operations', (id: string) => `/v3/${id}/faq/ops_update`, 'application/json', '{"operations":['],
])('refuses %s while it comes, as soon as it is larger than it may be', async (_, path, type, head) => {
  const { answer, sent } = await flood(path, type, head);
  expect(answer).toEqual([413, 'body_too_large', 5 * megabyte]);
  // Plus the buffers of the connection.
  expect(sent).toBeLessThan(30 * megabyte);
});
