import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

import {
  ada,
  address,
  harness,
  privateKey,
  projectA,
  publicUrl,
  setup,
  sign,
  signShared,
  unauthorized,
  userClaims,
} from './credentials.fixture.ts';
import { Credentials } from './credentials.ts';
import { createIdentities } from './identities.ts';
import type { PublicKey } from './source.ts';

it('asks once for a token within five seconds, and again after', async () => {
  const { verify, asked, clock } = setup();
  const header = `JWT ${await sign(userClaims)}`;
  await verify(header);
  clock.now += 4_999;
  await verify(header);
  expect(asked.filter((name) => name === 'token')).toHaveLength(1);

  clock.now += 1;
  await verify(header);
  expect(asked.filter((name) => name === 'token')).toHaveLength(2);
});

it('never remembers for longer than five seconds, whatever is configured', async () => {
  const { source, asked } = harness();
  const clock = { now: 0 };
  const { credentials } = createIdentities({ source, publicUrl, cacheMs: 60_000, clock: () => clock.now });
  const header = `JWT ${await sign(userClaims)}`;
  await credentials.verify(header, address);
  clock.now += 5_000;
  await credentials.verify(header, address);
  expect(asked.filter((name) => name === 'token')).toHaveLength(2);
});

it.each([
  ['token.revoked', { jti: 'j-ada' }],
  ['teammate.updated', { teammate: { id_user: ada } }],
  ['teammate.removed', { teammate: { id_user: { _id: ada } } }],
])('drops a token at once on %s', async (type, data) => {
  const { verify, tokens, identities } = setup();
  const header = `JWT ${await sign(userClaims)}`;
  await verify(header);
  tokens.clear();
  expect(await verify(header)).toMatchObject({ id: ada });

  identities.forgetBy({ type, idproject: projectA, data } as never);
  await expect(verify(header)).rejects.toEqual(unauthorized);
});

it('knows an access token of a session by the row of its session, and drops it at once when the session ends', async () => {
  const { verify, tokens, identities, source } = setup();
  const sid = '66b000000000000000000001';
  tokens.set('j-access', { live: true, principal: { kind: 'user', id: ada, jti: 'j-session' } });
  const { checkToken } = source;
  const questions: unknown[] = [];
  source.checkToken = (token) => {
    questions.push(token);
    return checkToken(token);
  };
  const header = `JWT ${await sign({ ...userClaims, jti: 'j-access', sid })}`;

  expect(await verify(header)).toMatchObject({ id: ada, jti: 'j-session' });
  expect(questions).toEqual([expect.objectContaining({ sid, jti: 'j-access' })]);
  tokens.clear();
  identities.forgetBy({ type: 'token.revoked', idproject: projectA, data: { jti: 'j-other', sid: projectA } } as never);
  expect(await verify(header)).toMatchObject({ id: ada });
  identities.forgetBy({ type: 'token.revoked', idproject: projectA, data: { jti: 'j-session', sid } } as never);
  await expect(verify(header)).rejects.toEqual(unauthorized);
});

it('asks about Basic credentials every time, since only workspace knows when a password changed', async () => {
  const { verify, asked } = setup();
  const header = `Basic ${Buffer.from('ada@acme.io:right').toString('base64')}`;
  await verify(header);
  await verify(header);
  expect(asked).toEqual(['basic', 'basic']);
});

it('lets no caller through on stale entries while workspace is down', async () => {
  const { verify, state, clock } = setup();
  const header = `JWT ${await sign(userClaims)}`;
  await verify(header);
  state.away = true;
  expect(await verify(header)).toMatchObject({ id: ada });

  clock.now += 5_000;
  await expect(verify(header)).rejects.toEqual(expect.objectContaining({ code: 'dependency_down' }));
});

