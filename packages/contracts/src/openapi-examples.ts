import type { JsonSchema } from './openapi-types.ts';

/** Where the schemas of a document stand that others point to. */
type Components = Readonly<Record<string, JsonSchema>>;

const id = '64f0c0a1b2c3d4e5f6a7b8c9';
/** Below this, only what must be there is shown. */
const deepest = 3;

/** What stands under a name, with the name above it; the first that the schema takes. */
const samples: readonly [name: RegExp, value: string | number | boolean][] = [
  [/\b(request_id|recipient)$/, `support-group-${id}-5f2b9c1d7e3a4860b1c2d3e4f5a6b7c8`],
  [/\bticket_id$/, '1024'],
  [/(jti|uuid)(_user)?$/i, '0b5c7a52-5f0e-4c1b-9d57-2f6f3f0f8a11'],
  [/^channel(Outbound)?\.name$|^channel$/, 'chat21'],
  [/\b(id_project|project)\.name$/, 'My shop'],
  [/\bdepartments?\.name$/, 'Sales'],
  [/\bfirstname$|\.name$|^name$/, 'Ada'],
  [/\blastname$/, 'Lovelace'],
  [/full_?name$/i, 'Ada Lovelace'],
  [/e?mail$/i, 'ada@example.com'],
  [/(password|psw)$/i, 'correct horse'],
  [/phone/, '+390412345678'],
  [/token$|jwt$/i, 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI2NGYwIn0.c2lnbmF0dXJl'],
  [/secret|key$|\bcode$/i, 'h3Jx8kQ2vTn5Rw9yZb4M'],
  [/(url|link|page|website)$/i, 'https://shop.example/cart'],
  [/color$/, '#24a0ed'],
  [/\btag$/, 'vip'],
  [/(language|lang)$/, 'en'],
  [/(time_?zone|tzname)$/i, 'Europe/Rome'],
  [/operatingHours$/, '{"1":[{"start":"09:00","end":"13:00"}],"tzname":"Europe/Rome"}'],
  [/(At|_at|date)$/i, '2026-01-15T09:30:00.000Z'],
  [/\b(ip|ipAddress)$/, '203.0.113.7'],
  [/userAgent$/, 'Mozilla/5.0'],
  [/\b(subject|title)$/, 'Order 1024'],
  [/rating_message$/, 'Quick and kind.'],
  [/\b(text|first_text|description)$/, 'Hello, I need help with my order.'],
  [/\b(msg|message)$/, 'Done.'],
  [/\brole$/, 'agent'],
  [/presence\.status$/, 'online'],
  [/\btype$/, 'text'],
  [/\bpriority$/, 'normal'],
  [/\bstatus$/, 'active'],
  [/\bstatus$/, 200],
  [/\bstatus$/, 100],
  [/\brating$/, 5],
  [/(_time|duration)$/, 41_000],
  [/\b(preflight|draft|hasBot|trashed|isBusy|trialExpired)$/, false],
  [/country$/, 'Italy'],
  [/city$/, 'Venice'],
  [/\b(_?id|\w*_id|id_\w+|\w*Id|member|requester|sender|createdBy|closed_by|participants\w*|followers)$/, id],
];

/**
 * A body of the schema that a reader understands: by the names of its members, where the schema itself has no value. It holds only what
 * must be sent, or all where nothing must.
 */
export function exampleOf(schema: JsonSchema, components: Components): unknown {
  return sampleOf(schema, [], 0);

  function sampleOf(schema: JsonSchema, path: readonly string[], depth: number): unknown {
    const given = givenBy(schema) ?? sampleNamed(path.slice(-2).join('.'), schema);
    if (given !== undefined) return given;
    if (Array.isArray(schema.enum)) return schema.enum[0];
    if (typeof schema.$ref === 'string')
      return sampleOf(components[schema.$ref.split('/').at(-1) ?? ''] ?? {}, path, depth);

    const [choice] = optionsOf(schema);
    if (choice) return sampleOf(choice, path, depth);
    if (Array.isArray(schema.allOf)) {
      return Object.assign({}, ...(schema.allOf as JsonSchema[]).map((part) => sampleOf(part, path, depth)));
    }
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
    if (type === 'object') return objectOf(schema, path, depth);
    if (type === 'array') return listOf(schema, path, depth);
    if (type === 'integer' || type === 'number') return numberOf(schema);
    if (type === 'boolean') return true;
    if (type === 'null') return null;
    return textOf(schema);
  }

  function objectOf({ properties = {}, required = [] }: JsonSchema, path: readonly string[], depth: number): object {
    const members = Object.entries(properties as Record<string, JsonSchema>);
    const needed = members.filter(([name]) => (required as string[]).includes(name));
    const shown = needed.length > 0 || depth >= deepest ? needed : members;
    return Object.fromEntries(shown.map(([name, member]) => [name, sampleOf(member, [...path, name], depth + 1)]));
  }

  function listOf({ items, prefixItems, minItems = 0 }: JsonSchema, path: readonly string[], depth: number): unknown[] {
    if (Array.isArray(prefixItems)) return prefixItems.map((item) => sampleOf(item, path, depth + 1));
    if (depth >= deepest && minItems === 0) return [];
    const item = sampleOf((items ?? {}) as JsonSchema, path, depth + 1);
    return Array.from({ length: Math.max(1, Number(minItems)) }, () => item);
  }
}

function givenBy({ examples, example, const: only, default: otherwise }: JsonSchema): unknown {
  return Array.isArray(examples) ? examples[0] : (example ?? only ?? otherwise);
}

function sampleNamed(name: string, { type, enum: some, pattern }: JsonSchema): unknown {
  const types = { string: ['string'], number: ['number', 'integer'], boolean: ['boolean'] };
  return samples.find(
    ([names, value]) =>
      names.test(name) &&
      types[typeof value as keyof typeof types].includes(String(type)) &&
      (!Array.isArray(some) || some.includes(value)) &&
      fits(value, pattern),
  )?.[1];
}

/** What may stand there, null last. */
function optionsOf({ anyOf, oneOf }: JsonSchema): JsonSchema[] {
  const options = (anyOf ?? oneOf ?? []) as JsonSchema[];
  return options.toSorted((one, other) => Number(one.type === 'null') - Number(other.type === 'null'));
}

function numberOf({ minimum, maximum, exclusiveMinimum }: JsonSchema): number {
  const least = Number(minimum ?? (exclusiveMinimum === undefined ? 0 : Number(exclusiveMinimum) + 1));
  return Math.min(Math.max(1, least), Number(maximum ?? Number.MAX_SAFE_INTEGER));
}

function textOf({ format, pattern, minLength = 0 }: JsonSchema): string {
  if (format === 'date-time') return '2026-01-15T09:30:00.000Z';
  const fitting = samples.find(([, value]) => pattern !== undefined && fits(value, pattern))?.[1] ?? 'text';
  return String(fitting).padEnd(Number(minLength), '.');
}

function fits(value: unknown, pattern: unknown): boolean {
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(String(value));
}
