import { ParleyError, ParleyNetworkError, ParleyTimeoutError, refusalOf } from './errors.ts';
import { type OutgoingRequest, requestOf } from './request.ts';
import { pause, pauseBefore, shouldRetry } from './retry.ts';
import type { Answer, CallOptions, Client, ConditionalOptions, OperationSpec } from './types.ts';

interface Call {
  client: Client;
  spec: OperationSpec;
  request: OutgoingRequest;
  options: CallOptions & Partial<ConditionalOptions>;
}

/** One call with its retries. The only place that tries again. */
export async function perform<Data>(
  client: Client,
  spec: OperationSpec,
  params: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<Answer<Data>> {
  const call: Call = { client, spec, request: requestOf(client, spec, params, options), options };
  const { headers, body } = call.request;
  const isRepeatable = !spec.once && (!spec.send || spec.send.isRepeatable(body));
  const tries = isRepeatable ? 1 + (options.retries ?? client.retries ?? 3) : 1;
  let refused: string | undefined;

  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted();
    const authorization = await client.authorization(refused);
    if (authorization) headers.set('authorization', authorization);
    const outcome = await attemptOnce<Data>(call, attempt);
    if (!(outcome instanceof Error)) return outcome;

    if (authorization && !refused && isRepeatable && (outcome as ParleyError).status === 401) {
      refused = authorization;
      if (await client.authorization(refused)) continue;
    }
    if (attempt >= tries || !shouldRetry(outcome as ParleyError)) throw outcome;
    await pause(pauseBefore(attempt, outcome as ParleyError, client.backoff), options.signal);
  }
}

/** @returns the answer, or why there is none; an abort by the caller is thrown as the platform does */
async function attemptOnce<Data>(call: Call, attempts: number): Promise<Answer<Data> | Error> {
  const { client, spec, options } = call;
  const { signal, timeoutMs = client.timeoutMs ?? 30_000 } = options;
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasTimedOut = false;
  let isStreaming = false;
  const onMove = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      hasTimedOut = true;
      controller.abort();
    }, timeoutMs);
  };
  signal?.addEventListener('abort', () => controller.abort(signal.reason), { signal: controller.signal });

  onMove();
  try {
    const response = await exchange(call, controller.signal, onMove);
    const { ok, status } = response;
    isStreaming = ok && spec.answer === 'stream';
    const text = isStreaming ? '' : await response.text();
    const data = isStreaming ? response.body : dataOf(spec, status, text);
    if ((ok || status === 304) && data !== undefined) return answerOf(response, data as Data);
    return new ParleyError(spec.name, attempts, refusalOf(response, text));
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (hasTimedOut) return new ParleyTimeoutError(spec.name, attempts, `no answer within ${timeoutMs} ms`);
    return new ParleyNetworkError(spec.name, attempts, 'no answer', error);
  } finally {
    clearTimeout(timer);
    // Lets go of the caller's signal; what is still to be read of a stream ends with it.
    if (!isStreaming) controller.abort();
  }
}

function exchange({ client, spec, request }: Call, signal: AbortSignal, onMove: () => void) {
  const { method, url, headers, body, hasBody } = request;
  if (spec.send) return spec.send({ ...request, signal, onMove });
  return (client.fetch ?? fetch)(url, {
    method,
    headers,
    signal,
    ...(hasBody && { body: JSON.stringify(spec.list ? body.items : body) }),
    ...(spec.credentials && { credentials: spec.credentials }),
  });
}

/** What an answer holds; nothing for a text that is not JSON. */
function dataOf({ answer }: OperationSpec, status: number, text: string): unknown {
  if (answer || status === 304) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
    // A caller who asked for it by `ifNoneMatch` reads another type.
    notModified: (status === 304) as false,
  };
}
