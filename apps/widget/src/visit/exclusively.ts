/** Runs work in one tab at a time, in order; without Web Locks, immediately. */
export function exclusively(
  name: string,
  signal: AbortSignal,
  work: (hasWaited: boolean) => Promise<void>,
): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return work(false);
  return locks
    .request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work(false);
      return lock !== null;
    })
    .then(async (hasWorked) => {
      if (!hasWorked && !signal.aborted) await locks.request(name, { signal }, () => work(true)).catch(ignoreAbort);
    });
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}
