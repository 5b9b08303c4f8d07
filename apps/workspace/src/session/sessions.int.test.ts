import { createHash } from 'node:crypto';

import { type Actor, type SessionView, tokenRevoked, userSignedIn } from '@parley/contracts';
import type { Answer } from '@parley/testkit';

import { claimsOf, type PeopleHarness, type Person, startPeopleHarness } from '../../test/people-harness.ts';

const dayMs = 86_400_000;
let people: PeopleHarness;
beforeAll(async () => {
  people = await startPeopleHarness();
});
afterAll(() => people.stop());

interface Browser {
  /** As the browser sends it. */
  cookie: string;
  answer: SessionView;
  claims: Record<string, unknown>;
  /** The actor that the gateway derives from the access token. */
  actor: Actor;
}

async function signedIn(person: Person): Promise<Browser> {
  return browserOf(await people.open.createSession({ email: person.email, password: person.password }));
}

async function browserOf({ status, body, headers }: Answer<SessionView>): Promise<Browser> {
  if (status !== 200) throw new Error(`createSession answered ${status} ${body.code}`);
  const [cookie = ''] = (headers['set-cookie'] ?? '').split(';');
  const claims = claimsOf(body.token);
  const { principal } = await stateOf(claims);
  return { cookie, answer: body, claims, actor: { kind: 'user', id: body.user._id, jti: principal?.jti } };
}

function renew(cookie: string | undefined): Promise<Answer<SessionView>> {
  return people.open.renewSession({}, withCookie(cookie)) as Promise<Answer<SessionView>>;
}

function withCookie(cookie: string | undefined): { headers: Record<string, string> } {
  return { headers: cookie === undefined ? {} : { cookie } };
}

/** What the gateway learns of an access token. */
function stateOf({ jti, sub, _id, sid }: Record<string, unknown>) {
  return people.identity.checkToken({ jti: String(jti), sub: String(sub), id: String(_id), sid: String(sid) });
}

function secretOf({ cookie }: Browser): string {
  return cookie.slice(cookie.indexOf('=') + 1);
}

/** As if it had begun, and been renewed, so much earlier. */
async function age({ answer }: Browser, ms: number): Promise<void> {
  await people.db.query(
    `UPDATE tokens SET created_at = created_at - $2 * interval '1 ms', expires_at = expires_at - $2 * interval '1 ms' WHERE id = $1`,
    [answer.session._id, ms],
  );
}

