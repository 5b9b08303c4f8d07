import { MessageStatus, type readPositionApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import { isEndUser, principalOf } from '../access/actor.ts';
import { endUserAudiences } from '../access/message.view.ts';
import type { Context } from '../context.ts';
import { noted } from '../feed/feed-row.ts';

type SetReadPosition = Operation<typeof readPositionApi.setReadPosition, Context>;

export const setReadPosition: SetReadPosition = async (context, actor, input) => {
  const { id_project, request_id, upto, exact = false } = input;
  const principal = principalOf(actor);
  const audiences = isEndUser(actor) ? endUserAudiences : null;

  return context.db.transaction(async () => {
    // Checks what the actor may see, and locks the request: a send waits, and so does another report of theirs.
    await context.messages.acknowledgeUpTo(actor, id_project, { requestId: request_id, upto }, MessageStatus.seen);
    const report = { upto, exact, audiences };
    const { request, changed, ...read } = await context.readPositions.report(id_project, request_id, principal, report);
    const position = { request_id, ...read };
    if (changed) await context.feedRepository.note(id_project, noted.read, { principal, request, position });
    return position;
  });
};
