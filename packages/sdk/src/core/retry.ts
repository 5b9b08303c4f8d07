import type { ParleyError } from './errors.ts';

/** No retry if the server asks for a longer wait. */
const longestWaitSeconds = 60;

/** Whether a retry may succeed: the network failed, or the API says so. */
export function shouldRetry({ status, code, retryAfter = 0 }: Partial<ParleyError>): boolean {
  if (status === undefined) return true;
  return (
    retryAfter <= longestWaitSeconds && (/408|429|50[234]/.test(`${status}`) || code === 'idempotency_in_progress')
  );
}

/** Milliseconds: what the server asks for, else full jitter below a bound that doubles. */
export function pauseBefore(
  attempt: number,
  { retryAfter }: Partial<ParleyError>,
  { minMs = 250, maxMs = 8_000 } = {},
) {
  return retryAfter ? retryAfter * 1_000 : Math.random() * Math.min(maxMs, minMs * 2 ** (attempt - 1));
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return unlessAborted(over, signal).finally(() => clearTimeout(timer));
}

/** Rejects at once, with the signal's reason, when the caller aborts. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
    if (signal?.aborted) abort();
  });
}
