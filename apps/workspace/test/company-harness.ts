import type { Actor } from '@parley/contracts';
import { DnsStandIn } from '@parley/testkit';
import { type IdentityProvider, oidcClient, startIdentityProvider } from '@parley/testkit/identity-provider';

import { startPeopleHarness } from './people-harness.ts';

type Headers = Record<string, string | undefined>;

/** The service with two identity providers and a name server, and companies that sign in by them. */
export async function startCompanies() {
  const [acme, evil, dns] = await Promise.all([startIdentityProvider(), startIdentityProvider(), DnsStandIn.start()]);
  const people = await startPeopleHarness({ OUTBOUND_ALLOW: '127.0.0.1', SIGN_IN_DNS: dns.address });

  let made = 0;
  /** A project with its owner, a domain that it has proved, and a connection to a provider. */
  async function company(provider: IdentityProvider, more: Record<string, unknown> = {}) {
    made += 1;
    const domain = `company${made}.example`;
    const ada = await people.signUp(`Owner${made}`);
    const { projectId, owner } = await people.project(ada);
    await prove(owner, projectId, domain);
    const connection = await connect(owner, projectId, provider, more);
    return { ada, projectId, owner, domain, connection };
  }

  async function prove(owner: Actor, projectId: string, domain: string) {
    const added = await people.as(owner).addSignInDomain({ id_project: projectId, domain });
    dns.set('TXT', domain, 'v=spf1 -all', added.body.record);
    const proved = await people.as(owner).verifySignInDomain({ id_project: projectId, domain });
    expect([proved.status, proved.body.proved_at]).toEqual([200, expect.any(String)]);
  }

  async function connect(
    owner: Actor,
    projectId: string,
    provider: IdentityProvider,
    more: Record<string, unknown> = {},
  ) {
    const { status, body } = await people.as(owner).createSignInConnection({
      ...{ id_project: projectId, name: 'Acme', issuer: provider.issuer, ...oidcClient },
      ...{ provision: 'anyone_of_domain', ...more },
    } as never);
    expect(status).toBe(200);
    provider.allow(body.redirect_uri);
    return body;
  }

  const cookieOf = (headers: Headers) => headers['set-cookie']?.split(';')[0] ?? '';

  async function start(reference: string) {
    const { status, headers } = await people.open.startOidc({ connection: reference });
    expect(status).toBe(302);
    return { cookie: cookieOf(headers), location: headers.location ?? '' };
  }

  /** @param path reference of the connection whose address the browser comes back to */
  async function finish(address: string, cookie: string, path: string) {
    const query = Object.fromEntries(new URL(address).searchParams);
    const { status, headers } = await people.open.finishProjectOidc(
      { connection: path },
      { query, headers: { cookie } },
    );
    expect(status).toBe(302);
    const location = new URL(headers.location ?? '', 'https://parley.example');
    return {
      problem: location.searchParams.get('problem'),
      step: Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
      session: /parley=[\w-]{43}/.test(headers['set-cookie'] ?? '') ? cookieOf(headers) : undefined,
    };
  }

  async function signIn(reference: string, provider: IdentityProvider, subject: string) {
    const { cookie, location } = await start(reference);
    return finish(await provider.visit(location, subject), cookie, reference);
  }

  const userOf = async (session: string | undefined) => {
    const { body } = await people.open.renewSession({}, { headers: { cookie: session ?? '' } });
    return 'user' in body ? body.user : undefined;
  };
  const memberOf = async (owner: Actor, projectId: string, userId: string) => {
    const { status, body } = await people.as(owner).getTeammateByUser({ id_project: projectId, user_id: userId });
    return status === 200 ? body[0] : undefined;
  };
  const counts = async () => {
    const [row] = await people.db.query<{ users: number; identities: number; teammates: number }>(
      'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM oidc_identities) AS identities, (SELECT count(*) FROM teammates) AS teammates',
    );
    return row;
  };

  return {
    ...{ acme, evil, dns, people, company, prove, connect, start, finish, signIn, userOf, memberOf, counts },
    async stop() {
      await people.stop();
      dns.stop();
      await Promise.all([acme.stop(), evil.stop()]);
    },
  };
}

export type Companies = Awaited<ReturnType<typeof startCompanies>>;
