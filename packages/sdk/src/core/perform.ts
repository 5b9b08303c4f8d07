import { ParleyError, ParleyNetworkError, ParleyTimeoutError, parseJson, refusalOf } from './errors.ts';
import { type OutgoingRequest, requestOf } from './request.ts';
import { pause, pauseBefore, shouldRetry, unlessAborted } from './retry.ts';
import type { Answer, CallOptions, Client, ConditionalOptions, OperationSpec } from './types.ts';

interface Call {
  client: Client;
  spec: OperationSpec;
  request: OutgoingRequest;
  options: CallOptions & Partial<ConditionalOptions>;
}

/** One call with its retries. The only place that retries. */
export async function perform<Data>(
  client: Client,
  spec: OperationSpec,
  params: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<Answer<Data>> {
  const call: Call = { client, spec, request: requestOf(client, spec, params, options), options };
  const { headers, body } = call.request;
  const isRepeatable = !spec.once && (spec.send?.isRepeatable(body) ?? true);
  const tries = isRepeatable ? 1 + (options.retries ?? client.retries ?? 3) : 1;
  let refused: string | undefined;
  let outcome: Answer<Data> | Error | undefined;

  for (let attempt = 1; ; attempt += 1) {
    const authorization = await unlessAborted(client.authorization(refused), options.signal);
    // It was refused, and there is no other.
    if (refused && !authorization) throw outcome;
    if (authorization) headers.set('authorization', authorization);
    outcome = await attemptOnce<Data>(call, attempt);
    if (!(outcome instanceof Error)) return outcome;

    if (authorization && !refused && isRepeatable && (outcome as ParleyError).status === 401) refused = authorization;
    else if (attempt >= tries || !shouldRetry(outcome as ParleyError)) throw outcome;
    else await pause(pauseBefore(attempt, outcome as ParleyError, client.backoff), options.signal);
  }
}

/** @returns the answer, or why there is none; throws the platform's error if the caller aborts */
async function attemptOnce<Data>(call: Call, attempts: number): Promise<Answer<Data> | Error> {
  const { client, spec, options } = call;
  const { signal, timeoutMs = client.timeoutMs ?? 30_000 } = options;
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStreaming = false;
  const onMove = () => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), timeoutMs);
  };
  signal?.addEventListener('abort', () => controller.abort(signal.reason), { signal: controller.signal });

  onMove();
  try {
    const response = await exchange(call, controller.signal, onMove);
    const { ok, status } = response;
    isStreaming = ok && spec.answer === 'stream';
    const text = isStreaming ? '' : await response.text();
    const data = isStreaming ? response.body : spec.answer || status === 304 ? text : parseJson(text);
    if ((ok || status === 304) && data !== undefined) return answerOf(response, data as Data);
    return new ParleyError(spec.name, attempts, refusalOf(response, text));
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (controller.signal.aborted)
      return new ParleyTimeoutError(spec.name, attempts, `no answer within ${timeoutMs} ms`);
    return new ParleyNetworkError(spec.name, attempts, 'no answer', error);
  } finally {
    clearTimeout(timer);
    // Releases the caller's signal; the rest of a stream ends with it.
    if (!isStreaming) controller.abort();
  }
}

function exchange({ client, spec, request }: Call, signal: AbortSignal, onMove: () => void) {
  const { url, body, hasBody } = request;
  if (spec.send) return spec.send({ ...client, ...request, signal, onMove });
  return (client.fetch ?? fetch)(url, {
    ...request,
    signal,
    body: hasBody ? JSON.stringify(spec.list ? body.items : body) : null,
    ...(spec.credentials && { credentials: spec.credentials }),
  });
}

function answerOf<Data>({ status, headers }: Response, data: Data): Answer<Data> {
  const read = (name: string) => headers.get(name) ?? undefined;
  const numberIn = (name: string) => Number(read(`ratelimit-${name}`));
  return {
    data,
    status,
    headers,
    requestId: read('x-request-id'),
    etag: read('etag'),
    replayed: !!read('idempotency-replayed'),
    rateLimit: { limit: numberIn('limit'), remaining: numberIn('remaining'), resetSeconds: numberIn('reset') },
    // A caller who passed `ifNoneMatch` reads another type.
    notModified: (status === 304) as false,
  };
}
