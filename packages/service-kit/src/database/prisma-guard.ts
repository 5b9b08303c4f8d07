import { translate } from './failures.ts';

/**
 * A Prisma client on which two calls throw:
 * - `findUnique…`: Prisma batches those of one tick into one query, across callers, so one caller's would run in another's transaction;
 * - `$transaction`: it is not the ambient one, so raw statements and events would not be a part of it.
 *
 * It says `dependency_down` where Prisma would wrap that in an error of its own.
 */
export function guardPrisma<Client extends object>(client: Client): Client {
  const models = new Map<PropertyKey, unknown>();
  return new Proxy<Client>(client, {
    get: (target, name) => {
      if (name === '$transaction') return refuse('$transaction', 'transaction() of the database');
      const member: unknown = Reflect.get(target, name);
      if (/^\$(query|execute)/.test(String(name))) return translated(target, member);
      if (typeof member !== 'object' || member === null || String(name).startsWith('$')) return member;

      const guarded = models.get(name) ?? new Proxy(member, { get: modelMember });
      models.set(name, guarded);
      return guarded;
    },
  });
}

function modelMember(model: object, name: PropertyKey): unknown {
  if (name === 'findUnique' || name === 'findUniqueOrThrow') return refuse(name, name.replace('Unique', 'First'));
  return translated(model, Reflect.get(model, name));
}

function refuse(name: string, instead: string): () => never {
  return () => {
    throw new TypeError(`Prisma's ${name} would leave the ambient transaction: use ${instead}.`);
  };
}

function translated(owner: object, member: unknown): unknown {
  if (typeof member !== 'function') return member;
  return (...args: unknown[]) => {
    const answer: unknown = Reflect.apply(member, owner, args);
    return isThenable(answer) ? new Proxy(answer, { get: promiseMember }) : answer;
  };
}

// Prisma asks when `then` is called, not before; a promise of our own in its place would ask at once.
function promiseMember(promise: object, name: PropertyKey): unknown {
  const member: unknown = Reflect.get(promise, name);
  if (typeof member !== 'function') return member;
  if (name === 'then') {
    return (done: unknown, failed: unknown) => Reflect.apply(member, promise, [done, withTranslation(failed)]);
  }
  if (name === 'catch') return (failed: unknown) => Reflect.apply(member, promise, [withTranslation(failed)]);
  return member.bind(promise);
}

function withTranslation(failed: unknown): unknown {
  return typeof failed === 'function' ? (error: unknown) => failed(translate(error)) : failed;
}

function isThenable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'then' in value;
}
