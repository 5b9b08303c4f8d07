import {
  closeRequest,
  createParley,
  getRequest,
  isParleyError,
  ParleyError,
  ParleyNetworkError,
  ParleyTimeoutError,
  sendMessage,
  signIn,
  withResponse,
} from '@parley/sdk';
import { amountOf, timeoutOf } from '@parley/testkit';

import {
  answer,
  cut,
  cutInside,
  type FaultyServer,
  type Reaction,
  refuse,
  stall,
  startFaultyServer,
} from './faulty-server.ts';

const servers: FaultyServer[] = [];

async function serving(...reactions: [Reaction, ...Reaction[]]) {
  const server = await startFaultyServer(...reactions);
  servers.push(server);
  const parley = createParley({
    url: server.url,
    project: '64f0c0a1b2c3d4e5f6a7b8c9',
    token: 'a-token',
    timeoutMs: timeoutOf(400),
    backoff: { minMs: 1, maxMs: 4 },
  });
  return { server, parley };
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

const request_id = 'R';
/** Of a call beside which there is no other. */
const alone = { timeoutMs: timeoutOf(100) };
const done = answer(200, { _id: 'M', seq: 1 });
const faults: Record<string, Reaction> = {
  cut,
  cutInside,
  stall,
  408: refuse(408, 'body_timeout'),
  429: refuse(429, 'rate_limited', { 'retry-after': '0' }),
  502: (res) => res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  503: refuse(503, 'busy', { 'retry-after': '0' }),
  504: (res) => res.writeHead(504).end(),
  409: refuse(409, 'idempotency_in_progress'),
};
const names = Object.keys(faults);
/** Each takes as long as a call may. */
const mostStalls = amountOf({ quick: 1, soak: 3 });
const orders = names
  .flatMap((first) => names.flatMap((second) => names.map((third) => [first, second, third])))
  .filter((order) => order.filter((name) => name === 'stall').length <= mostStalls);
/** All at once would be late on a slow machine. Those with a stall have groups of their own, since the others need not wait for it. */
const groups = Map.groupBy(orders, (order) => {
  const stalled = order.indexOf('stall');
  return stalled < 0
    ? `${order[0]} and any two faults more`
    : `any three faults of which no. ${stalled + 1} is a stall`;
});
it.each([...groups.keys()])('a write succeeds after %s, in four tries under one Idempotency-Key', async (group) => {
  const grouped = groups.get(group) ?? [];
  const outcomes = await Promise.all(
    grouped.map(async (order) => {
      const { server, parley } = await serving(...(order.map((name) => faults[name]) as [Reaction]), done);
      const outcome = await sendMessage(parley, { request_id, text: 'Hello' }).catch((error: Error) => error.message);
      const keys = new Set(server.calls.map(({ headers }) => headers['idempotency-key']));
      return { order, outcome, keys: keys.size, bodies: server.calls.map(({ body }) => body) };
    }),
  );

  const expected = { outcome: { _id: 'M', seq: 1 }, keys: 1, bodies: Array(4).fill('{"text":"Hello"}') };
  expect(outcomes).toEqual(grouped.map((order) => ({ order, ...expected })));
});

it('tries every order of three faults', () => {
  expect(new Set(orders.map((order) => order.join())).size).toBe(
    amountOf({ quick: 8 ** 3 + 3 * 8 ** 2, soak: 9 ** 3 }),
  );
});

it.each(names)('gives up after four tries of %s and says how many there were', async (name) => {
  const { server, parley } = await serving(faults[name] as Reaction);

  const failure = await sendMessage(parley, { request_id, text: 'Hello' }, alone).catch((error: unknown) => error);

  expect(server.calls).toHaveLength(4);
  expect(failure).toMatchObject({ operation: 'sendMessage', attempts: 4 });
  const kind = name === 'stall' ? ParleyTimeoutError : /cut/.test(name) ? ParleyNetworkError : ParleyError;
  expect(failure).toBeInstanceOf(kind);
});

it.each([
  [400, 'cursor_invalid'],
  [403, 'role_too_low'],
  [404, 'request_not_found'],
  [409, 'request_closed'],
  [422, 'validation_failed'],
  [500, 'internal'],
])('tries a %s %s once', async (status, code) => {
  const { server, parley } = await serving(refuse(status, code));

  await expect(sendMessage(parley, { request_id, text: 'Hello' })).rejects.toMatchObject({ status, code, attempts: 1 });
  expect(server.calls).toHaveLength(1);
});

it('waits as long as Retry-After says, and not at all for more than a minute', async () => {
  const { server, parley } = await serving(refuse(429, 'rate_limited', { 'retry-after': '1' }), done);
  const began = performance.now();
  await sendMessage(parley, { request_id, text: 'Hello' });
  // The deadline is what the line is about: the server has asked for a second.
  expect(performance.now() - began).toBeGreaterThan(990);
  expect(server.calls).toHaveLength(2);

  const patient = await serving(refuse(503, 'maintenance', { 'retry-after': '61' }));
  await expect(getRequest(patient.parley, { request_id })).rejects.toMatchObject({ retryAfter: 61, attempts: 1 });
  expect(patient.server.calls).toHaveLength(1);
});

it.each(['cut', '503', '429', 'stall'])('never sends a sign-in twice, after %s either', async (name) => {
  const { server, parley } = await serving(faults[name] as Reaction, done);

  const account = { email: 'ada@example.com', password: 'correct horse' };
  await expect(signIn(parley, account, alone)).rejects.toThrow('signIn');

  expect(server.calls).toHaveLength(1);
  expect(server.calls[0]?.headers).not.toHaveProperty('idempotency-key');
});

it.each([
  ['while an answer is awaited', stall],
  ['while it waits for the next try', refuse(503, 'busy', { 'retry-after': '50' })],
])('an abort ends a call at once, %s, with the error of the platform', async (_, reaction) => {
  const controller = new AbortController();
  const { server, parley } = await serving((res, call) => {
    setImmediate(() => controller.abort());
    return reaction(res, call);
  });

  const failure = await getRequest(parley, { request_id }, { signal: controller.signal, timeoutMs: 60_000 }).catch(
    (error: unknown) => error,
  );

  expect(failure).toMatchObject({ name: 'AbortError' });
  expect(server.calls).toHaveLength(1);
});

it.each([
  ['is aborted while it waits for its token', () => new Promise<string>(() => {})],
  ['is aborted when its token comes', () => 'a-token'],
])('a call that %s is never sent', async (_, token) => {
  const controller = new AbortController();
  const server = await startFaultyServer(done);
  servers.push(server);
  const give = () => {
    controller.abort();
    return token();
  };
  const parley = createParley({ url: server.url, project: 'P', token: give });

  const sending = sendMessage(parley, { request_id, text: 'Hello' }, { signal: controller.signal });

  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  expect(server.calls).toHaveLength(0);
});

it('renews a refused token once, however many calls it was refused to', async () => {
  let [refusals, allRefused] = [0, () => {}];
  const whenAllRefused = new Promise<void>((resolve) => {
    allRefused = resolve;
  });
  const server = await startFaultyServer((res, call) => {
    if (call.headers.authorization === 'JWT fresh') return answer(200, { _id: 'R' })(res, call);
    refusals += 1;
    if (refusals === 100) allRefused();
    return refuse(401, 'unauthorized')(res, call);
  });
  servers.push(server);
  let current = 'stale';
  const asked: boolean[] = [];
  const parley = createParley({
    url: server.url,
    project: 'P',
    token: async (refused) => {
      asked.push(refused);
      if (!refused) return current;
      await whenAllRefused;
      current = 'fresh';
      return current;
    },
  });

  const answers = await Promise.all(Array.from({ length: 100 }, () => getRequest(parley, { request_id })));

  expect(answers).toHaveLength(100);
  expect(asked.filter((refused) => refused)).toHaveLength(1);
});

it('asks for a token once more, and reports the refusal when there is no other', async () => {
  const { server, parley } = await serving(refuse(401, 'unauthorized'));
  await expect(getRequest(parley, { request_id })).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
  expect(server.calls).toHaveLength(1);
});

it('reads the refusals of the API: code, field errors, conflict, request id', async () => {
  const errors = [{ param: 'text', location: 'body', msg: 'Required' }];
  const { parley } = await serving(
    refuse(422, 'validation_failed', {}, { errors }),
    refuse(
      409,
      'request_closed',
      { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' },
      { conflict: 'C', hint: 'reopen' },
    ),
    (res) => res.writeHead(400, { 'content-type': 'text/plain' }).end('The body is not valid JSON.'),
    (res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in to the network'),
  );
  const fail = () => closeRequest(parley, { request_id }).catch((error: unknown) => error);

  expect(await fail()).toMatchObject({ code: 'validation_failed', errors, requestId: 'req-1' });
  const closed = await fail();
  expect(isParleyError(closed, 'request_closed') && [closed.conflict, closed.problem.hint]).toEqual(['C', 'reopen']);
  expect(isParleyError(closed, 'internal')).toBe(false);
  expect(await fail()).toMatchObject({ code: 'malformed_json', msg: 'The body is not valid JSON.' });
  expect(await fail()).toMatchObject({ code: 'unexpected_answer', status: 200 });
});

it('a record that has not changed is a value, not an error', async () => {
  const { server, parley } = await serving(answer(200, { _id: 'R' }, { etag: '"4"' }), (res) =>
    res.writeHead(304).end(),
  );

  const first = await withResponse(getRequest)(parley, { request_id });
  const second = await withResponse(getRequest)(parley, { request_id }, { ifNoneMatch: first.etag ?? '' });

  expect(first).toMatchObject({ notModified: false, etag: '"4"', data: { _id: 'R' } });
  expect(second).toMatchObject({ notModified: true, status: 304 });
  expect(server.calls[1]?.headers['if-none-match']).toBe('"4"');
});
