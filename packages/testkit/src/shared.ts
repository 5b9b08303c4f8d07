type Stop = () => Promise<unknown>;

/** Of the process that runs test files, one after the other. */
const stops: Stop[] = [];

/**
 * What the test files of one app and one kind share within a process: started by the first that asks, and stopped before a file of another
 * app or kind, which would measure it along with its own, or when the process ends. Each file has its own projects in it, and leaves it as
 * it was.
 * @returns gives what is shared; after a start that failed, the next who asks tries again
 */
export function sharedByFiles<Shared extends { stop: Stop }>(
  start: () => Promise<Shared>,
): () => Promise<Omit<Shared, 'stop'>> {
  let shared: Promise<Shared> | undefined;
  const restart = () => {
    shared = undefined;
  };
  return () => {
    if (shared !== undefined) return shared;
    const starting = start();
    shared = starting;
    starting.then((running) => {
      stops.push(() => {
        restart();
        return running.stop();
      });
    }, restart);
    return starting;
  };
}

/** Stops what is shared so far; who needs it after that starts it again. For the runtime, and for tests that count what the process does. */
export async function stopShared(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}
