import { describeWithProgram, eventually } from '@parley/testkit';

import { ChannelsHarness, mailOf } from '../../test/channels-harness.ts';
import { CuttingProxy } from '../../test/cutting-proxy.ts';
import { Dovecot, dovecotProgram } from '../../test/dovecot.ts';
import { OauthServer } from '../../test/oauth-server.ts';

describeWithProgram(dovecotProgram, 'a mailbox that signs in by OAuth', () => {
  const harness = new ChannelsHarness();
  const timeoutMs = 60_000;
  let server: OauthServer;
  let dovecot: Dovecot;
  let proxy: CuttingProxy;

  beforeAll(async () => {
    server = await new OauthServer().start();
    dovecot = await Dovecot.start({ introspection: `${server.url}/introspect` });
    proxy = await CuttingProxy.start(dovecot.ports.tls);
    const ports = String(proxy.port);
    await harness.start({ env: { OUTBOUND_ALLOW: 'localhost,127.0.0.1', MAIL_PORTS: ports, MAIL_CA: dovecot.ca } });
  });
  afterAll(async () => {
    await harness.stop();
    await proxy?.stop();
    await dovecot?.stop();
    server?.stop();
  });

  it('fetches tokens when it needs them, keeps the refresh token that comes back, and says when the consent has ended', async () => {
    await dovecot.setPassword('help', 'good');
    const inbound = {
      type: 'imap' as const,
      host: 'localhost',
      port: proxy.port,
      username: 'help',
      oauth: true,
    };
    const oauth = {
      ...{ provider: 'custom' as const, token_url: `${server.url}/token`, client_id: 'parley', client_secret: 'hush' },
      refresh_token: 'refresh-0',
    };
    const { owner, id, address } = await harness.mailbox({ inbound, oauth });
    const shown = async () => (await owner.getMailbox({ mailbox_id: id })).body;
    await eventually(async () => expect((await shown()).state).toMatchObject({ last_ok_at: expect.any(String) }), {
      timeoutMs,
    });
    expect(JSON.stringify(await shown())).not.toMatch(/hush|refresh-|access-/);
    expect((await shown()).oauth).toMatchObject({ client_secret_set: true, refresh_token_set: true });
    expect(server.grants).toBe(1);

    /** Until `check` passes, the account is read again and again, without the wait after a failure. */
    const readUntil = (check: () => unknown) =>
      eventually(
        async () => {
          await harness.service.db.query('update imap_account set due_at = now() where holder is null');
          harness.service.context.reader.wake();
          await check();
        },
        { timeoutMs, everyMs: 100 },
      );
    server.forget();
    proxy.cut();
    await dovecot.append('help', mailOf({ from: 'v@c.example', to: address, text: 'By another token' }));
    await readUntil(() => expect(harness.messages.map(({ text }) => text)).toContain('By another token'));
    expect(server.grants).toBe(2);

    server.forget();
    server.refreshToken = 'withdrawn';
    proxy.cut();
    await readUntil(async () =>
      expect((await shown()).state).toMatchObject({ inbound: 'failing', error: { code: 'oauth_expired' } }),
    );
  });
});
