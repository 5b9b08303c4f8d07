import { pause } from '@parley/service-kit/concurrency';

import type { DemoClient } from './demo-client.ts';

/** How a conversation of the demo is rated once its survey has asked. */
export interface LaterRating {
  requestId: string;
  rating: { rate: number; rate_message: string };
}

const everyMs = 1_000;
/** A survey that has not asked by then will not. */
const maxTries = 60;

/** Answers the surveys of conversations that were closed in the seeding. @returns whether all are rated */
export async function rateWhenAsked(
  { api, token, id }: { api: DemoClient; token: string; id: string },
  ratings: readonly LaterRating[],
  over: AbortSignal,
): Promise<boolean> {
  const call = api.as(token);
  for (const { requestId, rating } of ratings) {
    const request = `/${id}/requests/${requestId}`;
    const isAsked = async () => (await call<{ survey?: object }>('GET', request)).survey !== undefined;
    for (let tries = 1; !over.aborted && tries < maxTries && !(await isAsked()); tries += 1) await pause(everyMs);
    if (over.aborted) return false;
    await call('PATCH', `${request}/rating`, rating, { isRepeatable: true });
  }
  return true;
}
