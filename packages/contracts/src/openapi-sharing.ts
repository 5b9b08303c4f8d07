import type { JsonSchema } from './openapi-types.ts';

/** What stands in an operation and may stand among the components instead. */
interface SharedParts {
  operationId: string;
  parameters?: unknown[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}

type Components = Record<string, Record<string, unknown>>;

/**
 * Moves each parameter, body and answer that stands in several operations into the components, where it stands once: the
 * document would be twice as long without. Those of one name are numbered, the most frequent first.
 */
export function shareParts(operations: readonly SharedParts[], components: Components): void {
  const parameters = new Uses('parameters');
  const bodies = new Uses('requestBodies');
  const responses = new Uses('responses');
  for (const { operationId, parameters: listed = [], requestBody, responses: byStatus } of operations) {
    // A schema may have the name alone, and most languages keep all components in one place.
    for (const parameter of listed) parameters.add(parameter, parameterName(parameter));
    bodies.add(requestBody, operationId);
    // A name that is a number is none in most languages.
    for (const [status, response] of Object.entries(byStatus)) responses.add(response, `Answer_${status}`);
  }

  for (const uses of [parameters, bodies, responses]) uses.name();
  for (const operation of operations) {
    if (operation.parameters) operation.parameters = operation.parameters.map((one) => parameters.refer(one));
    if (operation.requestBody !== undefined) operation.requestBody = bodies.refer(operation.requestBody);
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, responses.refer(response)]),
    );
  }
  for (const { kind, shared } of [parameters, bodies, responses]) components[kind] = { ...components[kind], ...shared };
}

/**
 * Does the same for described members of schemas, `createdAt` or `status`: their descriptions would stand there dozens of times. A member
 * that holds others moves as a whole.
 */
export function shareMembers(within: unknown, schemas: Record<string, unknown>): void {
  const uses = new Uses('schemas');
  countMembers(within, uses);
  uses.name(schemas);
  replaceMembers(within, uses);
  for (const member of Object.values(uses.shared)) replaceMembers(member, uses);
  Object.assign(schemas, uses.shared);
}

/** Counts what a repeated member holds once only: it will stand there once. */
function countMembers(within: unknown, uses: Uses): void {
  for (const { properties } of objectSchemasOf(within))
    for (const [name, member] of Object.entries(properties)) {
      const isNew = !isDescribed(member) || uses.add(member, name);
      if (isNew) countMembers(member, uses);
    }
}

function replaceMembers(within: unknown, uses: Uses): void {
  for (const holder of objectSchemasOf(within)) {
    holder.properties = Object.fromEntries(
      Object.entries(holder.properties).map(([name, member]) => [name, uses.refer(member)]),
    );
    for (const member of Object.values(holder.properties)) replaceMembers(member, uses);
  }
}

/** Members without a description only narrow one that stands elsewhere. */
function isDescribed(member: unknown): boolean {
  return typeof member === 'object' && member !== null && 'description' in member;
}

interface ObjectSchema extends JsonSchema {
  properties: Record<string, unknown>;
}

/** The outermost schemas with members in a value, without those in examples. */
export function objectSchemasOf(value: unknown): ObjectSchema[] {
  if (Array.isArray(value)) return value.flatMap((item) => objectSchemasOf(item));
  if (typeof value !== 'object' || value === null) return [];
  const { properties, example: _, examples: __, ...others } = value as Record<string, unknown>;
  const below = objectSchemasOf(Object.values(others));
  return isObject(properties) ? [value as ObjectSchema, ...below] : below;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** How often each value of one kind stands in the document. */
class Uses {
  readonly kind: string;
  readonly shared: Record<string, object> = {};
  readonly #uses = new Map<string, { value: object; name: string; count: number }>();
  readonly #references = new Map<string, { $ref: string }>();

  constructor(kind: string) {
    this.kind = kind;
  }

  /** @returns whether it is the first of its kind */
  add(value: unknown, name: string): boolean {
    if (typeof value !== 'object' || value === null || '$ref' in value) return false;
    const key = JSON.stringify(value);
    const use = this.#uses.get(key) ?? { value, name: componentName(name), count: 0 };
    use.count += 1;
    this.#uses.set(key, use);
    return use.count === 1;
  }

  /** Names what takes less room as references. @param taken names that others have */
  name(taken: object = {}): void {
    const names = new Set([...Object.keys(this.shared), ...Object.keys(taken)].map(joinedName));
    for (const [key, { value, name, count }] of [...this.#uses].sort(([, a], [, b]) => b.count - a.count)) {
      const own = numbered(name, (word) => !names.has(joinedName(word)));
      const reference = { $ref: `#/components/${this.kind}/${own}` };
      if ((count - 1) * key.length <= count * JSON.stringify(reference).length + own.length) continue;
      this.shared[own] = value;
      names.add(joinedName(own));
      this.#references.set(key, reference);
    }
  }

  refer(value: unknown): unknown {
    return this.#references.get(JSON.stringify(value)) ?? value;
  }
}

function parameterName(parameter: unknown): string {
  const { in: place, name } = parameter as { in?: string; name?: string };
  return `${place}_${name}`;
}

/** Generators drop an underscore in front: types of `_id` and `id` would have one name. */
function componentName(member: string): string {
  return member.replace(/^_+/, 'stored_').replace(/[^A-Za-z0-9._-]+/g, '_');
}

/** As languages write it that join words by capitals: `external_id` and `externalId` are one name there. */
function joinedName(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
}

function numbered(name: string, isFree: (name: string) => boolean): string {
  let number = 1;
  while (!isFree(number === 1 ? name : `${name}${number}`)) number += 1;
  return number === 1 ? name : `${name}${number}`;
}
