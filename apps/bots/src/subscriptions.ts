import {
  labelsUpdated,
  messageCreated,
  projectDeleted,
  requestClosed,
  requestDeleted,
  requestParticipantLeft,
} from '@parley/contracts';
import { consumer, on, type Subscription } from '@parley/service-kit/consumers';

import type { Context } from './context.ts';
import { acceptMessage, concernsBots } from './turn/accept-message.ts';
import { endPending, endProject, endSession, forgetLabels, forgetRequest, isBot } from './turn/follow-request.ts';

export const subscriptions: Subscription<Context>[] = [
  on(labelsUpdated, forgetLabels),
  on(projectDeleted, endProject),
  // Of one request all in their order: a turn ends with what came after its message.
  ...consumer<Context>('bots-turns', [
    on(messageCreated, acceptMessage, { concerns: concernsBots }),
    on(requestParticipantLeft, endSession, { concerns: isBot }),
    on(requestClosed, endPending, { concerns: concernsBots }),
    on(requestDeleted, forgetRequest),
  ]),
];
