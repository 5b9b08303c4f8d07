import fc, { type Arbitrary } from 'fast-check';

import { bodiesOf, goodBody } from './bodies.ts';
import type { Operation, ReferenceDocument } from './document.ts';
import { brokenEscape, oddTexts } from './junk.ts';
import { Values } from './values.ts';

/** A call before it is sent: what can be printed and shrunk. */
export interface Call {
  /** Who calls: with nothing, or with a role. */
  as: 'none' | 'agent' | 'owner';
  params: Record<string, string>;
  query: readonly (readonly [string, string])[];
  headers: Record<string, string>;
  /** As it goes over the wire. */
  body?: string | Uint8Array;
}

/** What exists and may be called for. */
export interface Existing {
  /** A record for every parameter of the path. */
  params: Record<string, string>;
  /** A query and a body that are good. */
  query: readonly [string, string][];
  body: unknown;
  /** Of other records. */
  ids: readonly string[];
}

/** Calls of an operation from good to hopeless. */
export function callsOf(document: ReferenceDocument, operation: Operation, existing: Existing): Arbitrary<Call> {
  const values = new Values(document, existing.ids);
  return fc
    .record({
      as: fc.constantFrom('none', 'agent', 'owner'),
      params: paramsOf(operation, existing),
      query: queriesOf(values, operation, existing),
      headers: headersOf(operation),
      sent: bodiesOf(values, operation, existing.body),
    })
    .map(({ sent: { type, body }, headers, ...call }) => ({
      ...{ ...call, body },
      headers: { ...(type !== undefined && { 'content-type': type }), ...headers },
    }));
}

/** The call of an owner that has to succeed. */
export function goodCall(operation: Operation, { params, query, body: good }: Existing): Call {
  const { type, body } = goodBody(operation, good);
  return { as: 'owner', params, query, headers: type === undefined ? {} : { 'content-type': type }, body };
}

const unknownIds = [
  '0123456789abcdef01234567',
  'x',
  'z'.repeat(24),
  '0'.repeat(25),
  'a'.repeat(400),
  'a'.repeat(600),
  'bot_0123456789abcdef01234567',
  '__proto__',
  brokenEscape,
  ...oddTexts.filter((text) => text !== '' && text.length < 30),
];

function paramsOf({ parameters }: Operation, { params }: Existing): Arbitrary<Record<string, string>> {
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const real = fc.constant(params);
  if (names.length === 0) return real;
  const broken = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...unknownIds))
    .map(([name, id]) => ({ ...params, [name]: id }));
  return fc.oneof({ weight: 4, arbitrary: real }, { weight: 1, arbitrary: broken });
}

function queriesOf(values: Values, { parameters }: Operation, { query: needed }: Existing): Arbitrary<Call['query']> {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const known = inQuery.map(({ name, schema }) =>
    values.queryTexts(schema).map((texts) => texts.map((text): [string, string] => [name, text])),
  );
  const unknown = fc.constantFrom<[string, string][]>(
    [['unknown', 'x']],
    [['unknown', '\u0000']],
    [['a[$ne]', '\ud800']],
    [['unknown', brokenEscape]],
  );
  const one = fc.oneof(...known.map((arbitrary) => ({ weight: 9, arbitrary })), { weight: 1, arbitrary: unknown });
  return fc.array(one, { maxLength: inQuery.length === 0 ? 1 : 3 }).map((chosen) => {
    const names = chosen.flat().map(([name]) => name);
    return [...needed.filter(([name]) => !names.includes(name)), ...chosen.flat()];
  });
}

const tags = ['*', '"0"', '"1"', 'W/"0"', '"0", "1"', '0', '"', '"a" "b"'];
const keys = ['one', 'two', '', ' ', 'k'.repeat(255), 'k'.repeat(256), '\u00e9'];
const credentials = [
  ...['', 'x', 'Bearer', 'Bearer x', 'JWT a.b.c', 'Basic', 'Basic !!!', 'Basic eDp5', 'Digest a="b"'],
  `Bearer ${'x'.repeat(9_000)}`,
];

function headersOf({ method }: Operation): Arbitrary<Record<string, string>> {
  const [forReads, forWrites] = method === 'GET' ? [1, 9] : [9, 2];
  return fc
    .record({
      'if-match': seldom(forWrites, ...tags),
      'if-none-match': seldom(forReads, ...tags),
      'idempotency-key': seldom(forWrites, ...keys),
      authorization: seldom(9, ...credentials),
      range: seldom(forReads, 'bytes=0-0', 'bytes=9-', 'bytes=x'),
      'content-encoding': seldom(19, 'gzip', 'identity'),
    })
    .map((headers) =>
      Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    );
}

/** One of these in every `without + 1` times. */
function seldom(without: number, ...texts: string[]): Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: without, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...texts) },
  );
}
