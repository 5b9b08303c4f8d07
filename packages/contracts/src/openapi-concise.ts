import type { JsonSchema } from './openapi-types.ts';

/** Part of a document in fewer words that say the same; what examples show stays. */
export function concise<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => concise(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    /^examples?$/.test(name) ? member : concise(member),
  ]);
  return withTypeList(withoutRedundant(Object.fromEntries(members))) as T;
}

/**
 * Zod writes a pattern beside each format, and that names are texts. That members may hold anything stays, in one word: without it,
 * generators make types of objects that have no members.
 */
function withoutRedundant(schema: JsonSchema): JsonSchema {
  const { pattern, propertyNames, additionalProperties, items, ...others } = schema;
  const isAnyText = JSON.stringify(propertyNames) === '{"type":"string"}';
  const isAnything = JSON.stringify(additionalProperties) === '{}';
  return {
    ...others,
    ...(pattern !== undefined && !(typeof pattern === 'string' && 'format' in schema) && { pattern }),
    ...(propertyNames !== undefined && !isAnyText && { propertyNames }),
    ...(additionalProperties !== undefined && { additionalProperties: isAnything || additionalProperties }),
    ...(items !== undefined && { items: items === false ? firstOf(schema) : items }),
  };
}

/** Zod closes a tuple with `false`, where generators expect a schema. Beside `maxItems`, any schema says the same. */
function firstOf({ prefixItems }: JsonSchema): unknown {
  return Array.isArray(prefixItems) ? prefixItems[0] : {};
}

/**
 * `anyOf` a type and null is a list of types, which is what tools show best. More types stay apart: generators for Go and others refuse a list of
 * them. So do closed lists of values, which would exclude null.
 */
function withTypeList(schema: JsonSchema): JsonSchema {
  const { anyOf, ...outer } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const options = (anyOf as JsonSchema[]).flatMap(optionsIn);
  // One option that takes anything makes the others say nothing.
  if (options.some((option) => Object.keys(option).length === 0)) return outer;
  const [only = {}, ...others] = options.filter(({ type }) => type !== 'null');
  const isNullable = others.length === 0 && options.length === 2;
  const isPlain = typeof only.type === 'string' && !('enum' in only) && !('const' in only);
  return isNullable && isPlain ? { ...only, ...outer, type: [only.type, 'null'] } : { ...outer, anyOf: options };
}

function optionsIn(option: JsonSchema): JsonSchema[] {
  const { anyOf, type, ...others } = option;
  if (Object.keys(others).length > 0) return [option];
  if (Array.isArray(anyOf)) return anyOf as JsonSchema[];
  return Array.isArray(type) ? type.map((one) => ({ type: one })) : [option];
}