it('ends with the token itself', async () => {
  const { source } = harness();
  const time = { wall: Date.now(), clock: 0 };
  const credentials = new Credentials({
    source,
    publicUrl,
    cacheMs: 5_000,
    now: () => time.wall,
    clock: () => time.clock,
  });
  const token = await new SignJWT(userClaims)
    .setProtectedHeader({ alg: 'EdDSA', kid: 'k1' })
    .setIssuedAt()
    .setExpirationTime(Math.floor(time.wall / 1000) - 58)
    .sign(privateKey);
  await credentials.verify(`JWT ${token}`, address);
  time.wall += 3_000;
  time.clock += 3_000;
  await expect(credentials.verify(`JWT ${token}`, address)).rejects.toMatchObject({ code: 'token_expired' });
});

it('finds a signing key that came after the last look, and drops one that was taken away', async () => {
  const { verify, state, clock } = setup();
  const rotated = await generateKeyPair('EdDSA', { extractable: true });
  const oldHeader = `JWT ${await sign(userClaims)}`;
  await verify(oldHeader);

  state.keys = [{ ...((await exportJWK(rotated.publicKey)) as JWK & PublicKey), kid: 'k2' }];
  clock.now += 200;
  const newHeader = `JWT ${await sign(userClaims, rotated.privateKey, { kid: 'k2' })}`;
  expect(await verify(newHeader)).toMatchObject({ id: ada });

  clock.now += 5_000;
  await expect(verify(oldHeader)).rejects.toEqual(unauthorized);
});

it('drops a signing key within five seconds of its end, though no other has come', async () => {
  const { verify, state, clock } = setup();
  const header = `JWT ${await sign(userClaims)}`;
  await verify(header);

  state.keys = [];
  clock.now += 5_000;
  await expect(verify(header)).rejects.toEqual(unauthorized);
});

