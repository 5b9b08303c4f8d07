import { projectDeleted } from '@parley/contracts';
import { consumer, on, type Subscription } from '@parley/service-kit/consumers';

import type { Context } from './context.ts';

export const subscriptions: Subscription<Context>[] = consumer('channels', [
  on(projectDeleted, ({ projects, clock }, { idproject }) => projects.end(idproject, clock.now())),
]);