it('hands out a cookie that scripts cannot read and a token of fifteen minutes, and stores neither', async () => {
  const ada = await people.signUp('Ada');
  const { status, body, headers } = await people.open.createSession({ email: 'ADA@x.io', password: ada.password });

  expect(status).toBe(200);
  expect(headers['set-cookie']).toMatch(
    /^__Secure-parley=[\w-]{43}; Max-Age=2592000; Path=\/v3\/auth\/session; HttpOnly; SameSite=Strict; Secure$/,
  );
  const { _id, id, email, firstname, lastname, emailverified } = ada.user;
  expect(body).toEqual({
    ...{
      success: true,
      signed_in: true,
      token: expect.stringMatching(/^JWT [\w-]+\.[\w-]+\.[\w-]+$/),
      expiresAt: expect.any(String),
    },
    session: {
      _id: body.session.id,
      id: body.session.id,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    },
    user: { _id, id, email, firstname, lastname, emailverified },
  });
  expect(Date.parse(body.session.expiresAt) - Date.parse(body.session.createdAt)).toBe(30 * dayMs);
  const claims = claimsOf(body.token);
  expect(claims).toEqual({
    ...{ iss: 'https://parley.example', aud: 'https://parley.example', sub: 'user', _id, jti: expect.any(String) },
    ...{ iat: expect.any(Number), exp: Number(claims.iat) + 900, sid: body.session._id },
    ...{ email, firstname, lastname, emailverified },
  });

  const browser = await browserOf({ status, body, headers });
  const { body: history } = await people.as(browser.actor).listTokens();
  expect(history).toEqual([expect.objectContaining({ _id: body.session._id, method: 'session', current: true })]);
  expect(await people.outbox(userSignedIn)).toEqual([
    expect.objectContaining({ data: { id_user: _id, via: 'password', jti: history[0]?.jti } }),
  ]);
  const rows = await people.db.query<{ everything: string; cookie_hash: Buffer }>(
    'SELECT to_json(tokens)::text AS everything, cookie_hash FROM tokens WHERE id = $1',
    [body.session._id],
  );
  const secret = secretOf(browser);
  expect(rows[0]?.cookie_hash).toEqual(createHash('sha256').update(secret).digest());
  for (const text of [rows[0]?.everything, JSON.stringify(history), JSON.stringify(body)]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

it('names the cookie without the prefix, and without `Secure`, where pages are served without TLS', async () => {
  const local = await startPeopleHarness({ PUBLIC_URL: 'http://localhost:3000' });
  try {
    const ada = await local.signUp('Ada');
    const { headers } = await local.open.createSession({ email: ada.email, password: ada.password });
    expect(headers['set-cookie']).toMatch(
      /^parley=[\w-]{43}; Max-Age=2592000; Path=\/v3\/auth\/session; HttpOnly; SameSite=Strict$/,
    );
    const gone = await local.open.renewSession({}, { headers: { cookie: `__Secure-${headers['set-cookie']}` } });
    expect(gone.status).toBe(401);
    expect(gone.headers['set-cookie']).toBe('parley=; Max-Age=0; Path=/v3/auth/session; HttpOnly; SameSite=Strict');
  } finally {
    await local.stop();
  }
});

it.each([
  ['nothing', {}, ['email', 'password']],
  ['no password', { email: 'ada@x.io' }, ['password']],
  ['a code beside a password', { code: 'c', email: 'ada@x.io', password: 'p' }, ['email', 'password']],
  ['a code that is none', { code: 7 }, ['code']],
])('refuses %s as that', async (_what, body, params) => {
  const answer = await people.open.createSession({}, { body });
  expect([answer.status, answer.body.errors?.map(({ param }) => param)]).toEqual([422, params]);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

it('refuses wrong passwords and unknown codes, and sets no cookie', async () => {
  const grace = await people.signUp('Grace');
  const wrong = await people.open.createSession({ email: grace.email, password: 'wrong one' });
  expect([wrong.status, wrong.body.code, wrong.headers['set-cookie']]).toEqual([401, 'invalid_credentials', undefined]);
  const unknown = await people.open.createSession({ code: 'x'.repeat(43) });
  expect([unknown.status, unknown.body.code, unknown.headers['set-cookie']]).toEqual([
    ...[401, 'sign_in_code_invalid', undefined],
  ]);
});

describe('renewal', () => {
  it('succeeds for twenty at once, under one cookie, and announces no sign-in', async () => {
    const browser = await signedIn(await people.signUp('Tabs'));
    await age(browser, dayMs);
    const events = (await people.outbox(userSignedIn)).length;

    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(browser.cookie)));

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ headers }) => headers['set-cookie']?.split(';')[0]))).toEqual(
      new Set([browser.cookie]),
    );
    const jtis = new Set([browser.claims.jti, ...answers.map(({ body }) => claimsOf(body.token).jti)]);
    expect(jtis.size).toBe(21);
    for (const { body } of answers) {
      expect(await stateOf(claimsOf(body.token))).toMatchObject({ live: true });
      expect(Date.parse(body.session.expiresAt) - Date.now()).toBeGreaterThan(29 * dayMs);
    }
    const [row] = (await people.as(browser.actor).listTokens()).body;
    expect(row).toMatchObject({
      __v: 20,
      expiresAt: answers
        .map(({ body }) => body.session.expiresAt)
        .sort()
        .at(-1),
    });
    expect((await people.outbox(userSignedIn)).length).toBe(events);
  });

  it('slides to thirty days, but never beyond ninety from the sign-in, nor does a token outlive its session', async () => {
    const browser = await signedIn(await people.signUp('Slider'));
    for (const days of [25, 25, 25]) {
      await age(browser, days * dayMs);
      const { status, body } = await renew(browser.cookie);
      expect(status).toBe(200);
      const left = (Date.parse(body.session.createdAt) + 90 * dayMs - Date.now()) / dayMs;
      expect(Date.parse(body.session.expiresAt) - Date.now()).toBeLessThanOrEqual(Math.min(30, left) * dayMs + 1);
    }
    await age(browser, 15 * dayMs - 60_000);
    const last = await renew(browser.cookie);
    expect(last.status).toBe(200);
    expect(Date.parse(last.body.expiresAt)).toBe(Date.parse(last.body.session.expiresAt));
    await age(browser, 60_000);
    expect((await renew(browser.cookie)).status).toBe(401);
    expect(await stateOf(claimsOf(last.body.token))).toMatchObject({ live: false });
  });

  it('is refused without a cookie, with another secret, and with the secret in another cookie', async () => {
    const browser = await signedIn(await people.signUp('Stranger'));
    const secret = secretOf(browser);
    for (const cookie of [
      undefined,
      '',
      `__Secure-parley=${'x'.repeat(43)}`,
      `parley=${secret}`,
      `x__Secure-parley=${secret}`,
      `__Secure-parley=${secret}x`,
      `__Secure-parley="${secret}"`,
    ]) {
      const { status, body, headers } = await renew(cookie);
      expect([cookie, status, body.code]).toEqual([cookie, 401, 'unauthorized']);
      expect(headers['set-cookie']).toBe(
        '__Secure-parley=; Max-Age=0; Path=/v3/auth/session; HttpOnly; SameSite=Strict; Secure',
      );
    }
    expect((await renew(`theme=dark; ${browser.cookie}; a=b`)).status).toBe(200);
  });

  it('that is optional answers 200 with or without a session, and clears a cookie that is none', async () => {
    const browser = await signedIn(await people.signUp('Visitor'));
    const ask = (cookie?: string) => people.open.renewSession({ optional: true }, withCookie(cookie));
    for (const cookie of [undefined, `__Secure-parley=${'x'.repeat(43)}`]) {
      const { status, body, headers } = await ask(cookie);
      expect([status, body]).toEqual([200, { success: true, signed_in: false }]);
      expect(headers['set-cookie']).toContain('__Secure-parley=; Max-Age=0;');
    }
    const { status, body, headers } = await ask(browser.cookie);
    expect([status, body]).toMatchObject([200, { signed_in: true, user: { _id: browser.answer.user._id } }]);
    expect(headers['set-cookie']).toContain(browser.cookie);
    expect((await people.open.renewSession({ optional: false }, withCookie(undefined))).status).toBe(401);
  });
});

