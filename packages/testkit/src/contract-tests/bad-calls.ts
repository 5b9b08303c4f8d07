import { type AnyEndpoint, paramOf } from '@parley/contracts';

import type { RawCall } from '../client.ts';
import type { Place } from './row.ts';
import { fillPath, paramsIn, rowOf, searchFor } from './rows.ts';
import { accepts, type Field, fieldsOf, type JsonKind, rootOf, sampleOf, withValue } from './schema-walk.ts';

/** One call with one fault in it. */
export interface BadCall extends RawCall {
  /** `body text: too long`. */
  fault: string;
  location: 'body' | 'query';
  /** Names and places, joined by dots. */
  param: string;
  /** `refuse`: 422 that names the field; `ignore`: the answer of the call without it, or a 422; `tolerate`: anything but a 5xx. */
  must: 'refuse' | 'ignore' | 'tolerate';
  /** Whether the refusal names this field, or, where fields depend on each other, any. */
  names: 'itself' | 'any';
}

/** A good call, to put faults into. */
export interface GoodCall {
  /** Path as the contract has it, one of the endpoint's addresses. */
  path: string;
  params: Readonly<Record<string, string>>;
  body: unknown;
  place: Place;
}

/** Longer than any text of the contract may be, in characters, and than any object of the caller's own, in bytes. */
const tooLong = 'x'.repeat(70_000);
const tooMany = 3_000;

const valueOfKind: Record<Exclude<JsonKind, 'null'>, unknown> = {
  string: 'not one',
  number: 7,
  boolean: true,
  array: [[]],
  object: { $ne: 1 },
};

/** Every field of body and query with every fault that fields have. Bodies are made only for calls that are sent, which few are. */
export function badCalls(endpoint: AnyEndpoint, good: GoodCall): (() => BadCall)[] {
  return [...badBodies(endpoint, good), ...badQueries(endpoint, good).map((call) => () => call)];
}

function badBodies(endpoint: AnyEndpoint, good: GoodCall): (() => BadCall)[] {
  const { body: schema, method } = endpoint;
  if (schema === undefined || endpoint.stream === 'raw') return [];
  const url = `${fillPath(good.path, good.params)}${searchFor(endpoint, good.place)}`;
  return [rootOf(schema), ...fieldsOf(schema)].flatMap((field) => {
    const param = paramOf(field.path);
    return faultsOf(field, good.body).map(({ name, value, isCertain }) => (): BadCall => {
      const body = withValue(good.body ?? {}, field, value);
      const must = isCertain || !accepts(schema, body) ? 'refuse' : 'tolerate';
      const names = isCertain && param !== '' ? 'itself' : 'any';
      return { method, url, body, fault: `body ${param || 'itself'}: ${name}`, location: 'body', param, must, names };
    });
  });
}

interface Fault {
  name: string;
  value: unknown;
  /** A fault whatever the schema says. */
  isCertain: boolean;
}

function faultsOf(field: Field, good: unknown): Fault[] {
  const { kinds, isOpen } = field;
  const isText = kinds?.has('string') ?? false;
  const wrong = Object.entries(valueOfKind).map(([kind, value]) => ({
    name: kind === 'object' ? 'an operator' : `of type ${kind}`,
    value,
    isCertain: kinds !== undefined && !kinds.has(kind as JsonKind),
  }));
  const certain = (name: string, value: unknown): Fault => ({ name, value, isCertain: true });
  const possible = (name: string, value: unknown): Fault => ({ name, value, isCertain: false });
  return [
    ...wrong,
    possible('null', null),
    possible('empty', isText ? '' : isOpen || kinds?.has('object') ? {} : []),
    certain('with U+0000', 'a\u0000b'),
    ...(isText ? [certain('too long', tooLong)] : []),
    ...(kinds?.has('array') ? [certain('too many', Array(tooMany).fill(elementOf(field, good)))] : []),
    ...(isOpen
      ? [
          certain('too large', { a: tooLong, b: tooLong }),
          certain('with U+0000 inside', { a: { b: ['\u0000'] } }),
          certain('with U+0000 in a name', { 'a\u0000': 1 }),
          certain('reaching into a prototype', JSON.parse('{"__proto__": {"role": "owner"}}')),
        ]
      : []),
  ];
}

