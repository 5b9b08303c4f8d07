import { randomBytes } from 'node:crypto';

import { apiTokenHashOf, claimsApiToken, formatApiToken } from './api-token.ts';
import { projectA, setup, unauthorized } from './credentials.fixture.ts';
import type { ApiTokenState } from './source.ts';

const maker = '65a0000000000000000000aa';
const jti = '64b0000000000000000000cc';

/** A token that the workspace service knows. */
function withToken(expiresAt = Date.now() + 3_600_000) {
  const known = setup();
  const token = formatApiToken(randomBytes(24));
  const state: ApiTokenState = {
    live: true,
    principal: { kind: 'token', id: maker, jti, projectId: projectA, name: 'Export', role: 'agent' },
    expiresAt,
  };
  const key = apiTokenHashOf(token)?.toString('hex') ?? '';
  known.apiTokens.set(key, state);
  return { ...known, token, forget: () => known.apiTokens.delete(key) };
}

it.each([
  ['zeros', Buffer.alloc(24)],
  ['ones', Buffer.alloc(24, 0xff)],
  ['random bytes', randomBytes(24)],
])('makes a token of 192 bits and a checksum from %s', (_what, bytes) => {
  const token = formatApiToken(bytes);
  expect(token).toMatch(/^pat_[0-9A-Za-z]{39}$/);
  expect(apiTokenHashOf(token)).toHaveLength(32);
  expect(claimsApiToken(token)).toBe(true);
});

it('makes a different token of each number', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, () => formatApiToken(randomBytes(24))));
  expect(tokens.size).toBe(1_000);
  expect(() => formatApiToken(randomBytes(23))).toThrow(RangeError);
});

it('refuses a thousand altered tokens, without asking another service', async () => {
  const { token, verify, asked } = withToken();
  const altered = Array.from({ length: 1_000 }, (_, index) => alter(token, index));
  expect(new Set(altered).has(token)).toBe(false);

  for (const one of altered) await expect(verify(`Bearer ${one}`)).rejects.toEqual(unauthorized);

  expect(asked).toEqual([]);
  expect(await verify(`Bearer ${token}`)).toMatchObject({ kind: 'token', id: maker, jti, role: 'agent' });
});

it('asks once within five seconds, and again after', async () => {
  const { token, verify, asked, clock } = withToken();
  await verify(`Bearer ${token}`);
  clock.now += 4_999;
  await verify(`Bearer ${token}`);
  expect(asked).toEqual(['api_token']);
  clock.now += 1;
  await verify(`Bearer ${token}`);
  expect(asked).toEqual(['api_token', 'api_token']);
});

it.each([
  ['api_token.revoked', { api_token: { _id: jti } }],
  ['teammate.removed', { teammate: { id_user: { _id: maker } } }],
  ['project.deleted', { project: {} }],
])('drops a token at once on %s', async (type, data) => {
  const { token, verify, identities, forget } = withToken();
  await verify(`Bearer ${token}`);
  forget();
  expect(await verify(`Bearer ${token}`)).toMatchObject({ jti });

  identities.forgetBy({ type, idproject: projectA, data } as never);
  await expect(verify(`Bearer ${token}`)).rejects.toEqual(unauthorized);
});

it('does not remember a token that was revoked while it was asked about', async () => {
  const { token, source, identities, verify, forget } = withToken();
  const { checkApiToken } = source;
  source.checkApiToken = async (...asked) => {
    const answer = await checkApiToken(...asked);
    identities.forgetBy({ type: 'api_token.revoked', idproject: projectA, data: { api_token: { _id: jti } } } as never);
    return answer;
  };
  await verify(`Bearer ${token}`);
  forget();
  await expect(verify(`Bearer ${token}`)).rejects.toEqual(unauthorized);
});

it('is not remembered beyond the end of its secret', async () => {
  const { token, verify, clock, forget } = withToken(Date.now() + 1_000);
  await verify(`Bearer ${token}`);
  forget();
  clock.now += 1_001;
  await expect(verify(`Bearer ${token}`)).rejects.toEqual(unauthorized);
});

/** Another text of the same length, or nearly: one character changed, two swapped, one too many or too few, another case. */
function alter(token: string, index: number): string {
  const place = 'pat_'.length + (index % (token.length - 'pat_'.length));
  const letters = [...token];
  const another = (letter: string | undefined) => (letter === 'x' ? 'y' : 'x');
  switch (index % 5) {
    case 0:
      letters[place] = another(letters[place]);
      break;
    case 1:
      letters.splice(place, 1);
      break;
    case 2:
      letters.splice(place, 0, 'x');
      break;
    case 3: {
      const other = letters.findIndex((letter, at) => at > 3 && letter !== letters[place]);
      [letters[place], letters[other]] = [letters[other] ?? '', letters[place] ?? ''];
      break;
    }
    default:
      return [...token.slice(0, -6), ...formatApiToken(randomBytes(24)).slice(-6)].join('');
  }
  return letters.join('');
}
