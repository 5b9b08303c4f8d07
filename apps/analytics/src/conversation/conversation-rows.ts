import { RequestStatus } from '@parley/contracts';

import { meanOf } from '../window/groups.ts';
import type { DurationPercentiles, Sums, SumsOfPart, SumsWithPercentiles } from './conversation-question.ts';

const ofStatus = {
  unserved: RequestStatus.unserved,
  abandoned: RequestStatus.abandoned,
  served: RequestStatus.served,
  closed: RequestStatus.closed,
} as const;

/** Counts by ascending status; omits zeros unless `fill` asks for them. */
export function statusCounts(sums: Sums | undefined, fill?: string): { status: number; count: number }[] {
  const counts = (Object.keys(ofStatus) as (keyof typeof ofStatus)[]).map((name) => ({
    status: ofStatus[name],
    count: sums?.[name] ?? 0,
  }));
  return counts.filter(({ count }) => fill === 'zero' || count > 0);
}

export function botCounts(sums: Sums | undefined, fill?: string): { hasBot: boolean; count: number }[] {
  const { total = 0, withBot = 0 } = sums ?? {};
  const counts = [
    { hasBot: false, count: total - withBot },
    { hasBot: true, count: withBot },
  ];
  return counts.filter(({ count }) => fill === 'zero' || count > 0);
}

/** `duration_avg` is the median, under the name that clients read. */
export function durationsOf(sums: SumsWithPercentiles | undefined) {
  const { median = null, p90 = null, durationSum, durationCount = 0 } = sums ?? {};
  return {
    duration_avg: median,
    duration_median: median,
    duration_p90: p90,
    duration_mean: meanOf(durationSum, durationCount),
    count: durationCount,
  };
}

/** The most rows of a comparison. */
export const maxCompared = 200;

/** What departments and participants are compared by. */
export function comparedOf(sums: SumsOfPart & DurationPercentiles) {
  const { total, closed, waitingSum, waitingCount, ratingSum, ratingCount, median, p90 } = sums;
  return {
    ...{ count: total, closed },
    waiting_time_avg: meanOf(waitingSum, waitingCount),
    duration_median: median ?? null,
    duration_p90: p90 ?? null,
    satisfaction_avg: meanOf(ratingSum, ratingCount),
  };
}

/** Of a sender or participant. */
export function kindOf(id: string): 'person' | 'bot' {
  return id.startsWith('bot_') ? 'bot' : 'person';
}
