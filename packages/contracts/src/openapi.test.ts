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
    const written = JSON.stringify(operations.find(({ operationId }) => operationId === operation)?.responses);
    for (const code of errors) expect(written).toContain(`\`${code}\``);
  }
});

it('points to nothing that is not there', () => {
  const references = new Set(JSON.stringify(document).match(/#\/components\/[\w/]+/g));

  for (const reference of references) {
    const [, , kind = '', name = ''] = reference.split('/');
    expect(document.components[kind]).toHaveProperty(name);
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
