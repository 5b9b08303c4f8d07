import { signingKeySet, startTeamHarness } from '../../test/team-harness.ts';

/** The same installation before, during and after key rotation: one database, different keys. */
it('verifies old tokens and signs with the new key while both are configured, and ends old ones with the old key', async () => {
  const [oldKey, newKey] = [signingKeySet(), signingKeySet()].map((set) => JSON.parse(set).keys[0]);
  const withKeys = (...keys: unknown[]) => ({ TOKEN_SIGNING_KEYS: JSON.stringify({ keys }) });
  const kidOf = (token: string) =>
    JSON.parse(Buffer.from(token.replace(/^JWT /, '').split('.')[0] ?? '', 'base64url').toString()).kid;

  const before = await startTeamHarness(withKeys(oldKey));
  const { databaseUrl } = before;
  const during = await startTeamHarness(withKeys(newKey, oldKey), { databaseUrl });
  const after = await startTeamHarness(withKeys(newKey), { databaseUrl });
  try {
    const { projectId } = await before.project();
    const old = await before.guest(projectId);
    const fresh = await during.guest(projectId);

    expect((await during.exchange(old.token)).status).toBe(200);
    expect((await after.exchange(fresh.token)).status).toBe(200);
    expect((await after.exchange(old.token)).status).toBe(401);

    const shown = (await during.open.getPublicKeys()).body.keys.map(({ kid }) => kid);
    expect(shown).toEqual([kidOf(fresh.token), kidOf(old.token)]);
  } finally {
    await after.stop();
    await during.stop();
    await before.stop();
  }
});

it('publishes the public keys with a cache time of five minutes, and no private part', async () => {
  const team = await startTeamHarness();

  const { body, headers } = await team.open.getPublicKeys();

  expect(headers['cache-control']).toBe('public, max-age=300');
  expect(body.keys).toEqual([
    {
      ...{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' },
      ...{ x: expect.any(String), kid: expect.stringMatching(/^[\w-]{43}$/) },
    },
  ]);
  const again = await team.open.getPublicKeys({}, { headers: { 'if-none-match': String(headers.etag) } });
  expect(again.status).toBe(304);
  await team.stop();
});
