import { secretsUnder } from '@parley/service-kit/security';
import { personasOf } from '@parley/testkit';

import { startTestBots } from '../../test/bots.ts';

const [old, fresh] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];

it('seals secrets of bots under a new DATA_KEY, both of a rotation', async () => {
  const { ada } = personasOf();
  const before = await startTestBots({ env: { DATA_KEY: old.toString('base64url') } });
  const { body: made } = await before.as(ada).createBot({ name: 'Marvin' });
  const { body: turned } = await before.as(ada).rotateBotSecret({ bot: made._id });

  const DATA_KEY = `${fresh.toString('base64url')},${old.toString('base64url')}`;
  const during = await startTestBots({ env: { DATA_KEY }, databaseUrl: before.databaseUrl });
  try {
    await during.runJob('reseal');
    const [row] = await during.db.query<Record<'secret' | 'previous_secret', string>>(
      'select secret, previous_secret from bot where id = $1',
      [made._id],
    );
    const after = secretsUnder([fresh]);
    expect([row?.secret, row?.previous_secret].map((sealed) => after.open(sealed ?? '', made._id))).toEqual([
      turned.secret,
      made.secret,
    ]);
  } finally {
    await during.stop();
    await before.stop();
  }
});