/** One that the good body has there, or the smallest that the schema takes. */
function elementOf({ path, schema }: Field, good: unknown): unknown {
  const there = path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    good,
  );
  if (Array.isArray(there) && there.length > 0) return there[0];
  const element = fieldsOf(schema).find((field) => field.path.length === 1 && field.path[0] === 0);
  return element === undefined ? 'x' : sampleOf(element.schema);
}

function badQueries(endpoint: AnyEndpoint, good: GoodCall): BadCall[] {
  const { query: schema, method } = endpoint;
  if (schema === undefined) return [];
  const address = fillPath(good.path, good.params);
  const needed = rowOf(endpoint).query?.(good.place);
  const names = fieldsOf(schema).filter(({ path }) => path.length === 1);
  return names.flatMap(({ path }) => {
    const param = String(path[0]);
    const call = (fault: string, search: [string, string][], must: BadCall['must']): BadCall => ({
      ...{ method, body: good.body, location: 'query', param, must, names: 'itself' },
      url: `${address}${searchFor(endpoint, good.place, search)}`,
      fault: `query ${param}: ${fault}`,
    });
    const judged = (value: unknown): BadCall['must'] =>
      accepts(schema, { ...needed, [param]: value }) ? 'tolerate' : 'refuse';
    return [
      call('another word', [[param, 'x']], judged('x')),
      call('negative', [[param, '-1']], judged('-1')),
      call('no whole number', [[param, '1.5']], judged('1.5')),
      call('beyond all numbers', [[param, '9'.repeat(400)]], judged('9'.repeat(400))),
      call('empty', [[param, '']], judged('')),
      call('too long', [[param, tooLong.slice(0, 2_500)]], judged(tooLong.slice(0, 2_500))),
      call('with U+0000', [[param, '\u0000']], 'refuse'),
      call('a text of JSON', [[param, '{"$ne":1}']], judged('{"$ne":1}')),
      call(
        'sent twice',
        [
          [param, 'x'],
          [param, 'y'],
        ],
        judged(['x', 'y']),
      ),
      call('an operator', [[`${param}[$ne]`, 'x']], 'ignore'),
    ];
  });
}

/** Ids that no record has, as they stand in a path: most of them cannot be one. */
const impossibleIds: Readonly<Record<string, string>> = {
  'one letter': 'x',
  'no hexadecimal': 'z'.repeat(24),
  'a digit too long': '0'.repeat(25),
  'U+0000': '%00',
  'broken UTF-8': '%C3%28',
  'an operator': '%7B%22$ne%22%3A1%7D',
  'very long': 'a'.repeat(400),
  unknown: '0123456789abcdef01234567',
};

export interface BadAddress extends RawCall {
  fault: string;
  param: string;
  /** Statuses that are right. */
  statuses: readonly number[];
}

/** Every parameter of the path with every id that no record has. */
export function badAddresses(endpoint: AnyEndpoint, good: GoodCall): BadAddress[] {
  const { method, role } = endpoint;
  return paramsIn(good.path).flatMap((param) =>
    Object.entries(impossibleIds).map(([kind, id]) => {
      const marked = fillPath(good.path, { ...good.params, [param]: 'IMPOSSIBLE' });
      // Who is in no such project learns no more than that.
      const isProject = param === 'id_project' && role !== 'public';
      const right = isProject ? [403] : (rowOf(endpoint).otherIds?.[param] ?? [404]);
      // What is no text at all may not even be looked for.
      const statuses = id.startsWith('%') ? [...right, 404] : right;
      const url = `${marked.replace('IMPOSSIBLE', id)}${searchFor(endpoint, good.place)}`;
      return { method, url, body: good.body, fault: `path ${param}: ${kind}`, param, statuses };
    }),
  );
}
