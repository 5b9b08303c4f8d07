import {
  type Actor,
  type CustomEventView,
  commonErrors,
  type customEventApi,
  topicNames,
  typingEvent,
} from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';
import { isEndUser, principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { typingRecordOf } from '../typing/typing-record.ts';

type EmitEvent = Operation<typeof customEventApi.emitEvent, Context>;

const perMinute = { points: 60, seconds: 60 };

export const emitEvent: EmitEvent = async (context, actor, { id_project, name, attributes = {} }) => {
  if (isEndUser(actor)) {
    const { allowed, limit, resetSeconds } = await context.limits.hit(
      'custom_events',
      `${id_project} ${actor.id}`,
      perMinute,
    );
    if (!allowed) throw commonErrors.rate_limited({ limit: 'custom_events', points: limit, retryAfter: resetSeconds });
  }
  if (name === typingEvent) return publishTyping(context, actor, id_project, attributes);
  return context.customEvents.add(actor, id_project, { name, attributes, createdBy: principalOf(actor) });
};

/** Typing is neither stored nor announced: only followers of the typing topic receive it. */
async function publishTyping(
  context: Context,
  actor: Actor,
  projectId: string,
  attributes: Record<string, unknown>,
): Promise<CustomEventView> {
  const { request_id } = attributes;
  if (typeof request_id === 'string') {
    const { request } = await context.requestQueries.get(actor, projectId, request_id);
    const record = typingRecordOf(actor, request, true);
    if (record) context.typing.publish(topicNames.typing(projectId, request_id), record);
  }
  const id = newId();
  const at = new Date().toISOString();
  return {
    ...{ _id: id, id, __v: 0, id_project: projectId, createdAt: at, updatedAt: at },
    ...{ name: typingEvent, attributes, status: 'stardard', createdBy: principalOf(actor) },
    ...(actor.teammateId && { project_user: actor.teammateId }),
  };
}
