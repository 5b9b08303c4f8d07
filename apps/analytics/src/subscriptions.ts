import {
  eventEmitted,
  messageCreated,
  projectCreated,
  projectDeleted,
  projectUpdated,
  requestCreated,
  requestDeleted,
  requestUpdated,
  teammateJoined,
  teammateRemoved,
  teammateUpdated,
} from '@parley/contracts';
import { consumer, on, type Subscription } from '@parley/service-kit';

import type { Context } from './context.ts';
import { forgetRequest } from './conversation/forget-request.ts';
import { recordRequest } from './conversation/record-request.ts';
import { countEvent } from './custom-event/count-event.ts';
import { isCounted, recordMessage } from './message/record-message.ts';
import { endProject, keepProject } from './project/keep-project.ts';
import { forgetVisitor, isVisitor, recordVisitor } from './visitor/record-visitor.ts';

export const subscriptions: Subscription<Context>[] = [
  on(projectCreated, keepProject),
  on(projectUpdated, keepProject),
  on(projectDeleted, endProject),
  ...consumer<Context>('analytics-facts', [
    on(requestCreated, recordRequest),
    on(requestUpdated, recordRequest),
    on(requestDeleted, forgetRequest),
    on(messageCreated, recordMessage, { concerns: isCounted }),
    on(eventEmitted, countEvent),
    on(teammateJoined, recordVisitor, { concerns: isVisitor }),
    on(teammateUpdated, recordVisitor, { concerns: isVisitor }),
    on(teammateRemoved, forgetVisitor, { concerns: isVisitor }),
  ]),
];
