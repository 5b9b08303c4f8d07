import { z } from 'zod';

import { everyPerson } from './access.ts';
import type { AnyEndpoint } from './define-api.ts';
import type { ErrorEntry, ErrorKind } from './errors.ts';
import { exampleOf } from './openapi-examples.ts';
import { componentRef, type JsonSchema, type SchemaWriter, schemaWriter } from './openapi-schemas.ts';

/** A document that tools for OpenAPI 3.1 read. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: Record<string, Record<string, unknown>>;
}

/** One endpoint under one of its addresses. */
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, never[]>[];
  parameters: unknown[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
  /** The minimum role, for tools that know Parley. */
  'x-parley-role': string;
  /** The service that answers. */
  'x-parley-owner': string;
}

export interface OpenApiOptions {
  /** The exports of this package: `import * as contracts from '@parley/contracts'`. */
  contracts: object;
  /** `PUBLIC_URL`. */
  publicUrl: string;
  version: string;
  /** The status of each kind of error; the kit's table. */
  statusOf: (kind: ErrorKind) => number;
}

/** Every endpoint of the contracts with all its addresses, inputs, answers and error codes. */
export function openApiDocument(options: OpenApiOptions): OpenApiDocument {
  const steps = openApiSteps(options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same, an endpoint at a step: all at once would hold up a process that has others to answer. */
export function* openApiSteps(options: OpenApiOptions): Generator<undefined, OpenApiDocument> {
  const { contracts, publicUrl, version, statusOf } = options;
  const exported = Object.entries(contracts);
  const endpoints = endpointsOf(contracts);
  const named = exported.filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodObject);
  const writing: Writing = {
    schemas: schemaWriter(Object.fromEntries(named)),
    errors: new Map(exported.flatMap(([, value]) => (isCatalogue(value) ? Object.entries(value.entries) : []))),
    statusOf,
  };

  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    for (const [index, path] of [endpoint.path, ...(endpoint.aliases ?? [])].entries()) {
      const address = path.replace(/:(\w+)/g, '{$1}');
      paths[address] = { ...paths[address], [endpoint.method]: operationOf(writing, endpoint, path, index) };
    }
    yield;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      description: 'Customer Conversation Service REST API, version 3.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].sort().map((name) => ({ name })),
    paths,
    components: { ...components, schemas: { Problem: problemSchema, ...writing.schemas.components } },
  };
}

/** Every endpoint declared among these exports, in their order. */
export function endpointsOf(contracts: object): AnyEndpoint[] {
  return Object.values(contracts).flatMap((value) => (isApi(value) ? Object.values(value) : []));
}

interface Writing {
  schemas: SchemaWriter;
  errors: ReadonlyMap<string, ErrorEntry>;
  statusOf: (kind: ErrorKind) => number;
}

function operationOf(writing: Writing, endpoint: AnyEndpoint, path: string, alias: number): OpenApiOperation {
  const { operation, summary, tag, role, owner } = endpoint;
  return {
    operationId: alias === 0 ? operation : `${operation}Alias${alias}`,
    summary,
    description: descriptionOf(endpoint, alias),
    tags: [tag],
    security: role === 'public' ? [] : [{ bearer: [] }, { jwt: [] }, { basic: [] }],
    parameters: parametersOf(writing, endpoint, path),
    ...requestBodyOf(writing, endpoint),
    responses: responsesOf(writing, endpoint),
    'x-parley-role': role,
    'x-parley-owner': owner,
  };
}

function descriptionOf({ description, role, kinds, path }: AnyEndpoint, alias: number): string {
  const access = {
    public: 'Public: no credentials needed.',
    signed_in: `For any signed-in caller of kind ${(kinds ?? everyPerson).join(', ')}.`,
  }[role as string];
  const inProject = `Minimum role: ${role}. Kinds of callers: ${(kinds ?? everyPerson).join(', ')}.`;
  const sameAs = alias === 0 ? undefined : `The same as \`${path}\`.`;
  return [description, access ?? inProject, sameAs].filter((text) => text !== undefined).join('\n\n');
}

function parametersOf({ schemas }: Writing, { method, params, query, idempotency }: AnyEndpoint, path: string) {
  const inPath = membersOf(schemas, params);
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const inQuery = membersOf(schemas, query);
  const isWrite = method !== 'get';
  return [
    ...names.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: inPath.properties[name] ?? { type: 'string' },
    })),
    ...Object.entries(inQuery.properties).map(([name, schema]) => ({
      ...{ name, in: 'query', schema },
      ...(inQuery.required.includes(name) ? { required: true } : {}),
    })),
    ...(isWrite && idempotency !== 'ignored' ? [parameterRef('IdempotencyKey')] : []),
    ...(isWrite && method !== 'post' ? [parameterRef('IfMatch')] : []),
  ];
}

function membersOf(schemas: SchemaWriter, schema: z.ZodType | undefined) {
  const written: JsonSchema = schema === undefined ? {} : schemas.write(schema, 'input');
  const name = typeof written.$ref === 'string' ? written.$ref.split('/').at(-1) : undefined;
  const { properties = {}, required = [] } = name === undefined ? written : (schemas.components[name] ?? {});
  return { properties: properties as Record<string, JsonSchema>, required: required as string[] };
}

