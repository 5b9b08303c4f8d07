import { projectCreated, projectDeleted, projectUpdated, tagDeleted, tagUpdated } from '@parley/contracts';
import { on, type Subscription } from '@parley/service-kit/consumers';

import type { Context } from './context.ts';
import { endRetention, keepRetention } from './retention/keep-retention.ts';
import { planTagChange } from './tag/plan-tag-change.ts';

export const subscriptions: Subscription<Context>[] = [
  on(tagUpdated, planTagChange),
  on(tagDeleted, planTagChange),
  on(projectCreated, keepRetention),
  on(projectUpdated, keepRetention),
  on(projectDeleted, endRetention),
];
