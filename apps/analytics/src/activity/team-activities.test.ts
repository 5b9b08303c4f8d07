import type { EventEnvelope, SignInConnectionView, SignInDomainView } from '@parley/contracts';

import { connectionDraft, domainDraft } from './team-activities.ts';

const connection = {
  ...{ _id: 'c1', name: 'Acme', issuer: 'https://login.acme.example', enforced: true },
  ...{ client_id: 'parley', role_map: [{ value: 'leads', role: 'admin' }], break_glass: ['u1'] },
} as unknown as SignInConnectionView;
const event = <Data>(data: Data) => ({ data }) as EventEnvelope<Data>;

it('names a sign-in connection and who came in beside it, and nothing of clients, claims and emergency owners', () => {
  expect(connectionDraft('SIGN_IN_CONNECTION_BYPASS')(event({ connection, id_user: 'u1' }))).toEqual({
    verb: 'SIGN_IN_CONNECTION_BYPASS',
    actionObj: { name: 'Acme', issuer: 'https://login.acme.example', enforced: true },
    target: { type: 'sign_in_connection', id: 'c1', object: { _id: 'c1', name: 'Acme' } },
    agents: ['u1'],
  });
  const changed = connectionDraft('SIGN_IN_CONNECTION_UPDATE')(event({ connection, changes: ['client_secret'] }));
  expect([changed.agents, changed.actionObj?.changes]).toEqual([undefined, ['client_secret']]);
});

it('names a domain without the record that proves it', () => {
  const domain = { domain: 'acme.example', record: 'parley-verify=secret' } as SignInDomainView;
  const draft = domainDraft('SIGN_IN_DOMAIN_PROVE')(event({ domain }));
  expect(draft).toMatchObject({ actionObj: { domain: 'acme.example' }, target: { id: 'acme.example' } });
  expect(JSON.stringify(draft)).not.toContain('parley-verify');
});
