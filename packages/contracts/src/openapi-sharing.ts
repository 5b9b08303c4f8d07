/** What stands in an operation and may stand among the components instead. */
interface SharedParts {
  operationId: string;
  parameters: unknown[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}

type Components = Record<string, Record<string, unknown>>;

/**
 * Moves each parameter, body and answer that stands in several operations into the components, where it stands once: the
 * document would be twice as long without. The most frequent of a name has it to itself, the others add the operation's.
 */
export function shareParts(operations: readonly SharedParts[], components: Components): void {
  const parameters = new Uses();
  const bodies = new Uses();
  const responses = new Uses();
  for (const { operationId, parameters: listed, requestBody, responses: byStatus } of operations) {
    for (const parameter of listed) parameters.add(parameter, (parameter as { name?: string }).name ?? '', operationId);
    bodies.add(requestBody, operationId, operationId);
    for (const [status, response] of Object.entries(byStatus)) responses.add(response, status, operationId);
  }

  const moved = {
    parameters: parameters.name('parameters'),
    requestBodies: bodies.name('requestBodies'),
    responses: responses.name('responses'),
  };
  for (const operation of operations) {
    operation.parameters = operation.parameters.map((parameter) => moved.parameters.refer(parameter));
    if (operation.requestBody !== undefined) operation.requestBody = moved.requestBodies.refer(operation.requestBody);
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, moved.responses.refer(response)]),
    );
  }
  for (const [kind, { shared }] of Object.entries(moved)) components[kind] = { ...components[kind], ...shared };
}

/**
 * Does the same for members of schemas, `createdAt` or `status`: their descriptions would stand there dozens of times. Only those
 * whose reference is shorter move.
 */
export function shareMembers(within: unknown, schemas: Record<string, unknown>): void {
  const holders = objectSchemasOf(within);
  const uses = new Uses(shortest);
  // A member that holds members of its own is met after them, and so with references in their place.
  for (const { properties } of holders)
    for (const [name, member] of Object.entries(properties)) if (isDescribed(member)) uses.add(member, name, '');
  const { shared, refer } = uses.name('schemas', schemas);
  for (const holder of holders) {
    holder.properties = Object.fromEntries(
      Object.entries(holder.properties).map(([name, member]) => [name, refer(member)]),
    );
  }
  Object.assign(schemas, shared);
}

/** Members without a description only narrow one that stands elsewhere. */
function isDescribed(member: unknown): boolean {
  return typeof member === 'object' && member !== null && 'description' in member;
}

const shortest = 70;

interface ObjectSchema {
  properties: Record<string, unknown>;
}

/** Every schema with members below a value, but for what examples show. */
function objectSchemasOf(value: unknown, isMembers = false): ObjectSchema[] {
  if (Array.isArray(value)) return value.flatMap((item) => objectSchemasOf(item));
  if (typeof value !== 'object' || value === null) return [];
  const { properties } = value as { properties?: unknown };
  const isHolder = !isMembers && typeof properties === 'object' && properties !== null;
  const below = Object.entries(value).flatMap(([name, member]) =>
    !isMembers && (name === 'example' || name === 'examples')
      ? []
      : objectSchemasOf(member, !isMembers && name === 'properties'),
  );
  return isHolder ? [...below, value as ObjectSchema] : below;
}

/** How often each value of one kind stands in the document. */
class Uses {
  readonly #shortest: number;
  readonly #uses = new Map<string, { value: object; name: string; operation: string; count: number }>();

  /** @param shortest JSON text that is worth a reference */
  constructor(shortest = 0) {
    this.#shortest = shortest;
  }

  add(value: unknown, name: string, operation: string): void {
    if (typeof value !== 'object' || value === null || '$ref' in value) return;
    const key = JSON.stringify(value);
    if (key.length < this.#shortest) return;
    const use = this.#uses.get(key) ?? { value, name, operation, count: 0 };
    use.count += 1;
    this.#uses.set(key, use);
  }

  /** @param taken names that others have */
  name(kind: string, taken: object = {}) {
    const shared: Record<string, object> = {};
    const references = new Map<string, object>();
    const repeated = [...this.#uses].filter(([, { count }]) => count > 1);
    for (const [key, { value, name, operation }] of repeated.sort(([, a], [, b]) => b.count - a.count)) {
      const plain = name.replace(/[^A-Za-z0-9._-]+/g, '_');
      const isFree = (word: string) => !(word in shared || word in taken);
      const own = isFree(plain) ? plain : numbered(operation === '' ? plain : `${plain}.${operation}`, isFree);
      shared[own] = value;
      references.set(key, { $ref: `#/components/${kind}/${own}` });
    }
    return { shared, refer: (value: unknown) => references.get(JSON.stringify(value)) ?? value };
  }
}

function numbered(name: string, isFree: (name: string) => boolean): string {
  let number = 1;
  while (!isFree(number === 1 ? name : `${name}${number}`)) number += 1;
  return number === 1 ? name : `${name}${number}`;
}
