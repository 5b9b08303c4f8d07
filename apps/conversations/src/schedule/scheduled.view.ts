import type { ScheduledMessageView } from '@parley/contracts';

import type { ScheduledMessage } from './scheduled.repository.ts';

/** A scheduled message on the wire. */
export function viewScheduled(
  { id_project, request_id }: { id_project: string; request_id: string },
  one: ScheduledMessage,
): ScheduledMessageView {
  const { text = '', type = 'text', metadata, attributes, language } = one.content;
  return {
    ...{ _id: one.id, id: one.id, id_project, request_id, __v: one.version, createdBy: authorId(one) },
    ...{ at: one.at.toISOString(), cancel_on: one.cancelOn, max_late: one.maxLateMs, state: one.state },
    ...(one.why !== null && { why: one.why }),
    ...(one.messageId !== null && { message_id: one.messageId }),
    ...{ text, type },
    ...(metadata && { metadata }),
    ...(attributes && { attributes }),
    ...(language && { language }),
    createdAt: one.createdAt.toISOString(),
    updatedAt: one.updatedAt.toISOString(),
  };
}

/** Principal id of the author. */
export function authorId({ author }: Pick<ScheduledMessage, 'author'>): string {
  return author.kind === 'bot' ? `bot_${author.id}` : author.id;
}
