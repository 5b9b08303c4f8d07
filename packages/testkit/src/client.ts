import type { Actor, AnyEndpoint, Api, FieldFault, OutputOf, SentTo, ServiceName } from '@parley/contracts';
import { type ActorTokens, actorTokens } from '@parley/service-kit/security';
import type { z } from 'zod';

import { type HttpAnswer, httpCall } from './http-call.ts';

/** Members of a problem document, on refusals. */
interface Problem {
  code?: string;
  msg?: string;
  error?: string;
  requestId?: string;
  errors?: FieldFault[];
}

/** What came back. `body` is text when it was no JSON. */
export interface Answer<Body = unknown> {
  status: number;
  body: Body & Problem;
  headers: Record<string, string>;
}

/** The query of the next page, by the `Link` of an answer; empty on the last page. */
export function nextQueryOf({ headers }: Answer): Record<string, string> {
  const query = /^<\/v3\/[^?]*\?(.*)>; rel="next"$/.exec(headers.link ?? '')?.[1];
  return Object.fromEntries(new URLSearchParams(query));
}

/** What one call may say differently. */
export interface CallOptions {
  headers?: Record<string, string>;
  /** Sent instead of what the input says: text and bytes as they are, anything else as JSON. */
  body?: unknown;
  query?: Record<string, string | readonly string[]>;
}

type Flat<T> = unknown extends T ? object : T extends readonly (infer Item)[] ? { items: Item[] } : Partial<T>;

/** Path, query and body members in one object; more than the contract knows may be sent, as a test of refusals must. */
type InputTo<E> = Flat<SentTo<E>['params']> &
  Flat<SentTo<E>['query']> &
  Flat<SentTo<E>['body']> &
  Record<string, unknown>;

/** Every operation of an API as a function. `id_project` of the path is the actor's project unless the input names one. */
export type ApiClient<A> = {
  readonly [Name in keyof A]: (
    input?: InputTo<A[Name]> | Record<string, unknown>,
    options?: CallOptions,
  ) => Promise<Answer<OutputOf<A[Name]>>>;
};

export interface ApiClientOptions {
  /** Base address of the service. */
  address: string;
  /** The service that answers. */
  audience: ServiceName;
  actorKey: Uint8Array;
}

/**
 * Callers of one service in the gateway's place, for different actors. The clients of people are those of the SDK, which speak to the
 * gateway and send what the contracts allow; these bring the actor themselves, and send whatever a test of refusals wants.
 */
export function clientsOf<A extends Api>(api: A, options: ApiClientOptions): (actor: Actor) => ApiClient<A> {
  const tokens = actorTokens({ key: options.actorKey, service: 'gateway' });
  const endpoints = Object.entries(api) as unknown as [string, AnyEndpoint][];
  return (actor) =>
    Object.fromEntries(
      endpoints.map(([name, endpoint]) => [
        name,
        (input: Record<string, unknown> = {}, call: CallOptions = {}) =>
          send({ endpoint, actor, tokens, ...options }, input, call),
      ]),
    ) as ApiClient<A>;
}

/** A call as it stands on the wire. */
export interface RawCall {
  method: string;
  /** Path and query. */
  url: string;
  /** Sent as JSON. */
  body?: unknown;
}

/** Sends calls that no typed client would, as the gateway would hand them on for different actors. */
export function senderOf(options: ApiClientOptions): (actor: Actor, call: RawCall) => Promise<Answer> {
  const tokens = actorTokens({ key: options.actorKey, service: 'gateway' });
  return async (actor, { method, url, body }) => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await httpCall(`${options.address}${url}`, {
      method,
      headers: { 'parley-actor': await tokens.sign(actor, options.audience), ...type },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return answerOf(answer);
  };
}

interface Sending extends ApiClientOptions {
  endpoint: AnyEndpoint;
  actor: Actor;
  tokens: ActorTokens;
}

async function send(sending: Sending, input: Record<string, unknown>, call: CallOptions): Promise<Answer> {
  const { endpoint, actor, tokens, address, audience } = sending;
  const { path, query, body } = distribute(endpoint, { id_project: actor.projectId, ...input });
  const payload = 'body' in call ? call.body : body;
  const isBytes = typeof payload === 'string' || payload instanceof Uint8Array || payload instanceof FormData;

  const answer = await httpCall(`${address}${path}${searchOf({ ...query, ...call.query })}`, {
    method: endpoint.method,
    headers: {
      'parley-actor': await tokens.sign(actor, audience),
      ...(payload === undefined || payload instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    body: payload === undefined || isBytes ? payload : JSON.stringify(payload),
  });
  return answerOf(answer);
}

/** Bodies that say that they are JSON are parsed. */
export function answerOf({ status, headers, text }: HttpAnswer): Answer {
  const isJson = /[/+]json\b/.test(headers['content-type'] ?? '');
  return { status, body: (isJson ? JSON.parse(text) : text) as Answer['body'], headers };
}

/** Puts the members of an input where the endpoint wants them. */
function distribute(endpoint: AnyEndpoint, input: Record<string, unknown>) {
  const pathNames = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const bodyNames = namesOf(endpoint.body);
  const queryNames = namesOf(endpoint.query);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name] ?? '')));

  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  const hasBody = endpoint.body !== undefined;
  for (const [name, value] of Object.entries(input)) {
    if (pathNames.includes(name)) continue;
    // Of all endpoints the project of the actor is filled in, wanted or not.
    if (name === 'id_project' && !bodyNames.includes(name) && !queryNames.includes(name)) continue;
    const inQuery = hasBody ? queryNames.includes(name) && !bodyNames.includes(name) : endpoint.method === 'get';
    (inQuery || (!hasBody && queryNames.includes(name)) ? query : body)[name] = value;
  }
  const isArray = Array.isArray(body.items) && !bodyNames.includes('items');
  const hasMembers = hasBody || Object.keys(body).length > 0;
  return { path, query, body: isArray ? body.items : hasMembers && endpoint.method !== 'get' ? body : undefined };
}

function namesOf(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return [];
  const { shape, in: inner } = schema as unknown as { shape?: object; in?: z.ZodType };
  if (shape !== undefined) return Object.keys(shape);
  return inner === undefined ? [] : namesOf(inner);
}

function searchOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return search.size === 0 ? '' : `?${search}`;
}
