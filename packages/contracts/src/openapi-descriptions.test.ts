import { document, endpoints, followed, operations } from '../test/document.ts';

type Schema = Record<string, unknown>;

it('describes every member of every schema', () => {
  // A component may be called `properties`, too, so each is looked at alone.
  const { schemas = {}, ...others } = document.components;
  const roots = [...Object.entries(schemas), ...Object.entries(others), ...Object.entries(document.paths)];
  const holders = roots.flatMap(([name, value]) => holdersOf(value, name));
  const bare = holders.flatMap(({ where, properties, known }) =>
    Object.entries(properties)
      .filter(([name, member]) => !known.has(name) && !isDescribed(member))
      .map(([name]) => `${where}: ${name}`),
  );

  expect(bare).toEqual([]);
});

it('describes every component, parameter, tag and operation', () => {
  const named = [
    ...Object.entries(document.components.schemas ?? {}),
    ...Object.entries(document.components.parameters ?? {}),
    ...document.tags.map((tag) => [tag.name, tag] as const),
    ...operations.map((operation) => [operation.operationId, operation] as const),
    ...operations.flatMap(({ operationId, parameters }) =>
      parameters.map((parameter) => [`${operationId} ${JSON.stringify(parameter)}`, parameter] as const),
    ),
  ];

  expect(named.filter(([, described]) => !isDescribed(described)).map(([name]) => name)).toEqual([]);
});

it('names every number of a closed list', () => {
  const unnamed = schemasOf(document).filter(
    ({ enum: listed, 'x-enum-varnames': names, 'x-enum-descriptions': meanings }) =>
      Array.isArray(listed) &&
      listed.some((value) => typeof value === 'number') &&
      ![names, meanings].every((words) => Array.isArray(words) && words.filter(Boolean).length === listed.length),
  );

  expect(unnamed).toEqual([]);
});

it('has every tag in the order of the reference', () => {
  const used = new Set(endpoints.map(({ tag }) => tag));
  const listed = document.tags.map(({ name }) => name);

  expect([...used].filter((tag) => !listed.includes(tag))).toEqual([]);
  expect(listed.filter((tag) => !used.has(tag))).toEqual(['Other addresses']);
});

it('groups other addresses apart, and says whose they are', () => {
  const ids = new Set(operations.map(({ operationId }) => operationId));
  const others = operations.filter(({ tags }) => tags.includes('Other addresses'));

  expect(others.length).toBeGreaterThan(30);
  for (const { 'x-parley-alias-of': first } of others) expect(ids).toContain(first);
});

it('is small enough to be loaded by a browser at once', () => {
  expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(600_000);
});

/** Every schema with members, and the names that it only narrows, because a schema beside it describes them. */
function holdersOf(value: unknown, where: string, known = new Set<string>()): Holder[] {
  if (Array.isArray(value)) return value.flatMap((item) => holdersOf(item, where, known));
  if (typeof value !== 'object' || value === null) return [];
  const { properties, allOf, example: _, examples: __, ...rest } = value as Schema;
  const narrowed = Array.isArray(allOf) ? new Set(allOf.flatMap((part) => Object.keys(membersOf(part)))) : known;
  const parts = Array.isArray(allOf)
    ? allOf.flatMap((part) => holdersOf(part, where, '$ref' in part ? new Set() : narrowed))
    : [];
  const below = Object.entries(rest).flatMap(([name, member]) => holdersOf(member, `${where}/${name}`, known));
  if (typeof properties !== 'object' || properties === null) return [...parts, ...below];
  const members = Object.entries(properties).flatMap(([name, member]) => holdersOf(member, `${where}/${name}`));
  return [{ where, properties: properties as Schema, known: narrowed }, ...parts, ...below, ...members];
}

interface Holder {
  where: string;
  properties: Schema;
  known: ReadonlySet<string>;
}

function membersOf(schema: Schema): Schema {
  const { $ref } = schema;
  return typeof $ref === 'string' ? ((followed(schema) as Schema).properties as Schema) : {};
}

function isDescribed(value: unknown): boolean {
  const { $ref, description } = value as { $ref?: string; description?: unknown };
  if (typeof description === 'string') return description.trim() !== '';
  return $ref !== undefined && isDescribed(followed(value));
}

/** Every object of the document, but for what examples show. */
function schemasOf(value: unknown): Schema[] {
  if (Array.isArray(value)) return value.flatMap((item) => schemasOf(item));
  if (typeof value !== 'object' || value === null) return [];
  const { example: _, examples: __, ...rest } = value as Schema;
  return [rest, ...Object.values(rest).flatMap((member) => schemasOf(member))];
}
