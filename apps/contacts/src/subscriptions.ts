import { tagDeleted, tagUpdated } from '@parley/contracts';
import { on, type Subscription } from '@parley/service-kit/consumers';

import type { Context } from './context.ts';
import { planTagChange } from './tag/plan-tag-change.ts';

export const subscriptions: Subscription<Context>[] = [on(tagUpdated, planTagChange), on(tagDeleted, planTagChange)];
