import { randomUUID } from 'node:crypto';

import { signInConnectionBypassed, signInDomainLost, teammateJoined } from '@parley/contracts';
import { oidcClient } from '@parley/testkit/identity-provider';

import { withTotp } from '../../test/authenticator.ts';
import { type Companies, startCompanies } from '../../test/company-harness.ts';
import { claimsOf, inProject } from '../../test/people-harness.ts';
import { customToken } from '../../test/team-harness.ts';

let world: Companies;
beforeAll(async () => {
  world = await startCompanies();
});
afterAll(() => world?.stop());

it('keeps the secret of a connection sealed, and shows it to nobody', async () => {
  const { owner, projectId, connection } = await world.company(world.acme);
  const listed = await world.people.as(owner).listSignInConnections({ id_project: projectId });
  expect(listed.body).toEqual([connection]);
  expect(JSON.stringify([connection, await world.people.db.query('SELECT * FROM sign_in_connections')])).not.toContain(
    oidcClient.client_secret,
  );
  expect(connection.redirect_uri).toBe(`https://parley.example/v3/auth/oidc/${connection.reference}/callback`);
});

it('makes a new person of a proved domain a member, once, however many sign-ins there are at once', async () => {
  const { owner, projectId, domain, connection } = await world.company(world.acme);
  world.acme.add('vera', { email: `vera@${domain}`, email_verified: true, given_name: 'Vera', family_name: 'Rubin' });
  const ways = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { cookie, location } = await world.start(connection.reference);
      return { cookie, address: await world.acme.visit(location, 'vera') };
    }),
  );
  const before = await world.counts();
  const answers = await Promise.all(
    ways.map(({ address, cookie }) => world.finish(address, cookie, connection.reference)),
  );
  expect(answers.map(({ problem }) => problem)).toEqual(Array(20).fill(null));
  expect(await world.counts()).toEqual({
    users: Number(before?.users) + 1,
    identities: Number(before?.identities) + 1,
    teammates: Number(before?.teammates) + 1,
  });
  const user = await world.userOf(answers[0]?.session);
  expect(await world.memberOf(owner, projectId, user?._id ?? '')).toMatchObject({ role: 'agent', status: 'active' });
  const joined = (await world.people.outbox(teammateJoined)).filter(({ idproject }) => idproject === projectId);
  expect(joined.map(({ data }) => data.origin)).toEqual(['project', 'connection']);
});