function requestBodyOf({ schemas }: Writing, { method, body, stream, example }: AnyEndpoint) {
  if (stream === 'raw' && method !== 'get') {
    const schema = body === undefined ? { type: 'object' } : schemas.write(body, 'input');
    return { requestBody: { content: { 'multipart/form-data': { schema } } } };
  }
  if (body === undefined) return {};
  const schema = schemas.write(body, 'input');
  const content = { schema, example: example?.body ?? exampleOf(schema, schemas.components, 'input') };
  return { requestBody: { required: !body.safeParse({}).success, content: { 'application/json': content } } };
}

function responsesOf(writing: Writing, endpoint: AnyEndpoint): Record<string, unknown> {
  const { response, status = 200, example, summary, produces = 'application/json' } = endpoint;
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => writing.statusOf(entryOf(writing, code)[0]));
  const refusals = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([refused, codes]) => [refused, refusalOf(writing, codes)]);
  const schema = writing.schemas.write(response, 'output');
  const content = { schema, example: example?.response ?? exampleOf(schema, writing.schemas.components, 'output') };
  return {
    [status]: { description: summary, content: { [produces]: content } },
    ...Object.fromEntries(refusals),
  };
}

/** The endpoint's own codes, and those that any call of its form may get. */
function codesOf({ method, role, refusal, body, query, params, errors }: AnyEndpoint): string[] {
  const takesInput = body !== undefined || query !== undefined;
  return [
    ...new Set([
      ...errors,
      ...(role === 'public' ? [] : ['unauthorized']),
      ...(role === 'public' || role === 'signed_in' ? [] : ['not_a_member', 'banned', 'ip_not_allowed']),
      ...(role === 'public' ? [] : [refusal ?? 'role_too_low']),
      ...(takesInput || params !== undefined ? ['header_malformed'] : []),
      ...(takesInput ? ['validation_failed'] : []),
      ...(body === undefined ? [] : ['malformed_json', 'body_too_large', 'body_timeout', 'content_type_wrong']),
      ...(method === 'get' ? [] : ['idempotency_in_progress', 'idempotency_key_reused']),
      ...(method === 'get' || method === 'post' ? [] : ['version_mismatch']),
      ...['rate_limited', 'internal', 'dependency_down'],
    ]),
  ];
}

function entryOf({ errors }: Writing, code: string): ErrorEntry {
  const entry = errors.get(code);
  if (entry === undefined) throw new TypeError(`no catalogue has the code ${code}`);
  return entry;
}

function refusalOf(writing: Writing, codes: string[]) {
  const sentences = codes.map((code) => `- \`${code}\`: ${entryOf(writing, code)[1]}`);
  const inProblems = codes.filter((code) => code !== 'malformed_json');
  const schema = {
    allOf: [{ $ref: componentRef('Problem') }, { properties: { code: { enum: inProblems } } }],
  };
  return {
    description: sentences.join('\n'),
    content: {
      ...(inProblems.length === 0 ? {} : { 'application/problem+json': { schema } }),
      ...(inProblems.length === codes.length ? {} : { 'text/plain': { schema: { type: 'string' } } }),
    },
  };
}

function parameterRef(name: string) {
  return { $ref: `#/components/parameters/${name}` };
}

function isApi(value: unknown): value is Record<string, AnyEndpoint> {
  if (typeof value !== 'object' || value === null) return false;
  const members = Object.values(value);
  return (
    members.length > 0 &&
    members.every((member) => typeof member === 'object' && 'operation' in member && 'owner' in member)
  );
}

function isCatalogue(value: unknown): value is { entries: Record<string, ErrorEntry> } {
  return typeof value === 'object' && value !== null && 'entries' in value && typeof value.entries === 'object';
}

/** Source: contract 00 section 4. */
const problemSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457).',
  required: ['type', 'title', 'status', 'code', 'success', 'msg', 'error', 'requestId'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'Stable: what programs branch on.' },
    success: { type: 'boolean', const: false },
    msg: { type: 'string' },
    error: { type: 'string', description: 'The same sentence as `msg`.' },
    requestId: { type: 'string' },
    conflict: { type: 'string', description: 'Of a 409: `_id` of the conflicting record.' },
    errors: {
      type: 'array',
      description: 'Of a 422: every faulty member.',
      items: {
        type: 'object',
        required: ['param', 'location', 'msg'],
        properties: {
          param: { type: 'string' },
          location: { type: 'string', enum: ['body', 'query', 'path', 'header'] },
          msg: { type: 'string' },
          value: {},
        },
      },
    },
  },
};

const components = {
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    jwt: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`JWT <token>`, as sign-in returns it.' },
    basic: { type: 'http', scheme: 'basic', description: 'E-mail address and password of a user.' },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'With the same key, the same call is done once: its first answer is given again for 24 hours.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description: 'Refused with 412 unless the record still has this version (`ETag`).',
      schema: { type: 'string' },
    },
  },
};
