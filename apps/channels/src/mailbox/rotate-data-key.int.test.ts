import { secretsUnder } from '@parley/service-kit/security';
import { amountOf } from '@parley/testkit';

import { ChannelsHarness } from '../../test/channels-harness.ts';

const [old, fresh] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
const mailboxes = amountOf({ quick: 3, soak: 40 });
const harness = new ChannelsHarness();
afterAll(() => harness.stop());

/** All that this service seals, by where it stands. */
const stored = `select m.id, m.secret, m.outgoing #>> '{outbound,password}' as smtp, m.outgoing #>> '{dkim,privateKey}' as dkim,
    a.password as imap, o.client_secret as client, o.refresh_token as refresh, o.access_token as access
  from mailbox m left join imap_account a on a.id = m.id left join mail_oauth o on o.id = m.id`;

it('seals secrets, passwords, tokens and DKIM keys of mailboxes under a new DATA_KEY, and leaves the rest of their settings', async () => {
  const outbound = { type: 'smtp', host: 'mail.example', port: 465, secure: 'tls', username: 'help', password: 'out' };
  const oauth = {
    ...{
      provider: 'custom' as const,
      token_url: 'https://id.example/token',
      client_id: 'parley',
      client_secret: 'hush',
    },
    refresh_token: 'refresh',
  };
  const imap = { type: 'imap' as const, host: 'mail.example', port: 993, username: 'help', password: 'in' };
  const before = await harness.start({ env: { DATA_KEY: old.toString('base64url') } });
  await before.context.reader.stop();
  for (let nth = 0; nth < mailboxes; nth += 1) {
    await harness.mailbox({ outbound });
    const { owner, id } = await harness.mailbox({ inbound: imap, oauth });
    expect((await owner.makeDkimKey({ mailbox_id: id })).status).toBe(200);
    const token = before.context.secrets.seal('access', id);
    await before.db.query('update mail_oauth set access_token = $2 where id = $1', [id, token]);
  }
  const opened = (key: Buffer, rows: Record<string, string | null>[]) =>
    rows.map(({ id, ...sealed }) =>
      Object.fromEntries(
        Object.entries(sealed).map(([name, text]) => [name, text && secretsUnder([key]).open(text, id ?? '')]),
      ),
    );
  const read = () => before.db.query<Record<string, string | null>>(`${stored} order by m.id`);
  const secrets = opened(old, await read());
  const settings = `select id, outgoing #- '{outbound,password}' #- '{dkim,privateKey}' as rest from mailbox order by id`;
  const rest = await before.db.query(settings);

  const DATA_KEY = `${fresh.toString('base64url')},${old.toString('base64url')}`;
  const during = await harness.replica({ env: { DATA_KEY }, databaseUrl: before.databaseUrl });
  try {
    await during.context.reader.stop();
    await during.runJob('reseal');
    expect(opened(fresh, await read())).toEqual(secrets);
    expect(secrets).toContainEqual(
      expect.objectContaining({ secret: expect.any(String), smtp: 'out', dkim: null, imap: null }),
    );
    expect(secrets).toContainEqual({
      ...{ secret: null, smtp: null, dkim: expect.stringContaining('PRIVATE KEY') },
      ...{ imap: 'in', client: 'hush', refresh: 'refresh', access: 'access' },
    });
    expect(await before.db.query(settings)).toEqual(rest);
  } finally {
    await during.stop();
  }
});
