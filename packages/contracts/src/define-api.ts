import type { z } from 'zod';

import { everyMember, everyPerson, type PrincipalKind, type RateClass } from './access.ts';
import { type AppError, commonErrors } from './errors.ts';
import type { DeclaredRight, Permissions, Right } from './rights.ts';
import { type Role, roleReaches } from './roles.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type ServiceName =
  | 'gateway'
  | 'workspace'
  | 'conversations'
  | 'bots'
  | 'contacts'
  | 'media'
  | 'analytics'
  | 'webhooks'
  | 'channels'
  | 'realtime'
  | 'transfer'
  | 'all-in-one';

/**
 * Minimum standing of the caller.
 * - `public`: no credentials needed; good ones are used, bad ones are ignored.
 * - `signed_in`: any live principal of `kinds`, without a project (paths outside a project).
 * - a role: a live membership of the path's project with at least that role.
 */
export type Access = 'public' | 'signed_in' | Role;

/** One endpoint, declared once; read by gateway, service, OpenAPI and test client. */
export interface Endpoint {
  method: Method;
  /** `/v3/:id_project/requests/:request_id`; a trailing slash is always optional. */
  path: string;
  /** Other paths of the same handler. */
  aliases?: readonly string[];
  role: Access;
  /** What a member of the team needs beside, or, with a custom role, in place of the role. An endpoint without one does not compile. */
  right: DeclaredRight;
  /** Principals that may call it at all; default: people, in a project also their machine tokens. Others get 403 `refusal`. */
  kinds?: readonly PrincipalKind[];
  /** Code of the 403 for a principal that is not among `kinds`; default `role_too_low`. */
  refusal?: 'role_too_low' | 'users_only';
  rate?: RateClass;
  /** Largest body in bytes; default 500 kB. */
  bodyLimit?: number;
  /**
   * What happens to the caller's own `Authorization` header. Services never see it, but for the one that exchanges tokens.
   */
  authorization?: 'strip' | 'forward';
  /**
   * `session`: the endpoint reads or sets the cookie of a browser's session. The gateway admits it from pages of the console's own
   * origins only, as JSON, and passes the `Cookie` header on to no other endpoint. `flow`: browsers on their way from page to page, which a
   * cookie of its own binds: from anywhere.
   */
  cookie?: 'session' | 'flow';
  /** `changes`: a success alters who may do what; the gateway forgets what it remembers of identities before it answers. */
  identity?: 'changes';
  /**
   * `ignored`: an Idempotency-Key has no effect (contract 10 section 4).
   * `items`: each item of a batch is claimed by itself, under the key and its own id (contract 82 section 9).
   * `strangers`: a key of at least 32 characters counts without credentials, too (contract 10 section 4).
   */
  idempotency?: 'ignored' | 'items' | 'strangers';
  /** The list in the body of a batch: the body itself or one of its members. Limits count one call per 10 items. */
  items?: 'body' | { member: string };
  /** A POST that removes something for good: agents see it as destructive. */
  destructive?: true;
  /** The answer hands out a token or secret: what is kept of it for an Idempotency-Key is encrypted. */
  secretAnswer?: true;
  /** `raw`: the operation reads and writes the streams itself (`*.http.ts`). */
  stream?: 'raw';
  /** The body is a file that a `raw` operation reads while it arrives; every other body is whole before the service is asked. */
  upload?: true;
  /** Media types of the answer where it is not JSON alone; that of `response` comes first, the others are texts. */
  produces?: readonly [string, ...string[]];
  /** Media types of the body where it is not JSON alone: only raw operations read another one. */
  consumes?: readonly string[];
  /** The answer has an `ETag` made of its text, and may be kept if asked about each time: 304 while nothing has changed. */
  revalidated?: true;
  /** A raw operation that answers 206, 304 and 416 as RFC 9110 has it. */
  ranges?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  /** Status of success: 200, except for uploads; 302 for what redirects a browser. */
  status?: 200 | 201 | 302;
  /** Codes of this endpoint beyond the common ones; each exists in a catalogue. */
  errors: readonly string[];
  /** Shown in the API reference. */
  summary: string;
  description?: string;
  tag: string;
  example?: { body: unknown };
}

