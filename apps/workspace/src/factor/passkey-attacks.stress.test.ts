import { amountOf } from '@parley/testkit';

import { type PeopleHarness, type Person, startPeopleHarness } from '../../test/people-harness.ts';
import { type Ceremony, softwareAuthenticator } from '../../test/software-authenticator.ts';

type Device = ReturnType<typeof softwareAuthenticator>;
type Assertion = ReturnType<Device['assert']>;

let people: PeopleHarness;
let ada: Person;
let device: Device;
let eve: Person;
let foreign: Device;

beforeAll(async () => {
  people = await startPeopleHarness();
  [ada, eve] = [await people.signUp('Ada'), await people.signUp('Eve')];
  [device, foreign] = [await withPasskey(ada), await withPasskey(eve)];
});
afterAll(() => people.stop());

async function withPasskey(person: Person): Promise<Device> {
  const own = softwareAuthenticator();
  const { challenge } = (await people.as(person.actor).beginPasskey({})).body;
  const added = await people
    .as(person.actor)
    .addPasskey({ challenge, response: own.register({ challenge }), end_sessions: false });
  expect(added.status).toBe(200);
  return own;
}

const newChallenge = async () => (await people.open.beginPasskeySignIn({})).body.challenge;
const answer = (challenge: string, assertion: object) =>
  people.open.signInWithFactor({ challenge, assertion: assertion as never });
const decoded = (text: string | undefined) => Buffer.from(text ?? '', 'base64url');

/** The assertion with one of its parts changed. */
function changed(assertion: Assertion, part: string, change: (bytes: Buffer) => Buffer): Assertion {
  const response = assertion.response as Record<string, string>;
  const bytes = change(Buffer.from(decoded(response[part])));
  return { ...assertion, response: { ...response, [part]: bytes.toString('base64url') } };
}

const origins = [
  'https://evil.example',
  'https://parley.example.evil.example',
  'https://evil.parley.example',
  'https://parley.example:8443',
  'http://parley.example',
  'https://parley.example/',
  'https://PARLEY.example',
  'https://parley.example@evil.example',
  'https://pаrley.example',
  'null',
  '',
];
const sites = ['evil.example', 'example', 'sub.parley.example', 'parley.example.', 'PARLEY.EXAMPLE', ''];

it.each<[string, Partial<Ceremony>]>([
  ...origins.map((origin): [string, Partial<Ceremony>] => [`of the origin ${origin || 'of none'}`, { origin }]),
  ...sites.map((rpId): [string, Partial<Ceremony>] => [`for the site ${rpId || 'of none'}`, { rpId }]),
  ['without a verified person', { isVerified: false }],
  ['for another challenge', { challenge: 'x'.repeat(43) }],
])('an assertion %s signs no one in, and is no registration', async (_name, faults) => {
  const challenge = await newChallenge();
  const used = await answer(challenge, device.assert({ challenge, ...faults }));
  expect([used.status, used.body.code]).toEqual([401, 'invalid_credentials']);
  const begun = (await people.as(ada.actor).beginPasskey({})).body;
  const response = softwareAuthenticator().register({ challenge: begun.challenge, ...faults });
  const made = await people.as(ada.actor).addPasskey({ challenge: begun.challenge, response, end_sessions: false });
  expect([made.status, made.body.code]).toEqual([401, 'invalid_credentials']);
});

/** Of a signature the numbers alone: how they are wrapped says nothing. */
function byteAt(part: string, nth: number, size: number): number {
  return part === 'signature' ? size - 1 - (nth % 24) : nth % size;
}

