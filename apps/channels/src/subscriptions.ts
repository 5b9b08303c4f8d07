import {
  messageCreated,
  messageRedacted,
  projectDeleted,
  requestDeleted,
  requestMerged,
  requestUnmerged,
} from '@parley/contracts';
import { consumer, on, type Subscription } from '@parley/service-kit/consumers';

import type { Context } from './context.ts';
import { leavesByMail, queueAnswer } from './outbound/queue-answer.ts';
import { redactMail } from './redaction/redact-mail.ts';
import { mayBeMissed, queueTranscript } from './transcript/queue-transcript.ts';

export const subscriptions: Subscription<Context>[] = [
  ...consumer<Context>('channels', [
    on(projectDeleted, ({ projects, clock }, { idproject }) => projects.end(idproject, clock.now())),
    on(messageCreated, queueAnswer, { concerns: leavesByMail }),
    on(messageRedacted, redactMail),
    on(requestMerged, ({ threads }, { idproject, data: { request, into } }) =>
      threads.merge(idproject, { requestId: request.request_id, recordId: request._id }, into.request_id),
    ),
    on(requestUnmerged, ({ threads }, { idproject, data }) => threads.unmerge(idproject, data.request.request_id)),
    on(requestDeleted, ({ subjects }, { idproject, data }) => subjects.eraseRequest(idproject, data)),
  ]),
  // Apart from the answers: they must not wait while workspace, which is asked for the setting, is down.
  ...consumer<Context>('channels-transcripts', [
    on(messageCreated, queueTranscript, {
      concerns: mayBeMissed,
      isWanted: ({ transcriptProjects }, { idproject }) => transcriptProjects.has(idproject),
    }),
  ]),
];
