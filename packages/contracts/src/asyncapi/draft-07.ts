/** Schemas as AsyncAPI reads them: by draft 07 of JSON Schema, not by the draft of OpenAPI 3.1. */
export function asDraft07<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => asDraft07(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    /^examples?$/.test(name) ? member : asDraft07(member),
  ]);
  return withTuple(withReferenceAlone(Object.fromEntries(members))) as T;
}

/** What stands beside a reference would be ignored. */
function withReferenceAlone(schema: Record<string, unknown>): Record<string, unknown> {
  const { $ref, ...others } = schema;
  return typeof $ref === 'string' && Object.keys(others).length > 0 ? { allOf: [{ $ref }], ...others } : schema;
}

/** The schemas of a tuple are a list in `items`, and what follows them is in `additionalItems`. */
function withTuple({ prefixItems, items, ...others }: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(prefixItems)) return items === undefined ? others : { ...others, items };
  return { ...others, items: prefixItems, ...(items !== undefined && { additionalItems: items }) };
}
