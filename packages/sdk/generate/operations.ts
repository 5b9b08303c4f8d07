import {
  type AnyEndpoint,
  componentOf,
  exampleOf,
  formCodesOf,
  type JsonSchema,
  type SchemaWriter,
} from '@parley/contracts';

import { comment, membersOf, typeWriter } from './types.ts';

/** One operation as the SDK exports it. */
export interface WrittenOperation {
  name: string;
  tag: string;
  doc: string;
  /** Declaration of its input's type. */
  input: string;
  /** `Operation<…>`. */
  type: string;
  /** What its constant is set to. */
  value: string;
  isUpload: boolean;
}

const callCodes = [
  'tls_required',
  'header_malformed',
  'validation_failed',
  'rate_limited',
  'internal',
  'dependency_down',
  'busy',
];
const memberCodes = [
  'unauthorized',
  'authorization_malformed',
  'banned',
  'ip_not_allowed',
  'not_a_member',
  'role_too_low',
];
const bodyCodes = ['content_type_wrong', 'malformed_json', 'body_too_large', 'body_timeout'];
const writeCodes = ['idempotency_in_progress', 'idempotency_key_reused'];
const recordCodes = [...callCodes, ...memberCodes, 'route_not_found'];

/** Codes that stand together in many operations, by the name of their union; those that hold others come first. */
export const codeGroups: Readonly<Record<string, readonly string[]>> = {
  UpdateCode: [...recordCodes, ...bodyCodes, ...writeCodes, 'version_mismatch'],
  DeleteCode: [...recordCodes, ...writeCodes, 'version_mismatch'],
  ReadCode: recordCodes,
  CallCode: callCodes,
  MemberCode: memberCodes,
  BodyCode: bodyCodes,
  WriteCode: writeCodes,
};

const uploadFileType = 'UploadSource';

export function writeOperation(schemas: SchemaWriter, endpoint: AnyEndpoint): WrittenOperation {
  const { operation, tag } = endpoint;
  const input = `${operation[0]?.toUpperCase()}${operation.slice(1)}Params`;
  return {
    name: operation,
    tag,
    doc: docOf(schemas, endpoint),
    input: `export type ${input} = ${inputOf(schemas, endpoint)};`,
    type: `Operation<${input}, ${outputOf(schemas, endpoint)}, ${codesOf(endpoint)}>`,
    value: callOf(schemas, endpoint),
    isUpload: isForm(endpoint),
  };
}

/** Path, query and body members in one type; the project of the client stands in for an `id_project` of the path. */
function inputOf(schemas: SchemaWriter, endpoint: AnyEndpoint): string {
  const { operation, tag, params, query, body, produces } = endpoint;
  const inPath =
    params === undefined ? undefined : membersOf(schemas, schemas.write(params, 'input', [operation, tag]));
  const parts: string[] = [];
  if (inPath !== undefined) {
    const names = Object.entries(inPath.properties).map(
      ([name, schema]) => `${name}${name === 'id_project' ? '?' : ''}: ${typeWriter.typeOf(schema)}`,
    );
    parts.push(`{ ${names.join('; ')} }`);
  }
  if (query !== undefined) {
    const type = typeWriter.typeOf(schemas.write(query, 'input', [operation, tag]));
    // The functions return the rows themselves.
    parts.push(answerOf(endpoint) === 'json' && produces?.includes('text/csv') ? `Omit<${type}, 'format'>` : type);
  }
  if (body !== undefined) parts.push(bodyOf(schemas, endpoint, schemas.write(body, 'input', [operation, tag])));
  return parts.filter((part) => part !== 'Record<string, never>').join(' & ') || 'object';
}

function bodyOf(schemas: SchemaWriter, endpoint: AnyEndpoint, schema: JsonSchema): string {
  if (isForm(endpoint)) return formOf(schemas, schema);
  if (isList(schemas, schema)) return `{ items: ${typeWriter.typeOf(schema)} }`;
  return typeWriter.typeOf(schema);
}

