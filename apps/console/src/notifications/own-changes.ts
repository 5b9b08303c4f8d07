/** So long after a change of the person's own, its frame is not news to them. */
const keptMs = 30_000;

const changedAt = new Map<string, number>();
const channel = new BroadcastChannel('parley-console-own-changes');
channel.addEventListener('message', ({ data }: MessageEvent<string[]>) => keep(data));

/** To be called before the call: all tabs know that the frames about these requests are of the person's own doing. */
export function noteOwnChange(requestIds: string[]): void {
  keep(requestIds);
  channel.postMessage(requestIds);
}

export function isOwnChange(requestId: string): boolean {
  return Date.now() - (changedAt.get(requestId) ?? 0) < keptMs;
}

function keep(requestIds: string[]): void {
  const now = Date.now();
  for (const [id, at] of changedAt) if (now - at >= keptMs) changedAt.delete(id);
  for (const id of requestIds) changedAt.set(id, now);
}
