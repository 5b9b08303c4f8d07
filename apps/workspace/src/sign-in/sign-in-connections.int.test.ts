import {
  type Actor,
  signInConnectionBypassed,
  signInDomainLost,
  teammateJoined,
  tokenRevoked,
} from '@parley/contracts';
import { DnsStandIn } from '@parley/testkit';
import { UnsecuredJWT } from 'jose';

import { withTotp } from '../../test/authenticator.ts';
import { type IdentityProvider, oidcClient, startIdentityProvider } from '@parley/testkit/identity-provider';
import { inProject, type PeopleHarness, type Person, startPeopleHarness } from '../../test/people-harness.ts';

let acme: IdentityProvider;
let evil: IdentityProvider;
let dns: DnsStandIn;
let people: PeopleHarness;
beforeAll(async () => {
  [acme, evil, dns] = await Promise.all([startIdentityProvider(), startIdentityProvider(), DnsStandIn.start()]);
  people = await startPeopleHarness({ OUTBOUND_ALLOW: '127.0.0.1', SIGN_IN_DNS: dns.address });
});
afterAll(async () => {
  await people?.stop();
  dns?.stop();
  await Promise.all([acme?.stop(), evil?.stop()]);
});

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

type Headers = Record<string, string | undefined>;
const cookieOf = (headers: Headers) => headers['set-cookie']?.split(';')[0] ?? '';

async function start(reference: string) {
  const { status, headers } = await people.open.startOidc({ connection: reference });
  expect(status).toBe(302);
  return { cookie: cookieOf(headers), location: headers.location ?? '' };
}

/** @param path reference of the connection whose address the browser comes back to */
async function finish(address: string, cookie: string, path: string) {
  const query = Object.fromEntries(new URL(address).searchParams);
  const { status, headers } = await people.open.finishProjectOidc({ connection: path }, { query, headers: { cookie } });
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

it('keeps the secret of a connection sealed, and shows it to nobody', async () => {
  const { owner, projectId, connection } = await company(acme);
  const listed = await people.as(owner).listSignInConnections({ id_project: projectId });
  expect(listed.body).toEqual([connection]);
  expect(JSON.stringify([connection, await people.db.query('SELECT * FROM sign_in_connections')])).not.toContain(
    oidcClient.client_secret,
  );
  expect(connection.redirect_uri).toBe(`https://parley.example/v3/auth/oidc/${connection.reference}/callback`);
});

it('makes a new person of a proved domain a member, once, however many sign-ins there are at once', async () => {
  const { owner, projectId, domain, connection } = await company(acme);
  acme.add('vera', { email: `vera@${domain}`, email_verified: true, given_name: 'Vera', family_name: 'Rubin' });
  const ways = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { cookie, location } = await start(connection.reference);
      return { cookie, address: await acme.visit(location, 'vera') };
    }),
  );
  const before = await counts();
  const answers = await Promise.all(ways.map(({ address, cookie }) => finish(address, cookie, connection.reference)));
  expect(answers.map(({ problem }) => problem)).toEqual(Array(20).fill(null));
  expect(await counts()).toEqual({
    users: Number(before?.users) + 1,
    identities: Number(before?.identities) + 1,
    teammates: Number(before?.teammates) + 1,
  });
  const user = await userOf(answers[0]?.session);
  expect(await memberOf(owner, projectId, user?._id ?? '')).toMatchObject({ role: 'agent', status: 'active' });
  const joined = (await people.outbox(teammateJoined)).filter(({ idproject }) => idproject === projectId);
  expect(joined.map(({ data }) => data.origin)).toEqual(['project', 'connection']);
});

