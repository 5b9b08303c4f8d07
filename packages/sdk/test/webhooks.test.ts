import { randomBytes } from 'node:crypto';

import { dedupeKey, verifyWebhook, WebhookVerificationError } from '@parley/sdk/webhooks';
import { amountOf } from '@parley/testkit';
import { Webhook } from 'standardwebhooks';

type Draw = (below: number) => number;

/** Whole numbers below a bound, the same ones for the same seed. */
function drawer(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const secrets = [0, 1, 2].map(() => `whsec_${randomBytes(24).toString('base64')}`) as [string, string, string];
const [current, former, foreign] = secrets;

interface Case {
  headers: Record<string, string>;
  body: string;
}

/** A delivery, damaged in one of many ways or not at all. */
function drawCase(draw: Draw): Case {
  const now = Math.floor(Date.now() / 1000);
  // Never so near to the tolerance that a second decides.
  const seconds = now + ([0, -200, 200, -400, 400, -100_000][draw(6)] ?? 0);
  const id = `msg_${draw(1_000_000)}`;
  const text = ['Hello', 'Grüße 😀', '\u2028', '"', 'x'.repeat(draw(2_000))][draw(5)];
  const body = JSON.stringify({ timestamp: now * 1000, payload: { text }, hook: { event: 'message.create' } });
  const sign = (secret: string) => new Webhook(secret).sign(id, new Date(seconds * 1000), body);
  const signed = [[current], [former], [foreign], [current, former], [foreign, former], [foreign, current]][draw(6)];
  let signature = (signed ?? []).map(sign).join(' ');
  let sent = body;
  const at = draw(sent.length - 1) + 1;
  switch (draw(9)) {
    case 0:
      sent = `${sent.slice(0, at)}${sent[at] === 'a' ? 'b' : 'a'}${sent.slice(at + 1)}`;
      break;
    case 1:
      signature = signature.replace('v1,', 'v2,');
      break;
    case 2:
      signature = signature.slice(0, -draw(10) - 1);
      break;
    case 3:
      signature = `${signature.slice(0, 5)}${signature[5] === 'A' ? 'B' : 'A'}${signature.slice(6)}`;
      break;
    case 4:
      signature = `v1,${randomBytes(32).toString('base64')} ${signature}`;
      break;
  }
  const headers: Record<string, string> = {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signature,
  };
  if (draw(12) === 0) delete headers[['webhook-id', 'webhook-timestamp', 'webhook-signature'][draw(3)] as string];
  if (draw(12) === 0) headers['webhook-id'] = `${id}x`;
  return { headers, body: sent };
}

/** Accepted by the library under one of the secrets. */
function libraryAccepts({ headers, body }: Case): boolean {
  return [current, former].some((secret) => {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  });
}

const cases = amountOf({ quick: 2_000, soak: 10_000 });

it('agrees with the library of Standard Webhooks about every generated delivery', async () => {
  const draw = drawer(20);
  const outcomes = new Set<string>();
  for (let round = 0; round < cases; round += 1) {
    const one = drawCase(draw);
    const outcome = await verifyWebhook({ ...one, secrets: [current, former] }).then(
      () => 'accepted',
      (error: unknown) => (error as WebhookVerificationError).reason,
    );
    expect([outcome === 'accepted', one]).toEqual([libraryAccepts(one), one]);
    outcomes.add(outcome);
  }
  expect([...outcomes].toSorted()).toEqual(['accepted', 'malformed', 'signature', 'timestamp']);
}, 60_000);

it('gives the event with its name, its id and its attempt, from bytes and any form of headers', async () => {
  const body = JSON.stringify({
    timestamp: 1,
    payload: { text: 'Hello' },
    hook: { event: 'message.create' },
    token: 'T',
  });
  const now = new Date();
  const headers = {
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': String(Math.floor(now.getTime() / 1000)),
    'Webhook-Signature': new Webhook(current).sign('msg_1', now, body),
    'Parley-Attempt': '2',
    'Parley-Event': 'evt_1',
  };
  const expected = {
    id: 'msg_1',
    event: 'message.create',
    payload: { text: 'Hello' },
    token: 'T',
    eventId: 'evt_1',
    attempt: 2,
  };

  const event = await verifyWebhook({ secret: current, headers, body: new TextEncoder().encode(body) });
  expect(event).toMatchObject(expected);
  expect(dedupeKey(event)).toBe('msg_1');
  await expect(verifyWebhook({ secret: current, headers: new Headers(headers), body })).resolves.toMatchObject(
    expected,
  );
  await expect(verifyWebhook({ headers, body })).rejects.toBeInstanceOf(TypeError);
  await expect(verifyWebhook({ secret: foreign, headers, body })).rejects.toBeInstanceOf(WebhookVerificationError);
});

it('takes the tolerance that it is given', async () => {
  const body = JSON.stringify({ timestamp: 1, payload: {}, hook: { event: 'message.create' } });
  const then = new Date(Date.now() - 1_000_000);
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(then.getTime() / 1000)),
    'webhook-signature': new Webhook(current).sign('msg_1', then, body),
  };
  await expect(verifyWebhook({ secret: current, headers, body })).rejects.toMatchObject({ reason: 'timestamp' });
  await expect(verifyWebhook({ secret: current, headers, body, toleranceSeconds: 2_000 })).resolves.toBeDefined();
});
