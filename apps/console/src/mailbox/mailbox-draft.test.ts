import {
  checkOf,
  emptyDraft,
  isPreset,
  mayUseOauth,
  newMailboxOf,
  providers,
  serversOf,
  stepOf,
  withPreset,
} from './mailbox-draft.ts';

const draft = { ...emptyDraft, address: ' help@shop.example ', name: 'Shop', password: 'secret' };

it.each(['google', 'microsoft', 'fastmail', 'ionos'] as const)('knows the servers of %s, encrypted', (provider) => {
  const { inbound, outbound } = serversOf({ ...draft, ...withPreset(provider) });
  expect(inbound).toMatchObject({ type: 'imap', port: 993, secure: 'tls', username: 'help@shop.example' });
  expect(outbound).toMatchObject({ type: 'smtp', username: 'help@shop.example', password: 'secret' });
  expect(isPreset(provider)).toBe(true);
});

it('signs in by a token in the place of a password where it was chosen', () => {
  const by = { ...draft, signIn: 'oauth' as const, clientId: 'id', refreshToken: 'r', clientSecret: '' };
  const { inbound, outbound, oauth } = serversOf({ ...by, ...withPreset('microsoft'), signIn: 'oauth' });
  expect([inbound, outbound].map((one) => 'oauth' in (one ?? {}))).toEqual([true, true]);
  expect(JSON.stringify([inbound, outbound])).not.toContain('secret');
  expect(oauth).toEqual({
    ...{ provider: 'microsoft', token_url: expect.stringContaining('microsoftonline'), client_id: 'id' },
    refresh_token: 'r',
  });
});

it('sends no sign-in for a mailbox that gets forwarded mail and sends through the installation', () => {
  const forwarded = { ...draft, ...withPreset('forwarding'), outgoing: 'installation' as const };
  expect(newMailboxOf(forwarded)).toEqual({
    ...{ address: 'help@shop.example', name: 'Shop' },
    ...{ inbound: { type: 'webhook' }, outbound: { type: 'installation' } },
  });
  expect(checkOf(forwarded)).not.toHaveProperty('name');
});

it('signs in nowhere when neither a user nor a secret is given', () => {
  const open = {
    ...draft,
    ...withPreset('forwarding'),
    password: '',
    smtp: { host: 'h', port: 25, secure: 'none' as const },
  };
  expect(serversOf(open).outbound).toEqual({ type: 'smtp', host: 'h', port: 25, secure: 'none' });
  expect(serversOf({ ...open, username: 'u' }).outbound).toMatchObject({ username: 'u' });
});

it('offers a sign-in by OAuth where it is known how', () => {
  expect(providers.filter(mayUseOauth)).toEqual(['google', 'microsoft', 'server']);
});

it('finds the step of what is wrong', () => {
  const params = ['address', 'name', 'inbound.host', 'oauth.token_url', 'outbound.port', 'outbound'];
  expect(params.map(stepOf)).toEqual([0, 0, 1, 1, 2, 2]);
});
