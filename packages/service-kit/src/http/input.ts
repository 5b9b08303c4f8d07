import type { IncomingHttpHeaders } from 'node:http';

import { type AppError, commonErrors, type FieldFault, isStorable, paramOf, validationFailed } from '@parley/contracts';
import type { z } from 'zod';

import { errorOfCode } from '../call/problem.ts';
import type { HttpRoute } from './implement.ts';
import { notStorable, readJson } from './json.ts';

type Params = Record<string, string | undefined>;
type Query = Record<string, string | string[]>;

/** What a caller sent, as it stands in the call. */
export interface Sent {
  params: Params;
  /** Of the address, without `?`. */
  search: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const maxFaults = 100;

/**
 * The input of an operation: path, query and body members in one object, path over body over query.
 * @throws the endpoint's own 404 for an id that cannot be one
 * @throws commonErrors.validation_failed with all faults of query and body at once
 */
export function readInput({ endpoint }: HttpRoute, sent: Sent): object {
  const params = readParams(endpoint, sent.params);
  const faults: FieldFault[] = [];
  const query = parseQuery(sent.search, faults);
  const readQuery = check(endpoint.query, query, 'query', faults);
  const isRaw = endpoint.stream === 'raw';
  const readBody =
    isRaw || !endpoint.body ? {} : check(endpoint.body, readJson(sent.body, sent.headers, faults), 'body', faults);
  if (faults.length > 0) throw validationFailed(faults.slice(0, maxFaults));

  const body = Array.isArray(readBody) ? { items: readBody } : readBody;
  return { ...readQuery, ...body, ...params };
}

function check(
  schema: z.ZodType | undefined,
  value: unknown,
  location: 'query' | 'body',
  faults: FieldFault[],
): object {
  if (schema === undefined) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data as object;

  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      faults.push(...issue.keys.map((param) => ({ param, location, msg: 'Unknown name' })));
      continue;
    }
    const fault = faultOf(issue, value, location);
    // What no text may hold is found before any schema is asked.
    if (!faults.some(({ param, msg }) => param === fault.param && msg === fault.msg)) faults.push(fault);
  }
  return {};
}

function faultOf(issue: z.core.$ZodIssue, whole: unknown, location: 'query' | 'body'): FieldFault {
  const param = issue.path.length === 0 ? location : paramOf(issue.path);
  const value = shown(issue.path, whole);
  const missing = issue.code === 'invalid_type' && value === undefined && !hasValue(issue.path, whole);
  return { param, location, msg: missing ? 'Required' : issue.message, ...(value === undefined ? {} : { value }) };
}

const secretName = /passw|psw|secret|token|code|key|authorization/i;
const maxShown = 200;

/** The refused value, if it is small and no secret: what a caller sends by mistake must not come back in logs of proxies. */
function shown(path: readonly PropertyKey[], whole: unknown): unknown {
  if (path.length === 0 || path.some((name) => secretName.test(String(name)))) return undefined;
  const value = at(path, whole);
  if (typeof value === 'string') return value.length > maxShown ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : undefined;
}

function hasValue(path: readonly PropertyKey[], whole: unknown): boolean {
  return at(path, whole) !== undefined;
}

function at(path: readonly PropertyKey[], whole: unknown): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    whole,
  );
}

function readParams(endpoint: HttpRoute['endpoint'], sent: Params): object {
  // Decoded paths may hold U+0000, which no id does and the database refuses.
  const unstorable = Object.keys(sent).filter((name) => !isStorable(sent[name] ?? ''));
  const [first] = unstorable;
  const hasNotFound = endpoint.errors.some((code) => code.endsWith('_not_found'));
  if (first !== undefined && (hasNotFound || endpoint.params === undefined)) throw notFound(endpoint, first);
  // Where nothing is ever not found, it is as wrong as any other: the operation says so in its own way.
  const params = { ...sent, ...Object.fromEntries(unstorable.map((name) => [name, ''])) };
  if (endpoint.params === undefined) return params;

  const result = endpoint.params.safeParse(params);
  if (result.success) return result.data as object;
  throw notFound(endpoint, String(result.error.issues[0]?.path[0] ?? ''));
}

/** `request_id` → `request_not_found` where the endpoint has it, else its only or first `…_not_found`. */
function notFound({ errors, role }: HttpRoute['endpoint'], param: string): AppError {
  const noun = param.replace(/^id_|_?id$/g, '');
  if (noun === 'project' && role !== 'public' && role !== 'signed_in') return commonErrors.not_a_member();
  const codes = errors.filter((code) => code.endsWith('_not_found'));
  const code = codes.find((known) => known === `${noun}_not_found`) ?? codes.at(-1);
  return errorOfCode(code ?? 'route_not_found') ?? commonErrors.route_not_found();
}

/** A name once is text, more often an array of texts. */
function parseQuery(search: string, faults: FieldFault[]): Query {
  const query: Query = {};
  if (search === '') return query;

  for (const [name, value] of new URLSearchParams(search)) {
    if (name === '__proto__') continue;
    if (!isStorable(value) || !isStorable(name)) {
      faults.push({ param: isStorable(name) ? name : 'query', location: 'query', msg: notStorable });
      continue;
    }
    const earlier = Object.hasOwn(query, name) ? query[name] : undefined;
    if (earlier === undefined) query[name] = value;
    else if (Array.isArray(earlier)) earlier.push(value);
    else query[name] = [earlier, value];
  }
  return query;
}