describe('a domain', () => {
  it('is proved by its record alone, and by one project alone, of ten that prove it at once', async () => {
    const owners = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => people.project(await people.signUp(`Rival${index}`))),
    );
    const records: string[] = [];
    for (const { owner, projectId } of owners) {
      const added = await people.as(owner).addSignInDomain({ id_project: projectId, domain: 'rivals.example' });
      records.push(added.body.record);
      const early = await people.as(owner).verifySignInDomain({ id_project: projectId, domain: 'rivals.example' });
      expect([early.status, early.body.code]).toEqual([422, 'domain_not_proved']);
    }
    dns.set('TXT', 'rivals.example', ...records);
    const answers = await Promise.all(
      owners.map(({ owner, projectId }) =>
        people.as(owner).verifySignInDomain({ id_project: projectId, domain: 'rivals.example' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  it('is lost when its record has been missing for three days, and not when name servers fail', async () => {
    const { owner, projectId, domain } = await company(acme);
    const proved = async () =>
      (await people.as(owner).listSignInDomains({ id_project: projectId })).body.map(({ proved_at }) => !!proved_at);
    const aDayLater = async () => {
      await people.db.query(
        "UPDATE sign_in_domains SET checked_at = checked_at - interval '25 hours', missing_since = missing_since - interval '25 hours'",
      );
      await people.runJob('check-domains');
    };
    dns.broken.add(domain);
    for (let day = 0; day < 5; day += 1) await aDayLater();
    expect(await proved()).toEqual([true]);
    dns.broken.delete(domain);
    dns.set('TXT', domain, 'v=spf1 -all');
    for (let day = 0; day < 3; day += 1) await aDayLater();
    expect(await proved()).toEqual([true]);
    await aDayLater();
    expect(await proved()).toEqual([false]);
    expect((await people.outbox(signInDomainLost)).map(({ data }) => data.domain.domain)).toContain(domain);
  });
});

describe('an issuer of a project makes and links no account', () => {
  let victim: Person;
  let own: Awaited<ReturnType<typeof company>>;
  let attacker: Awaited<ReturnType<typeof company>>;
  beforeAll(async () => {
    own = await company(acme);
    attacker = await company(evil);
    victim = await people.signUp('Victim');
  });

  it.each([
    ['of a domain that another project has proved', () => `someone@${own.domain}`, true],
    ['of a domain that nobody has proved', () => 'someone@gmail.example', true],
    ['of an account elsewhere', () => victim.email, true],
    ['that is not proved', () => `new@${attacker.domain}`, false],
    ['of a part of its domain', () => `new@sub.${attacker.domain}`, true],
    ['with letters that look alike', () => `nеw@${attacker.domain}`, true],
  ])('for an address %s', async (_, email, isVerified) => {
    evil.add('attacker', { email: email(), email_verified: isVerified });
    const before = await counts();
    expect(await signIn(attacker.connection.reference, evil, 'attacker')).toMatchObject({
      problem: 'not_invited',
      session: undefined,
      step: {},
    });
    expect(await counts()).toEqual(before);
  });

  it('where a code or an answer of another issuer comes to its address (mix-up), or a code of another way (injection)', async () => {
    acme.add('target', { email: `target@${own.domain}`, email_verified: true });
    evil.add('target', { email: `target@${own.domain}`, email_verified: true });
    const before = await counts();
    const honest = await start(own.connection.reference);
    const address = await acme.visit(honest.location, 'target');
    // The honest answer, led to the address of the attacker's connection.
    expect(await finish(address, honest.cookie, attacker.connection.reference)).toMatchObject({
      problem: 'sign_in_refused',
      session: undefined,
    });

    const begun = await start(attacker.connection.reference);
    const mixed = new URL(await evil.visit(begun.location, 'target'));
    const stolen = new URL(await acme.visit((await start(own.connection.reference)).location, 'target'));
    for (const name of ['code', 'iss']) mixed.searchParams.set(name, stolen.searchParams.get(name) ?? '');
    expect((await finish(mixed.href, begun.cookie, attacker.connection.reference)).problem).toBe('sign_in_refused');

    const [one, two] = [await start(own.connection.reference), await start(own.connection.reference)];
    const injected = new URL(await acme.visit(one.location, 'target'));
    const foreign = new URL(await acme.visit(two.location, 'target'));
    injected.searchParams.set('code', foreign.searchParams.get('code') ?? '');
    expect((await finish(injected.href, one.cookie, own.connection.reference)).problem).toBe('sign_in_refused');
    expect(await counts()).toEqual(before);
  });

  it.each([
    ['without a signature', async (claims: object) => new UnsecuredJWT(claims as never).encode()],
    [
      'under a key that its header points to',
      async (claims: object) => evil.sign(claims as never, { jku: `${evil.issuer}/jwks`, kid: 'x' }),
    ],
    ['with another nonce', async (claims: object) => acme.sign({ ...claims, nonce: 'another' })],
    ['of another issuer', async (claims: object) => acme.sign({ ...claims, iss: evil.issuer })],
    ['for another client', async (claims: object) => acme.sign({ ...claims, aud: 'another' })],
    [
      'of two minutes ago',
      async (claims: object) => acme.sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 }),
    ],
  ])('by an ID token %s', async (_, forge) => {
    const before = await counts();
    expect((await signInWith(forge)).problem).toBe('sign_in_refused');
    expect(await counts()).toEqual(before);
  });

  it('but does by one that is right, a minute late', async () => {
    const late = await signInWith((claims) => acme.sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 50 }));
    expect([late.problem, late.session]).toEqual([null, expect.any(String)]);
  });

  /** A way whose token endpoint answers with a token of the test. */
  async function signInWith(forge: (claims: object) => Promise<string>) {
    const { cookie, location } = await start(own.connection.reference);
    acme.add('forged', { email: `forged@${own.domain}`, email_verified: true });
    const address = await acme.visit(location, 'forged');
    const now = Math.floor(Date.now() / 1000);
    const token = await forge({
      ...{ iss: acme.issuer, aud: oidcClient.client_id, sub: 'forged', exp: now + 60, iat: now },
      ...{ nonce: new URL(location).searchParams.get('nonce'), email: `forged@${own.domain}`, email_verified: true },
    });
    acme.before((req, res) => {
      if (req.method !== 'POST') return false;
      res.writeHead(200, { 'content-type': 'application/json' });
      res.end(JSON.stringify({ access_token: 'any', token_type: 'bearer', id_token: token }));
      return true;
    });
    try {
      return await finish(address, cookie, own.connection.reference);
    } finally {
      acme.before(undefined);
    }
  }
});

