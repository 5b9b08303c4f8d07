import { userSignedIn } from '@parley/contracts';

import { type PeopleHarness, type Person, startPeopleHarness } from '../../test/people-harness.ts';
import { type Ceremony, softwareAuthenticator } from '../../test/software-authenticator.ts';

let people: PeopleHarness;
beforeAll(async () => {
  people = await startPeopleHarness();
});
afterAll(() => people.stop());

type Device = ReturnType<typeof softwareAuthenticator>;

async function register(person: Person, device: Device, faults: Partial<Ceremony> = {}) {
  const own = people.as(person.actor);
  const { status, body } = await own.beginPasskey({});
  expect([status, body.options]).toMatchObject([
    200,
    { rp: { id: 'parley.example' }, authenticatorSelection: { residentKey: 'required', userVerification: 'required' } },
  ]);
  const { challenge } = body;
  return own.addPasskey({ challenge, response: device.register({ challenge, ...faults }), end_sessions: false });
}

async function withPasskey(person: Person): Promise<Device> {
  const device = softwareAuthenticator();
  expect((await register(person, device)).status).toBe(200);
  return device;
}

const newChallenge = async () => (await people.open.beginPasskeySignIn({})).body.challenge;
const signIn = async (device: Device, faults: Partial<Ceremony> = {}) => {
  const challenge = await newChallenge();
  return people.open.signInWithFactor({ challenge, assertion: device.assert({ challenge, ...faults }) });
};

it('sign in alone, without a password, and each assertion once', async () => {
  const ada = await people.signUp('Ada');
  const device = await withPasskey(ada);
  const challenge = await newChallenge();
  const assertion = device.assert({ challenge });
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => people.open.signInWithFactor({ challenge, assertion })),
  );
  const good = answers.filter(({ status }) => status === 200);
  expect(good.map(({ body }) => body.user._id)).toEqual([ada.user._id]);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ status }) => status))).toEqual(new Set([401]));
  const events = (await people.outbox(userSignedIn)).filter(({ data }) => data.id_user === ada.user._id);
  expect(events.at(-1)?.data.via).toBe('passkey');
  expect((await signIn(device)).status).toBe(200);
});

it('answer the challenge after a password, of their own holder alone', async () => {
  const [grace, eve] = [await people.signUp('Grace'), await people.signUp('Eve')];
  const [device, foreign] = [await withPasskey(grace), await withPasskey(eve)];
  const asked = await people.open.signIn({ email: grace.email, password: grace.password });
  expect([asked.body.code, asked.body]).toMatchObject([
    'second_factor_required',
    { methods: ['passkey', 'recovery_code'] },
  ]);
  const { challenge } = asked.body as unknown as { challenge: string };
  const refused = await people.open.signInWithFactor({ challenge, assertion: foreign.assert({ challenge }) });
  expect([refused.status, refused.body.code]).toEqual([401, 'invalid_credentials']);
  const answer = await people.open.signInWithFactor({ challenge, assertion: device.assert({ challenge }) });
  expect([answer.status, answer.body.user._id]).toEqual([200, grace.user._id]);
});

it.each<[string, Partial<Ceremony>]>([
  ['of another origin', { origin: 'https://parley.example.evil.example' }],
  ['of another site', { rpId: 'evil.example' }],
  ['by a person who was not verified', { isVerified: false }],
  ['for another challenge', { challenge: 'x'.repeat(43) }],
])('are refused %s, made or used', async (name, faults) => {
  const person = await people.signUp(name.replaceAll(' ', '-'));
  const refused = await register(person, softwareAuthenticator(), faults);
  expect([refused.status, refused.body.code]).toEqual([401, 'invalid_credentials']);
  const used = await signIn(await withPasskey(person), faults);
  expect([used.status, used.body.code]).toEqual([401, 'invalid_credentials']);
});

it('are refused when they were removed, are unknown, copied, or another person’s', async () => {
  const linus = await people.signUp('Linus');
  const device = await withPasskey(linus);
  expect((await signIn(softwareAuthenticator())).status).toBe(401);
  expect((await signIn(device)).status).toBe(200);
  device.rewind();
  expect((await signIn(device)).status).toBe(401);

  const taken = await register(await people.signUp('Taker'), device);
  expect([taken.status, taken.body.code]).toEqual([401, 'invalid_credentials']);

  const other = await withPasskey(linus);
  const { body } = await people.as(linus.actor).listFactors();
  for (const { _id } of body.factors) await people.as(linus.actor).removeFactor({ factor_id: _id });
  expect((await signIn(other)).body.code).toBe('invalid_credentials');
});

it('bring no certificates, which would name addresses to call', async () => {
  const rosa = await people.signUp('Rosa');
  const attestations = [
    { fmt: 'packed', statement: new Map([['x5c', [new Uint8Array([1])]]]) },
    { fmt: 'android-safetynet', statement: new Map([['ver', '1']]) },
    { fmt: 'tpm', statement: new Map([['x5c', [new Uint8Array([1])]]]) },
  ];
  for (const attestation of attestations) {
    const refused = await register(rosa, softwareAuthenticator(), { attestation });
    expect([refused.status, refused.body.code]).toEqual([401, 'invalid_credentials']);
  }
});

it.each([
  ['nothing of a passkey', {}],
  ['numbers', { id: 7, rawId: 7, type: 7, response: 7 }],
  ['garbage', { id: 'AA', rawId: 'AA', type: 'public-key', response: { clientDataJSON: '%', attestationObject: '%' } }],
])('take %s as a wrong answer', async (name, answer) => {
  const person = await people.signUp(name.replaceAll(' ', '_'));
  const { challenge } = (await people.as(person.actor).beginPasskey({})).body;
  expect((await people.as(person.actor).addPasskey({ challenge, response: answer })).status).toBe(401);
  expect((await people.open.signInWithFactor({ challenge: await newChallenge(), assertion: answer })).status).toBe(401);
});
