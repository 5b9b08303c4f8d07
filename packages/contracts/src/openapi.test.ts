import { validate } from '@readme/openapi-parser';

import { z } from 'zod';

import { document, endpoints, followed, operations } from '../test/document.ts';
import * as contracts from './index.ts';
import { namedSchemasOf } from './openapi.ts';

interface Answer {
  description: string;
  content?: Record<string, { example?: unknown }>;
}

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
    const refusals = Object.values(refusalsOf(operation)).flat();
    for (const code of errors) expect(refusals).toContain(code);
  }
});

it.each([
  ['listTags', 400, ['authorization_malformed', 'cursor_invalid', 'header_malformed']],
  ['listTags', 403, ['banned', 'ip_not_allowed', 'not_a_member', 'right_missing', 'role_too_low', 'tls_required']],
  ['getTag', 404, ['route_not_found', 'tag_not_found']],
  ['createTag', 415, ['content_type_wrong']],
  ['updateTag', 412, ['version_mismatch']],
  ['addNote', 412, ['version_mismatch']],
  ['setLabels', 412, ['version_mismatch']],
  ['updateTag', 409, ['idempotency_in_progress', 'tag_exists']],
  ['signIn', 401, ['invalid_credentials', 'second_factor_required']],
  ['listTags', 401, ['token_expired', 'unauthorized']],
  ['getLabels', 403, ['banned', 'ip_not_allowed', 'tls_required']],
  ['uploadFile', 415, ['content_type_wrong']],
])('adds to the codes of %s under %d what follows from its form', (operation, status, codes) => {
  expect(refusalsOf(operation)[status]).toEqual(codes);
});

it('writes what a query may hold as text, without what cannot be sent', () => {
  const list = operations.find(({ operationId }) => operationId === 'listTags');

  expect(list?.parameters?.map((parameter) => followed(parameter))).toEqual(
    expect.arrayContaining([
      {
        ...{ name: 'id_project', in: 'path', required: true, description: 'Id of the project.' },
        schema: { type: 'string', pattern: '^[0-9a-f]{24}$' },
      },
      expect.objectContaining({ name: 'page', in: 'query', schema: { type: 'integer', minimum: 0 } }),
      expect.objectContaining({
        ...{ name: 'direction', in: 'query' },
        schema: expect.objectContaining({ type: 'integer', enum: [1, -1] }),
      }),
      expect.objectContaining({ name: 'cursor', in: 'query', schema: { type: 'string', maxLength: 2000 } }),
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

it('has every member of a schema in its component, or in one that the component extends', () => {
  const named = Object.entries(namedSchemasOf(contracts)).flatMap(([name, schema]) => {
    const component = document.components.schemas?.[name];
    return schema instanceof z.ZodObject && component !== undefined ? [{ name, shape: schema.shape, component }] : [];
  });
  const extending = named.filter(({ component }) => 'allOf' in (component as object));

  expect(extending.length).toBeGreaterThan(20);
  for (const { name, shape, component } of extending) {
    const [members, required] = membersOf(component);
    const needed = Object.keys(shape).filter((member) => !(shape[member] as z.ZodType).safeParse(undefined).success);
    expect([name, members.sort()]).toEqual([name, Object.keys(shape).sort()]);
    expect([name, required]).toEqual([name, expect.arrayContaining(needed)]);
  }
});

it('says who may call', () => {
  const close = operations.find(({ operationId }) => operationId === 'closeRequest');

  expect(close).not.toHaveProperty('security');
  expect(document.security).toEqual([{ bearer: [] }, { jwt: [] }, { basic: [] }]);
  expect(operations.find(({ operationId }) => operationId === 'signIn')).toMatchObject({ security: [] });
  expect(close?.description).toContain('Minimum role: agent. Also bots and webhooks.');
});

it('shows for every endpoint a body that its own contract takes', () => {
  const faults = endpoints.flatMap(({ operation, body }) => {
    const written = operations.find(({ operationId }) => operationId === operation);
    const sent = (followed(written?.requestBody ?? {}) as Partial<Answer>).content?.['application/json'];
    const parsed = sent && body?.safeParse(sent.example);
    return parsed === undefined || parsed.success ? [] : [`${operation}: ${parsed.error}`];
  });

  expect(faults).toEqual([]);
});

/** The members of a component, and those that it always has; those of the components that it extends included. */
function membersOf(component: unknown): [members: string[], required: string[]] {
  const {
    properties = {},
    required = [],
    allOf = [],
  } = followed(component) as {
    properties?: object;
    required?: string[];
    allOf?: unknown[];
  };
  const parts = allOf.map((part) => membersOf(part));
  return [
    [...Object.keys(properties), ...parts.flatMap(([members]) => members)],
    [...required, ...parts.flatMap(([, needed]) => needed)],
  ];
}

/** The codes of an operation's refusals, by status. */
function refusalsOf(operation: string): Record<string, string[]> {
  const { responses = {} } = operations.find(({ operationId }) => operationId === operation) ?? {};
  const { default: others, ...own } = responses as Record<string, unknown>;
  const codesOf = (text: string) => [...text.matchAll(/`(\w+)`[:,]?/g)].map(([, code = '']) => code);
  const ofForm = (followed(others) as Answer).description.split('\n').map((line) => {
    const [status = '', codes = ''] = line.replace('- ', '').split(': ');
    return [status, codesOf(codes)] as const;
  });
  const ofOperation = Object.entries(own)
    .filter(([status]) => Number(status) >= 400 && status !== '416')
    .map(([status, answer]) => {
      const lines = (followed(answer) as Answer).description.split('\n');
      return [
        status,
        lines.flatMap((line) => (/^- `\w+`: /.test(line) ? codesOf(line).slice(0, 1) : codesOf(line))).sort(),
      ] as const;
    });
  // A status that has codes of both: tools read the nearer answer, people both.
  return Object.fromEntries(
    [...Map.groupBy([...ofForm, ...ofOperation], ([status]) => status)].map(([status, found]) => [
      status,
      found.flatMap(([, codes]) => codes).sort(),
    ]),
  );
}
