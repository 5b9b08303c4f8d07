import { validate } from '@readme/openapi-parser';

import * as contracts from './index.ts';
import { endpointsOf, openApiDocument } from './openapi.ts';

const statuses: Record<contracts.ErrorKind, number> = {
  ...{ bad_request: 400, unauthorized: 401, forbidden: 403, not_found: 404, method_not_allowed: 405, timeout: 408 },
  ...{
    conflict: 409,
    gone: 410,
    precondition_failed: 412,
    too_large: 413,
    unsupported_type: 415,
    invalid: 422,
    rate_limited: 429,
  },
  ...{ internal: 500, unavailable: 503 },
};
const endpoints = endpointsOf(contracts);
const document = openApiDocument({
  contracts,
  publicUrl: 'https://parley.example',
  version: '3.0.0',
  statusOf: (kind) => statuses[kind],
});
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

it('is a valid OpenAPI 3.1 document', async () => {
  const result = await validate(structuredClone(document) as never);

  expect(result).toMatchObject({ valid: true });
});

it('has every endpoint under each of its addresses', () => {
  const addresses = endpoints.flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].map((address) => `${method} ${address.replace(/:(\w+)/g, '{$1}')}`),
  );

  const written = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(addresses.length).toBeGreaterThan(20);
  expect(written.sort()).toEqual(addresses.sort());
});

it('names each operation once', () => {
  const names = operations.map(({ operationId }) => operationId);

  expect(new Set(names).size).toBe(names.length);
});

it('lists every error code of every endpoint under its status', () => {
  for (const { operation, errors } of endpoints) {
    const refusals = refusalsOf(operation);
    for (const code of errors) expect(Object.values(refusals).flat()).toContain(code);
  }
});

it.each([
  ['listTags', 400, ['authorization_malformed', 'cursor_invalid', 'header_malformed']],
  ['listTags', 403, ['banned', 'ip_not_allowed', 'not_a_member', 'role_too_low', 'tls_required']],
  ['getTag', 404, ['route_not_found', 'tag_not_found']],
  ['createTag', 415, ['content_type_wrong']],
  ['updateTag', 412, ['version_mismatch']],
  ['addNote', 412, ['version_mismatch']],
  ['setLabels', 412, ['version_mismatch']],
  ['updateTag', 409, ['idempotency_in_progress', 'tag_exists']],
  ['signIn', 401, ['invalid_credentials']],
  ['getLabels', 403, ['banned', 'ip_not_allowed', 'tls_required']],
  ['uploadFile', 415, ['content_type_wrong']],
])('adds to the codes of %s under %d what follows from its form', (operation, status, codes) => {
  expect(refusalsOf(operation)[status]).toEqual(codes);
});

it('writes what a query may hold as text, without what cannot be sent', () => {
  const list = operations.find(({ operationId }) => operationId === 'listTags');

  expect(list?.parameters).toEqual(
    expect.arrayContaining([
      { name: 'id_project', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9a-f]{24}$' } },
      { name: 'page', in: 'query', schema: { type: 'integer', minimum: 0 } },
      { name: 'direction', in: 'query', schema: { type: 'integer', enum: [1, -1] } },
      { name: 'cursor', in: 'query', schema: { type: 'string', maxLength: 2000 } },
    ]),
  );
});

it.each([
  ['getTag', true],
  ['getDepartment', true],
  ['getWidgetSettings', true],
  ['getFile', true],
  ['listTags', false],
  ['updateTag', false],
])('says that %s may answer 304: %s', (operation, may) => {
  const { responses = {}, parameters } = operations.find(({ operationId }) => operationId === operation) ?? {};

  expect('304' in responses).toBe(may);
  expect(JSON.stringify(parameters).includes('IfNoneMatch')).toBe(may);
});

it('points to nothing that is not there', () => {
  const references = new Set(JSON.stringify(document).match(/#\/components\/[\w/.]+/g));

  for (const reference of references) {
    const [, , kind = '', name = ''] = reference.split('/');
    expect(document.components[kind]).toHaveProperty([name]);
  }
  expect(JSON.stringify(document)).not.toContain('$defs');
});

it('says who may call', () => {
  const close = operations.find(({ operationId }) => operationId === 'closeRequest');

  expect(close).toMatchObject({
    'x-parley-role': expect.any(String),
    security: [{ bearer: [] }, { jwt: [] }, { basic: [] }],
  });
  expect(close?.description).toContain('Minimum role');
});

it('shows for every endpoint a body and an answer that its own contract takes', () => {
  const faults = endpoints.flatMap(({ operation, body, response, status = 200 }) => {
    const written = operations.find(({ operationId }) => operationId === operation) as {
      requestBody?: { content: Record<string, { example?: unknown }> };
      responses: Record<string, { content: Record<string, { example?: unknown }> }>;
    };
    const sent = written.requestBody?.content['application/json'];
    const [answered] = Object.values(written.responses[status]?.content ?? {});
    return [
      ...(sent ? [[`${operation} body`, body?.safeParse(sent.example)] as const] : []),
      [`${operation} answer`, response.safeParse(answered?.example)] as const,
    ].flatMap(([where, parsed]) => (parsed?.success ? [] : [`${where}: ${parsed?.error}`]));
  });

  expect(faults).toEqual([]);
});

/** The codes of an operation's refusals, by status. */
function refusalsOf(operation: string): Record<string, string[]> {
  const { responses = {} } = operations.find(({ operationId }) => operationId === operation) ?? {};
  return Object.fromEntries(
    Object.entries(responses as Record<string, { $ref?: string }>).flatMap(([status, { $ref }]) =>
      $ref === undefined ? [] : [[status, $ref.split('/').at(-1)?.split('.') ?? []]],
    ),
  );
}
