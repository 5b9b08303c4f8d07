import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';

import { eventually } from '@parley/testkit';

import type { AllInOne } from '../src/service.ts';
import { newRequestId, newUser, newVisitor, startMesh, type Way, wayOf, ways } from './mesh.ts';

const agent = new Agent({ keepAlive: true });
let mesh: AllInOne;
let take: (way: Way) => void;
let owner: string;
let visitor: string;
let file: string;
let project: string;
let conversation: string;

beforeAll(async () => {
  mesh = await startMesh({ RATE_LIMIT_FACTOR: '100' }, { way: 'in the process' });
  take = wayOf(mesh);
  const ada = await newUser(mesh.url, 'Ada');
  const { body } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const vera = await newVisitor(mesh.url, body._id, 'Vera');
  project = `/${body._id}`;
  conversation = `${project}/requests/${newRequestId(body._id)}`;
  for (const text of ['Hello', 'Is "anybody"\nthere?', 'ä'.repeat(1_000)])
    await vera.customer.call('POST', `${conversation}/messages`, { text });
  const uploaded = await vera.customer.upload('/files/users', new File(['one parcel'], 'order.txt'));
  file = `/files?path=${encodeURIComponent(uploaded.body.filename)}`;
  [owner, visitor] = [ada.token, vera.token];
  await mesh.settled();
}, 60_000);
afterAll(() => {
  agent.destroy();
  return mesh?.stop();
});

interface Asked {
  method?: string;
  /** Default: the owner. */
  as?: () => string;
  headers?: Record<string, string | number>;
  body?: string | Buffer;
}

const fixed = { 'x-request-id': 'my-request-1', traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` };

function begin(
  path: string,
  { method = 'GET', as = () => owner, headers = {}, body }: Asked = {},
): Promise<IncomingMessage> {
  const all = { authorization: as(), ...fixed, ...headers };
  return new Promise((resolve, reject) => {
    const req = request(`${mesh.url}/v3${path}`, { method, agent, headers: all }, resolve);
    req.once('error', reject);
    req.end(body);
  });
}

/** All that a caller hears, but for the time and what is left of a limit. */
async function hear(way: Way, path: string, asked?: Asked) {
  take(way);
  const res = await begin(path, asked);
  const chunks: Buffer[] = [];
  for await (const chunk of res) chunks.push(chunk as Buffer);
  const { date: _, 'ratelimit-remaining': __, 'ratelimit-reset': ___, ...headers } = res.headers;
  return { status: res.statusCode, headers, body: Buffer.concat(chunks).toString() };
}

const json = { 'content-type': 'application/json' };
const calls: [name: string, status: number, path: () => string, asked?: Asked][] = [
  ['a list', 200, () => `${project}/requests`],
  ['a page of a list', 200, () => `${conversation}/messages?limit=1`],
  ['a record', 200, () => conversation],
  ['a record that the caller has', 304, () => conversation, { headers: { 'if-none-match': '*' } }],
  ['the head of a record', 200, () => conversation, { method: 'HEAD' }],
  ['a record that is not there', 404, () => `${conversation}0`],
  ['a query that is wrong', 422, () => `${project}/requests?limit=x`],
  ['a change that is no JSON', 400, () => conversation, { method: 'PATCH', headers: json, body: '[' }],
  ['an export', 200, () => `${project}/requests/csv`],
  ['an export to HEAD', 200, () => `${project}/leads/csv`, { method: 'HEAD' }],
  ['a transcript', 200, () => `${conversation}/transcript.html`],
  ['a file', 200, () => file],
  ['a part of a file', 206, () => file, { headers: { range: 'bytes=4-' } }],
  ['a part that is not there', 416, () => file, { headers: { range: 'bytes=99-' } }],
  ['a body that is no JSON', 400, () => `${conversation}/messages`, { method: 'POST', headers: json, body: '{' }],
  ['a body of a wrong type', 415, () => `${conversation}/messages`, { method: 'POST', body: 'text' }],
  [
    'a body that is wrong',
    422,
    () => `${conversation}/messages`,
    { method: 'POST', headers: json, body: '{"text":7}' },
  ],
  [
    'a body too large',
    413,
    () => `${conversation}/messages`,
    { method: 'POST', headers: json, body: 'x'.repeat(600_000) },
  ],
  ['a body that no endpoint takes', 200, () => conversation, { headers: { 'content-length': 5 }, body: '{"a"}' }],
  ['an upload that is no form', 415, () => '/files/users', { method: 'POST', headers: json, body: '{}' }],
  ['a stranger', 401, () => conversation, { as: () => '' }],
  ['a caller without the right', 403, () => `${project}/requests/csv`, { as: () => visitor }],
];

const rows = calls.map(([name, status, path, asked = {}]) => ({ name, status, path, asked }));

it.each(rows)('answers $name with $status, byte by byte the same in both ways', async ({ status, path, asked }) => {
  const within = await hear('in the process', path(), asked);
  expect(within).toEqual(await hear('over connections', path(), asked));
  expect(within.status).toBe(status);
});

it('does what has an Idempotency-Key once, whichever way it is repeated', async () => {
  const asked = {
    method: 'POST',
    headers: { ...json, 'idempotency-key': randomUUID() },
    body: '{"text":"only once"}',
  };
  const first = await hear('in the process', `${conversation}/messages`, asked);
  const repeats = [
    await hear('in the process', `${conversation}/messages`, asked),
    await hear('over connections', `${conversation}/messages`, asked),
  ];
  expect(repeats.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, first.body]));
  expect(repeats.map(({ headers }) => headers)).toEqual(
    Array(2).fill({ ...first.headers, 'idempotency-replayed': 'true' }),
  );
  const { body } = await hear('in the process', `${conversation}/messages`);
  expect(body.match(/only once/g)).toHaveLength(1);
});

it.each(ways)('streams changes to a caller until they go, %s', async (way) => {
  take(way);
  const path = `${project}/changes`;
  const stream = await begin(path, { headers: { accept: 'text/event-stream' } });
  expect([stream.statusCode, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  let heard = '';
  stream.on('data', (bytes: Buffer) => {
    heard += bytes.toString();
  });
  await eventually(() => expect(heard).toContain('id: '));
  expect(await underWay()).toContain(1);

  const text = `news ${way}`;
  const { status } = await hear(way, `${conversation}/messages`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ text }),
  });
  expect(status).toBe(200);
  await eventually(() => expect(heard).toContain(text));
  stream.destroy();
  await eventually(async () => expect(await underWay()).not.toContain(1));
});

/** Calls under way to each service. */
async function underWay(): Promise<number[]> {
  const text = await (await fetch(`${mesh.ops}/metrics`)).text();
  return [...text.matchAll(/^parley_upstream_calls\{[^}]*\} (\d+)$/gm)].map(([, value]) => Number(value));
}
