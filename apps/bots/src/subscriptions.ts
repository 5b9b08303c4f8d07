import {
  fileDeleted,
  fileUploaded,
  labelsUpdated,
  messageCreated,
  messageRedacted,
  projectDeleted,
  requestClosed,
  requestDeleted,
  requestParticipantLeft,
} from '@parley/contracts';
import { consumer, on, type Subscription } from '@parley/service-kit/consumers';

import { hidePhoto, isPhoto, showPhoto } from './avatar/follow-photo.ts';
import type { Context } from './context.ts';
import { acceptMessage, concernsBots } from './turn/accept-message.ts';
import {
  endPending,
  endProject,
  endSession,
  forgetLabels,
  forgetRequest,
  isBot,
  redactRequest,
} from './turn/follow-request.ts';

export const subscriptions: Subscription<Context>[] = [
  on(labelsUpdated, forgetLabels),
  on(projectDeleted, endProject),
  on(fileUploaded, showPhoto, { concerns: isPhoto }),
  on(fileDeleted, hidePhoto, { concerns: isPhoto }),
  // One consumer keeps the order per request: later events end the turns of earlier messages.
  ...consumer<Context>('bots-turns', [
    on(messageCreated, acceptMessage, { concerns: concernsBots }),
    on(requestParticipantLeft, endSession, { concerns: isBot }),
    on(requestClosed, endPending, { concerns: concernsBots }),
    on(requestDeleted, forgetRequest),
    on(messageRedacted, redactRequest),
  ]),
];
