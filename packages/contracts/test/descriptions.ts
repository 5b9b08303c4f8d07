type Schema = Record<string, unknown>;

/** A document with components that its references point to. */
interface Referring {
  components: unknown;
}

/** Members of schemas below these values without a description. */
export function bareMembers(
  document: Referring,
  roots: readonly (readonly [name: string, value: unknown])[],
): string[] {
  const holders = roots.flatMap(([name, value]) => holdersOf(document, value, name));
  return holders.flatMap(({ where, properties, known }) =>
    Object.entries(properties)
      .filter(([name, member]) => !known.has(name) && !isDescribed(document, member))
      .map(([name]) => `${where}: ${name}`),
  );
}

/** Closed lists of numbers that have no names or meanings. */
export function unnamedNumbers(document: unknown): Schema[] {
  return schemasOf(document).filter(
    ({ enum: listed, 'x-enum-varnames': names, 'x-enum-descriptions': meanings }) =>
      Array.isArray(listed) &&
      listed.some((value) => typeof value === 'number') &&
      ![names, meanings].every((words) => Array.isArray(words) && words.filter(Boolean).length === listed.length),
  );
}

/** Whether a value, or what it refers to, has a description. */
export function isDescribed(document: Referring, value: unknown): boolean {
  const { $ref, description } = value as { $ref?: string; description?: unknown };
  if (typeof description === 'string') return description.trim() !== '';
  return $ref !== undefined && isDescribed(document, followedIn(document, $ref));
}

/** What a reference points to. */
export function followedIn(document: object, $ref: string): unknown {
  const steps = $ref.replace('#/', '').split('/');
  return steps.reduce<unknown>((value, step) => (value as Schema | undefined)?.[step], document);
}

interface Holder {
  where: string;
  properties: Schema;
  known: ReadonlySet<string>;
}

/** Every schema with members, and the names that it only narrows, because a schema beside it describes them. */
function holdersOf(document: Referring, value: unknown, where: string, known = new Set<string>()): Holder[] {
  if (Array.isArray(value)) return value.flatMap((item) => holdersOf(document, item, where, known));
  if (typeof value !== 'object' || value === null) return [];
  const { properties, allOf, example: _, examples: __, ...rest } = value as Schema;
  const narrowed = Array.isArray(allOf)
    ? new Set(allOf.flatMap((part) => Object.keys(membersOf(document, part))))
    : known;
  const parts = Array.isArray(allOf)
    ? allOf.flatMap((part) => holdersOf(document, part, where, '$ref' in part ? new Set() : narrowed))
    : [];
  const below = Object.entries(rest).flatMap(([name, member]) =>
    holdersOf(document, member, `${where}/${name}`, known),
  );
  if (typeof properties !== 'object' || properties === null) return [...parts, ...below];
  const members = Object.entries(properties).flatMap(([name, member]) =>
    holdersOf(document, member, `${where}/${name}`),
  );
  return [{ where, properties: properties as Schema, known: narrowed }, ...parts, ...below, ...members];
}

function membersOf(document: Referring, { $ref }: Schema): Schema {
  return typeof $ref === 'string' ? (((followedIn(document, $ref) as Schema).properties ?? {}) as Schema) : {};
}

/** Every object of the document, but for what examples show. */
function schemasOf(value: unknown): Schema[] {
  if (Array.isArray(value)) return value.flatMap((item) => schemasOf(item));
  if (typeof value !== 'object' || value === null) return [];
  const { example: _, examples: __, ...rest } = value as Schema;
  return [rest, ...Object.values(rest).flatMap((member) => schemasOf(member))];
}
