/** Browser APIs that are used here; any of them may be missing. */
export interface Platform {
  localStorage?: TextStore;
  sessionStorage?: TextStore;
  navigator?: { locks?: Locks };
  document?: { cookie: string } & EventTarget;
  addEventListener?: EventTarget['addEventListener'];
  removeEventListener?: EventTarget['removeEventListener'];
}

export interface TextStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

interface Locks {
  request<T>(
    name: string,
    options: { signal?: AbortSignal; ifAvailable?: boolean },
    work: (lock: unknown) => Promise<T>,
  ): Promise<T>;
}

export const platform = globalThis as unknown as Platform;

/**
 * One at a time across all tabs of the origin; without locks, only in this tab.
 * @param work called with whether another tab held the lock before
 */
export async function alone<T>(name: string, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  const { locks } = platform.navigator ?? {};
  if (!locks) return work(false);
  const atOnce = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : undefined,
  );
  return atOnce ? atOnce.result : locks.request(name, {}, () => work(true));
}

/** Messages between the tabs of an origin; a no-op without `BroadcastChannel`. */
export function channelTo(
  name: string,
  hear: (message: unknown) => void,
): { post(message: unknown): void; close(): void } {
  if (!('BroadcastChannel' in globalThis)) return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: { data: unknown }) => hear(data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
