import { botDeleted, fileDeleted, fileUploaded, tagDeleted, tagUpdated } from '@parley/contracts';
import { on, type Subscription } from '@parley/service-kit/consumers';

import type { Context } from './context.ts';
import { clearBot } from './department/clear-bot.ts';
import { planTagChange } from './tag/plan-tag-change.ts';
import { hidePhoto, isPhoto, showPhoto } from './user/follow-photo.ts';

export const subscriptions: Subscription<Context>[] = [
  on(botDeleted, clearBot),
  on(fileUploaded, showPhoto, { concerns: isPhoto }),
  on(fileDeleted, hidePhoto, { concerns: isPhoto }),
  on(tagUpdated, planTagChange),
  on(tagDeleted, planTagChange),
];
