import {
  botDeleted,
  messageCreated,
  messageRedacted,
  projectDeleted,
  projectUpdated,
  requestDeleted,
  userDeleted,
} from '@parley/contracts';
import { on, type Subscription } from '@parley/service-kit/consumers';

import type { Context } from './context.ts';
import { forgetBot } from './file/forget-bot.ts';
import { endProject, keepProject } from './project/keep-project.ts';
import { forgetRequest } from './reference/forget-request.ts';
import { forgetRedacted, keepReferences, refersToFiles } from './reference/keep-references.ts';
import { endAccount } from './subject/record-deletion.ts';

export const subscriptions: Subscription<Context>[] = [
  on(messageCreated, keepReferences, { concerns: refersToFiles }),
  on(messageRedacted, forgetRedacted),
  on(requestDeleted, forgetRequest),
  on(projectUpdated, keepProject),
  on(projectDeleted, endProject),
  on(userDeleted, endAccount),
  on(botDeleted, forgetBot),
];
