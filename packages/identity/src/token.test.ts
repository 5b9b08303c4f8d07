import { planToken } from './token.ts';

const publicUrl = 'https://parley.example';
const now = Date.UTC(2030, 0, 1);
const nowSeconds = now / 1000;
const project = '64b000000000000000000001';
const other = '64b000000000000000000002';
const bot = '64b0000000000000000000b0';
const user = '65a000000000000000000001';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jws = (header: object, claims: object) => `${encode(header)}.${encode(claims)}.c2ln`;
const plan = (token: string) => planToken(token, { publicUrl, now });

const ours = { alg: 'EdDSA', kid: 'k1', typ: 'JWT' };
const shared = { alg: 'HS256', typ: 'JWT' };
const live = { iss: publicUrl, jti: 'j-1', iat: nowSeconds, exp: nowSeconds + 3600 };
const ada = { ...live, sub: 'user', aud: publicUrl, _id: user };
const visitor = { aud: `parley:projects:${project}`, _id: 'customer-7', exp: nowSeconds + 60 };

const bound = (sub: string, id: string) => ({
  ...live,
  sub,
  aud: `${publicUrl}/projects/${project}`,
  _id: id,
  id_project: project,
});

describe('tokens of Parley', () => {
  it.each([
    ['user', ada, { id: user }],
    ['user', { ...ada, sid: other }, { id: user, sid: other }],
    ['provisioned', bound('user', user), { id: user, projectId: project }],
    ['guest', bound('guest', '0b5f3a3e-8f37-4c38-9d0a-5f3f6a1e9f10'), { projectId: project }],
    ['external', bound('userexternal', 'customer-7'), { id: 'customer-7', projectId: project }],
    [
      'subscription',
      {
        ...live,
        sub: 'subscription',
        aud: `${publicUrl}/subscriptions/${bot}`,
        _id: bot,
        id_project: project,
        event: 'e',
        depth: 2,
      },
      { id: bot, projectId: project, event: 'e', depth: 2 },
    ],
    ['messaging', { ...live, sub: user, aud: `${publicUrl}/messaging`, _id: user }, { id: user }],
  ])('knows a token of kind %s by its sub and aud', (kind, claims, expected) => {
    expect(plan(jws(ours, claims))).toMatchObject({ kind, jti: 'j-1', expiresAt: live.exp * 1000, ...expected });
  });

  it('takes aud as an array of exactly one', () => {
    expect(plan(jws(ours, { ...ada, aud: [publicUrl] })).kind).toBe('user');
  });

  it.each([
    ['guest for everything', { ...bound('guest', 'g'), aud: publicUrl }],
    ['the id of a session that is none', { ...ada, sid: 'x' }],
    ['user with an id that is none', { ...ada, _id: 'system' }],
    ['another project in id_project than in aud', { ...bound('guest', 'g'), id_project: other }],
    ['project token without id_project', { ...bound('guest', 'g'), id_project: undefined }],
    ['bot signed by us', { ...bound('bot', bot) }],
    [
      'subscription of another id',
      { ...live, sub: 'subscription', aud: `${publicUrl}/subscriptions/${bot}`, _id: user, id_project: project },
    ],
    ['messaging token for another principal', { ...live, sub: user, aud: `${publicUrl}/messaging`, _id: bot }],
    ['an aud that only begins like ours', { ...ada, aud: `${publicUrl}.evil.example` }],
    ['another issuer', { ...ada, iss: 'https://evil.example' }],
    ['no jti', { ...ada, jti: undefined }],
    ['no exp', { ...ada, exp: undefined }],
    ['no iat', { ...ada, iat: undefined }],
  ])('refuses sub, aud and ids that do not fit together: %s', (_, claims) => {
    expect(plan(jws(ours, claims)).kind).toBe('refused');
  });
});

describe('algorithms', () => {
  it.each(['none', 'None', 'NONE', 'HS384', 'HS512', 'RS256', 'ES256', 'Ed25519', 'eddsa', '', undefined, null, 7])(
    'refuses alg %j',
    (alg) => {
      expect(plan(jws({ ...ours, alg }, ada)).kind).toBe('refused');
      expect(plan(jws({ ...ours, alg }, visitor)).kind).toBe('refused');
    },
  );

  it('refuses HS256 for the audience of our own tokens, whose key would then be a public one', () => {
    expect(plan(jws({ ...shared, kid: 'k1' }, ada)).kind).toBe('refused');
  });

  it.each([undefined, '', 7, ['k1']])('refuses EdDSA with kid %j', (kid) => {
    expect(plan(jws({ ...ours, kid }, ada)).kind).toBe('refused');
  });

  it('refuses a critical extension, understood by others or not', () => {
    expect(plan(jws({ ...ours, crit: ['b64'], b64: true }, ada)).kind).toBe('refused');
    expect(plan(jws({ ...ours, crit: [] }, ada)).kind).toBe('refused');
  });

  it('ignores keys that the token brings along', () => {
    expect(
      plan(jws({ ...ours, jwk: { kty: 'OKP' }, jku: 'https://evil.example', x5u: 'x', x5c: ['x'] }, ada)).kind,
    ).toBe('user');
  });
});

