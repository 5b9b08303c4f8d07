import { z } from 'zod';

import { everyPerson, isMachine, type PrincipalKind } from './access.ts';
import { type AnyEndpoint, kindsOf } from './define-api.ts';
import type { ErrorEntry, ErrorKind } from './errors.ts';
import { type AnswerWriting, refusalSchemas, responsesOf } from './openapi-answers.ts';
import { StoredRecord, shareBases } from './openapi-bases.ts';
import { concise } from './openapi-concise.ts';
import { nameForGo } from './openapi-go-names.ts';
import { parametersOf, requestBodyOf, sharedParameters } from './openapi-inputs.ts';
import { schemaWriter, usedComponents } from './openapi-schemas.ts';
import { shareMembers, shareParts } from './openapi-sharing.ts';
import { introduction } from './reference/introduction.ts';
import { aliasTag, tags } from './reference/tags.ts';

/** A document that tools for OpenAPI 3.1 read. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  /** What an operation asks for that says nothing of it. */
  security: Record<string, never[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: Record<string, Record<string, unknown>>;
}

/** One endpoint under one of its addresses. */
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  /** The `operationId` of the same endpoint under its first address. */
  'x-alias-of'?: string;
  description: string;
  tags: string[];
  /** Of public operations: none. */
  security?: never[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
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
  const endpoints = endpointsOf(contracts);
  const writing: AnswerWriting = {
    schemas: schemaWriter({ ...namedSchemasOf(contracts), StoredRecord }),
    errors: errorsOf(contracts),
    statusOf,
  };

  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    for (const [index, path] of [endpoint.path, ...(endpoint.aliases ?? [])].entries()) {
      const address = path.replace(/:(\w+)/g, '{$1}');
      paths[address] = { ...paths[address], [endpoint.method]: concise(operationOf(writing, endpoint, path, index)) };
    }
    yield;
  }
  const components = { parameters: sharedParameters };
  yield;
  shareParts(
    Object.values(paths).flatMap((methods) => Object.values(methods)),
    components,
  );
  const base = writing.schemas.write(StoredRecord, 'output');
  const schemas = concise({ ...refusalSchemas(writing, endpoints), ...writing.schemas.components });
  const used = usedComponents(schemas, JSON.stringify([paths, components, base]));
  shareMembers([paths, components, used], used);
  shareBases([paths, components], used);
  nameForGo([paths, components, ...Object.values(used)]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }, { jwt: [] }, { basic: [] }],
    tags: [...tags],
    paths,
    components: {
      securitySchemes,
      ...components,
      schemas: used,
    },
  };
}

/** Every endpoint declared among these exports, in their order. */
export function endpointsOf(contracts: object): AnyEndpoint[] {
  return Object.values(contracts).flatMap((value) => (isApi(value) ? Object.values(value) : []));
}

/** The schemas declared among these exports that are components, by name. */
export function namedSchemasOf(contracts: object): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(contracts).filter((entry) => isNamed(...entry)));
}

/** Every code of the catalogues among these exports. */
export function errorsOf(contracts: object): Map<string, ErrorEntry> {
  return new Map(
    Object.values(contracts).flatMap((value) => (isCatalogue(value) ? Object.entries(value.entries) : [])),
  );
}

function operationOf(writing: AnswerWriting, endpoint: AnyEndpoint, path: string, alias: number): OpenApiOperation {
  const { method, operation, summary, tag, role } = endpoint;
  const parameters = parametersOf(writing.schemas, endpoint, path);
  return {
    // The ids of other addresses say whose they are.
    operationId: alias === 0 ? operation : `${operation}Alias${alias}`,
    summary,
    ...(alias > 0 && { 'x-alias-of': operation }),
    description: alias === 0 ? descriptionOf(endpoint) : `Same as \`${method.toUpperCase()} ${endpoint.path}\`.`,
    tags: [alias === 0 ? tag : aliasTag],
    ...(role === 'public' ? { security: [] } : {}),
    ...(endpoint.right === 'none' ? {} : { 'x-parley-right': endpoint.right }),
    ...(parameters.length > 0 && { parameters }),
    ...requestBodyOf(writing.schemas, endpoint),
    responses: responsesOf(writing, endpoint),
  };
}

function descriptionOf(endpoint: AnyEndpoint): string {
  const { description, role } = endpoint;
  const kinds = kindsOf(endpoint);
  const access = {
    public: 'Public: no credentials needed.',
    signed_in: `For any signed-in caller. ${callersOf(kinds)}`,
  }[role as string];
  const inProject = `Minimum role: ${role}. ${callersOf(kinds)}`;
  return [description, (access ?? inProject).trim()].filter((text) => text !== undefined).join('\n\n');
}

/** Which kinds of callers pass; nothing where they are those of the introduction. */
function callersOf(kinds: readonly PrincipalKind[]): string {
  if (!everyPerson.every((kind) => kinds.includes(kind))) return `Callers of kind ${kinds.join(', ')} only.`;
  const machines = kinds.filter(isMachine).map((kind) => (kind === 'bot' ? 'bots' : 'webhooks'));
  const also = machines.length === 0 ? '' : `Also ${machines.join(' and ')}.`;
  return kinds.includes('token') ? also : `${also} No machine tokens.`.trim();
}

/** Whether a schema is a component: every object, and what answers consist of. */
function isNamed(name: string, value: unknown): boolean {
  return value instanceof z.ZodObject || (value instanceof z.ZodType && name.endsWith('View'));
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

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  jwt: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`JWT <token>`, as sign-in returns it.' },
  basic: { type: 'http', scheme: 'basic', description: 'E-mail address and password of a user.' },
};