export type Api = Record<string, Endpoint>;

/** An API with its owner and the operation names filled in. */
export type DefinedApi<Endpoints extends Api> = {
  readonly [Name in keyof Endpoints]: Endpoints[Name] & { readonly operation: Name; readonly owner: ServiceName };
};

/** The endpoints that `owner` serves; the key of each is the name of its operation, in code, logs, spans and metrics. */
export function defineApi<const Endpoints extends Api>(
  owner: ServiceName,
  endpoints: Endpoints,
): DefinedApi<Endpoints> {
  return Object.fromEntries(
    Object.entries(endpoints).map(([operation, endpoint]) => [operation, { ...endpoint, operation, owner }]),
  ) as unknown as DefinedApi<Endpoints>;
}

/** What becomes of a body on its way to an operation. */
export type BodyKind = 'none' | 'whole' | 'streamed';

/**
 * - `none`: the endpoint takes no body; one that comes is read off and not handed on.
 * - `whole`: up to `bodyLimit`; the service is asked when all of it is there.
 * - `streamed`: handed on while it arrives.
 */
export function bodyKindOf({ body, bodyLimit, upload }: Endpoint): BodyKind {
  if (upload === true) return 'streamed';
  return body === undefined && bodyLimit === undefined ? 'none' : 'whole';
}

export type AnyEndpoint = Endpoint & { readonly operation: string; readonly owner: ServiceName };

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : unknown;
type Part<E, Key extends keyof Endpoint> = Key extends keyof E ? E[Key] : undefined;
type ObjectOrNothing<T> = unknown extends T ? object : T extends readonly unknown[] ? { items: T } : T;

/**
 * What an operation gets: path, query and body members in one object; path wins over body, body over query.
 * A body that is an array arrives as `items`.
 */
export type InputOf<E> = ObjectOrNothing<Parsed<Part<E, 'params'>>> &
  ObjectOrNothing<Parsed<Part<E, 'query'>>> &
  ObjectOrNothing<Parsed<Part<E, 'body'>>>;

/** What a client sends, by place. */
export interface SentTo<E> {
  params: Sent<Part<E, 'params'>>;
  query: Sent<Part<E, 'query'>>;
  body: Sent<Part<E, 'body'>>;
}

/** What the operation returns and the client reads. */
export type OutputOf<E> = Parsed<Part<E, 'response'>>;

/** The 403 for a role that is too low: it names the least that is enough. */
export function roleTooLow(requiredRole: Access): AppError {
  return commonErrors.role_too_low({ requiredRole });
}

/** The 403 for a right that the caller lacks. */
export function rightMissing(right: Right): AppError {
  return commonErrors.right_missing({ right });
}

/**
 * Why a member of the path's project may not call an endpoint: their role is too low, or they lack its right. A custom role or a limited token
 * decides by rights alone, for what a team does.
 */
export function refusalByRights({ role, right }: Endpoint, caller: Permissions): AppError | undefined {
  const isOfTeam = caller.rights !== undefined && roleReaches(caller.role, 'agent');
  if (isOfTeam && right !== 'none') return caller.rights?.includes(right) ? undefined : rightMissing(right);
  if (role === 'public' || role === 'signed_in') return undefined;
  return roleReaches(caller.role, role) ? undefined : roleTooLow(role);
}

/** The 403 for a principal of a kind that may not call the endpoint: it names those that may. */
export function wrongKind(endpoint: Endpoint): AppError {
  return commonErrors[endpoint.refusal ?? 'role_too_low']({ allowedCallers: kindsOf(endpoint) });
}

/** Principals that may call an endpoint at all. */
export function kindsOf({ kinds, role }: Endpoint): readonly PrincipalKind[] {
  return kinds ?? (role === 'signed_in' ? everyPerson : everyMember);
}