it.each([[undefined], ['x'], [7], [[]], [[publicUrl, publicUrl]], [{ a: 1 }], [null], [''], [[7]]])(
  'refuses aud %j',
  (aud) => {
    expect(plan(jws(ours, { ...ada, aud })).kind).toBe('refused');
    expect(plan(jws(shared, { ...visitor, aud })).kind).toBe('refused');
  },
);

it.each([
  '',
  'a',
  'a.b',
  'a.b.c.d',
  '..',
  `${encode(ours)}..c2ln`,
  `${encode([])}.${encode(ada)}.c2ln`,
  `!!.${encode(ada)}.c2ln`,
])('refuses text that is no token: %j', (token) => {
  expect(plan(token).kind).toBe('refused');
});

describe('time, with 60 s of leeway', () => {
  it.each([
    ['expired 59 s ago', { exp: nowSeconds - 59 }, true],
    ['expired 60 s ago', { exp: nowSeconds - 60 }, false],
    ['valid in 60 s', { nbf: nowSeconds + 60 }, true],
    ['valid in 61 s', { nbf: nowSeconds + 61 }, false],
    ['issued 60 s ahead', { iat: nowSeconds + 60 }, true],
    ['issued 61 s ahead', { iat: nowSeconds + 61 }, false],
    ['exp as text', { exp: String(nowSeconds + 60) }, false],
    ['nbf null', { nbf: null }, false],
  ])('%s', (_, times, good) => {
    expect(plan(jws(ours, { ...ada, ...times })).kind).toBe(good ? 'user' : 'refused');
  });
});

describe("the customer's token", () => {
  it.each([
    `https://tiledesk.com/projects/${project}`,
    `${publicUrl}/projects/${project}`,
    `parley:projects:${project}`,
  ])('names its project by aud %s', (aud) => {
    expect(plan(jws(shared, { ...visitor, aud }))).toMatchObject({
      kind: 'customer',
      projectId: project,
      id: 'customer-7',
    });
  });

  it.each([
    `https://evil.example/projects/${project}`,
    `${publicUrl}/projects/x`,
    `parley:projects:${project}/`,
    `tiledesk.com/projects/${project}`,
  ])('is refused with aud %s', (aud) => {
    expect(plan(jws(shared, { ...visitor, aud })).kind).toBe('refused');
  });

  it.each([
    ['absent', undefined, true],
    ['userexternal', 'userexternal', true],
    ['guest', 'guest', true],
    ['user', 'user', false],
    ['bot', 'bot', false],
    ['subscription', 'subscription', false],
    ['null', null, false],
  ])('may have the sub %s or not', (_, sub, good) => {
    expect(plan(jws(shared, { ...visitor, sub })).kind).toBe(good ? 'customer' : 'refused');
  });

  it.each([
    [42, '42'],
    ['customer-7', 'customer-7'],
    ['é', 'é'],
    ['x'.repeat(128), 'x'.repeat(128)],
  ])('takes the _id %j as text', (_id, id) => {
    expect(plan(jws(shared, { ...visitor, _id }))).toMatchObject({ kind: 'customer', id });
  });

  it.each([
    undefined,
    null,
    '',
    'a b',
    'a\n',
    'x'.repeat(129),
    1.5,
    1e20,
    true,
    ['a'],
    'system',
    `bot_${bot}`,
    'support-group-1',
  ])('is refused with _id %j', (_id) => {
    expect(plan(jws(shared, { ...visitor, _id })).kind).toBe('refused');
  });

  it.each([
    ['exp within 365 days', { exp: nowSeconds + 365 * 86_400 }, true],
    ['exp beyond 365 days', { exp: nowSeconds + 365 * 86_400 + 61 }, false],
    ['only iat, 23 h ago', { exp: undefined, iat: nowSeconds - 23 * 3600 }, true],
    ['only iat, 25 h ago', { exp: undefined, iat: nowSeconds - 25 * 3600 }, false],
    ['neither', { exp: undefined }, false],
  ])('ends in time: %s', (_, times, good) => {
    expect(plan(jws(shared, { ...visitor, ...times })).kind).toBe(good ? 'customer' : 'refused');
  });
});

describe("a bot's token", () => {
  const claims = {
    sub: 'bot',
    aud: `https://anywhere.example/bots/${bot}`,
    _id: bot,
    iat: nowSeconds,
    exp: nowSeconds + 60,
  };

  it('names its bot by the last part of aud, whatever the origin', () => {
    expect(plan(jws(shared, claims))).toMatchObject({ kind: 'bot', id: bot });
  });

  it.each([
    ['_id of another bot', { _id: user }],
    ['aud of another bot', { aud: `x/bots/${user}` }],
    ['sub user', { sub: 'user' }],
    ['no iat', { iat: undefined }],
    ['neither exp nor iat', { exp: undefined, iat: undefined }],
  ])('is refused with %s', (_, change) => {
    expect(plan(jws(shared, { ...claims, ...change })).kind).toBe('refused');
  });

  it('may have no end of its own: the bots service knows it', () => {
    expect(plan(jws(shared, { ...claims, exp: undefined }))).toEqual({ kind: 'bot', id: bot });
  });

  it('is refused when it is signed like one of ours', () => {
    expect(plan(jws(ours, { ...claims, ...live })).kind).toBe('refused');
  });
});
