import { secretsUnder } from '@parley/service-kit/security';
import { personasOf } from '@parley/testkit';

import { WebhooksHarness } from '../../test/webhooks-harness.ts';

const [old, fresh] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
const harness = new WebhooksHarness();
afterAll(() => harness.stop());

it('seals secrets of subscriptions under a new DATA_KEY, both of a rotation, while they go on to sign', async () => {
  const { ada } = personasOf();
  const before = await harness.start({ env: { DATA_KEY: old.toString('base64url') } });
  const target = 'https://93.184.216.34/hooks';
  const { body: made } = await before.as(ada).createSubscription({ event: 'request.create', target });
  const { body: turned } = await before.as(ada).rotateSubscriptionSecret({ subscription_id: made.id });

  const DATA_KEY = `${fresh.toString('base64url')},${old.toString('base64url')}`;
  const during = await harness.replica({ env: { DATA_KEY }, databaseUrl: before.databaseUrl });
  try {
    await during.runJob('reseal');
    const [row] = await during.db.query<Record<'secret' | 'previous_secret', string>>(
      'select secret, previous_secret from subscription where id = $1',
      [made.id],
    );
    const after = secretsUnder([fresh]);
    expect([row?.secret, row?.previous_secret].map((sealed) => after.open(sealed ?? '', made.id))).toEqual([
      turned.secret,
      made.secret,
    ]);
    expect(() => secretsUnder([old]).open(row?.secret ?? '', made.id)).toThrow();
  } finally {
    await during.stop();
  }
});
