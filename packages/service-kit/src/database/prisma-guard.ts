/**
 * A Prisma client on which two calls throw:
 * - `findUnique…`: Prisma batches those of one tick into one query, across callers, so one caller's would run in another's transaction;
 * - `$transaction`: it is not the ambient one, so raw statements and events would not be a part of it.
 */
export function guardPrisma<Client extends object>(client: Client): Client {
  return new Proxy<Client>(client, { get: guardedMember(new Map()) });
}

function guardedMember(models: Map<PropertyKey, unknown>) {
  return (client: object, name: PropertyKey): unknown => {
    if (name === '$transaction') return refuse('$transaction', 'transaction() of the database');
    const member: unknown = Reflect.get(client, name);
    if (typeof member !== 'object' || member === null || String(name).startsWith('$')) return member;

    const known = models.get(name);
    if (known) return known;
    const guarded = new Proxy(member, { get: modelMember });
    models.set(name, guarded);
    return guarded;
  };
}

function modelMember(model: object, name: PropertyKey): unknown {
  if (name === 'findUnique' || name === 'findUniqueOrThrow') return refuse(name, name.replace('Unique', 'First'));
  return Reflect.get(model, name);
}

function refuse(name: string, instead: string): () => never {
  return () => {
    throw new TypeError(`Prisma's ${name} would leave the ambient transaction: use ${instead}.`);
  };
}
