import type { CallOptions, Client, ConditionalOptions, OperationSpec } from './types.ts';

/** An outgoing call. */
export interface OutgoingRequest {
  method: string;
  url: string;
  body: Readonly<Record<string, unknown>>;
  hasBody: boolean;
  headers: Headers;
}

/** Puts the members of the input where the operation wants them: path, then query, then body. */
export function requestOf(
  client: Client,
  spec: OperationSpec,
  params: Readonly<Record<string, unknown>>,
  { headers: given, ifMatch, ifNoneMatch, idempotencyKey }: CallOptions & Partial<ConditionalOptions>,
): OutgoingRequest {
  const [method, address] = spec.address.split(' ') as [string, string];
  const path = address.startsWith('/') ? address : `/v3/:id_project/${address}`;
  const rest: Record<string, unknown> = { ...params };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name] ?? (name === 'id_project' ? client.project : undefined);
    // The platform resolves dots: the call would go to another address.
    if (!value || /^\.\.?$/.test(`${value}`)) throw new TypeError(`${spec.name} needs ${name}`);
    delete rest[name];
    return encodeURIComponent(String(value));
  });

  const query = new URLSearchParams();
  const inQuery = method === 'GET' || spec.query === true ? Object.keys(rest) : (spec.query ?? []);
  for (const name of inQuery) {
    for (const value of [rest[name] ?? []].flat()) query.append(name, String(value));
    delete rest[name];
  }
  // An empty body is sent, too: some operations require its content type.
  const hasBody = method.startsWith('P') || Object.keys(rest).length > 0;
  const headers = new Headers({
    ...(hasBody && !spec.send && { 'content-type': 'application/json' }),
    ...(ifMatch && { 'if-match': ifMatch }),
    ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }),
    // The same in each attempt, so that the effect happens once.
    ...(method !== 'GET' && !spec.once && { 'idempotency-key': idempotencyKey ?? randomId() }),
    ...client.headers,
    ...given,
  });
  return { method, url: `${client.url}${filled}${query.size ? `?${query}` : ''}`, headers, body: rest, hasBody };
}

/** 128 random bits; `crypto.randomUUID` is missing on pages without TLS. */
function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
