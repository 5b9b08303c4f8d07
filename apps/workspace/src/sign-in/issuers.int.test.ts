import { tokenRevoked } from '@parley/contracts';
import { oidcClient } from '@parley/testkit/identity-provider';
import { UnsecuredJWT } from 'jose';

import { type Companies, startCompanies } from '../../test/company-harness.ts';
import type { Person } from '../../test/people-harness.ts';

let world: Companies;
beforeAll(async () => {
  world = await startCompanies();
});
afterAll(() => world?.stop());

describe('an issuer of a project makes and links no account', () => {
  let victim: Person;
  let own: Awaited<ReturnType<Companies['company']>>;
  let attacker: Awaited<ReturnType<Companies['company']>>;
  beforeAll(async () => {
    own = await world.company(world.acme);
    attacker = await world.company(world.evil);
    victim = await world.people.signUp('Victim');
  });

  it.each([
    ['of a domain that another project has proved', () => `someone@${own.domain}`, true],
    ['of a domain that nobody has proved', () => 'someone@gmail.example', true],
    ['of an account elsewhere', () => victim.email, true],
    ['that is not proved', () => `new@${attacker.domain}`, false],
    ['of a part of its domain', () => `new@sub.${attacker.domain}`, true],
    ['with letters that look alike', () => `nеw@${attacker.domain}`, true],
  ])('for an address %s', async (_, email, isVerified) => {
    world.evil.add('attacker', { email: email(), email_verified: isVerified });
    const before = await world.counts();
    expect(await world.signIn(attacker.connection.reference, world.evil, 'attacker')).toMatchObject({
      problem: 'not_invited',
      session: undefined,
      step: {},
    });
    expect(await world.counts()).toEqual(before);
  });

  it('where a code or an answer of another issuer comes to its address (mix-up), or a code of another way (injection)', async () => {
    world.acme.add('target', { email: `target@${own.domain}`, email_verified: true });
    world.evil.add('target', { email: `target@${own.domain}`, email_verified: true });
    const before = await world.counts();
    const honest = await world.start(own.connection.reference);
    const address = await world.acme.visit(honest.location, 'target');
    // The honest answer, led to the address of the attacker's connection.
    expect(await world.finish(address, honest.cookie, attacker.connection.reference)).toMatchObject({
      problem: 'sign_in_refused',
      session: undefined,
    });

    const begun = await world.start(attacker.connection.reference);
    const mixed = new URL(await world.evil.visit(begun.location, 'target'));
    const stolen = new URL(await world.acme.visit((await world.start(own.connection.reference)).location, 'target'));
    for (const name of ['code', 'iss']) mixed.searchParams.set(name, stolen.searchParams.get(name) ?? '');
    expect((await world.finish(mixed.href, begun.cookie, attacker.connection.reference)).problem).toBe(
      'sign_in_refused',
    );

    const [one, two] = [await world.start(own.connection.reference), await world.start(own.connection.reference)];
    const injected = new URL(await world.acme.visit(one.location, 'target'));
    const foreign = new URL(await world.acme.visit(two.location, 'target'));
    injected.searchParams.set('code', foreign.searchParams.get('code') ?? '');
    expect((await world.finish(injected.href, one.cookie, own.connection.reference)).problem).toBe('sign_in_refused');
    expect(await world.counts()).toEqual(before);
  });

  it.each([
    ['without a signature', async (claims: object) => new UnsecuredJWT(claims as never).encode()],
    [
      'under a key that its header points to',
      async (claims: object) => world.evil.sign(claims as never, { jku: `${world.evil.issuer}/jwks`, kid: 'x' }),
    ],
    ['with another nonce', async (claims: object) => world.acme.sign({ ...claims, nonce: 'another' })],
    ['of another issuer', async (claims: object) => world.acme.sign({ ...claims, iss: world.evil.issuer })],
    ['for another client', async (claims: object) => world.acme.sign({ ...claims, aud: 'another' })],
    [
      'of two minutes ago',
      async (claims: object) => world.acme.sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 }),
    ],
  ])('by an ID token %s', async (_, forge) => {
    const before = await world.counts();
    expect((await signInWith(forge)).problem).toBe('sign_in_refused');
    expect(await world.counts()).toEqual(before);
  });

  it('but does by one that is right, a minute late', async () => {
    const late = await signInWith((claims) => world.acme.sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 50 }));
    expect([late.problem, late.session]).toEqual([null, expect.any(String)]);
  });

  /** A way whose token endpoint answers with a token of the test. */
  async function signInWith(forge: (claims: object) => Promise<string>) {
    const { cookie, location } = await world.start(own.connection.reference);
    world.acme.add('forged', { email: `forged@${own.domain}`, email_verified: true });
    const address = await world.acme.visit(location, 'forged');
    const now = Math.floor(Date.now() / 1000);
    const token = await forge({
      ...{ iss: world.acme.issuer, aud: oidcClient.client_id, sub: 'forged', exp: now + 60, iat: now },
      ...{ nonce: new URL(location).searchParams.get('nonce'), email: `forged@${own.domain}`, email_verified: true },
    });
    world.acme.before((req, res) => {
      if (req.method !== 'POST') return false;
      res.writeHead(200, { 'content-type': 'application/json' });
      res.end(JSON.stringify({ access_token: 'any', token_type: 'bearer', id_token: token }));
      return true;
    });
    try {
      return await world.finish(address, cookie, own.connection.reference);
    } finally {
      world.acme.before(undefined);
    }
  }
});

