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

/** Zod writes a pattern beside each format, that names are texts, and that members may hold anything. */
function withoutRedundant(schema: JsonSchema): JsonSchema {
  const { pattern, propertyNames, additionalProperties, ...others } = schema;
  const isAnyText = JSON.stringify(propertyNames) === '{"type":"string"}';
  const isAnything = JSON.stringify(additionalProperties) === '{}';
  return {
    ...others,
    ...(pattern !== undefined && !(typeof pattern === 'string' && 'format' in schema) && { pattern }),
    ...(propertyNames !== undefined && !isAnyText && { propertyNames }),
    ...(additionalProperties !== undefined && !isAnything && { additionalProperties }),
  };
}

/**
 * `anyOf` types is a list of types, which is what tools show best, as long as one of them alone has more to say: what it says does not hold for
 * the others. Closed lists of values stay, since they would exclude the other types.
 */
function withTypeList(schema: JsonSchema): JsonSchema {
  const { anyOf, ...outer } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const options = anyOf as JsonSchema[];
  const types = options.flatMap(({ type }) => type as string | string[]);
  const [more = {}, ...others] = options.filter((option) => Object.keys(option).length > 1);
  const isPlain =
    others.length === 0 && !('enum' in more) && !('const' in more) && types.every((type) => type !== undefined);
  const numbers = types.filter((type) => type === 'integer' || type === 'number');
  return isPlain && numbers.length < 2 ? { ...more, ...outer, type: types } : schema;
}
