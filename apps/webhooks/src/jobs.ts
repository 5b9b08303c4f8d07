import { every, resealing } from '@parley/service-kit/tasks';

import type { Context } from './context.ts';
import { expireDeliveries, forgetDeliveries } from './delivery/keep-ledger.ts';
import { eraseProjects } from './project/erase-projects.ts';

export const jobs = [
  every<Context>('expire-deliveries', 60_000, expireDeliveries),
  every<Context>('forget-deliveries', 3_600_000, forgetDeliveries),
  every<Context>('erase-projects', 3_600_000, eraseProjects),
  resealing<Context>([
    { table: 'subscription', rowId: 'id', column: 'secret' },
    { table: 'subscription', rowId: 'id', column: 'previous_secret' },
  ]),
];
