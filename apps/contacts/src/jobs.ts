import { every, type Job } from '@parley/service-kit/tasks';

import type { Context } from './context.ts';
import { followMemberships } from './membership/follow-memberships.ts';
import { expireLeads } from './retention/expire-leads.ts';

export const jobs: Job<Context>[] = [
  every('followMemberships', 5_000, followMemberships),
  every('expireLeads', 60_000, expireLeads),
];
