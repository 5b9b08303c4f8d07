import { type GuestSession, guestSession } from '@parley/sdk/browser';

import { answer, cut, type FaultyServer, refuse, startFaultyServer } from './faulty-server.ts';

let server: FaultyServer;
let guest: GuestSession;
afterEach(async () => {
  guest.close();
  await server.stop();
});

const signedIn = (lifeMs: number) =>
  answer(200, {
    token: 'JWT exchanged',
    expiresAt: new Date(Date.now() + lifeMs).toISOString(),
    user: { _id: 'V' },
  });

async function identified(...later: Parameters<typeof startFaultyServer>) {
  server = await startFaultyServer(signedIn(30_000), ...later);
  guest = guestSession({ url: server.url, project: 'P', persistence: 'none' });
  await guest.identify(() => 'custom');
}

it.each([
  ['the API fails', refuse(500, 'internal'), 'internal'],
  ['the network fails', cut, 'no answer'],
])('a renewal during which %s fails the call, and the next one asks again', async (_, fault, message) => {
  await identified(fault, signedIn(900_000));

  await expect(guest.token(false)).rejects.toThrow(message);
  expect(guest.visitor?.id).toBe('V');
  expect(await guest.token(false)).toBe('JWT exchanged');
});

it('a token of the customer that is refused leaves the visitor without one', async () => {
  await identified(refuse(401, 'unauthorized'));

  expect(await guest.token(false)).toBeUndefined();
});

it('becomes one guest by one key, however often answers are cut', async () => {
  server = await startFaultyServer(cut, refuse(409, 'idempotency_in_progress'), cut, signedIn(900_000));
  guest = guestSession({ url: server.url, project: 'P', persistence: 'none' });
  const idempotencyKey = crypto.randomUUID();

  const { id } = await guest.signIn({ firstname: 'Vera' }, { idempotencyKey });

  expect([id, guest.visitor?.id]).toEqual(['V', 'V']);
  expect(server.calls.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(4).fill(idempotencyKey));
});
