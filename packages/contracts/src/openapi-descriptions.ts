import type { Description, JsonSchema, NumberNames, ScopedDescriptions } from './openapi-types.ts';
import { commonMembers, members } from './reference/members.ts';
import { commonParameters, parameters } from './reference/parameters.ts';

/** Gives every member of a schema the description of the narrowest scope that has one. */
export function describeMembers(schema: JsonSchema, scopes: readonly string[]): void {
  for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    const description = findIn(members, scopes, name) ?? commonMembers[name];
    if (description !== undefined) describe(member, description);
    describeMembers(member, [...scopes.map((scope) => `${scope}.${name}`), name]);
  }
  for (const part of partsOf(schema)) describeMembers(part, scopes);
}

/** The description of a parameter, and its schema with the names of its numbers. */
export function describeParameter(name: string, schema: JsonSchema, scopes: readonly string[]) {
  const described: JsonSchema = { ...schema, description: undefined };
  const found = findIn(parameters, scopes, name) ?? commonParameters[name];
  if (found !== undefined) describe(described, found);
  const { description, ...rest } = described;
  return { ...(description === undefined ? {} : { description }), schema: rest };
}

function findIn(table: ScopedDescriptions, scopes: readonly string[], name: string): Description | undefined {
  for (const scope of scopes) {
    const found = table[scope]?.[name];
    if (found !== undefined) return found;
  }
  return undefined;
}

function describe(schema: JsonSchema, description: Description): void {
  const { text, numbers } = typeof description === 'string' ? { text: description } : description;
  schema.description ??= text;
  if (numbers !== undefined) nameNumbers(schema, numbers);
}

function nameNumbers(schema: JsonSchema, numbers: NumberNames): void {
  const { enum: listed, const: only } = schema;
  if (Array.isArray(listed) && listed.every((value) => typeof value === 'number')) {
    schema['x-enum-varnames'] = listed.map((value) => numbers[value]?.[0]);
    schema['x-enum-descriptions'] = listed.map((value) => numbers[value]?.[1]);
  } else if (typeof only === 'number' && numbers[only] !== undefined) {
    [schema.title, schema.description] = numbers[only];
  }
  for (const part of partsOf(schema)) nameNumbers(part, numbers);
}

/** The schemas that a schema is made of, except its members. */
function partsOf({ items, additionalProperties, anyOf, oneOf, allOf, prefixItems }: JsonSchema): JsonSchema[] {
  return [items, additionalProperties, anyOf, oneOf, allOf, prefixItems]
    .flat()
    .filter((part): part is JsonSchema => typeof part === 'object' && part !== null);
}
