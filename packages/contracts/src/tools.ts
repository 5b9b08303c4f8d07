import { z } from 'zod';

import { type AnyEndpoint, kindsOf } from './define-api.ts';
import { endpointsOf, namedSchemasOf } from './openapi.ts';
import { concise } from './openapi-concise.ts';
import { parametersOf, requestBodyOf } from './openapi-inputs.ts';
import { schemaWriter, usedComponents } from './openapi-schemas.ts';
import type { JsonSchema } from './openapi-types.ts';

/** An operation as an agent sees it. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
}

/** Where the arguments of a tool go in a call of its endpoint. */
export interface ToolArguments {
  path: readonly string[];
  query: readonly string[];
}

/**
 * The endpoints that can be tools: those of a project that machine tokens may call, with JSON in and out, at once. What hands out a secret is
 * none: the answer of a tool goes through a model.
 */
export function toolEndpoints(contracts: object): AnyEndpoint[] {
  return endpointsOf(contracts).filter((endpoint) => {
    const { path, role, right, method, stream, secretAnswer, upload, cookie } = endpoint;
    if (!path.includes('/:id_project') || role === 'public' || role === 'signed_in') return false;
    if (!kindsOf(endpoint).includes('token') || (right === 'none' && method !== 'get')) return false;
    return stream !== 'raw' && secretAnswer !== true && upload !== true && cookie === undefined;
  });
}

/** Writes tools, each when it is first asked for: all of them at once would hold up a process that has others to answer. */
export function toolWriter(contracts: object): (endpoint: AnyEndpoint) => Tool {
  const schemas = schemaWriter(namedSchemasOf(contracts));
  const written = new Map<AnyEndpoint, Tool>();
  return (endpoint) => {
    const known = written.get(endpoint);
    if (known !== undefined) return known;
    const { operation, summary, description, method, path, destructive } = endpoint;
    const parameters = (parametersOf(schemas, endpoint, path) as Parameter[]).filter(isArgument);
    const { requestBody } = requestBodyOf(schemas, endpoint) as { requestBody?: RequestBody };
    const body = requestBody?.content['application/json']?.schema;
    const properties = Object.fromEntries([
      ...parameters.map(({ name, schema, description: text }) => [
        name,
        { ...schema, ...(text && { description: text }) },
      ]),
      ...(body === undefined ? [] : [['body', body]]),
    ]);
    const required = [
      ...parameters.flatMap((one) => (one.required === true ? [one.name] : [])),
      ...(requestBody?.required === true ? ['body'] : []),
    ];
    const used = withoutExamples(concise(usedComponents(schemas.components, JSON.stringify(properties))));
    const inputSchema = {
      type: 'object' as const,
      properties: withoutExamples(concise(properties)),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      ...(Object.keys(used).length > 0 && { $defs: used }),
    };
    const tool: Tool = {
      name: operation,
      title: summary,
      description: [`${summary}.`, description].filter((text) => text !== undefined).join('\n\n'),
      inputSchema: moveToDefinitions(inputSchema),
      annotations: {
        readOnlyHint: method === 'get',
        destructiveHint: method !== 'get' && (method !== 'post' || destructive === true),
        idempotentHint: method !== 'post' && method !== 'patch',
        openWorldHint: false,
      },
    };
    written.set(endpoint, tool);
    return tool;
  };
}

/** Where each argument of a call goes; everything else is refused. */
export function toolArguments({ path, query }: AnyEndpoint): ToolArguments {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  return {
    path: names.filter((name) => name !== 'id_project'),
    query: query instanceof z.ZodObject ? Object.keys(query.shape) : [],
  };
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}
interface RequestBody {
  required: boolean;
  content: Record<string, { schema: JsonSchema }>;
}

/** The project is that of the address, headers are the transport's. */
function isArgument(parameter: Parameter): boolean {
  return parameter.name !== 'id_project' && (parameter.in === 'path' || parameter.in === 'query');
}

function withoutExamples<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutExamples) as T;
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, member]) => name !== 'examples' || !Array.isArray(member));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutExamples(member)])) as T;
}

/** A tool has no components beside it: the definitions stand in its own schema. */
function moveToDefinitions<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/'));
}
