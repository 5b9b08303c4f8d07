/** The types that the modules of this folder share. */

/**
 * A token (with or without its scheme), e-mail and password, or a function that gives a token. The function is asked before each
 * call, so it should keep the token; `refused` is true when the one it keeps was refused and has to be renewed.
 */
export type Credentials =
  | string
  | { basic: { email: string; password: string } }
  | ((refused: boolean) => string | undefined | Promise<string | undefined>);

/**
 * The value of `Authorization`.
 * @param refused the value that a call was refused with: nothing comes back unless there is another one
 */
export type AuthorizationOf = (refused?: string) => Promise<string | undefined>;

export interface ParleyOptions {
  /** Address of the installation: `https://parley.example`. */
  url: string;
  /** The project whose operations are called; an `id_project` of a call overrides it. */
  project?: string;
  /** Who calls. */
  token?: Credentials;
  /** Milliseconds for one try; default 30,000. */
  timeoutMs?: number;
  /** Tries after the first one; default 3. */
  retries?: number;
  /** Pause before the second try at most, and the longest of all; default 250 and 8,000. */
  backoff?: { minMs: number; maxMs: number };
  /** Sent with each call. */
  headers?: Readonly<Record<string, string>>;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  retries?: number;
  /** Default: one that is made for the call. */
  idempotencyKey?: string;
  /** `etag` of the version that is to be changed: 412 `version_mismatch` if the record has another one by now. */
  ifMatch?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface ConditionalOptions extends CallOptions {
  /** `etag` of the version at hand. */
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
  /** Not a number where the call is not limited. */
  readonly rateLimit: { limit: number; remaining: number; resetSeconds: number };
  readonly notModified: false;
}

export interface NotModified extends Omit<Answer<undefined>, 'notModified'> {
  readonly notModified: true;
}

/** A client of one installation. It holds no connection and remembers no answer. */
export interface Parley {
  readonly url: string;
  readonly project: string | undefined;
  /** What operations call; of use with an address that the SDK does not know. */
  send<Data>(spec: OperationSpec, params?: unknown, options?: CallOptions): Promise<Answer<Data>>;
  /** What goes into `Authorization`. After a refusal, with what was refused. */
  authorization: AuthorizationOf;
}

/** What `perform` needs of a client. */
export interface Client extends ParleyOptions {
  authorization: AuthorizationOf;
}

/** What the client has to know of an operation. */
export interface OperationSpec {
  readonly name: string;
  /** `POST requests/:request_id/messages`: below the project, or from `/` on. */
  readonly address: string;
  /** Members that go into the query although there is a body; `true`: all of them. */
  readonly query?: readonly string[] | true;
  /** The body is the list `items`. */
  readonly list?: true;
  /** Never sent twice: an `Idempotency-Key` has no effect. */
  readonly once?: true;
  readonly answer?: 'text' | 'stream';
  /** Sends the body in another way than as JSON. */
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
  /** To be called while something moves, so that the call does not time out. */
  onMove: () => void;
}

interface BodySender {
  (sending: BodyToSend): Promise<Response>;
  /** Whether a body can be sent again. */
  isRepeatable(body: Readonly<Record<string, unknown>>): boolean;
}