describe('what anybody can make us ask', () => {
  it('is not asked about a token of ours that has ended, however often it is shown', async () => {
    const { verify, asked, tokens, identities } = setup();
    tokens.set('j-ada', { live: false, reason: 'revoked' });
    const header = `JWT ${await sign(userClaims)}`;
    for (let shown = 0; shown < 20; shown++) await expect(verify(header)).rejects.toEqual(unauthorized);
    expect(asked.filter((name) => name === 'token')).toHaveLength(1);

    identities.forgetToken('j-ada');
    await expect(verify(header)).rejects.toEqual(unauthorized);
    expect(asked.filter((name) => name === 'token')).toHaveLength(2);
  });

  it('is asked only if the caller may, once for each caller of a token', async () => {
    const { identities, asked } = setup();
    const token = signShared({ aud: `parley:projects:${projectA}`, _id: 'visitor' }, 'secret-of-a');
    const refusal = new Error('not you');
    const [one, other] = await Promise.allSettled([
      identities.credentials.verify(`JWT ${token}`, address, () => Promise.reject(refusal)),
      identities.credentials.verify(`JWT ${token}`, address),
    ]);
    expect([one.status, other.status]).toEqual(['rejected', 'fulfilled']);
    expect(asked).toEqual(['secret', 'external']);
    const password = `Basic ${Buffer.from('ada@acme.io:right').toString('base64')}`;
    await expect(identities.credentials.verify(password, address, () => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(asked).not.toContain('basic');
  });

  it('does not concern tokens of ours, nor those that are remembered', async () => {
    const { identities } = setup();
    const never = () => Promise.reject(new Error('asked'));
    const own = `JWT ${await sign(userClaims)}`;
    const shared = `JWT ${signShared({ aud: `parley:projects:${projectA}`, _id: 'visitor' }, 'secret-of-a')}`;
    await identities.credentials.verify(own, address, never);
    await identities.credentials.verify(shared, address);
    await identities.credentials.verify(shared, address, never);
  });
});

it('takes a project for proven once its secret has signed a good token, and by no other', async () => {
  const { identities } = setup();
  const { credentials } = identities;
  const signed = (secret: string) =>
    `JWT ${signShared({ aud: `parley:projects:${projectA}`, _id: 'visitor' }, secret)}`;
  await expect(credentials.verify(signed('wrong'), address)).rejects.toEqual(unauthorized);
  expect(credentials.provenSubject(signed('secret-of-a'))).toBeUndefined();

  await credentials.verify(signed('secret-of-a'), address);
  expect(credentials.provenSubject(signed('wrong'))).toBe(`project:${projectA}`);
  expect(credentials.provenSubject(`JWT ${await sign(userClaims)}`)).toBeUndefined();
});

it('knows the tokens of ours by their signature alone', async () => {
  const { identities } = setup();
  const { credentials } = identities;
  const own = await sign({ ...userClaims, jti: 'never-recorded' });
  expect(await credentials.isOurs(`JWT ${own}`)).toBe(true);
  for (const header of [`JWT ${own.slice(0, -6)}AAAAAA`, 'JWT x.y.z', undefined, 'Basic YTpi'])
    expect(await credentials.isOurs(header)).toBe(false);
});

describe('a membership that comes with the answer about a visitor’s token', () => {
  const guest = {
    kind: 'guest',
    id: '0b5f3a3e-8f37-4c38-9d0a-5f3f6a1e9f10',
    projectId: projectA,
    jti: 'j-vera',
  } as const;
  const membership = { teammateId: 't-vera', role: 'guest', status: 'active' };

  async function asVera() {
    const known = setup();
    known.tokens.set('j-vera', { live: true, principal: guest, membership });
    const { credentials, admission } = known.identities;
    const claims = {
      sub: 'guest',
      aud: `${publicUrl}/projects/${projectA}`,
      _id: guest.id,
      id_project: projectA,
      jti: 'j-vera',
    };
    const header = `JWT ${await sign(claims)}`;
    const standing = async () => {
      const { value } = await credentials.verify(header, address);
      return admission.standingOf(value, projectA);
    };
    return { ...known, standing };
  }

  it('is not asked for again, until it changes', async () => {
    const { standing, asked, identities } = await asVera();
    expect((await standing()).actor).toMatchObject({ kind: 'guest', role: 'guest', teammateId: 't-vera' });
    await standing();
    expect(asked).toEqual(['keys', 'token']);

    identities.forgetBy({
      type: 'teammate.updated',
      idproject: projectA,
      data: { teammate: { uuid_user: guest.id } },
    } as never);
    await standing();
    expect(asked).toEqual(['keys', 'token', 'token']);
  });

  it('is not remembered when it changes while the answer is under way', async () => {
    const { standing, asked, identities, tokens, source } = await asVera();
    const { checkToken } = source;
    source.checkToken = async (token) => {
      const answer = await checkToken(token);
      source.checkToken = checkToken;
      tokens.set('j-vera', { live: true, principal: guest, membership: { ...membership, status: 'disabled' } });
      identities.forgetPrincipal(guest.id);
      return answer;
    };
    await standing();
    expect(asked).toEqual(['keys', 'token', 'membership']);
    expect((await standing()).refusal).toMatchObject({ code: 'not_a_member' });
    expect(asked).toEqual(['keys', 'token', 'membership', 'token']);
  });

  it('is not missed, where it is known, by a token about which there is no answer', async () => {
    const { standing, tokens, state, identities } = await asVera();
    await standing();
    tokens.set('j-other', { live: true, principal: { ...guest, jti: 'j-other' }, membership });
    const claims = { sub: 'guest', aud: `${publicUrl}/projects/${projectA}`, _id: guest.id, id_project: projectA };
    const other = `JWT ${await sign({ ...claims, jti: 'j-other' })}`;
    state.away = true;
    await expect(identities.credentials.verify(other, address)).rejects.toMatchObject({ code: 'dependency_down' });
    expect((await standing()).actor).toMatchObject({ role: 'guest' });

    state.away = false;
    expect((await identities.credentials.verify(other, address)).value.principal).toMatchObject({ jti: 'j-other' });
  });

  it('is asked for where the answer does not name it', async () => {
    const { standing, asked, tokens } = await asVera();
    tokens.set('j-vera', { live: true, principal: guest });
    expect((await standing()).refusal).toMatchObject({ code: 'not_a_member' });
    expect(asked).toContain('membership');
  });
});