describe('a session ends', () => {
  const password = 'a new password';
  it.each<[string, (browser: Browser, person: Person) => Promise<{ status: number }>]>([
    ['by signing out', ({ cookie }) => people.open.endSession({}, { headers: { cookie } })],
    ['by signing out with its token', ({ actor }) => people.as(actor).signOut()],
    [
      'by its row in the history',
      async ({ answer }, person) =>
        people.as((await people.signIn(person)).actor).revokeTokenById({ id: answer.session._id }),
    ],
    [
      'by a password change elsewhere',
      async (_browser, person) =>
        people.as((await people.signIn(person)).actor).changePassword({ oldpsw: person.password, newpsw: password }),
    ],
    ['by the end of the account', (_browser, person) => people.as(person.actor).deleteUser()],
  ])('%s: its tokens count no more, and its cookie is taken away', async (how, end) => {
    const person = await people.signUp(how.replaceAll(' ', '-'));
    const browser = await signedIn(person);
    const other = await signedIn(person);
    expect(await stateOf(browser.claims)).toMatchObject({ live: true });

    expect((await end(browser, person)).status).toBe(200);

    expect(await stateOf(browser.claims)).toMatchObject({ live: false });
    const refused = await renew(browser.cookie);
    expect([refused.status, refused.headers['set-cookie']]).toEqual([401, expect.stringContaining('Max-Age=0')]);
    const revoked = (await people.outbox(tokenRevoked)).filter(({ data }) => data.jti === browser.actor.jti);
    expect(revoked).toHaveLength(1);
    // What the gateway forgets its access tokens by.
    expect(revoked[0]?.data.sid).toBe(browser.answer.session._id);
    const endsAll = how.includes('password') || how.includes('account');
    expect(await stateOf(other.claims)).toMatchObject({ live: !endsAll });
  });

  it('but not by its own password change, nor twice', async () => {
    const person = await people.signUp('Changer');
    const [browser, other] = [await signedIn(person), await signedIn(person)];
    const change = { oldpsw: person.password, newpsw: password };
    expect((await people.as(browser.actor).changePassword(change)).status).toBe(200);
    expect(await stateOf(other.claims)).toMatchObject({ live: false });
    expect((await renew(browser.cookie)).status).toBe(200);

    for (const cookie of [browser.cookie, browser.cookie, '']) {
      const { status, body, headers } = await people.open.endSession({}, { headers: { cookie } });
      expect([status, body.success, headers['set-cookie']]).toEqual([200, true, expect.stringContaining('Max-Age=0')]);
    }
    const revoked = (await people.outbox(tokenRevoked)).filter(({ data }) => data.jti === browser.actor.jti);
    expect(revoked).toHaveLength(1);
  });

  it('when its user has more tokens than allowed, being the oldest', async () => {
    const few = await startPeopleHarness({ MAX_USER_TOKENS: '2' });
    try {
      const person = await few.signUp('Many');
      const cookies = [];
      for (let tab = 0; tab < 3; tab += 1) {
        const { headers } = await few.open.createSession({ email: person.email, password: person.password });
        cookies.push(headers['set-cookie']?.split(';')[0] ?? '');
      }
      const answers = await Promise.all(cookies.map((cookie) => few.open.renewSession({}, { headers: { cookie } })));
      expect(answers.map(({ status }) => status)).toEqual([401, 200, 200]);
    } finally {
      await few.stop();
    }
  });
});

