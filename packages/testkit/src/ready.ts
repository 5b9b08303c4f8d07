import { eventually } from './eventually.ts';

/** A real server in a process or container of its own, for tests of the adapter for it. */
export interface ServerProcess {
  /** SIGTERM; resolves when it has ended. */
  stop(): Promise<void>;
  /** SIGKILL; resolves when it has ended. */
  kill(): Promise<void>;
}

/** Waits until `ready` does not throw, or the server is over. @throws the last error of `ready`, after two minutes */
export async function untilReady(ready: () => Promise<unknown>, isOver: () => boolean): Promise<void> {
  await eventually(async () => isOver() || (await ready()), { timeoutMs: 120_000 });
}
