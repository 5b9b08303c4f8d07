import { messageCreated, messageRedacted, projectDeleted, requestDeleted } from '@parley/contracts';
import { consumer, on, type Subscription } from '@parley/service-kit/consumers';

import type { Context } from './context.ts';
import { leavesByMail, queueAnswer } from './outbound/queue-answer.ts';
import { redactMail } from './redaction/redact-mail.ts';

export const subscriptions: Subscription<Context>[] = consumer('channels', [
  on(projectDeleted, ({ projects, clock }, { idproject }) => projects.end(idproject, clock.now())),
  on(messageCreated, queueAnswer, { concerns: leavesByMail }),
  on(messageRedacted, redactMail),
  on(requestDeleted, ({ subjects }, { idproject, data }) => subjects.eraseRequest(idproject, data)),
]);
