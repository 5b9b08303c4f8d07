import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { latencyOf, type Place } from './place.ts';

export const newRequestId = (projectId: string) => `support-group-${projectId}-${randomUUID().replaceAll('-', '')}`;
const say = (place: Place, id: string) =>
  latencyOf(place, { method: 'POST', path: `/requests/${id}/messages`, body: { text: 'It arrives on Monday.' } });

/** Conversations of a project without policies. */
export async function beginTalks(place: Place, count = 100): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newRequestId(place.projectId));
  for (const id of ids) await say(place, id);
  return ids;
}

/**
 * Messages at a steady rate.
 * @param over ends them before their time
 * @returns what each call took, in ascending order
 */
export async function sendEvenly(
  place: Place,
  ids: readonly string[],
  { rate, seconds, over }: { rate: number; seconds: number; over?: AbortSignal },
): Promise<number[]> {
  const began = Date.now();
  const sent: Promise<number>[] = [];
  for (let nth = 0; nth < rate * seconds && !over?.aborted; nth++) {
    const due = began + (nth * 1_000) / rate;
    const waitMs = due - Date.now();
    if (waitMs > 0) await delay(waitMs);
    sent.push(say(place, ids[nth % ids.length] ?? ''));
  }
  return (await Promise.all(sent)).toSorted((one, other) => one - other);
}
