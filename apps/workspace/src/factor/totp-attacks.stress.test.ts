import { amountOf } from '@parley/testkit';
import { TOTP } from 'otpauth';

import { type Authenticator, withTotp } from '../../test/authenticator.ts';
import { type PeopleHarness, type Person, startPeopleHarness } from '../../test/people-harness.ts';
import { newTotpSecret, totpStepOf } from './factor.ts';

/** Of one hour. */
const compared = 10;
const codes = 1_000_000;
const validSteps = 3;

let people: PeopleHarness;
beforeAll(async () => {
  people = await startPeopleHarness({ AUTH_LIMIT_FACTOR: '1' });
});
afterAll(() => people.stop());

/** Whose password the attacker knows. @param name of the row */
async function victim(name: string): Promise<{ person: Person; app: Authenticator; challenge: string }> {
  const person = await people.signUp(name);
  const app = await withTotp(people, person);
  // So the code of the present step is accepted again.
  await people.db.query('UPDATE user_factors SET last_step = last_step - 1000 WHERE user_id = $1', [person.user._id]);
  const { body } = await people.open.signIn({ email: person.email, password: person.password });
  const { challenge } = body as unknown as { challenge: string };
  return { person, app, challenge };
}

it('takes the codes of three steps at any moment: ten guesses sign in once in 33,333 hours', () => {
  const [secret, at] = [newTotpSecret(), new Date()];
  const app = new TOTP({ secret });
  const steps = Array.from({ length: 41 }, (_, nth) => nth - 20);
  const taken = steps.filter((step) => {
    const code = app.generate({ timestamp: at.getTime() + step * 30_000 });
    return totpStepOf(secret, code, at) === app.counter({ timestamp: at.getTime() }) + step;
  });
  expect(taken).toEqual([-1, 0, 1]);
  const right: number[] = [];
  for (let code = 0; code < codes; code += amountOf({ quick: 50, soak: 1 }))
    if (totpStepOf(secret, String(code).padStart(6, '0'), at) !== undefined) right.push(code);
  expect(right.length).toBeLessThanOrEqual(validSteps);
  expect(Math.floor(codes / (compared * validSteps))).toBe(33_333);
}, 60_000);

type Guess = (attack: Awaited<ReturnType<typeof victim>>, code: string, nth: number) => Promise<{ status: number }>;
const from = (nth: number) => ({ headers: { 'x-forwarded-for': `203.0.${nth >> 8}.${nth & 255}` } });
const guess = { of: amountOf({ quick: 400, soak: 20_000 }), atOnce: 200 };

it.each<[string, Guess]>([
  ['codes of a sign-in', ({ challenge }, code, nth) => people.open.signInWithFactor({ challenge, code }, from(nth))],
  [
    'codes of a browser',
    ({ challenge }, code, nth) => people.open.createSessionWithFactor({ challenge, code }, from(nth)),
  ],
  [
    'recovery codes',
    ({ challenge }, code, nth) =>
      people.open.signInWithFactor({ challenge, recovery_code: `AAAA-AAAA-AA${code}` }, from(nth)),
  ],
  ['codes of a proof', ({ person }, code, nth) => people.as(person.actor).proveSignIn({ code }, from(nth))],
  [
    'codes at all doors, by turns',
    ({ person, challenge }, code, nth) => {
      if (nth % 3 === 0) return people.open.signInWithFactor({ challenge, code }, from(nth));
      if (nth % 3 === 1) return people.open.createSessionWithFactor({ challenge, code }, from(nth));
      return people.as(person.actor).proveSignIn({ code }, from(nth));
    },
  ],
])(
  'compares ten guesses of a person, and then refuses the right one: %s',
  async (name, send) => {
    const attack = await victim(`Victim-${name.replaceAll(/\W/g, '-')}`);
    const before = await people.hashes();
    const statuses = new Map<number, number>();
    for (let first = 0; first < guess.of; first += guess.atOnce) {
      const answers = await Promise.all(
        Array.from({ length: guess.atOnce }, (_, place) =>
          send(attack, attack.app.wrongCode(first + place), first + place),
        ),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 401: compared, 429: guess.of - compared });
    expect((await people.hashes()) - before).toBe(compared);
    const right = await people.open.signInWithFactor({ challenge: attack.challenge, code: attack.app.code() });
    expect(right.status).toBe(429);
    // The factors of others are not affected.
    const other = await victim(`Other-${name.replaceAll(/\W/g, '-')}`);
    expect((await people.open.signInWithFactor({ challenge: other.challenge, code: other.app.code() })).status).toBe(
      200,
    );
  },
  60_000,
);

it('has a challenge that nobody finds by guessing, and that opens no other account', async () => {
  const [one, two] = [await victim('Owner-of-challenge'), await victim('Other-person')];
  const foreign = await people.open.signInWithFactor({ challenge: one.challenge, code: two.app.code() });
  expect([foreign.status, foreign.body.code]).toEqual([401, 'invalid_credentials']);
  const code = one.app.code();
  const altered = Array.from({ length: one.challenge.length }, (_, at) => {
    const letter = one.challenge[at] === 'x' ? 'y' : 'x';
    return one.challenge.slice(0, at) + letter + one.challenge.slice(at + 1);
  });
  for (const challenge of altered) {
    const { status, body } = await people.open.signInWithFactor({ challenge, code });
    // The last letter has two bits that count for nothing, if it is decoded at all: the text as a whole is compared.
    expect([challenge, status, body.code]).toEqual([challenge, 401, 'sign_in_code_invalid']);
  }
  expect((await people.open.signInWithFactor({ challenge: one.challenge, code })).status).toBe(200);
  const replayed = await people.open.signInWithFactor({ challenge: one.challenge, code });
  expect([replayed.status, replayed.body.code]).toEqual([401, 'sign_in_code_invalid']);
});
