import { factorChanged, tokenRevoked, userSignedIn } from '@parley/contracts';
import { secretsUnder } from '@parley/service-kit/security';
import { amountOf } from '@parley/testkit';

import { newAuthenticator, withTotp } from '../../test/authenticator.ts';
import { inProject, type PeopleHarness, type Person, startPeopleHarness } from '../../test/people-harness.ts';

let people: PeopleHarness;
beforeAll(async () => {
  people = await startPeopleHarness();
});
afterAll(() => people.stop());

const challengeOf = async (person: Person) => {
  const { status, body } = await people.open.signIn({ email: person.email, password: person.password });
  expect([status, body]).toMatchObject([401, { code: 'second_factor_required' }]);
  return String((body as unknown as { challenge: string }).challenge);
};

describe('signing in with a second factor', () => {
  it('is asked for after the right password alone, and answers what signing in answers', async () => {
    const ada = await people.signUp('Ada');
    const app = await withTotp(people, ada);
    const wrong = await people.open.signIn({ email: ada.email, password: 'not the password' });
    expect([wrong.status, wrong.body.code, wrong.body]).toEqual([401, 'invalid_credentials', wrong.body]);
    expect(wrong.body).not.toHaveProperty('challenge');

    const asked = await people.open.signIn({ email: ada.email, password: ada.password });
    expect([asked.status, asked.body]).toMatchObject([
      401,
      {
        code: 'second_factor_required',
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        methods: ['totp', 'recovery_code'],
      },
    ]);
    const challenge = String((asked.body as unknown as { challenge: string }).challenge);
    const { status, body } = await people.open.signInWithFactor({ challenge, code: app.code() });
    expect([status, body]).toMatchObject([
      200,
      { success: true, token: expect.stringMatching(/^JWT /), user: { _id: ada.user._id } },
    ]);
    const events = (await people.outbox(userSignedIn)).filter(({ data }) => data.id_user === ada.user._id);
    expect(events.at(-1)?.data.via).toBe('second_factor');
  });

  it('gives a browser its session', async () => {
    const grace = await people.signUp('Grace');
    const app = await withTotp(people, grace);
    const asked = await people.open.createSession({ email: grace.email, password: grace.password });
    expect([asked.status, asked.body.code, asked.headers['set-cookie']]).toEqual([
      401,
      'second_factor_required',
      undefined,
    ]);
    const { challenge } = asked.body as unknown as { challenge: string };
    const { status, body, headers } = await people.open.createSessionWithFactor({ challenge, code: app.code() });
    expect([status, body.user._id]).toEqual([200, grace.user._id]);
    expect(headers['set-cookie']).toContain('HttpOnly');
  });

  it('lets one of twenty answers to one challenge win, and of twenty with one code', async () => {
    const linus = await people.signUp('Linus');
    const app = await withTotp(people, linus);
    const challenges = await Promise.all(Array.from({ length: 8 }, () => challengeOf(linus)));
    const code = app.code();
    const answers = await Promise.all(challenges.map((challenge) => people.open.signInWithFactor({ challenge, code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body.code]);
    expect(refusals).toEqual(Array(7).fill([401, 'invalid_credentials']));

    const [codes, challenge] = [app.recoveryCodes, await challengeOf(linus)];
    const twice = await Promise.all(
      codes.slice(0, 4).map((recovery_code) => people.open.signInWithFactor({ challenge, recovery_code })),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    // The codes of those that lost are not used up.
    expect((await people.as(linus.actor).listFactors()).body.recovery_codes_left).toBe(9);
  });

  it('uses each step once, over two replicas', async () => {
    const joan = await people.signUp('Joan');
    const app = await withTotp(people, joan);
    const other = await startPeopleHarness({ DATA_KEY: people.env.DATA_KEY }, undefined, people.databaseUrl);
    try {
      const [one, two] = [await challengeOf(joan), await challengeOf(joan)];
      const code = app.code();
      const answers = await Promise.all([
        people.open.signInWithFactor({ challenge: one, code }),
        other.open.signInWithFactor({ challenge: two, code }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      expect((await people.open.signInWithFactor({ challenge: await challengeOf(joan), code })).status).toBe(401);
    } finally {
      await other.stop();
    }
  });

  it('uses a recovery code once of fifty at once, and tells the projects', async () => {
    const mary = await people.signUp('Mary');
    const { projectId } = await people.project(mary);
    const { recoveryCodes } = await withTotp(people, mary);
    const [recovery_code = ''] = recoveryCodes;
    const challenges = await Promise.all(Array.from({ length: 50 }, () => challengeOf(mary)));
    const answers = await Promise.all(
      challenges.map((challenge) => people.open.signInWithFactor({ challenge, recovery_code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await people.as(mary.actor).listFactors()).body.recovery_codes_left).toBe(9);
    const told = (await people.outbox(factorChanged, projectId)).map(({ data }) => [data.kind, data.change]);
    expect(told).toEqual([
      ['totp', 'added'],
      ['recovery_code', 'used'],
    ]);
  });

  it('refuses a challenge that was altered, has expired, or belongs to a password that was changed', async () => {
    const rosa = await people.signUp('Rosa');
    const app = await withTotp(people, rosa);
    const challenge = await challengeOf(rosa);
    const altered = await people.open.signInWithFactor({ challenge: `${challenge}x`, code: app.code() });
    expect([altered.status, altered.body.code]).toEqual([401, 'sign_in_code_invalid']);

    await people.db.query("UPDATE challenges SET expires_at = expires_at - interval '5 minutes' WHERE user_id = $1", [
      rosa.user._id,
    ]);
    const late = await people.open.signInWithFactor({ challenge, code: app.code() });
    expect([late.status, late.body.code]).toEqual([401, 'sign_in_code_invalid']);

    const before = await challengeOf(rosa);
    await people.as(rosa.actor).changePassword({ oldpsw: rosa.password, newpsw: 'another password' });
    const stale = await people.open.signInWithFactor({ challenge: before, recovery_code: app.recoveryCodes[0] });
    expect([stale.status, stale.body.code]).toEqual([401, 'unauthorized']);
  });

  it('ends Basic, which a program takes a machine token for', async () => {
    const dora = await people.signUp('Dora');
    const basic = { email: dora.email, password: dora.password, clientAddress: '203.0.113.1' };
    expect((await people.identity.authenticateBasic(basic)).principal?.id).toBe(dora.user._id);
    await withTotp(people, dora);
    await expect(people.identity.authenticateBasic(basic)).rejects.toMatchObject({ code: 'second_factor_required' });
    await expect(people.identity.authenticateBasic({ ...basic, password: 'wrong' })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });
});

describe('guesses', () => {
  const guesses = amountOf({ quick: 200, soak: 1_000 });

  it('are ten an hour, at once, from whatever address; the answer is that of a wrong password', async () => {
    const few = await startPeopleHarness({ AUTH_LIMIT_FACTOR: '1' });
    try {
      const ada = await few.signUp('Ada');
      const app = await withTotp(few, ada);
      await few.db.query('UPDATE user_factors SET last_step = last_step - 1000');
      const { body } = await few.open.signIn({ email: ada.email, password: ada.password });
      const { challenge } = body as unknown as { challenge: string };
      const wrong = await few.open.signIn({ email: ada.email, password: 'wrong' });
      const before = await few.hashes();
      const answers = await Promise.all(
        Array.from({ length: guesses }, (_, n) =>
          few.open.signInWithFactor(
            { challenge, code: app.wrongCode(n) },
            { headers: { 'x-forwarded-for': `203.0.113.${n % 250}` } },
          ),
        ),
      );
      const refused = answers.filter(({ status }) => status === 401);
      expect(refused.map(({ body }) => [body.code, body.msg])).toEqual(
        Array(10).fill([wrong.body.code, wrong.body.msg]),
      );
      expect(
        answers.filter(({ status, body }) => status === 429 && (body as { limit?: string }).limit === 'failed_factors'),
      ).toHaveLength(guesses - 10);
      // Each that is compared costs what a wrong password does.
      expect((await few.hashes()) - before).toBe(10);
      expect((await few.open.signInWithFactor({ challenge, code: app.code() })).status).toBe(429);
    } finally {
      await few.stop();
    }
  }, 60_000);
});

describe('factors', () => {
  it('are added, listed and removed by a person who has proved within ten minutes who they are', async () => {
    const eve = await people.signUp('Eve');
    const { actor, jti } = await people.signIn(eve);
    const own = people.as(actor);
    await people.db.query("UPDATE tokens SET created_at = created_at - interval '11 minutes' WHERE jti = $1", [jti]);
    for (const answer of [
      await own.addTotp({}),
      await own.renewRecoveryCodes({}),
      await own.removeFactor({ factor_id: 'x' }),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'recent_sign_in_required']);

    const wrong = await own.proveSignIn({ password: 'wrong' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials']);
    expect((await own.addTotp({})).status).toBe(403);
    expect((await own.proveSignIn({ password: eve.password })).status).toBe(200);

    const begun = await own.addTotp({ name: 'Phone' });
    expect(begun.status).toBe(200);
    // It counts for nothing yet.
    expect((await own.listFactors()).body).toEqual({ factors: [], recovery_codes_left: 0 });
    expect((await people.open.signIn({ email: eve.email, password: eve.password })).status).toBe(200);

    const app = newAuthenticator(begun.body.secret);
    const refused = await own.confirmTotp({ factor_id: begun.body._id, code: app.wrongCode(1) });
    expect([refused.status, refused.body.code]).toEqual([401, 'invalid_credentials']);
    const added = await own.confirmTotp({ factor_id: begun.body._id, code: app.code() });
    expect([added.status, added.body]).toMatchObject([
      200,
      { factor: { kind: 'totp', name: 'Phone' }, recovery_codes: expect.any(Array) },
    ]);
    expect((await own.listFactors()).body).toMatchObject({ factors: [added.body.factor], recovery_codes_left: 10 });

    const stored = await people.db.query<{ everything: string }>(
      `SELECT to_json(f)::text AS everything FROM user_factors f WHERE user_id = $1
       UNION ALL SELECT to_json(c)::text FROM recovery_codes c WHERE user_id = $1
       UNION ALL SELECT to_json(o)::text FROM outbox o`,
      [eve.user._id],
    );
    const text = JSON.stringify(stored);
    expect(text).not.toContain(begun.body.secret);
    for (const code of added.body.recovery_codes ?? []) expect(text).not.toContain(code);

    const renewed = await own.renewRecoveryCodes({});
    expect(renewed.body.recovery_codes).toHaveLength(10);
    const second = await own.removeFactor({ factor_id: added.body.factor._id });
    expect([second.status, second.body._id]).toEqual([200, added.body.factor._id]);
    expect((await own.listFactors()).body).toEqual({ factors: [], recovery_codes_left: 0 });
    expect((await own.removeFactor({ factor_id: added.body.factor._id })).body.code).toBe('factor_not_found');
    expect((await people.open.signIn({ email: eve.email, password: eve.password })).status).toBe(200);
  });

  it.each([true, false])('end the other sessions when one is added: %s', async (endsSessions) => {
    const person = await people.signUp(`Ender-${endsSessions}`);
    const [own, other] = [await people.signIn(person), await people.signIn(person)];
    await withTotp(people, person, { actor: own.actor, endsSessions });
    expect(await people.liveTokens(person.user._id)).toEqual(endsSessions ? [own.jti] : [own.jti, other.jti]);
    const reasons = (await people.outbox(tokenRevoked)).filter(({ data }) => data.jti === other.jti);
    expect(reasons).toHaveLength(endsSessions ? 1 : 0);
  });

  it('of another person are not found', async () => {
    const [one, two] = [await people.signUp('One'), await people.signUp('Two')];
    await withTotp(people, one);
    const { body } = await people.as(one.actor).listFactors();
    const foreign = await people.as(two.actor).removeFactor({ factor_id: body.factors[0]?._id ?? '' });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'factor_not_found']);
  });

  it('go with the account, and with the holder of an address who never proved it', async () => {
    const left = async (person: Person) =>
      (
        await people.db.query(
          'SELECT 1 FROM user_factors WHERE user_id = $1 UNION ALL SELECT 1 FROM recovery_codes WHERE user_id = $1',
          [person.user._id],
        )
      ).length;
    const gone = await people.signUp('Gone');
    await withTotp(people, gone);
    expect((await people.as(gone.actor).deleteUser()).status).toBe(200);
    expect(await left(gone)).toBe(0);

    const squatter = await people.signUp('Squatter');
    await withTotp(people, squatter);
    await people.open.requestPasswordReset({ email: squatter.email });
    const [, key = ''] = await people.mailedPath(squatter.email);
    expect((await people.open.resetPassword({ key, password: 'the owner’s own' })).status).toBe(200);
    expect(await left(squatter)).toBe(0);

    // A verified holder keeps them: the mailbox alone is no second factor.
    const holder = await people.signUp('Holder');
    await people.db.query('UPDATE users SET email_verified = true WHERE id = $1', [holder.user._id]);
    await withTotp(people, holder);
    await people.open.requestPasswordReset({ email: holder.email });
    const [, again = ''] = await people.mailedPath(holder.email);
    expect((await people.open.resetPassword({ key: again, password: 'the holder’s own' })).status).toBe(200);
    const asked = await people.open.signIn({ email: holder.email, password: 'the holder’s own' });
    expect(asked.body.code).toBe('second_factor_required');
  });

  it('keep their secrets when DATA_KEY is rotated', async () => {
    const [old, fresh] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
    const before = await startPeopleHarness({ DATA_KEY: old.toString('base64url') });
    const ada = await before.signUp('Ada');
    const { secret } = await withTotp(before, ada);
    const keys = `${fresh.toString('base64url')},${old.toString('base64url')}`;
    const during = await startPeopleHarness({ DATA_KEY: keys }, undefined, before.databaseUrl);
    try {
      await during.runJob('reseal');
      const [row] = await during.db.query<{ id: string; sealed_secret: string }>(
        'SELECT id, sealed_secret FROM user_factors',
      );
      expect(secretsUnder([fresh]).open(row?.sealed_secret ?? '', row?.id ?? '')).toBe(secret);
    } finally {
      await during.stop();
      await before.stop();
    }
  });
});

describe('a project that requires a second factor', () => {
  const membership = (projectId: string, person: Person) =>
    people.identity.getMembership({ idProject: projectId, kind: 'user', id: person.user._id });

  it('is closed to members without one when the time of grace is over, and to no others', async () => {
    const ada = await people.signUp('Owner');
    const { projectId, owner } = await people.project(ada);
    const own = people.as(owner);
    const refused = await own.updateProject({ id_project: projectId, settings: { require_second_factor: true } });
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_missing']);

    await withTotp(people, ada);
    const grace = await people.signUp('Grace-of-project');
    await people.db.query('UPDATE users SET email_verified = true WHERE id = $1', [grace.user._id]);
    await own.inviteTeammate({ id_project: projectId, email: grace.email, role: 'agent', user_available: false });
    const required = { 'settings.require_second_factor': true, 'settings.second_factor_grace_days': 7 };
    expect((await own.updateProject({ id_project: projectId }, { body: required })).status).toBe(200);
    expect((await membership(projectId, grace)).membership?.lacksSecondFactor ?? false).toBe(false);

    // As if the days were over.
    await people.db.query(
      "UPDATE projects SET second_factor_due_at = now() - interval '1 second' WHERE id_project = $1",
      [projectId],
    );
    expect((await membership(projectId, grace)).membership?.lacksSecondFactor).toBe(true);
    expect((await membership(projectId, ada)).membership?.lacksSecondFactor ?? false).toBe(false);
    // Another change of the settings does not begin the days again.
    expect((await own.updateProject({ id_project: projectId, settings: { chat_limit_on: true } })).status).toBe(200);
    expect((await membership(projectId, grace)).membership?.lacksSecondFactor).toBe(true);

    await withTotp(people, grace);
    expect((await membership(projectId, grace)).membership?.lacksSecondFactor ?? false).toBe(false);
  });

  it('is made so by owners alone', async () => {
    const ada = await people.signUp('Another-owner');
    const { projectId, owner } = await people.project(ada);
    await withTotp(people, ada);
    const admin = inProject({ ...owner, id: owner.id }, projectId, 'admin');
    const body = { 'settings.require_second_factor': true };
    const refused = await people.as(admin).updateProject({ id_project: projectId }, { body });
    expect([refused.status, refused.body.code]).toEqual([403, 'owner_required']);
    expect((await people.as(owner).updateProject({ id_project: projectId }, { body })).status).toBe(200);
    const off = await people
      .as(admin)
      .updateProject({ id_project: projectId }, { body: { 'settings.require_second_factor': false } });
    expect([off.status, off.body.code]).toEqual([403, 'owner_required']);
  });
});
