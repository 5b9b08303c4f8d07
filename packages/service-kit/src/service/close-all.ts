import type { Logger } from '../observability/log.ts';

/** Closes the parts of a service, the last one opened first. Failures are logged, and keep no other part open. */
export async function closeAll(parts: AsyncDisposableStack, log: Logger): Promise<void> {
  try {
    await parts.disposeAsync();
  } catch (error) {
    for (const err of failuresIn(error)) log.error({ err }, 'a part of the service did not close');
  }
  await new Promise((resolve) => log.flush(resolve));
}

/** The errors of several parts come as one chain, the last one first. */
function failuresIn(error: unknown): unknown[] {
  return error instanceof SuppressedError ? [...failuresIn(error.suppressed), error.error] : [error];
}
