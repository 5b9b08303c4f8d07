import { Webhook } from 'standardwebhooks';

import { webhookHeaders } from './webhook-signature.ts';

const current = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const previous = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const body = JSON.stringify({ text: 'Grüße, “Ada” ✓', number: 1.5 });

it.each([current, previous])('signs so that an independent library takes it, with either secret', (secret) => {
  const headers = webhookHeaders({ id: 'msg_1', at: new Date(), body }, [current, previous]);

  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});

it('signs with the newest secret first and no other than those given', () => {
  const both = webhookHeaders({ id: 'msg_1', at: new Date(), body }, [current, previous]);
  const one = webhookHeaders({ id: 'msg_1', at: new Date(), body }, [current]);

  expect(both['webhook-signature']?.split(' ')).toHaveLength(2);
  expect(both['webhook-signature']?.startsWith(`${one['webhook-signature']} `)).toBe(true);
  expect(() => new Webhook(previous).verify(body, one)).toThrow('No matching signature found');
});

it.each(['webhook-id', 'webhook-timestamp', 'body'])('signs %s: one byte changed, and it is refused', (part) => {
  const headers = webhookHeaders({ id: 'msg_1', at: new Date(), body }, [current]);
  const stamp = Number(headers['webhook-timestamp']);
  const altered = { ...headers, ...(part === 'webhook-id' && { 'webhook-id': 'msg_2' }) };
  if (part === 'webhook-timestamp') Object.assign(altered, { 'webhook-timestamp': String(stamp + 1) });

  expect(() => new Webhook(current).verify(part === 'body' ? `${body} ` : body, altered)).toThrow(
    'No matching signature found',
  );
});

it('writes what the published vector says', () => {
  const at = new Date(1_614_265_330_000);
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

  expect(webhookHeaders({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, body: '{"test": 2432232314}' }, [secret])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});
