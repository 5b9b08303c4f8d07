import fc, { type Arbitrary } from 'fast-check';

import { follow, type JsonSchema, type ReferenceDocument } from './document.ts';
import { junk, oddText } from './junk.ts';

const deepest = 4;

/** Values that the schemas of a document take, as far as they say. */
export class Values {
  readonly #document: ReferenceDocument;
  /** Ids that exist, and words that mean something somewhere. */
  readonly #words: readonly string[];

  constructor(document: ReferenceDocument, ids: readonly string[]) {
    this.#document = document;
    this.#words = [...ids, 'Hello', 'ada@example.com', 'https://hooks.example.invalid/a', 'en', 'agent', '1', 'true'];
  }

  of(schema: JsonSchema, depth = 0): Arbitrary<unknown> {
    const found = follow<JsonSchema>(this.#document, schema);
    const { allOf, anyOf, oneOf, enum: some, type, const: only } = found;
    if (only !== undefined) return fc.constant(only);
    if (Array.isArray(some)) return fc.constantFrom(...some);
    const options = anyOf ?? oneOf;
    if (Array.isArray(options)) return fc.oneof(...options.map((option: JsonSchema) => this.of(option, depth)));
    if (Array.isArray(allOf)) {
      return fc
        .tuple(...allOf.map((part: JsonSchema) => this.of(part, depth)))
        .map((parts) => Object.assign({}, ...parts));
    }
    if (Array.isArray(type)) return fc.oneof(...type.map((one) => this.of({ ...found, type: one }, depth)));
    switch (type) {
      case 'object':
        return depth > deepest ? fc.constant({}) : this.#objects(found, depth + 1);
      case 'array':
        return this.#lists(found, depth + 1);
      case 'integer':
        return fc.integer(rangeOf(found));
      case 'number':
        return fc.oneof(fc.integer(rangeOf(found)), fc.constant(0.5));
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'string':
        return this.#texts(found);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  /** A parameter of a query as its texts: as its schema says, or anything at all; at times more than once. */
  queryTexts(schema: JsonSchema): Arbitrary<string[]> {
    const one = fc.oneof(
      { weight: 4, arbitrary: this.of(schema).map(queryText) },
      { weight: 1, arbitrary: oddText.map((text) => text.slice(0, 3_000)) },
    );
    return fc.oneof({ weight: 12, arbitrary: one.map((text) => [text]) }, { weight: 1, arbitrary: fc.tuple(one, one) });
  }

  #objects({ properties = {}, required = [], additionalProperties }: JsonSchema, depth: number): Arbitrary<object> {
    const members = Object.entries(properties as Record<string, JsonSchema>);
    const model = Object.fromEntries(members.map(([name, schema]) => [name, this.of(schema, depth)]));
    const known = fc.record(model, { requiredKeys: required as string[] });
    if (typeof additionalProperties !== 'object' && members.length > 0) return known;
    const others = fc.dictionary(
      fc.string({ minLength: 1, maxLength: 8 }),
      this.of((additionalProperties ?? {}) as JsonSchema, depth),
      { maxKeys: 3 },
    );
    return fc.tuple(others, known).map(([more, own]) => ({ ...more, ...own }));
  }

  #lists({ items = {}, minItems = 0 }: JsonSchema, depth: number): Arbitrary<unknown[]> {
    const minLength = Number(minItems);
    if (depth > deepest && minLength === 0) return fc.constant([]);
    return fc.array(this.of(items as JsonSchema, depth), { minLength, maxLength: Math.max(minLength, 3) });
  }

  #texts({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema): Arbitrary<string> {
    const [least, most] = [Number(minLength), Number(maxLength)];
    const words = this.#words.filter(
      (word) =>
        word.length >= least && word.length <= most && (typeof pattern !== 'string' || new RegExp(pattern).test(word)),
    );
    const others =
      format === 'date-time'
        ? fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString())
        : typeof pattern === 'string'
          ? fc.stringMatching(new RegExp(pattern))
          : fc.string({ unit: 'grapheme', minLength: least, maxLength: Math.max(least, Math.min(most, 40)) });
    return words.length === 0 ? others : fc.oneof(fc.constantFrom(...words), others);
  }
}

function rangeOf({ minimum = -3, maximum = 1_000, exclusiveMinimum }: JsonSchema): { min: number; max: number } {
  const min = Math.max(Math.ceil(Number(exclusiveMinimum ?? minimum)), -(2 ** 31));
  return { min, max: Math.max(min, Math.min(Math.floor(Number(maximum)), 2 ** 31 - 1)) };
}

function queryText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

interface Mutation {
  at: number;
  how: 'replace' | 'remove' | 'add';
  value: unknown;
}

const mutations: Arbitrary<Mutation[]> = fc.array(
  fc.record({ at: fc.nat(1_000), how: fc.constantFrom('replace', 'remove', 'add'), value: junk }),
  { minLength: 1, maxLength: 3 },
);

/** The values of another arbitrary with some of their members replaced, taken away or added. */
export function mutated(values: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc.tuple(values, mutations).map(([value, changes]) => changes.reduce(mutate, structuredClone(value)));
}

function mutate(value: unknown, { at, how, value: given }: Mutation): unknown {
  // A second mutation may change what the first one put there.
  const other = structuredClone(given);
  const places = placesOf(value);
  const place = places[at % (places.length + 1)];
  if (place === undefined) return how === 'add' && isHolder(value) ? Object.assign(value, { unknown: other }) : other;
  const { holder, name } = place;
  if (how === 'remove') Array.isArray(holder) ? holder.splice(Number(name), 1) : Reflect.deleteProperty(holder, name);
  else Reflect.set(holder, how === 'add' ? `${name}x` : name, other);
  return value;
}

/** Every member of a value, the members of its members included. */
function placesOf(value: unknown): { holder: object; name: string }[] {
  if (!isHolder(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [{ holder: value, name }, ...placesOf(member)]);
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