describe('claims', () => {
  it('decide role, custom role and groups anew at each sign-in, leave owners and other groups, and suspend who has none', async () => {
    const { owner, projectId, domain, ada } = await company(acme);
    const as = people.as(owner);
    const role = await as.createRole({
      id_project: projectId,
      name: 'Reader',
      base: 'agent',
      rights: { 'notes.write': false },
    });
    const [night, other] = await Promise.all(
      ['Night', 'Other'].map(async (name) => (await as.createGroup({ id_project: projectId, name })).body),
    );
    const { reference } = await connect(owner, projectId, acme, {
      role_claim: 'groups',
      role_map: [
        { value: 'leads', role: 'admin' },
        { value: 'readers', role: 'agent', role_id: role.body._id },
      ],
      group_claim: 'groups',
      group_map: [{ value: 'night', id_group: night?._id }],
    });
    const email = `grace@${domain}`;
    const come = async (...groups: string[]) => {
      acme.add('grace', { email, email_verified: true, groups });
      return signIn(reference, acme, 'grace');
    };
    const groupsOf = async () =>
      (await as.listGroups({ id_project: projectId })).body
        .filter(({ members }) => members.includes(id))
        .map(({ name }) => name);

    const id = (await userOf((await come('leads', 'night')).session))?._id ?? '';
    expect(await memberOf(owner, projectId, id)).toMatchObject({ role: 'admin', status: 'active' });
    await as.updateGroup({ id_project: projectId, group_id: other?._id ?? '', members: [id] });
    expect((await groupsOf()).sort()).toEqual(['Night', 'Other']);

    await come('readers');
    expect(await memberOf(owner, projectId, id)).toMatchObject({ role: 'agent', role_id: role.body._id });
    expect(await groupsOf()).toEqual(['Other']);

    // Too many groups to be named: nothing can be concluded.
    acme.add('grace', { email, email_verified: true, _claim_names: { groups: 'src1' } });
    expect((await signIn(reference, acme, 'grace')).session).toBeDefined();
    expect(await memberOf(owner, projectId, id)).toMatchObject({ role_id: role.body._id, status: 'active' });
    acme.add('hedy', { email: `hedy@${domain}`, email_verified: true, _claim_names: { groups: 'src1' } });
    expect((await signIn(reference, acme, 'hedy')).problem).toBe('claims_missing');

    expect(await come('nothing')).toMatchObject({ problem: 'not_invited', session: undefined });
    expect(await memberOf(owner, projectId, id)).toMatchObject({ status: 'disabled' });
    expect(await memberOf(owner, projectId, ada.user._id)).toMatchObject({ role: 'owner', status: 'active' });
  });
});