it('with any bit of what is signed or of the signature changed, signs no one in', async () => {
  const parts = ['authenticatorData', 'clientDataJSON', 'signature'];
  for (const part of parts) {
    const size = decoded((device.assert({ challenge: 'x' }).response as Record<string, string>)[part]).length;
    const bits = Array.from({ length: amountOf({ quick: 60, soak: size * 8 }) }, (_, nth) => (nth * 7) % (size * 8));
    for (const bit of bits) {
      const challenge = await newChallenge();
      const flipped = changed(device.assert({ challenge }), part, (bytes) => {
        const at = byteAt(part, bit >> 3, bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
        return bytes;
      });
      const { status } = await answer(challenge, flipped);
      expect({ part, bit, status }).toEqual({ part, bit, status: 401 });
    }
  }
}, 60_000);

it.each<[string, (assertion: Assertion, other: Assertion) => object]>([
  ['the credential of another person', (assertion, other) => ({ ...assertion, id: other.id, rawId: other.rawId })],
  [
    'the signature of another device',
    (assertion, other) => ({
      ...assertion,
      response: { ...assertion.response, signature: (other.response as Record<string, string>).signature },
    }),
  ],
  ['no signature', (assertion) => changed(assertion, 'signature', () => Buffer.alloc(0))],
  [
    'a signature of zeros',
    (assertion) => changed(assertion, 'signature', () => Buffer.from('3006020100020100', 'hex')),
  ],
  ['an unknown credential', (assertion) => ({ ...assertion, id: 'x'.repeat(43), rawId: 'x'.repeat(43) })],
  [
    'the words of a registration',
    (assertion) =>
      changed(assertion, 'clientDataJSON', (bytes) =>
        Buffer.from(bytes.toString().replace('webauthn.get', 'webauthn.create')),
      ),
  ],
  [
    'the holder of another account',
    (assertion) => ({
      ...assertion,
      response: { ...assertion.response, userHandle: Buffer.from(eve.user._id).toString('base64url') },
    }),
  ],
])('with %s, signs no one in as another person', async (name, forge) => {
  const challenge = await newChallenge();
  const forged = forge(device.assert({ challenge }), foreign.assert({ challenge }));
  const { status, body } = await answer(challenge, forged);
  // A handle is a hint of the browser: the credential alone says whose it is.
  if (name.startsWith('the holder')) expect([401, ada.user._id]).toContain(status === 200 ? body.user._id : status);
  else expect([status, body.code]).toEqual([401, 'invalid_credentials']);
});

it('is used once, with the challenge it was made for, by whichever of a hundred at once', async () => {
  const [challenge, other] = [await newChallenge(), await newChallenge()];
  const assertion = device.assert({ challenge });
  expect((await answer(other, assertion)).status).toBe(401);
  const answers = await Promise.all(Array.from({ length: 100 }, () => answer(challenge, assertion)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await answer(challenge, assertion)).status).toBe(401);
  expect((await answer(await newChallenge(), assertion)).status).toBe(401);
});

it('of a copied device, whose count stands still, is refused', async () => {
  const copied = await withPasskey(await people.signUp('Copied'));
  const first = await newChallenge();
  expect((await answer(first, copied.assert({ challenge: first }))).status).toBe(200);
  copied.rewind();
  const second = await newChallenge();
  expect((await answer(second, copied.assert({ challenge: second }))).status).toBe(401);
});

it('of a removed device is refused, and so is its challenge after five minutes', async () => {
  const leaver = await people.signUp('Leaver');
  const removed = await withPasskey(leaver);
  const challenge = await newChallenge();
  const late = removed.assert({ challenge });
  await people.db.query("UPDATE challenges SET expires_at = expires_at - interval '5 minutes'");
  expect((await answer(challenge, late)).body.code).toBe('sign_in_code_invalid');
  const { body } = await people.as(leaver.actor).listFactors();
  for (const { _id } of body.factors) await people.as(leaver.actor).removeFactor({ factor_id: _id });
  const next = await newChallenge();
  expect((await answer(next, removed.assert({ challenge: next }))).status).toBe(401);
});

it('is not taken over: a passkey of one account is registered to no other', async () => {
  const taker = await people.signUp('Taker');
  const { challenge } = (await people.as(taker.actor).beginPasskey({})).body;
  const response = device.register({ challenge });
  const { status } = await people.as(taker.actor).addPasskey({ challenge, response, end_sessions: false });
  expect(status).toBe(401);
  // Nor by the challenge of another person.
  const own = (await people.as(ada.actor).beginPasskey({})).body;
  const stolen = softwareAuthenticator().register({ challenge: own.challenge });
  const answered = await people
    .as(taker.actor)
    .addPasskey({ challenge: own.challenge, response: stolen, end_sessions: false });
  expect([answered.status, answered.body.code]).toEqual([401, 'sign_in_code_invalid']);
});
