/** The types that the modules of this folder share. */

/**
 * A token (with or without its scheme), e-mail and password, or a function that returns a token. The function is called before each
 * call, so it should cache the token; `refused` is true if the cached token was refused and must be renewed.
 */
export type Credentials =
  | string
  | { basic: { email: string; password: string } }
  | ((refused: boolean) => string | undefined | Promise<string | undefined>);

/**
 * The value of `Authorization`.
 * @param refused the value that was refused: returns undefined unless there is another one
 */
export type AuthorizationOf = (refused?: string) => Promise<string | undefined>;

export interface ParleyOptions {
  /** URL of the installation: `https://parley.example`. */
  url: string;
  /** The project whose operations are called; an `id_project` of a call overrides it. */
  project?: string;
  /** Credentials of the caller. */
  token?: Credentials;
  /** Timeout of one attempt in milliseconds; default 30,000. */
  timeoutMs?: number;
  /** Attempts after the first one; default 3. */
  retries?: number;
  /** Maximum pause before the second attempt, and before any; default 250 and 8,000. */
  backoff?: { minMs: number; maxMs: number };
  /** Sent with each call. */
  headers?: Readonly<Record<string, string>>;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  retries?: number;
  /** Default: generated for the call. */
  idempotencyKey?: string;
  /** `etag` of the version to change: 412 `version_mismatch` if the record has another one by now. */
  ifMatch?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface ConditionalOptions extends CallOptions {
  /** `etag` of the known version. */
  ifNoneMatch: string;
}

export interface Answer<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | undefined;
  readonly etag: string | undefined;
  /** The answer of an earlier call with the same `Idempotency-Key`. */
  readonly replayed: boolean;
  /** NaN if the call is not limited. */
  readonly rateLimit: { limit: number; remaining: number; resetSeconds: number };
  readonly notModified: false;
}

export interface NotModified extends Omit<Answer<undefined>, 'notModified'> {
  readonly notModified: true;
}

/** A client of one installation. It holds no connection and caches no answers. */
export interface Parley {
  readonly url: string;
  readonly project: string | undefined;
  /** Used by operations; also for endpoints that the SDK does not know. */
  send<Data>(spec: OperationSpec, params?: unknown, options?: CallOptions): Promise<Answer<Data>>;
  /** The value of `Authorization`. After a refusal, called with the refused value. */
  authorization: AuthorizationOf;
}

/** What `perform` needs from a client. */
export interface Client extends ParleyOptions {
  authorization: AuthorizationOf;
}

/** What the client needs to know about an operation. */
export interface OperationSpec {
  readonly name: string;
  /** `POST requests/:request_id/messages`: below the project, or from `/` on. */
  readonly address: string;
  /** Members that go into the query although there is a body; `true`: all. */
  readonly query?: readonly string[] | true;
  /** The body is the list `items`. */
  readonly list?: true;
  /** Never sent twice: an `Idempotency-Key` has no effect. */
  readonly once?: true;
  readonly answer?: 'text' | 'stream';
  /** Sends the body other than as JSON. */
  readonly send?: BodySender;
  readonly credentials?: 'include';
}

export interface BodyToSend extends Pick<ParleyOptions, 'fetch'> {
  method: string;
  url: string;
  headers: Headers;
  body: Readonly<Record<string, unknown>>;
  signal: AbortSignal;
  /** Form part of the file; `file` if absent. */
  part?: string;
  /** Call it while data moves, so that the call does not time out. */
  onMove: () => void;
}

interface BodySender {
  (sending: BodyToSend): Promise<Response>;
  /** Whether a body can be sent again. */
  isRepeatable(body: Readonly<Record<string, unknown>>): boolean;
}