it('judges an access token by the row of its session alone, and by all that it claims', async () => {
  const browser = await signedIn(await people.signUp('Claims'));
  const other = await signedIn(await people.signUp('Other'));
  const { jti } = await people.signIn(await people.signUp('Plain'));
  const row = await people.db.query<{ id: string }>('SELECT id FROM tokens WHERE jti = $1', [jti]);
  expect(await stateOf({ ...browser.claims, _id: other.claims._id })).toMatchObject({
    live: false,
    reason: 'mismatch',
  });
  expect(await stateOf({ ...browser.claims, sub: 'guest' })).toMatchObject({ live: false, reason: 'mismatch' });
  // The row of a token is no session.
  expect(await stateOf({ ...browser.claims, sid: row[0]?.id })).toMatchObject({ live: false, reason: 'unknown' });
  const { jti: own, sub, _id } = browser.claims;
  const alone = await people.identity.checkToken({ jti: String(own), sub: String(sub), id: String(_id) });
  expect(alone).toMatchObject({ live: false, reason: 'unknown' });
});

it('lets nothing that is made with an access token outlive it by much', async () => {
  const browser = await signedIn(await people.signUp('Messenger'));
  const { status, body } = await people.as(browser.actor).createMessagingToken();
  expect(status).toBe(200);
  const { iat, exp, parent } = claimsOf(body.token);
  expect(Number(exp) - Number(iat)).toBeLessThanOrEqual(900);
  expect(parent).toBe(browser.actor.jti);
});
