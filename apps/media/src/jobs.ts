import { every, type Job } from '@parley/service-kit/tasks';

import type { Context } from './context.ts';
import { expireExports } from './export/expire-exports.ts';
import { runExports } from './export/run-exports.ts';
import { countMissing } from './sweep/count-missing.ts';
import { eraseProjects } from './sweep/erase-projects.ts';
import { removeExpired } from './sweep/remove-expired.ts';
import { sweepObjects } from './sweep/sweep-objects.ts';

export const jobs: Job<Context>[] = [
  every('runExports', 5_000, runExports),
  every('expireExports', 600_000, expireExports),
  every('removeExpired', 600_000, removeExpired),
  every('eraseProjects', 3_600_000, eraseProjects),
  every('sweepObjects', 3_600_000, sweepObjects),
  every('countMissing', 86_400_000, countMissing),
];
