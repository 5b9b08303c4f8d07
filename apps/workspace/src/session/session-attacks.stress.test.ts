import { randomBytes } from 'node:crypto';

import type { SessionView } from '@parley/contracts';
import { type Answer, amountOf } from '@parley/testkit';

import { claimsOf, type PeopleHarness, type Person, startPeopleHarness } from '../../test/people-harness.ts';

let people: PeopleHarness;
beforeAll(async () => {
  people = await startPeopleHarness();
});
afterAll(() => people.stop());

const nameOf = '__Secure-parley';
const renew = (cookie: string) => people.open.renewSession({}, { headers: { cookie } }) as Promise<Answer<SessionView>>;

async function signedIn(person: Person, sent?: string) {
  const given = sent === undefined ? {} : { headers: { cookie: sent } };
  const { status, body, headers } = await people.open.createSession(
    { email: person.email, password: person.password },
    given,
  );
  expect(status).toBe(200);
  const [cookie = ''] = (headers['set-cookie'] ?? '').split(';');
  return { cookie, secret: cookie.slice(cookie.indexOf('=') + 1), body, claims: claimsOf(body.token) };
}

const stateOf = ({ jti, sub, _id, sid }: Record<string, unknown>) =>
  people.identity.checkToken({ jti: String(jti), sub: String(sub), id: String(_id), sid: String(sid) });

it('is opened by its own secret alone: 0 of as many altered ones', async () => {
  const { cookie, secret } = await signedIn(await people.signUp('Altered'));
  const letters = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
  const single = [...secret].flatMap((own, at) =>
    [...letters]
      .filter((letter) => letter !== own)
      .map((letter) => secret.slice(0, at) + letter + secret.slice(at + 1)),
  );
  const others = [
    secret.slice(1),
    `${secret}A`,
    secret.toLowerCase(),
    secret.toUpperCase(),
    [...secret].reverse().join(''),
    `${secret}%00`,
    `"${secret}"`,
    encodeURIComponent(`${secret}=`),
    ...Array.from({ length: 200 }, () => randomBytes(32).toString('base64url')),
  ].filter((text) => text !== secret);
  const stride = amountOf({ quick: 7, soak: 1 });
  const altered = [...single.filter((_, index) => index % stride === 0), ...others];
  for (let first = 0; first < altered.length; first += 50) {
    const some = altered.slice(first, first + 50);
    const answers = await Promise.all(some.map((text) => renew(`${nameOf}=${text}`)));
    expect(answers.map(({ status }) => status)).toEqual(some.map(() => 401));
  }
  expect((await renew(cookie)).status).toBe(200);
}, 60_000);

it.each<[string, (secret: string) => string]>([
  ['under the name without a prefix', (secret) => `parley=${secret}`],
  ['under the name with another prefix', (secret) => `__Host-parley=${secret}`],
  ['in the name', (secret) => `${secret}=${nameOf}`],
  ['in a part of another cookie', (secret) => `theme=${nameOf}=${secret}`],
  ['behind another of the same name', (secret) => `${nameOf}=${'x'.repeat(43)}; ${nameOf}=${secret}x`],
])('is not opened by its secret %s', async (name, cookie) => {
  const { secret } = await signedIn(await people.signUp(`Place-${name.replaceAll(' ', '-')}`));
  expect((await renew(cookie(secret))).status).toBe(401);
});

it('is not fixed by a cookie that was there before the sign-in', async () => {
  const [attacker, victim] = [await people.signUp('Fixer'), await people.signUp('Fixed')];
  const planted = await signedIn(attacker);
  const own = await signedIn(victim, planted.cookie);
  expect(own.cookie).not.toBe(planted.cookie);
  expect((await renew(planted.cookie)).body.user._id).toBe(attacker.user._id);
  const chosen = `${nameOf}=${'A'.repeat(43)}`;
  await signedIn(victim, chosen);
  expect((await renew(chosen)).status).toBe(401);
});

it.each<[string, (victim: Person, cookie: string) => Promise<{ status: number }>]>([
  ['signing out', (_victim, cookie) => people.open.endSession({}, { headers: { cookie } })],
  [
    'a change of the password',
    async (victim) =>
      people.as((await people.signIn(victim)).actor).changePassword({ oldpsw: victim.password, newpsw: 'a new one 1' }),
  ],
  ['the end of the account', (victim) => people.as(victim.actor).deleteUser()],
])('replayed after %s: neither the cookie nor any access token that it gave, fifty at once', async (name, end) => {
  const victim = await people.signUp(`Replay-${name.replaceAll(' ', '-')}`);
  const { cookie, claims } = await signedIn(victim);
  const renewed = await Promise.all(Array.from({ length: 10 }, () => renew(cookie)));
  const tokens = [claims, ...renewed.map(({ body }) => claimsOf(body.token))];
  expect((await end(victim, cookie)).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 50 }, () => renew(cookie)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  for (const token of tokens) expect(await stateOf(token)).toMatchObject({ live: false });
});

it('renewed while it ends, leaves no access token that lives', async () => {
  for (let round = 0; round < amountOf({ quick: 5, soak: 30 }); round += 1) {
    const victim = await people.signUp(`Race-${round}`);
    const { cookie } = await signedIn(victim);
    const renewals = Array.from({ length: 10 }, () => renew(cookie));
    const ended = people.open.endSession({}, { headers: { cookie } });
    const answers = await Promise.all(renewals);
    await ended;
    for (const { status, body } of answers)
      if (status === 200) expect(await stateOf(claimsOf(body.token))).toMatchObject({ live: false });
  }
}, 60_000);

it.each<[string, (own: Record<string, unknown>, other: Record<string, unknown>) => Record<string, unknown>]>([
  ['the session of another person', (own, other) => ({ ...own, sid: other.sid })],
  ['the name of another person', (own, other) => ({ ...own, _id: other._id })],
  ['another kind of principal', (own) => ({ ...own, sub: 'bot' })],
  ['no session', (own) => ({ ...own, sid: '' })],
  ['a session of another form', (own) => ({ ...own, sid: "' or 1=1 --" })],
])('gives no life to a token that claims %s', async (name, forge) => {
  const suffix = name.replaceAll(' ', '-');
  const [own, other] = [
    await signedIn(await people.signUp(`C-${suffix}`)),
    await signedIn(await people.signUp(`D-${suffix}`)),
  ];
  expect(await stateOf(own.claims)).toMatchObject({ live: true });
  expect(await stateOf(forge(own.claims, other.claims))).toMatchObject({ live: false });
});
