import type { Method } from '@parley/contracts';

/** A call of the API that has to succeed; `path` begins after `/v3`. Resolves to the body. */
type Ask = (method: Method, path: string, body?: unknown) => Promise<unknown>;

/** What rows know of where they are used. */
export interface Place {
  projectId: string;
  /** The project's owner, who makes what a call needs. */
  owner: Ask;
  /** Ids of records that no path parameter names, or that another service keeps. */
  known: Partial<Record<RecordName, string>>;
  /** Address of a teammate of the project. */
  email?: string;
  /** The caller, if they have a token. */
  caller?: { jti?: string; password?: string; ask?: Ask };
}

/** Makes a living record of the place's project and answers its id. `params`: those before it in the path. */
export type RecordMaker = (place: Place, params: Readonly<Record<string, string>>) => string | Promise<string>;

/** What the fields of bodies refer to. */
export type RecordName = 'user' | 'teammate' | 'department' | 'group' | 'bot' | 'lead' | 'tag' | 'role';

/** What a test has to know of an endpoint beyond its contract. Empty for most. */
export interface EndpointRow {
  /** A good body; default: the contract's example, else the smallest that the schema takes. */
  body?: (place: Place, params: Readonly<Record<string, string>>) => unknown;
  /** What the query needs. */
  query?: (place: Place) => Record<string, string>;
  /** Path parameters that are not made as everywhere. */
  params?: Readonly<Record<string, RecordMaker>>;
  /** It ends its caller, their tokens or the project: it gets a project of its own. */
  isLast?: true;
  /** It answers something new each time. */
  isFresh?: true;
  /** Codes with which it may refuse every caller, because what it needs is not at hand: a mailed code, the right password. */
  refuses?: readonly string[];
  /** Path parameters for which a foreign or impossible id is not a 404, and the statuses that come instead. */
  otherIds?: Readonly<Record<string, readonly number[]>>;
  /** Tables of counters that may move although the call is refused. */
  mayMove?: readonly string[];
  /** Fields whose foreign id is no fault here. */
  takesAnyId?: readonly string[];
}

/** The text at a place of an answer: `idAt(body, 'notes', 0, '_id')`. A negative place counts from the end. */
export function idAt(body: unknown, ...path: (string | number)[]): string {
  const found = path.reduce<unknown>((value, name) => {
    if (Array.isArray(value) && typeof name === 'number') return value.at(name);
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }, body);
  if (typeof found === 'string') return found;
  throw new Error(`no id at ${path.join('.')} of ${JSON.stringify(body)}`);
}
