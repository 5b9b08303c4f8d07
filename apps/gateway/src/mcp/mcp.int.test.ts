import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as contracts from '@parley/contracts';
import { endpointsOf } from '@parley/contracts';

import { actorOf, type Caller, call, GatewayHarness, type Way, ways } from '../../test/gateway-harness.ts';

type Gateway = Awaited<ReturnType<GatewayHarness['gateway']>>;

let harness: GatewayHarness;
let gateway: Gateway;
let project: string;
let ada: Caller;

const harnesses = new Map<Way, [GatewayHarness, Gateway]>();
beforeAll(async () => {
  for (const way of ways) {
    const started = await GatewayHarness.start(way);
    harnesses.set(way, [started, await started.gateway()]);
  }
  use('in the process');
});
afterAll(async () => {
  for (const [started] of harnesses.values()) await started.stop();
});
beforeEach(async () => {
  use('in the process');
  project = harness.workspace.newProject();
  ada = await harness.workspace.newUser({ projectId: project, role: 'owner' });
});

function use(way: Way): void {
  [harness, gateway] = harnesses.get(way) as [GatewayHarness, Gateway];
}

const methodOf = new Map(endpointsOf(contracts).map(({ operation, method }) => [operation, method]));

async function connect(token: Caller, at = gateway): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const url = new URL(`${at.addresses.http}/v3/${project}/mcp`);
  const requestInit = { headers: { authorization: token.header } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

async function toolsOf(client: Client) {
  const tools = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools({ cursor });
    expect(page.tools.length).toBeLessThanOrEqual(50);
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

// biome-ignore lint/suspicious/noExplicitAny: the answer of a tool, as a model reads it.
const textOf = ({ content }: any): string => content[0].text;

it('offers what the token may read, and nothing to write with unless the token names the right', async () => {
  const reading = await toolsOf(await connect(harness.workspace.newApiToken(project, ada.id, { role: 'admin' })));
  expect(reading.map(({ name }) => name)).toEqual(expect.arrayContaining(['listRequests', 'listTags']));
  expect(new Set(reading.map(({ name }) => methodOf.get(name)))).toEqual(new Set(['get']));
  expect(new Set(reading.map(({ annotations }) => annotations?.readOnlyHint))).toEqual(new Set([true]));

  const limited = harness.workspace.newApiToken(project, ada.id, { rights: ['requests.read', 'messages.write'] });
  const names = (await toolsOf(await connect(limited))).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['listRequests', 'sendMessage']));
  expect(names).not.toContain('closeRequest');
  expect(names).not.toContain('listTags');
});

it('marks what takes something away, and describes each tool and its arguments', async () => {
  const token = harness.workspace.newApiToken(project, ada.id, {
    role: 'owner',
    rights: ['requests.read', 'requests.delete', 'messages.write', 'notes.write'],
  });
  const tools = new Map((await toolsOf(await connect(token))).map((tool) => [tool.name, tool]));
  const hints = ['listRequests', 'sendMessage', 'deleteRequest'].map((name) => tools.get(name)?.annotations);
  expect(hints).toEqual([
    { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  ]);
  const sending = tools.get('sendMessage');
  expect(sending?.description).toMatch(/^Send a message/);
  expect(sending?.inputSchema).toMatchObject({ required: ['request_id', 'body'], additionalProperties: false });
  for (const { inputSchema } of tools.values()) {
    const text = JSON.stringify(inputSchema);
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);
    const definitions = Object.keys(inputSchema.$defs ?? {}).map((name) => `#/$defs/${name}`);
    expect(definitions).toEqual(expect.arrayContaining(references));
  }
});