/** The members of a form; its file may be anything that holds bytes. */
function formOf(schemas: SchemaWriter, schema: JsonSchema): string {
  const { properties, required } = membersOf(schemas, schema);
  const others = Object.fromEntries(Object.entries(properties).filter(([, { contentMediaType }]) => !contentMediaType));
  const fields = Object.keys(others).length === 0 ? '' : ` & ${typeWriter.members(others, required)}`;
  return `${uploadFileType}${fields}`;
}

function isForm({ body, consumes = [] }: AnyEndpoint): boolean {
  return body !== undefined && consumes.length > 0 && !consumes.includes('application/json');
}

/** By the part that takes the file. */
function senderOf(schemas: SchemaWriter, { body }: AnyEndpoint): string {
  const parts = body === undefined ? [] : Object.keys(membersOf(schemas, schemas.write(body, 'input')).properties);
  return parts.includes('uploadFile') ? 'sendUploadFile' : 'sendForm';
}

function isList(schemas: SchemaWriter, schema: JsonSchema): boolean {
  const { type } = componentOf(schemas, schema) ?? schema;
  return type === 'array';
}

/** Files and exports are streams; a transcript is a text. */
function answerOf({ produces }: AnyEndpoint): 'json' | 'text' | 'stream' {
  const [first = 'application/json'] = produces ?? [];
  if (/[/+]json$/.test(first)) return 'json';
  return first === 'text/plain' ? 'text' : 'stream';
}

function outputOf(schemas: SchemaWriter, endpoint: AnyEndpoint): string {
  const { operation, tag, response } = endpoint;
  const answer = answerOf(endpoint);
  if (answer === 'stream') return 'ReadableStream<Uint8Array>';
  if (answer === 'text') return 'string';
  return typeWriter.typeOf(schemas.write(response, 'output', [operation, tag]));
}

function codesOf(endpoint: AnyEndpoint): string {
  const all = new Set([...endpoint.errors, ...formCodesOf(endpoint)]);
  const left = new Set(all);
  const names: string[] = [];
  for (const [name, group] of Object.entries(codeGroups)) {
    if (!group.every((code) => all.has(code)) || !group.some((code) => left.has(code))) continue;
    names.push(name);
    for (const code of group) left.delete(code);
  }
  return [...names, ...[...left].map((code) => `'${code}'`)].join(' | ');
}

/** `operation(name, 'METHOD path', how)`: what the SDK needs to know at run time. */
function callOf(schemas: SchemaWriter, endpoint: AnyEndpoint): string {
  const { operation, method, path, idempotency, query, body } = endpoint;
  const address = path.startsWith('/v3/:id_project/') ? path.slice('/v3/:id_project/'.length) : path;
  const answer = answerOf(endpoint);
  const how = [
    ...(body !== undefined && query !== undefined ? [`query: ${namesIn(schemas, endpoint)}`] : []),
    ...(body === undefined && method !== 'get' && query !== undefined ? ['query: true'] : []),
    ...(body !== undefined && !isForm(endpoint) && isList(schemas, schemas.write(body, 'input')) ? ['list: true'] : []),
    ...(idempotency === 'ignored' ? ['once: true'] : []),
    ...(answer === 'json' ? [] : [`answer: '${answer}'`]),
    ...(isForm(endpoint) ? [`send: ${senderOf(schemas, endpoint)}`] : []),
  ];
  const rest = how.length === 0 ? '' : `, { ${how.join(', ')} }`;
  return `/* @__PURE__ */ operation('${operation}', '${method.toUpperCase()} ${address}'${rest})`;
}

function namesIn(schemas: SchemaWriter, { query }: AnyEndpoint): string {
  if (query === undefined) return '[]';
  const { properties } = membersOf(schemas, schemas.write(query, 'input'));
  return `[${Object.keys(properties)
    .map((name) => `'${name}'`)
    .join(', ')}]`;
}

