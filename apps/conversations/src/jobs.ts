import { every, type Job } from '@parley/service-kit/tasks';

import type { Context } from './context.ts';
import { forgetEvents } from './custom-event/forget-events.ts';
import { deliverToEngine } from './engine/deliver-to-engine.ts';
import { feedEngine } from './engine/feed-engine.ts';
import { forgetDeliveries } from './engine/forget-deliveries.ts';
import { forgetChanges } from './feed/forget-changes.ts';
import { forgetAnsweredCalls } from './message/forget-answered-calls.ts';
import { indexRequests } from './search/index-requests.ts';
import { closeIdle } from './timer/close-idle.ts';
import { reassignUnanswered } from './timer/reassign-unanswered.ts';

export const jobs: Job<Context>[] = [
  every('forgetAnsweredCalls', 3_600_000, forgetAnsweredCalls),
  every('feedEngine', 500, feedEngine),
  every('deliverToEngine', 500, deliverToEngine),
  every('forgetDeliveries', 3_600_000, forgetDeliveries),
  every('forgetChanges', 3_600_000, forgetChanges),
  every('forgetEvents', 60_000, forgetEvents),
  every('sweepQueue', 30_000, (context) => context.queue.sweep()),
  every('reassignUnanswered', 2_000, reassignUnanswered),
  every('closeIdle', 60_000, closeIdle),
  every('indexRequests', 5_000, indexRequests),
];
