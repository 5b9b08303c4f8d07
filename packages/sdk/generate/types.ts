import { componentOf, type JsonSchema, type SchemaWriter } from '@parley/contracts';

/** Writes JSON schemas as TypeScript; schemas with a name are referred to by it. */
export interface TypeWriter {
  typeOf(schema: JsonSchema): string;
  /** The declaration of a component, with its description. */
  declare(name: string, schema: JsonSchema): string;
  /**
   * `{ … }` of these members.
   * @param named names to use in place of long types, by their text
   */
  members(
    properties: Record<string, JsonSchema>,
    required: readonly string[],
    named?: ReadonlyMap<string, string>,
  ): string;
}

export const typeWriter: TypeWriter = { typeOf, declare, members };

function declare(name: string, schema: JsonSchema): string {
  const doc = schema.description === undefined ? '' : `${comment(String(schema.description))}\n`;
  const { properties, additionalProperties } = schema;
  if (properties !== undefined && !schema.anyOf && !schema.allOf && additionalProperties === undefined)
    return `${doc}export interface ${name} ${typeOf(schema)}`;
  return `${doc}export type ${name} = ${typeOf(schema)};`;
}

function typeOf(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf, allOf, enum: listed, type } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(listed)) return union(listed.map((value) => JSON.stringify(value)));
  if (Array.isArray(allOf)) return allOf.map((part) => bracketed(typeOf(part))).join(' & ');
  const options = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (options !== undefined) return union(withoutWords(options).map(typeOf));
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one })));
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return String(type);
    case 'array':
      return arrayOf(schema);
    case 'object':
      return objectOf(schema);
    default:
      return 'unknown';
  }
}

/** A number or a boolean may also be sent as its text: a program sends the value. Texts of a pattern are no such words. */
function withoutWords(options: readonly JsonSchema[]): JsonSchema[] {
  const flat = options.flatMap((option): JsonSchema[] =>
    Array.isArray(option.anyOf) ? withoutWords(option.anyOf) : [option],
  );
  const isWord = flat.some(({ type }) => type === 'integer' || type === 'number' || type === 'boolean');
  return isWord
    ? flat.filter((option) => option.type !== 'string' || ['enum', 'const', 'pattern'].some((name) => name in option))
    : flat;
}

function arrayOf({ items, prefixItems }: JsonSchema): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map(typeOf).join(', ')}]`;
  return `${bracketed(typeOf((items ?? {}) as JsonSchema))}[]`;
}

function objectOf({ properties, required = [], additionalProperties }: JsonSchema): string {
  const open = additionalProperties !== undefined && additionalProperties !== false;
  const rest = open ? typeOf(additionalProperties as JsonSchema) : undefined;
  if (properties === undefined) return `Record<string, ${rest ?? 'unknown'}>`;
  const own = properties as Record<string, JsonSchema>;
  if (Object.keys(own).length === 0) return rest === undefined ? 'Record<string, never>' : `Record<string, ${rest}>`;
  return members(own, required as string[], undefined, rest !== undefined);
}

function members(
  properties: Record<string, JsonSchema>,
  required: readonly string[],
  named?: ReadonlyMap<string, string>,
  isOpen = false,
): string {
  const lines = Object.entries(properties).flatMap(([name, schema]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const text = ofEveryRecord.has(name) ? undefined : docOf(schema);
    const type = typeOf(schema);
    return [
      ...(text === undefined ? [] : [`  ${comment(text)}`]),
      `  ${key}${required.includes(name) ? '' : '?'}: ${(named?.get(type) ?? type).replaceAll('\n', '\n  ')};`,
    ];
  });
  return `{\n${[...lines, ...(isOpen ? ['  [name: string]: unknown;'] : [])].join('\n')}\n}`;
}

/** What every record has, told once in the documentation: in each type it would make up a fifth of all text. */
const ofEveryRecord = new Set(['_id', 'id', '__v', 'id_project', 'createdAt', 'updatedAt', 'createdBy']);

/** The description of a member, and the meaning of its numbers. */
function docOf({ description, ...schema }: JsonSchema): string | undefined {
  const names = numbersOf(schema);
  const texts = [description, names.length > 0 ? names.join(', ') : undefined].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.join(' ');
}

function numbersOf({ enum: listed, 'x-enum-varnames': names, anyOf }: JsonSchema): string[] {
  if (Array.isArray(listed) && Array.isArray(names)) return listed.map((value, at) => `${value} ${names[at]}`);
  return Array.isArray(anyOf) ? anyOf.flatMap(numbersOf) : [];
}

function union(parts: readonly string[]): string {
  const known = [...new Set(parts)];
  return known.includes('unknown') ? 'unknown' : known.join(' | ');
}

function bracketed(type: string): string {
  let depth = 0;
  for (const [at, char] of [...type].entries()) {
    if ('{[('.includes(char)) depth += 1;
    if ('}])'.includes(char)) depth -= 1;
    if (depth === 0 && / [|&] /.test(type.slice(at, at + 3))) return `(${type})`;
  }
  return type;
}

/** A doc comment; a text that would end it is taken apart. */
export function comment(text: string): string {
  const lines = text.replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `/** ${lines[0]} */`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`;
}

/** What an object schema says of its members, through a name. */
export function membersOf(schemas: SchemaWriter, schema: JsonSchema) {
  const { properties = {}, required = [] } = componentOf(schemas, schema) ?? schema;
  return { properties: properties as Record<string, JsonSchema>, required: required as string[] };
}
