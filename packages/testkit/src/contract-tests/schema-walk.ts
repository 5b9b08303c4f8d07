import { z } from 'zod';

export type JsonKind = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** A member that a schema knows, however deep it lies. */
export interface Field {
  /** From the root: names, and 0 for the element of an array. */
  path: readonly (string | number)[];
  /** What holds it, level by level: `within[0]` is the root. */
  within: readonly z.core.$ZodType[];
  schema: z.core.$ZodType;
  /** What it takes; `undefined` when it takes anything. */
  kinds: ReadonlySet<JsonKind> | undefined;
  /** True when it takes an object whose members are the caller's own affair. */
  isOpen: boolean;
}

const maxDepth = 6;

/** Every member of a schema, the members of its members included. */
export function fieldsOf(schema: z.core.$ZodType): Field[] {
  return fieldsWithin(schema, [], []);
}

/** What a schema takes, as a field without a place. */
export function rootOf(schema: z.core.$ZodType): Field {
  const alternatives = alternativesOf(schema);
  return { path: [], within: [], schema, kinds: kindsOf(alternatives), isOpen: alternatives.some(isOpen) };
}

function fieldsWithin(schema: z.core.$ZodType, path: Field['path'], within: Field['within']): Field[] {
  if (path.length > maxDepth) return [];
  const fields = alternativesOf(schema).flatMap((holder) =>
    membersOf(holder).flatMap(([name, member]) => {
      const place = { path: [...path, name], within: [...within, holder] };
      const alternatives = alternativesOf(member);
      const field: Field = {
        ...place,
        schema: member,
        kinds: kindsOf(alternatives),
        isOpen: alternatives.some(isOpen),
      };
      return [field, ...fieldsWithin(member, place.path, place.within)];
    }),
  );
  // Two alternatives may know the same member: the one that says more about it comes first.
  return [...new Map(fields.toReversed().map((field) => [field.path.join('.'), field])).values()].toReversed();
}

function membersOf(holder: z.core.$ZodType): [string | number, z.core.$ZodType][] {
  const { def } = (holder as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return Object.entries(def.shape);
  return def.type === 'array' ? [[0, def.element]] : [];
}

/** A schema without what is wrapped around it; the parts of unions and intersections one by one. */
function alternativesOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return alternativesOf(def.innerType);
    case 'pipe':
      return alternativesOf((def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in);
    case 'union':
      return def.options.flatMap(alternativesOf);
    case 'intersection':
      return [def.left, def.right].flatMap(alternativesOf);
    case 'lazy':
      return alternativesOf(def.getter());
    default:
      return [schema];
  }
}

function kindsOf(alternatives: z.core.$ZodType[]): Field['kinds'] {
  const kinds = new Set<JsonKind>();
  for (const alternative of alternatives) {
    const known = kindOf(alternative);
    if (known === undefined) return undefined;
    for (const kind of known) kinds.add(kind);
  }
  return kinds;
}

function kindOf(schema: z.core.$ZodType): JsonKind[] | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
    case 'template_literal':
      return ['string'];
    case 'number':
      return ['number'];
    case 'boolean':
    case 'null':
    case 'array':
    case 'object':
      return [def.type];
    case 'tuple':
      return ['array'];
    case 'record':
      return ['object'];
    case 'enum':
      return Object.values(def.entries).map((entry) => typeof entry as JsonKind);
    case 'literal':
      return def.values.map((value) => (value === null ? 'null' : (typeof value as JsonKind)));
    default:
      return isOpen(schema) ? ['object'] : undefined;
  }
}

/** `jsonObject` of the contracts says of itself that it takes objects; a record takes any names. */
function isOpen(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'record' || (def.type === 'custom' && z.globalRegistry.get(schema)?.type === 'object');
}

const texts = [
  'Hello',
  'ada@acme.example',
  'https://acme.example',
  '2026-01-02T03:04:05.000Z',
  '0123456789abcdef01234567',
  '02/01/2026',
  'Europe/Rome',
  '09:00',
  '#43B1F2',
  'EN',
  '+393331234567',
  '10.0.0.1',
  '1',
  'true',
];
const numbers = [1, 0, 5, 10, 50, 100, 1000, 60_000];

/**
 * The smallest value that a schema takes: of an object what it requires.
 * @throws Error where trying does not find one: the endpoint's row needs an example
 */
export function sampleOf(schema: z.core.$ZodType): unknown {
  const found = alternativesOf(schema)
    .flatMap(candidatesOf)
    .find((candidate) => accepts(schema, candidate));
  if (found !== undefined) return found;
  throw new Error(
    `no sample found: ${JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }))}`,
  );
}

/** Whether a schema takes this value. */
export function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(schema, value).success;
}

function candidatesOf(schema: z.core.$ZodType): unknown[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'enum':
      return Object.values(def.entries);
    case 'literal':
      return [...def.values];
    case 'number':
      return numbers;
    case 'boolean':
      return [true];
    case 'array':
      return [0, 1, 2, 3].map((length) => Array.from({ length }, () => sampleOf(def.element)));
    case 'object':
      return objectsOf(def.shape);
    case 'string':
      return texts;
    default:
      return isOpen(schema) ? [{}] : texts;
  }
}

/** One with what is required, and one for each word of a closed list in it: the word may decide what else is required. */
function objectsOf(shape: Record<string, z.core.$ZodType>): object[] {
  const smallest = requiredOf(shape);
  const lists = Object.entries(shape).filter(([name]) => Object.hasOwn(smallest, name));
  const chosen = lists.flatMap(([name, member]) =>
    alternativesOf(member)
      .filter((one) => (one as z.core.$ZodTypes)._zod.def.type === 'enum')
      .flatMap(candidatesOf)
      .map((word) => ({ ...smallest, [name]: word })),
  );
  return [smallest, ...chosen];
}

function requiredOf(shape: Record<string, z.core.$ZodType>): object {
  const required = Object.entries(shape).filter(([, member]) => !accepts(member, undefined));
  return Object.fromEntries(required.map(([name, member]) => [name, sampleOf(member)]));
}

/** A copy of `base` with this value at the field's place; holders that are missing on the way are made. */
export function withValue(base: unknown, field: Pick<Field, 'path' | 'within'>, value: unknown): unknown {
  const { path, within } = field;
  const [name, ...rest] = path;
  if (name === undefined) return value;

  const [holder, ...deeper] = within;
  const isHolder = typeof base === 'object' && base !== null && Array.isArray(base) === (typeof name === 'number');
  const copy = structuredClone(isHolder ? base : holder === undefined ? {} : sampleOf(holder)) as Record<
    string,
    unknown
  >;
  copy[name] = withValue(copy[name], { path: rest, within: deeper }, value);
  return copy;
}
