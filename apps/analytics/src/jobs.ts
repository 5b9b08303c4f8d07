import { every, type Job } from '@parley/service-kit/tasks';

import { removeExpired } from './activity/remove-expired.ts';
import { chainActivities } from './chain/chain-activities.ts';
import type { Context } from './context.ts';
import { eraseProjects } from './project/erase-projects.ts';
import { compareNightly, sweepRuns } from './reconciliation/compare-nightly.ts';
import { foldRollups } from './rollup/fold-rollups.ts';

export const jobs: Job<Context>[] = [
  every('foldRollups', 5_000, foldRollups),
  every('sweepRuns', 20_000, sweepRuns),
  every('compareNightly', 3_600_000, compareNightly),
  every('removeExpired', 3_600_000, removeExpired),
  every('chainActivities', 5_000, chainActivities),
  every('eraseProjects', 3_600_000, eraseProjects),
];