it.each(ways)(
  'calls as the token does, %s: under its name, from its address, with path, query and body',
  async (way) => {
    use(way);
    project = harness.workspace.newProject();
    ada = await harness.workspace.newUser({ projectId: project, role: 'owner' });
    const token = harness.workspace.newApiToken(project, ada.id, {
      ...{ name: 'Agent', rights: ['requests.read', 'messages.write'], allowedAddresses: ['127.0.0.0/8'] },
    });
    const client = await connect(token);
    await client.callTool({ name: 'listRequests', arguments: { status: '100,200', limit: 5 } });
    expect(harness.conversations.seen.at(-1)).toMatchObject({
      method: 'GET',
      url: `/v3/${project}/requests?${new URLSearchParams({ limit: '5', status: '100,200' })}`,
      headers: { 'parley-client-address': '127.0.0.1' },
    });

    const body = { text: 'Hello / "you"' };
    await client.callTool({ name: 'sendMessage', arguments: { request_id: 'a/b', body } });
    const seen = harness.conversations.seen.at(-1);
    expect(seen).toMatchObject({ method: 'POST', url: `/v3/${project}/requests/a%2Fb/messages` });
    expect(JSON.parse(seen?.body ?? '')).toEqual(body);
    expect(actorOf(seen)).toMatchObject({
      kind: 'token',
      id: ada.id,
      jti: token.jti,
      name: 'Agent',
      projectId: project,
    });
  },
);

it('refuses tools and arguments that the token does not have, without a call', async () => {
  const client = await connect(harness.workspace.newApiToken(project, ada.id, { rights: ['requests.read'] }));
  const before = harness.conversations.seen.length;
  for (const name of ['sendMessage', 'createApiToken', 'nothing', '__proto__'])
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow('The token has no tool of this name.');
  for (const given of [{}, { request_id: '..' }, { request_id: '' }, { request_id: 'a', id_project: 'b' }]) {
    const answer = await client.callTool({ name: 'getRequest', arguments: given });
    expect([answer.isError, textOf(answer)]).toEqual([
      true,
      expect.stringMatching(/^(Missing or invalid|Unknown arguments): /),
    ]);
  }
  await expect(client.listTools({ cursor: '-1' })).rejects.toThrow('The cursor is invalid.');
  expect(harness.conversations.seen.length).toBe(before);
});

it('marks what it hands on as untrusted, by a mark that the text cannot know, and bounds it', async () => {
  const client = await connect(harness.workspace.newApiToken(project, ada.id));
  const { answer } = harness.conversations;
  try {
    const marks = new Set<string>();
    for (let turn = 0; turn < 2; turn++) {
      const given = await client.callTool({ name: 'listRequests', arguments: {} });
      const [notice = '', first, text, last] = textOf(given).split('\n');
      expect([text, first === last, notice]).toEqual(['{"ok":true}', true, expect.stringContaining('untrusted data')]);
      expect(given._meta).toEqual({ 'parley/untrusted': true });
      marks.add(first ?? '');
    }
    expect(marks.size).toBe(2);

    harness.conversations.answer = (_req, res) => void res.end('x'.repeat(400_000));
    const long = await client.callTool({ name: 'listRequests', arguments: {} });
    expect([long.isError, textOf(long).length < 300]).toEqual([true, true]);
    harness.conversations.answer = (_req, res) => {
      res.statusCode = 404;
      res.setHeader('content-type', 'application/problem+json').end('{"code":"request_not_found"}');
    };
    const missing = await client.callTool({ name: 'getRequest', arguments: { request_id: 'a' } });
    expect([missing.isError, textOf(missing)]).toEqual([true, expect.stringContaining('request_not_found')]);
  } finally {
    harness.conversations.answer = answer;
  }
});

