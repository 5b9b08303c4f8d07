import { botDeleted } from '@parley/contracts';
import { on, type Subscription } from '@parley/service-kit/consumers';

import type { Context } from './context.ts';
import { clearBot } from './department/clear-bot.ts';

export const subscriptions: Subscription<Context>[] = [on(botDeleted, clearBot)];
