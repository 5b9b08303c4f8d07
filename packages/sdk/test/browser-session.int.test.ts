import { createParley, getUser } from '@parley/sdk';
import { type BrowserSession, browserSession } from '@parley/sdk/browser';
import { eventually } from '@parley/testkit';

import { answer, type FaultyServer, type Reaction, refuse, type SeenCall, startFaultyServer } from './faulty-server.ts';

let server: FaultyServer;
let session: BrowserSession;
afterEach(async () => {
  session.close();
  await server.stop();
});

const user = { _id: 'U', email: 'ada@example.com' };

function signedIn(token: string, lifeMs = 900_000) {
  return {
    success: true,
    signed_in: true,
    token,
    expiresAt: new Date(Date.now() + lifeMs).toISOString(),
    session: { _id: 'S' },
    user,
  };
}

/** Answers the calls of a session as contract 82 section 1 has them, by what each of them is for. */
async function start(reactions: Partial<Record<'create' | 'renew' | 'end' | 'other', (call: SeenCall) => Reaction>>) {
  server = await startFaultyServer((res, call) => {
    const { method, url } = call;
    const kind = url.endsWith('/token?optional=true')
      ? 'renew'
      : url !== '/v3/auth/session'
        ? 'other'
        : method === 'POST'
          ? 'create'
          : 'end';
    return (reactions[kind]?.(call) ?? refuse(404, 'route_not_found'))(res, call);
  });
  session = browserSession({ url: server.url });
  return session;
}

const signedOut = { success: true, signed_in: false };

const calls = () => server.calls.map(({ method, url }) => `${method} ${url}`);

it('after a reload, whoever asks first finds out who is signed in, and all others wait for the same answer', async () => {
  await start({ renew: () => answer(200, signedIn('JWT one')) });
  const tokens = await Promise.all(Array.from({ length: 20 }, () => session.token(false)));

  expect(new Set(tokens)).toEqual(new Set(['JWT one']));
  expect(session.user).toEqual(user);
  expect(calls()).toEqual(['POST /v3/auth/session/token?optional=true']);
  // Another site could send a form; the type is what it cannot send.
  expect(server.calls[0]).toMatchObject({ body: '{}', headers: { 'content-type': 'application/json' } });
});

it('renews a token that nears its end, or that was refused, and no other', async () => {
  let round = 0;
  await start({
    create: () => answer(200, signedIn('JWT 0', 30_000)),
    renew: () => {
      round += 1;
      return answer(200, signedIn(`JWT ${round}`));
    },
    other: ({ headers }) => (headers.authorization === 'JWT 2' ? answer(200, user) : refuse(401, 'unauthorized')),
  });
  await session.signIn({ email: 'ada@example.com', password: 'correct horse' });
  expect(server.calls[0]?.body).toBe('{"email":"ada@example.com","password":"correct horse"}');
  expect(await session.token(false)).toBe('JWT 1');
  expect(await session.token(false)).toBe('JWT 1');

  const parley = createParley({ url: server.url, token: session.token });
  const answers = await Promise.all(Array.from({ length: 10 }, () => getUser(parley)));
  expect(answers).toHaveLength(10);
  expect(round).toBe(2);
});

it('a session that has ended signs out, and says so once', async () => {
  let isOver = false;
  await start({
    create: () => answer(200, signedIn('JWT 0', 30_000)),
    renew: () => answer(200, isOver ? signedOut : signedIn('JWT 1', 30_000)),
  });
  const heard: unknown[] = [];
  session.onChange((now) => heard.push(now?._id));
  await session.signIn({ code: 'a-code' });
  expect(await session.token(false)).toBe('JWT 1');
  isOver = true;

  expect(await session.token(false)).toBeUndefined();
  expect(await session.resume()).toBeUndefined();
  expect([session.user, heard]).toEqual([undefined, ['U', undefined]]);
});

it('an outage signs nobody out', async () => {
  await start({
    create: () => answer(200, signedIn('JWT 0', 30_000)),
    renew: () => refuse(500, 'internal'),
  });
  await session.signIn({ code: 'a-code' });
  await expect(session.token(false)).rejects.toMatchObject({ code: 'internal' });
  expect(session.user).toEqual(user);
});

it('signs out at the server first, and forgets the token', async () => {
  await start({
    create: () => answer(200, signedIn('JWT 0')),
    renew: () => answer(200, signedOut),
    end: () => answer(200, { success: true, msg: 'Signed out.' }),
  });
  await session.signIn({ code: 'a-code' });
  await session.signOut();
  expect(session.user).toBeUndefined();
  expect(await session.token(false)).toBeUndefined();
  expect(calls()).toEqual([
    'POST /v3/auth/session',
    'DELETE /v3/auth/session',
    'POST /v3/auth/session/token?optional=true',
  ]);
});

it('a sign-in that is refused is told by its code, and tried once', async () => {
  await start({ create: () => refuse(401, 'invalid_credentials') });
  await expect(session.signIn({ email: 'ada@example.com', password: 'wrong' })).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
  expect(calls()).toHaveLength(1);
});

/** Answers later, when the test lets it. */
function held(reaction: Reaction) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const later: Reaction = async (res, call) => {
    await promise;
    return reaction(res, call);
  };
  return { later, release: resolve };
}

it.each([
  ['says that there was no session', answer(200, signedOut)],
  ['is refused by a server from before `optional`', refuse(401, 'unauthorized')],
  ['brings the token of the session before', answer(200, { ...signedIn('JWT old'), user: { ...user, _id: 'B' } })],
])('a renewal from before a sign-in changes nothing when it %s', async (_, reaction) => {
  const { later, release } = held(reaction);
  await start({ create: () => answer(200, signedIn('JWT 0')), renew: () => later });
  const heard: unknown[] = [];
  const resuming = session.resume();
  session.onChange((now) => heard.push(now?._id));
  await session.signIn({ code: 'a-code' });
  release();
  await resuming;

  expect([session.user, await session.token(false), heard]).toEqual([user, 'JWT 0', ['U']]);
});

it('a renewal from before a sign-out signs in no one', async () => {
  const { later, release } = held(answer(200, signedIn('JWT late')));
  let isFirst = true;
  await start({
    create: () => answer(200, signedIn('JWT 0', 30_000)),
    renew: () => {
      if (!isFirst) return answer(200, signedOut);
      isFirst = false;
      return later;
    },
    end: () => answer(200, { success: true, msg: 'Signed out.' }),
  });
  await session.signIn({ code: 'a-code' });
  const renewing = session.token(false);
  await session.signOut();
  release();

  expect([await renewing, session.user, await session.token(false)]).toEqual([undefined, undefined, undefined]);
});

it('a sign-out in another tab is heard as one, also when its refusals have arrived before', async () => {
  let isOver = false;
  await start({
    create: () => answer(200, signedIn('JWT 0')),
    renew: () => answer(200, isOver ? signedOut : signedIn('JWT 1')),
    end: () => answer(200, { success: true, msg: 'Signed out.' }),
  });
  const other = browserSession({ url: server.url });
  try {
    const heard: [string | undefined, boolean][] = [];
    await session.signIn({ code: 'a-code' });
    await other.resume();
    session.onChange((now, isSignedOut) => heard.push([now?._id, isSignedOut]));
    isOver = true;
    expect(await session.token(true)).toBeUndefined();
    await other.signOut();
    await eventually(() => expect(heard.at(-1)).toEqual([undefined, true]));
  } finally {
    other.close();
  }
});