it('links an account that has a password by that password alone, and the person joins then', async () => {
  const { owner, projectId, connection } = await company(acme);
  const member = await people.signUp('Known');
  await prove(owner, projectId, 'x.io');
  acme.add('known', { email: member.email, email_verified: true });
  const asked = await signIn(connection.reference, acme, 'known');
  expect(asked).toMatchObject({ session: undefined, step: { link: expect.any(String), email: member.email } });
  expect(await memberOf(owner, projectId, member.user._id)).toBeUndefined();
  const linked = await people.open.linkOidc({ challenge: asked.step.link ?? '', password: member.password });
  expect(linked.status).toBe(200);
  expect(await memberOf(owner, projectId, member.user._id)).toMatchObject({ role: 'agent' });
  await people.as(owner).deleteSignInDomain({ id_project: projectId, domain: 'x.io' });
  // Without the domain the project no longer speaks for the person.
  expect((await signIn(connection.reference, acme, 'known')).problem).toBe('sign_in_refused');
});

describe('an enforced connection', () => {
  it('leaves its people no other way in; a named owner has one with a second factor, and all owners are told', async () => {
    const ada = await people.signUp('Enforcer');
    const { projectId, owner } = await people.project(ada);
    await prove(owner, projectId, 'x.io');
    const { _id: id, reference } = await connect(owner, projectId, acme);
    const enforce = (breakGlass: string[]) =>
      people.as(owner).updateSignInConnection({
        ...{ id_project: projectId, sign_in_connection_id: id, enforced: true, break_glass: breakGlass },
      });
    expect((await enforce([])).status).toBe(422);
    expect((await enforce([ada.user._id])).body.code).toBe('second_factor_missing');
    const app = await withTotp(people, ada);
    const bob = await people.signUp('Bob');
    const [, , id_user = '', code = ''] = await people.mailedPath(bob.email);
    expect((await people.open.verifyEmail({ id_user, code })).status).toBe(200);
    await people
      .as(owner)
      .inviteTeammate({ id_project: projectId, email: bob.email, role: 'agent', user_available: true });
    const stranger = await people.signUp('Stranger');
    expect((await enforce([ada.user._id])).status).toBe(200);

    const refusals = await Promise.all([
      people.open.signIn({ email: bob.email, password: bob.password }),
      people.open.createSession({ email: bob.email, password: bob.password }),
    ]);
    for (const { status, body } of refusals)
      expect([status, body]).toMatchObject([
        403,
        { code: 'sign_in_by_connection', connection: reference, name: 'Acme' },
      ]);
    const basic = people.identity.authenticateBasic({
      email: bob.email,
      password: bob.password,
      clientAddress: '203.0.113.7',
    });
    await expect(basic).rejects.toMatchObject({ code: 'sign_in_by_connection' });
    expect((await people.open.signIn({ email: stranger.email, password: stranger.password })).status).toBe(200);

    await people.open.requestPasswordReset({ email: bob.email });
    expect((await people.mailsTo(bob.email)).filter(({ subject }) => subject === 'Set a new password')).toEqual([]);

    const asked = await people.open.createSession({ email: ada.email, password: ada.password });
    expect(asked.body.code).toBe('second_factor_required');
    const { challenge } = asked.body as unknown as { challenge: string };
    expect((await people.open.createSessionWithFactor({ challenge, code: app.code() })).status).toBe(200);
    expect((await people.outbox(signInConnectionBypassed)).map(({ data }) => data.id_user)).toEqual([ada.user._id]);
    expect((await people.mailsTo(ada.email)).map(({ subject }) => subject)).toContain(
      'Enforcer Byron signed in without Acme',
    );

    acme.add('bob', { email: bob.email, email_verified: true });
    const linking = await signIn(reference, acme, 'bob');
    const linked = await people.open.linkOidc({ challenge: linking.step.link ?? '', password: bob.password });
    expect(linked.status).toBe(200);
    expect((await signIn(reference, acme, 'bob')).session).toBeDefined();
  });
});

