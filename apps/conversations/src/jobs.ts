import { every, type Job } from '@parley/service-kit';

import type { Context } from './context.ts';

export const jobs: Job<Context>[] = [every('sweepQueue', 30_000, (context) => context.queue.sweep())];
