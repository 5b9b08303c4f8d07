import { once } from 'node:events';
import { inspect } from 'node:util';

import { createParley, getUser, type Parley, sendMessage, signIn } from '@parley/sdk';
import { guestSession } from '@parley/sdk/browser';
import { connect, type Live } from '@parley/sdk/realtime';
import { WebSocketServer } from 'ws';

import { answer, cut, type FaultyServer, refuse, startFaultyServer } from './faulty-server.ts';

const token = 'a-very-secret-token';
const basic = { basic: { email: 'ada@example.com', password: 'a very secret password' } };
const secrets = /very.secret|YWRhQGV4YW1wbGUuY29t/;

let server: FaultyServer | undefined;
afterEach(() => server?.stop());

/** Everything that a log may be made of. */
function written(value: unknown): string {
  return [
    inspect(value, { depth: 10, showHidden: true }),
    JSON.stringify(value),
    String(value),
    (value as Error)?.stack,
  ].join('\n');
}

it.each([
  ['a token', token],
  ['a function', () => token],
  ['Basic', basic],
])('%s appears in no client, error or address', async (_, credentials) => {
  server = await startFaultyServer(refuse(403, 'role_too_low'), cut, refuse(401, 'unauthorized'), answer(200, {}));
  const parley = createParley({ url: server.url, project: 'P', token: credentials, retries: 0 });
  const failures = [];
  for (let round = 0; round < 3; round += 1) failures.push(await getUser(parley).catch((error: unknown) => error));
  await getUser(parley);

  expect(failures.map((failure) => (failure as Error).name)).toEqual([
    'ParleyError',
    'ParleyNetworkError',
    'ParleyError',
  ]);
  for (const value of [parley, ...failures]) expect(written(value)).not.toMatch(secrets);
  for (const { url, headers } of server.calls) {
    expect(url).not.toMatch(secrets);
    expect(headers.authorization).toMatch(secrets);
  }
});

it('a token that no header can carry is refused without showing it', async () => {
  server = await startFaultyServer(answer(200, {}));
  const parley = createParley({ url: server.url, token: `${token}\nX-Other: 1` });
  const failure = await getUser(parley).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TypeError);
  expect(written(failure)).not.toMatch(secrets);
  expect(server.calls).toEqual([]);
  expect(() => createParley({ url: `http://ada:${token}@localhost` })).toThrow(TypeError);
});

it('what was typed at a sign-in appears in no error', async () => {
  const errors = [{ param: 'password', location: 'body', msg: 'At most 256 characters' }];
  server = await startFaultyServer(refuse(422, 'validation_failed', {}, { errors }));
  const failure = await signIn(createParley({ url: server.url }), basic.basic).catch((error: unknown) => error);
  expect(written(failure)).toContain('At most 256 characters');
  expect(written(failure)).not.toMatch(/very secret/);
});

it('a socket gets the token in a frame, and shows it nowhere', async () => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
  const seen = new Promise<{ url: string | undefined; frame: string }>((resolve) => {
    sockets.on('connection', (socket, req) =>
      socket.on('message', (frame) => resolve({ url: req.url, frame: String(frame) })),
    );
  });
  const { port } = sockets.address() as { port: number };
  const parley: Parley = createParley({ url: `http://127.0.0.1:${port}`, project: 'P', token });
  const live: Live = connect(parley);
  const { url, frame } = await seen;
  live.close();
  for (const client of sockets.clients) client.terminate();
  await new Promise((resolve) => sockets.close(resolve));

  expect([url, JSON.parse(frame)]).toEqual(['/v3/ws', { action: 'auth', payload: { token: `JWT ${token}` } }]);
  expect(written(live)).not.toMatch(secrets);
});

it('a guest session shows its token to nobody who prints it', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  server = await startFaultyServer(answer(200, { success: true, token, expiresAt, user: { _id: 'V' } }));
  const guest = guestSession({ url: server.url, project: 'P', persistence: 'none' });
  await guest.signIn();
  expect(await guest.token(false)).toBe(token);
  expect(written({ ...guest, visitor: undefined })).not.toMatch(secrets);
  guest.close();
});

it('sends no credential with a message body', async () => {
  server = await startFaultyServer(answer(200, { _id: 'M' }));
  await sendMessage(createParley({ url: server.url, project: 'P', token }), { request_id: 'R', text: 'Hello' });
  expect(server.calls[0]?.body).toBe('{"text":"Hello"}');
});