describe('logout', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const tell = (reference: string, token: string) =>
    world.people.open.endSessionsByIssuer(
      { connection: reference },
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `logout_token=${token}` },
    );

  it('by the issuer ends the sessions that it has made, and no later one when it is repeated', async () => {
    const { domain, connection } = await world.company(world.acme);
    world.acme.add('leaver', { email: `leaver@${domain}`, email_verified: true });
    const [one, two] = [
      await world.signIn(connection.reference, world.acme, 'leaver'),
      await world.signIn(connection.reference, world.acme, 'leaver'),
    ];
    const iat = Math.floor(Date.now() / 1000) - 60;
    expect((await tell(connection.reference, await world.acme.sign({ sub: 'another', events: event }))).status).toBe(
      200,
    );
    expect(await world.userOf(one.session)).toBeDefined();
    const token = await world.acme.sign({ sub: 'leaver', events: event });
    expect((await tell(connection.reference, token)).status).toBe(200);
    expect([await world.userOf(one.session), await world.userOf(two.session)]).toEqual([undefined, undefined]);
    expect((await world.people.outbox(tokenRevoked)).length).toBeGreaterThanOrEqual(2);
    const again = await world.signIn(connection.reference, world.acme, 'leaver');
    await world.people.db.query("UPDATE oidc_logins SET created_at = created_at + interval '2 minutes'");
    expect(
      (await tell(connection.reference, await world.acme.sign({ sub: 'leaver', events: event, iat }))).status,
    ).toBe(200);
    expect(await world.userOf(again.session)).toBeDefined();
  });

  it('takes no token that is not one', async () => {
    const { domain, connection } = await world.company(world.acme);
    world.acme.add('stayer', { email: `stayer@${domain}`, email_verified: true });
    const { session } = await world.signIn(connection.reference, world.acme, 'stayer');
    const good = { sub: 'stayer', events: event };
    const tokens = [
      new UnsecuredJWT({ ...good, iss: world.acme.issuer, aud: oidcClient.client_id } as never).encode(),
      await world.acme.sign({ sub: 'stayer' }),
      await world.acme.sign({ ...good, nonce: 'n' }),
      await world.acme.sign({ events: event }),
      await world.acme.sign({ ...good, aud: 'another' }),
      await world.acme.sign({ ...good, iss: world.evil.issuer }),
      await world.acme.sign({ ...good, iat: Math.floor(Date.now() / 1000) - 300 }),
      await world.evil.sign({ ...good, iss: world.acme.issuer }, { jku: `${world.evil.issuer}/jwks` }),
      'no token',
    ];
    for (const token of tokens)
      expect((await tell(connection.reference, token)).body).toMatchObject({ code: 'logout_token_invalid' });
    expect(await world.userOf(session)).toBeDefined();
  });

  it.each([
    ['nothing', '', 400, 'logout_token_invalid'],
    ['no token', 'token=x', 400, 'logout_token_invalid'],
    ['an empty token', 'logout_token=', 400, 'logout_token_invalid'],
    ['U+0000', 'logout_token=%00', 400, 'logout_token_invalid'],
    ['broken UTF-8', 'logout_token=%C3%28', 400, 'logout_token_invalid'],
    ['two tokens', 'logout_token=a&logout_token=b', 400, 'logout_token_invalid'],
    ['a token of empty parts', 'logout_token=..', 400, 'logout_token_invalid'],
    ['a token that is no JSON', 'logout_token=eA.eA.eA', 400, 'logout_token_invalid'],
    ['JSON', '{"logout_token":{"$ne":1}}', 400, 'logout_token_invalid'],
    ['far too much', `logout_token=${'x'.repeat(20_000)}`, 413, 'body_too_large'],
  ])('refuses a form with %s', async (_what, body, status, code) => {
    const { connection } = await world.company(world.acme);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const refused = await world.people.open.endSessionsByIssuer(
      { connection: connection.reference },
      { headers, body },
    );
    expect([refused.status, refused.body]).toMatchObject([status, { code }]);
  });

  it('here leads on to the issuer, which knows the session', async () => {
    const { domain, connection } = await world.company(world.acme);
    world.acme.add('quitter', { email: `quitter@${domain}`, email_verified: true });
    const { session = '' } = await world.signIn(connection.reference, world.acme, 'quitter');
    const { body } = await world.people.open.endSession({}, { headers: { cookie: session } });
    const url = new URL(body.logout_url ?? '');
    expect(url.origin).toBe(world.acme.issuer);
    // A hint or an address that the provider did not know would be refused.
    expect((await fetch(url)).status).toBe(200);
    expect(await world.userOf(session)).toBeUndefined();
  });

  it('comes with the end of the connection', async () => {
    const { owner, projectId, domain, connection } = await world.company(world.acme);
    world.acme.add('last', { email: `last@${domain}`, email_verified: true });
    const { session } = await world.signIn(connection.reference, world.acme, 'last');
    await world.people
      .as(owner)
      .deleteSignInConnection({ id_project: projectId, sign_in_connection_id: connection._id });
    expect(await world.userOf(session)).toBeUndefined();
    const gone = await world.people.open.startOidc({ connection: connection.reference });
    expect([gone.status, gone.body]).toMatchObject([404, { code: 'connection_not_found' }]);
  });
});