it('is open to machine tokens of the project alone, and counts each call of a tool', async () => {
  const path = `/v3/${project}/mcp`;
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { accept: 'application/json, text/event-stream' };
  const elsewhere = harness.workspace.newProject();
  const grace = await harness.workspace.newUser({ projectId: elsewhere, role: 'owner' });
  const codes = [];
  for (const as of [
    undefined,
    ada,
    await harness.workspace.newGuest(project),
    harness.workspace.newApiToken(elsewhere, grace.id),
  ])
    codes.push((await call(gateway, 'POST', path, { as, headers, body: message })).body.code);
  expect(codes).toEqual(['unauthorized', 'role_too_low', 'role_too_low', 'not_a_member']);

  const token = harness.workspace.newApiToken(project, ada.id);
  expect((await call(gateway, 'POST', path, { as: token, headers, body: [message, message] })).status).toBe(400);
  expect((await call(gateway, 'POST', path, { as: token, headers, body: 'no message' })).status).toBe(400);
  expect((await call(gateway, 'GET', path, { as: token })).body.code).toBe('method_not_allowed');

  const own = await harness.gateway({ LIMIT_CALLS: '5' });
  // The greeting and what follows it are two.
  const client = await connect(harness.workspace.newApiToken(project, ada.id), own);
  const first = await client.callTool({ name: 'listRequests', arguments: {} });
  const second = await client.callTool({ name: 'listRequests', arguments: {} });
  expect([first.isError, second.isError, textOf(second)]).toEqual([
    false,
    true,
    expect.stringContaining('rate_limited'),
  ]);
});

describe('a client of any kind', () => {
  const initialize = (protocolVersion: string) => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'other', version: '0' } },
  });
  const send = (body: unknown, headers: Record<string, string> = { accept: 'application/json, text/event-stream' }) =>
    call(gateway, 'POST', `/v3/${project}/mcp`, {
      ...{ as: harness.workspace.newApiToken(project, ada.id), headers, body },
    });

  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2024-11-05'],
    ['2099-01-01', '2025-11-25'],
  ])('that speaks %s is greeted in %s, without a session', async (asked, answered) => {
    const { status, headers, body } = await send(initialize(asked));
    expect([status, headers.get('mcp-session-id')]).toEqual([200, null]);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body.result).toMatchObject({
      ...{ protocolVersion: answered, serverInfo: { name: 'parley' }, capabilities: { tools: {} } },
      instructions: expect.stringContaining('untrusted data'),
    });
  });

  it('needs no greeting: each message is answered by itself, and a notification by nothing', async () => {
    expect((await send({ jsonrpc: '2.0', id: 7, method: 'ping' })).body).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
    const listed = await send({ jsonrpc: '2.0', id: 'eight', method: 'tools/list' });
    const names = listed.body.result.tools.map(({ name }: { name: string }) => name);
    expect([listed.body.id, names]).toEqual(['eight', expect.arrayContaining(['listTags'])]);
    const noted = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([noted.status, noted.body]).toEqual([202, '']);
    const unknown = await send({ jsonrpc: '2.0', id: 9, method: 'resources/list' });
    expect(unknown.body.error.code).toBe(-32601);
  });

  it('may take JSON alone, and is refused where it takes none or speaks a version that is none', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (const accept of ['application/json', '*/*', 'text/event-stream, application/json;q=0.9'])
      expect((await send(ping, { accept })).status).toBe(200);
    expect((await send(ping, { accept: 'text/html' })).status).toBe(406);
    const version = (spoken: string) => send(ping, { accept: '*/*', 'mcp-protocol-version': spoken });
    expect((await version('2025-06-18')).status).toBe(200);
    expect((await version('2099-01-01')).status).toBe(400);
  });

  it.each(['GET', 'DELETE', 'PUT'])('is answered 405 to %s: there is no stream and no session', async (method) => {
    const as = harness.workspace.newApiToken(project, ada.id);
    const { status, headers } = await call(gateway, method, `/v3/${project}/mcp`, { as });
    expect([status, headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
  });

  it('gets tools by names that clients accept, each with a description, a schema and all hints', async () => {
    const token = harness.workspace.newApiToken(project, ada.id, { role: 'owner' });
    for (const { name, description, inputSchema, annotations } of await toolsOf(await connect(token))) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(description).toMatch(/\w/);
      expect(inputSchema.type).toBe('object');
      expect(Object.keys(annotations ?? {}).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
    }
  });
});