describe('logout', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const tell = (reference: string, token: string) =>
    people.open.endSessionsByIssuer(
      { connection: reference },
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `logout_token=${token}` },
    );

  it('by the issuer ends the sessions that it has made, and no later one when it is repeated', async () => {
    const { domain, connection } = await company(acme);
    acme.add('leaver', { email: `leaver@${domain}`, email_verified: true });
    const [one, two] = [
      await signIn(connection.reference, acme, 'leaver'),
      await signIn(connection.reference, acme, 'leaver'),
    ];
    const iat = Math.floor(Date.now() / 1000) - 60;
    expect((await tell(connection.reference, await acme.sign({ sub: 'another', events: event }))).status).toBe(200);
    expect(await userOf(one.session)).toBeDefined();
    const token = await acme.sign({ sub: 'leaver', events: event });
    expect((await tell(connection.reference, token)).status).toBe(200);
    expect([await userOf(one.session), await userOf(two.session)]).toEqual([undefined, undefined]);
    expect((await people.outbox(tokenRevoked)).length).toBeGreaterThanOrEqual(2);
    const again = await signIn(connection.reference, acme, 'leaver');
    await people.db.query("UPDATE oidc_logins SET created_at = created_at + interval '2 minutes'");
    expect((await tell(connection.reference, await acme.sign({ sub: 'leaver', events: event, iat }))).status).toBe(200);
    expect(await userOf(again.session)).toBeDefined();
  });

  it('takes no token that is not one', async () => {
    const { domain, connection } = await company(acme);
    acme.add('stayer', { email: `stayer@${domain}`, email_verified: true });
    const { session } = await signIn(connection.reference, acme, 'stayer');
    const good = { sub: 'stayer', events: event };
    const tokens = [
      new UnsecuredJWT({ ...good, iss: acme.issuer, aud: oidcClient.client_id } as never).encode(),
      await acme.sign({ sub: 'stayer' }),
      await acme.sign({ ...good, nonce: 'n' }),
      await acme.sign({ events: event }),
      await acme.sign({ ...good, aud: 'another' }),
      await acme.sign({ ...good, iss: evil.issuer }),
      await acme.sign({ ...good, iat: Math.floor(Date.now() / 1000) - 300 }),
      await evil.sign({ ...good, iss: acme.issuer }, { jku: `${evil.issuer}/jwks` }),
      'no token',
    ];
    for (const token of tokens)
      expect((await tell(connection.reference, token)).body).toMatchObject({ code: 'logout_token_invalid' });
    expect(await userOf(session)).toBeDefined();
  });

  it('here leads on to the issuer, which knows the session', async () => {
    const { domain, connection } = await company(acme);
    acme.add('quitter', { email: `quitter@${domain}`, email_verified: true });
    const { session = '' } = await signIn(connection.reference, acme, 'quitter');
    const { body } = await people.open.endSession({}, { headers: { cookie: session } });
    const url = new URL(body.logout_url ?? '');
    expect(url.origin).toBe(acme.issuer);
    // A hint or an address that the provider did not know would be refused.
    expect((await fetch(url)).status).toBe(200);
    expect(await userOf(session)).toBeUndefined();
  });

  it('comes with the end of the connection', async () => {
    const { owner, projectId, domain, connection } = await company(acme);
    acme.add('last', { email: `last@${domain}`, email_verified: true });
    const { session } = await signIn(connection.reference, acme, 'last');
    await people.as(owner).deleteSignInConnection({ id_project: projectId, sign_in_connection_id: connection._id });
    expect(await userOf(session)).toBeUndefined();
    const gone = await people.open.startOidc({ connection: connection.reference });
    expect([gone.status, gone.body]).toMatchObject([404, { code: 'connection_not_found' }]);
  });
});

