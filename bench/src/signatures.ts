import { createHmac, randomBytes } from 'node:crypto';

import { verifyWebhook } from '@parley/sdk/webhooks';

import { quantile } from './place.ts';

/** Places in a signature at which the first wrong character stands; it has 44. */
const places = [0, 10, 21, 32, 42];
const body = JSON.stringify({
  timestamp: 1,
  payload: { text: 'Where is my parcel?' },
  hook: { event: 'message.create' },
});

/**
 * How long the SDK takes to refuse a delivery, by the place of the first wrong character of its signature: times that grow with it would
 * tell how much of a guess is right. All places by turns, so that what slows the machine slows each alike.
 */
export async function signatures(samples: number): Promise<void> {
  const secret = randomBytes(24).toString('base64');
  const [id, timestamp] = ['msg_1', String(Math.floor(Date.now() / 1000))];
  const right = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  const delivery = (signature: string) => ({
    ...{ secret: `whsec_${secret}`, body },
    headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
  });
  await verifyWebhook(delivery(right));

  const took = new Map<number, number[]>(places.map((place) => [place, []]));
  // The first tenth warms up.
  for (let sample = -samples / 10; sample < samples; sample++) {
    for (const [place, all] of took) {
      const wrong = right[place] === 'A' ? 'B' : 'A';
      const refused = delivery(`${right.slice(0, place)}${wrong}${right.slice(place + 1)}`);
      const began = process.hrtime.bigint();
      const isAccepted = await verifyWebhook(refused).then(
        () => true,
        () => false,
      );
      if (isAccepted) throw new Error(`A signature with a wrong character at ${place} was accepted.`);
      if (sample >= 0) all.push(Number(process.hrtime.bigint() - began) / 1_000);
    }
  }
  const rows = [...took].map(([place, all]) => {
    const sorted = all.toSorted((one, other) => one - other);
    const of = (share: number) => Number(quantile(sorted, share).toFixed(2));
    return [`wrong from ${place} on`, { 'p50 µs': of(0.5), 'p90 µs': of(0.9), 'p99 µs': of(0.99) }];
  });
  console.table(Object.fromEntries(rows));
}