describe('a domain', () => {
  it('is proved by its record alone, and by one project alone, of ten that prove it at once', async () => {
    const owners = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => world.people.project(await world.people.signUp(`Rival${index}`))),
    );
    const records: string[] = [];
    for (const { owner, projectId } of owners) {
      const added = await world.people.as(owner).addSignInDomain({ id_project: projectId, domain: 'rivals.example' });
      records.push(added.body.record);
      const early = await world.people
        .as(owner)
        .verifySignInDomain({ id_project: projectId, domain: 'rivals.example' });
      expect([early.status, early.body.code]).toEqual([422, 'domain_not_proved']);
    }
    world.dns.set('TXT', 'rivals.example', ...records);
    const answers = await Promise.all(
      owners.map(({ owner, projectId }) =>
        world.people.as(owner).verifySignInDomain({ id_project: projectId, domain: 'rivals.example' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  it('is lost when its record has been missing for three days, and not when name servers fail', async () => {
    const { owner, projectId, domain } = await world.company(world.acme);
    const proved = async () =>
      (await world.people.as(owner).listSignInDomains({ id_project: projectId })).body.map(
        ({ proved_at }) => !!proved_at,
      );
    const aDayLater = async () => {
      await world.people.db.query(
        "UPDATE sign_in_domains SET checked_at = checked_at - interval '25 hours', missing_since = missing_since - interval '25 hours'",
      );
      await world.people.runJob('check-domains');
    };
    world.dns.broken.add(domain);
    for (let day = 0; day < 5; day += 1) await aDayLater();
    expect(await proved()).toEqual([true]);
    world.dns.broken.delete(domain);
    world.dns.set('TXT', domain, 'v=spf1 -all');
    for (let day = 0; day < 3; day += 1) await aDayLater();
    expect(await proved()).toEqual([true]);
    await aDayLater();
    expect(await proved()).toEqual([false]);
    expect((await world.people.outbox(signInDomainLost)).map(({ data }) => data.domain.domain)).toContain(domain);
  });
});

describe('claims', () => {
  it('decide role, custom role and groups anew at each sign-in, leave owners and other groups, and suspend who has none', async () => {
    const { owner, projectId, domain, ada } = await world.company(world.acme);
    const as = world.people.as(owner);
    const role = await as.createRole({
      id_project: projectId,
      name: 'Reader',
      base: 'agent',
      rights: { 'notes.write': false },
    });
    const [night, other] = await Promise.all(
      ['Night', 'Other'].map(async (name) => (await as.createGroup({ id_project: projectId, name })).body),
    );
    const { reference } = await world.connect(owner, projectId, world.acme, {
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
      world.acme.add('grace', { email, email_verified: true, groups });
      return world.signIn(reference, world.acme, 'grace');
    };
    const groupsOf = async () =>
      (await as.listGroups({ id_project: projectId })).body
        .filter(({ members }) => members.includes(id))
        .map(({ name }) => name);

    const id = (await world.userOf((await come('leads', 'night')).session))?._id ?? '';
    expect(await world.memberOf(owner, projectId, id)).toMatchObject({ role: 'admin', status: 'active' });
    await as.updateGroup({ id_project: projectId, group_id: other?._id ?? '', members: [id] });
    expect((await groupsOf()).sort()).toEqual(['Night', 'Other']);

    await come('readers');
    expect(await world.memberOf(owner, projectId, id)).toMatchObject({ role: 'agent', role_id: role.body._id });
    expect(await groupsOf()).toEqual(['Other']);

    // Too many groups to be named: nothing can be concluded.
    world.acme.add('grace', { email, email_verified: true, _claim_names: { groups: 'src1' } });
    expect((await world.signIn(reference, world.acme, 'grace')).session).toBeDefined();
    expect(await world.memberOf(owner, projectId, id)).toMatchObject({ role_id: role.body._id, status: 'active' });
    world.acme.add('hedy', { email: `hedy@${domain}`, email_verified: true, _claim_names: { groups: 'src1' } });
    expect((await world.signIn(reference, world.acme, 'hedy')).problem).toBe('claims_missing');

    expect(await come('nothing')).toMatchObject({ problem: 'not_invited', session: undefined });
    expect(await world.memberOf(owner, projectId, id)).toMatchObject({ status: 'disabled' });
    expect(await world.memberOf(owner, projectId, ada.user._id)).toMatchObject({ role: 'owner', status: 'active' });
  });
});

it('links an account that has a password by that password alone, and the person joins then', async () => {
  const { owner, projectId, connection } = await world.company(world.acme);
  const member = await world.people.signUp('Known');
  await world.prove(owner, projectId, 'x.io');
  world.acme.add('known', { email: member.email, email_verified: true });
  const asked = await world.signIn(connection.reference, world.acme, 'known');
  expect(asked).toMatchObject({ session: undefined, step: { link: expect.any(String), email: member.email } });
  expect(await world.memberOf(owner, projectId, member.user._id)).toBeUndefined();
  const linked = await world.people.open.linkOidc({ challenge: asked.step.link ?? '', password: member.password });
  expect(linked.status).toBe(200);
  expect(await world.memberOf(owner, projectId, member.user._id)).toMatchObject({ role: 'agent' });
  await world.people.as(owner).deleteSignInDomain({ id_project: projectId, domain: 'x.io' });
  // Without the domain the project no longer speaks for the person.
  expect((await world.signIn(connection.reference, world.acme, 'known')).problem).toBe('sign_in_refused');
});

describe('an enforced connection', () => {
  it('leaves its people no other way in; a named owner has one with a second factor, and all owners are told', async () => {
    const ada = await world.people.signUp('Enforcer');
    const { projectId, owner } = await world.people.project(ada);
    await world.prove(owner, projectId, 'x.io');
    const { _id: id, reference } = await world.connect(owner, projectId, world.acme);
    const enforce = (breakGlass: string[]) =>
      world.people.as(owner).updateSignInConnection({
        ...{ id_project: projectId, sign_in_connection_id: id, enforced: true, break_glass: breakGlass },
      });
    expect((await enforce([])).status).toBe(422);
    expect((await enforce([ada.user._id])).body.code).toBe('second_factor_missing');
    const app = await withTotp(world.people, ada);
    const bob = await world.people.signUp('Bob');
    const [, , id_user = '', code = ''] = await world.people.mailedPath(bob.email);
    expect((await world.people.open.verifyEmail({ id_user, code })).status).toBe(200);
    await world.people
      .as(owner)
      .inviteTeammate({ id_project: projectId, email: bob.email, role: 'agent', user_available: true });
    const stranger = await world.people.signUp('Stranger');
    expect((await enforce([ada.user._id])).status).toBe(200);

    const refusals = await Promise.all([
      world.people.open.signIn({ email: bob.email, password: bob.password }),
      world.people.open.createSession({ email: bob.email, password: bob.password }),
    ]);
    for (const { status, body } of refusals)
      expect([status, body]).toMatchObject([
        403,
        { code: 'sign_in_by_connection', connection: reference, name: 'Acme' },
      ]);
    const basic = world.people.identity.authenticateBasic({
      email: bob.email,
      password: bob.password,
      clientAddress: '203.0.113.7',
    });
    await expect(basic).rejects.toMatchObject({ code: 'sign_in_by_connection' });
    expect((await world.people.open.signIn({ email: stranger.email, password: stranger.password })).status).toBe(200);

    await world.people.open.requestPasswordReset({ email: bob.email });
    expect((await world.people.mailsTo(bob.email)).filter(({ subject }) => subject === 'Set a new password')).toEqual(
      [],
    );

    // Nor does an invitation: who takes it up has an account, and signs in by the connection.
    const invited = { id_project: projectId, email: 'carol@x.io', role: 'agent' as const, user_available: true };
    expect((await world.people.as(owner).inviteTeammate(invited)).status).toBe(200);
    const [, invitation = ''] = await world.people.mailedPath('carol@x.io');
    const carol = await world.people.signUp('Carol', { invitation });
    const uninvited = await world.people.open.createSession({ email: carol.email, password: carol.password });
    expect([uninvited.status, uninvited.body.code]).toEqual([403, 'sign_in_by_connection']);

    // The exchange of the widget makes a visitor of the project, whatever is claimed.
    const { jwtSecret } = (await world.people.as(owner).generateSecret({ id_project: projectId })).body;
    const exchange = async (claims: object) => {
      const vouched = `JWT ${await customToken(jwtSecret, projectId, { email: bob.email, role: 'owner', ...claims })}`;
      return world.people.open.signInWithCustomToken({}, { headers: { authorization: vouched } });
    };
    expect((await exchange({ _id: bob.user._id })).status).toBe(401);
    const visitor = await exchange({ _id: 'customer-1' });
    expect(claimsOf(visitor.body.token)).toMatchObject({
      sub: 'userexternal',
      _id: 'customer-1',
      id_project: projectId,
    });

    const asked = await world.people.open.createSession({ email: ada.email, password: ada.password });
    expect(asked.body.code).toBe('second_factor_required');
    const { challenge } = asked.body as unknown as { challenge: string };
    expect((await world.people.open.createSessionWithFactor({ challenge, code: app.code() })).status).toBe(200);
    expect((await world.people.outbox(signInConnectionBypassed)).map(({ data }) => data.id_user)).toEqual([
      ada.user._id,
    ]);
    expect((await world.people.mailsTo(ada.email)).map(({ subject }) => subject)).toContain(
      'Enforcer Byron signed in without Acme',
    );

    world.acme.add('bob', { email: bob.email, email_verified: true });
    const linking = await world.signIn(reference, world.acme, 'bob');
    const linked = await world.people.open.linkOidc({ challenge: linking.step.link ?? '', password: bob.password });
    expect(linked.status).toBe(200);
    expect((await world.signIn(reference, world.acme, 'bob')).session).toBeDefined();
  });
});

describe('a check', () => {
  it('tells a good client from one that the provider does not know, and from an issuer that is down', async () => {
    const { owner, projectId, connection } = await world.company(world.acme);
    const ask = () =>
      world.people.as(owner).checkSignInConnection({ id_project: projectId, sign_in_connection_id: connection._id });
    expect((await ask()).body).toEqual({
      ok: true,
      steps: ['discovery', 'keys', 'client'].map((check) => ({ check, ok: true })),
      logout: true,
    });
    const change = { id_project: projectId, sign_in_connection_id: connection._id, client_secret: 'wrong' };
    await world.people.as(owner).updateSignInConnection(change);
    expect((await ask()).body.steps).toContainEqual({ check: 'client', ok: false, problem: 'invalid_client' });
    world.acme.before((_req, res) => {
      res.writeHead(503).end();
      return true;
    });
    expect((await ask()).body).toMatchObject({ ok: false, steps: [{ check: 'discovery', ok: false }] });
    world.acme.before(undefined);
  });

  it.each(['http://127.0.0.1:1', 'https://10.0.0.1', 'https://169.254.169.254'])(
    'takes no issuer at %s',
    async (issuer) => {
      const { projectId, owner } = await world.people.project(
        await world.people.signUp(`Prober${randomUUID().slice(0, 8)}`),
      );
      const { status } = await world.people
        .as(owner)
        .createSignInConnection({ id_project: projectId, name: 'X', issuer, ...oidcClient });
      expect(status).toBe(422);
    },
  );
});

it('tells of an address whether its domain has a connection, and nothing of accounts', async () => {
  const { ada, domain, connection } = await world.company(world.acme);
  const ask = async (email: string) => (await world.people.open.findConnection({ email })).body;
  const found = { connections: [{ id: connection.reference, name: 'Acme' }], enforced: false };
  expect(await ask(`nobody@${domain}`)).toEqual(found);
  expect(await ask(`NOBODY@${domain.toUpperCase()}`)).toEqual(found);
  expect(await ask(ada.email.replace('x.io', 'y.io'))).toEqual({ connections: [], enforced: false });
});

it('shows and changes connections and domains of its own project alone', async () => {
  const one = await world.company(world.acme);
  const two = await world.company(world.acme);
  const foreign = world.people.as(inProject(two.ada.actor, two.projectId, 'owner'));
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
  const mixed = await world.people.open.startOidc({ connection: `${two.projectId}.${one.connection._id}` });
  expect(mixed.status).toBe(404);
});
