import {
  botDeleted,
  messageCreated,
  messageRedacted,
  projectDeleted,
  projectUpdated,
  requestDeleted,
} from '@parley/contracts';
import { on, type Subscription } from '@parley/service-kit/consumers';

import type { Context } from './context.ts';
import { forgetBot } from './file/forget-bot.ts';
import { endProject, keepProject } from './project/keep-project.ts';
import { forgetRequest } from './reference/forget-request.ts';
import { forgetRedacted, keepReferences, refersToFiles } from './reference/keep-references.ts';

export const subscriptions: Subscription<Context>[] = [
  on(messageCreated, keepReferences, { concerns: refersToFiles }),
  on(messageRedacted, forgetRedacted),
  on(requestDeleted, forgetRequest),
  on(projectUpdated, keepProject),
  on(projectDeleted, endProject),
  on(botDeleted, forgetBot),
];
