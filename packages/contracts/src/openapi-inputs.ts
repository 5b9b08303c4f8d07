import type { z } from 'zod';

import type { AnyEndpoint } from './define-api.ts';
import { checksVersion } from './openapi-codes.ts';
import { describeParameter } from './openapi-descriptions.ts';
import { exampleOf } from './openapi-examples.ts';
import { componentOf, type SchemaWriter } from './openapi-schemas.ts';
import type { JsonSchema } from './openapi-types.ts';

/** What stands in the path, the query and the headers of an operation. */
export function parametersOf(schemas: SchemaWriter, endpoint: AnyEndpoint, path: string): object[] {
  const { method, params, query, idempotency, operation, tag } = endpoint;
  const scopes = [operation, tag];
  const inPath = membersOf(schemas, params);
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const inQuery = membersOf(schemas, query);
  const isWrite = method !== 'get';
  return [
    ...names.map((name) => ({
      name,
      in: 'path',
      required: true,
      ...describeParameter(name, inPath.properties[name] ?? { type: 'string' }, scopes),
    })),
    ...Object.entries(inQuery.properties).map(([name, schema]) => ({
      ...{ name, in: 'query', ...describeParameter(name, asQueryText(schema), scopes) },
      ...(inQuery.required.includes(name) ? { required: true } : {}),
    })),
    ...(isWrite && idempotency !== 'ignored' ? [parameterRef('IdempotencyKey')] : []),
    ...(checksVersion(endpoint) ? [parameterRef('IfMatch')] : []),
    ...(endpoint.errors.includes('newer_messages') ? [parameterRef('IfSeq')] : []),
    ...(hasTag(schemas, endpoint) ? [parameterRef('IfNoneMatch')] : []),
  ];
}

/** Whether an answer has an `ETag`, and so can be 304: reads of records that have a version, and those that say so. */
export function hasTag(schemas: SchemaWriter, { method, stream, response, revalidated, ranges }: AnyEndpoint): boolean {
  if (method !== 'get') return false;
  return revalidated === true || ranges === true || (stream !== 'raw' && hasVersion(schemas, response));
}

/** Whether a record of this schema has a version, in one of its forms at least. */
function hasVersion(schemas: SchemaWriter, schema: z.ZodType): boolean {
  const { def } = schema as { def?: { options?: z.ZodType[] } };
  if (def?.options !== undefined) return def.options.some((option) => hasVersion(schemas, option));
  return '__v' in membersOf(schemas, schema, 'output').properties;
}

/**
 * A schema as it holds in a query, where everything is text: `null` cannot be sent, and a number or a boolean that may
 * also come as its text is just that. One text is a list of one.
 */
function asQueryText(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.anyOf)) return schema;
  const options = schema.anyOf.flatMap((option: JsonSchema) => {
    const { anyOf, ...rest } = asQueryText(option);
    return (anyOf as JsonSchema[] | undefined) ?? [rest];
  });
  const isList = options.some(({ type }) => type === 'array');
  const sent = options.filter(({ type }) => type !== 'null' && !(isList && type === 'string'));
  const isWord = sent.some(({ type }) => ['integer', 'number', 'boolean'].includes(String(type)));
  const written = isWord ? sent.filter((option) => option.type !== 'string' || 'enum' in option) : sent;
  const [only, ...others] = written;
  const { anyOf: _, ...rest } = schema;
  return others.length === 0 ? { ...rest, ...only } : { ...rest, anyOf: written };
}

function membersOf(schemas: SchemaWriter, schema: z.ZodType | undefined, io: 'input' | 'output' = 'input') {
  const written: JsonSchema = schema === undefined ? {} : schemas.write(schema, io);
  const { properties = {}, required = [] } = componentOf(schemas, written) ?? written;
  return { properties: properties as Record<string, JsonSchema>, required: required as string[] };
}

/** What may be sent, by media type; nothing where nothing is read. */
export function requestBodyOf(schemas: SchemaWriter, endpoint: AnyEndpoint) {
  const { operation, tag, body, consumes = ['application/json'], example } = endpoint;
  if (body === undefined) return {};
  const schema = schemas.write(body, 'input', [operation, tag]);
  const json = { schema, example: example?.body ?? exampleOf(schema, schemas.components) };
  const content = consumes.map((type) => [type, type === 'application/json' ? json : { schema }]);
  return { requestBody: { required: !body.safeParse({}).success, content: Object.fromEntries(content) } };
}

function parameterRef(name: string) {
  return { $ref: `#/components/parameters/${name}` };
}

/** Headers that many operations take. */
export const sharedParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A call with the same key is carried out once; for 24 hours, its first answer is returned again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfSeq: {
    name: 'If-Seq',
    in: 'header',
    schema: { type: 'integer', minimum: 0 },
    description:
      'Up to which `seq` the caller has read. 409 `newer_messages` if another person has written since; nothing is stored.',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'Refused with 412 unless the record still has this version (`ETag`).',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Answered with 304 and no body if the record still has this version (`ETag`).',
    schema: { type: 'string' },
  },
};