function docOf(schemas: SchemaWriter, endpoint: AnyEndpoint): string {
  const { summary, description, role, errors, operation } = endpoint;
  const access =
    role === 'public' ? 'Public.' : role === 'signed_in' ? 'For any signed-in caller.' : `Minimum role: ${role}.`;
  const codes = errors.length === 0 ? [] : [`Codes: ${errors.map((code) => `\`${code}\``).join(', ')}.`];
  const limits = limitsText(schemas, endpoint);
  const example = exampleInput(schemas, endpoint);
  return comment(
    [
      [`${summary}.`, description].filter((text) => text !== undefined).join(' '),
      '',
      [access, ...codes, ...limits].join(' '),
      '',
      `@example await ${operation}(parley${example === undefined ? '' : `, ${example}`});`,
    ].join('\n'),
  );
}

function limitsText(schemas: SchemaWriter, endpoint: AnyEndpoint): string[] {
  const limits = Object.entries(limitsOf(schemas, endpoint)).flatMap(([name, { maxLength, maximum, maxItems }]) => {
    if (maxLength !== undefined) return [`\`${name}\` ≤ ${maxLength} characters`];
    if (maximum !== undefined) return [`\`${name}\` ≤ ${maximum}`];
    return maxItems === undefined ? [] : [`\`${name}\` ≤ ${maxItems} items`];
  });
  return limits.length === 0 ? [] : [`Limits: ${limits.slice(0, 6).join(', ')}${limits.length > 6 ? ', …' : ''}.`];
}

export interface Limits {
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}
const limitNames = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'pattern'] as const;

/** Lengths and ranges of the members of a body. */
export function limitsOf(schemas: SchemaWriter, endpoint: AnyEndpoint): Record<string, Limits> {
  const { body } = endpoint;
  if (body === undefined || isForm(endpoint)) return {};
  const schema = schemas.write(body, 'input');
  const own = isList(schemas, schema) ? { items: componentOf(schemas, schema) ?? schema } : allMembers(schemas, schema);
  return Object.fromEntries(
    Object.entries(own)
      .map(([name, member]) => [name, limitsIn(schemas, member)] as const)
      .filter(([, limits]) => Object.keys(limits).length > 0),
  );
}

function allMembers(schemas: SchemaWriter, schema: JsonSchema): Record<string, JsonSchema> {
  const whole = componentOf(schemas, schema) ?? schema;
  const parts = [whole.allOf, whole.anyOf, whole.oneOf].flat().filter((part) => part !== undefined) as JsonSchema[];
  return Object.assign({}, whole.properties, ...parts.map((part) => allMembers(schemas, part)));
}

/** Of a member that may be one of several things, the limits of the first that has any. */
function limitsIn(schemas: SchemaWriter, member: JsonSchema): Limits {
  const whole = componentOf(schemas, member) ?? member;
  const own = Object.fromEntries(
    limitNames.filter((name) => name in whole).map((name) => [name, whole[name]]),
  ) as Limits;
  if (Object.keys(own).length > 0) return own;
  for (const option of (whole.anyOf ?? []) as JsonSchema[]) {
    const found = limitsIn(schemas, option);
    if (Object.keys(found).length > 0) return found;
  }
  return {};
}

function exampleInput(schemas: SchemaWriter, endpoint: AnyEndpoint): string | undefined {
  const { params, body, example } = endpoint;
  const names = params === undefined ? [] : membersOf(schemas, schemas.write(params, 'input')).required;
  const shorthand = names.filter((name) => name !== 'id_project');
  const sent = isForm(endpoint) || body === undefined ? undefined : (example?.body ?? exampleBody(schemas, endpoint));
  const bodyParts = isForm(endpoint) ? ['file'] : Array.isArray(sent) ? [`items: ${literal(sent)}`] : membersText(sent);
  const parts = [...shorthand, ...bodyParts];
  return parts.length === 0 ? undefined : `{ ${parts.join(', ')} }`;
}

function exampleBody(schemas: SchemaWriter, { body }: AnyEndpoint): unknown {
  return body === undefined ? undefined : exampleOf(schemas.write(body, 'input'), schemas.components);
}

function membersText(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, member]) => `${keyOf(name)}: ${literal(member)}`);
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return `{ ${membersText(value).join(', ')} }`;
  return typeof value === 'string' ? `'${value.replaceAll(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'` : String(value);
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}
