type Stop = () => Promise<unknown>;

/** Of the process that runs test files, one after the other. */
const stops: Stop[] = [];

/**
 * For what the flow tests of one process share: `stop` is called once, after the last of them. The next file of another kind would measure what
 * is shared along with its own, and the process could not end.
 */
export function onStopShared(stop: Stop): void {
  stops.push(stop);
}

/** Stops what is shared so far; who needs it after that starts it again. For the runtime, and for tests that count what the process does. */
export async function stopShared(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}
