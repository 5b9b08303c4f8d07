import { commonErrors, type messageApi, messageErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { principalOf } from '../access/actor.ts';
import { readerOf, viewMessage } from '../access/message.view.ts';
import type { Context } from '../context.ts';
import { unchanged } from '../request-state/change.ts';
import type { Message } from '../request-state/message.ts';
import { checkRedaction, redact, redactRequest } from './redaction.ts';

type RedactMessage = Operation<typeof messageApi.redactMessage, Context>;

export const redactMessage: RedactMessage = async (context, actor, input) => {
  const { id_project, request_id, message_id, reason, passages } = input;
  const { holds, messageQueries, redactions, requests } = context;
  // First, so that a refusal says nothing of a message that the caller may not see.
  await messageQueries.get(actor, id_project, request_id, message_id);
  const reader = readerOf(actor);
  let found: { before: Message; after: Message; at: Date } | undefined;
  const before = async (id: string): Promise<void> => {
    const message = await redactions.find(id_project, request_id, message_id);
    if (!message) throw messageErrors.message_not_found();
    checkRedaction(message.before, actor, message.at);
    await holds.refuseHeld(id_project, id);
    const redacted = { by: principalOf(actor), at: message.at.toISOString(), ...(reason && { reason }) };
    const after = redact(message.before, redacted, passages ?? undefined);
    if (!after) throw messageErrors.passage_not_found();
    found = { ...message, after: await redactions.store(after) };
  };
  await requests.update(
    actor,
    id_project,
    request_id,
    (current, { at }) => {
      if (!found) return unchanged(current);
      const view = viewMessage(found.after, request_id, 'team');
      return redactRequest(current, found.before, found.after, view, at);
    },
    { before },
  );
  if (!found) throw commonErrors.internal({}, new Error('a redaction without a message'));
  return viewMessage(found.after, request_id, reader);
};