describe('a check', () => {
  it('tells a good client from one that the provider does not know, and from an issuer that is down', async () => {
    const { owner, projectId, connection } = await company(acme);
    const ask = () =>
      people.as(owner).checkSignInConnection({ id_project: projectId, sign_in_connection_id: connection._id });
    expect((await ask()).body).toEqual({
      ok: true,
      steps: ['discovery', 'keys', 'client'].map((check) => ({ check, ok: true })),
      logout: true,
    });
    const change = { id_project: projectId, sign_in_connection_id: connection._id, client_secret: 'wrong' };
    await people.as(owner).updateSignInConnection(change);
    expect((await ask()).body.steps).toContainEqual({ check: 'client', ok: false, problem: 'invalid_client' });
    acme.before((_req, res) => {
      res.writeHead(503).end();
      return true;
    });
    expect((await ask()).body).toMatchObject({ ok: false, steps: [{ check: 'discovery', ok: false }] });
    acme.before(undefined);
  });

  it.each(['http://127.0.0.1:1', 'https://10.0.0.1', 'https://169.254.169.254'])(
    'takes no issuer at %s',
    async (issuer) => {
      const { projectId, owner } = await people.project(await people.signUp(`Prober${made++}`));
      const { status } = await people
        .as(owner)
        .createSignInConnection({ id_project: projectId, name: 'X', issuer, ...oidcClient });
      expect(status).toBe(422);
    },
  );
});

it('tells of an address whether its domain has a connection, and nothing of accounts', async () => {
  const { ada, domain, connection } = await company(acme);
  const ask = async (email: string) => (await people.open.findConnection({ email })).body;
  const found = { connections: [{ id: connection.reference, name: 'Acme' }], enforced: false };
  expect(await ask(`nobody@${domain}`)).toEqual(found);
  expect(await ask(`NOBODY@${domain.toUpperCase()}`)).toEqual(found);
  expect(await ask(ada.email.replace('x.io', 'y.io'))).toEqual({ connections: [], enforced: false });
});

it('shows and changes connections and domains of its own project alone', async () => {
  const one = await company(acme);
  const two = await company(acme);
  const foreign = people.as(inProject(two.ada.actor, two.projectId, 'owner'));
  const of = { id_project: two.projectId, sign_in_connection_id: one.connection._id };
  for (const call of [
    foreign.updateSignInConnection(of),
    foreign.deleteSignInConnection(of),
    foreign.checkSignInConnection(of),
  ])
    expect((await call).body.code).toBe('connection_not_found');
  for (const call of [
    foreign.verifySignInDomain({ id_project: two.projectId, domain: one.domain }),
    foreign.deleteSignInDomain({ id_project: two.projectId, domain: one.domain }),
  ])
    expect((await call).body.code).toBe('domain_not_found');
  const mixed = await people.open.startOidc({ connection: `${two.projectId}.${one.connection._id}` });
  expect(mixed.status).toBe(404);
});
