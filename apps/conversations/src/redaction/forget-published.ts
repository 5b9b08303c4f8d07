import type { EventEnvelope } from '@parley/contracts';
import type { EventBus } from '@parley/service-kit/bus';
import type { Redaction } from '@parley/service-kit/outbox';
import type { Task } from '@parley/service-kit/tasks';

/** Kind of the task that takes the words out of what the event bus has stored. */
export const redactionTask = 'redaction';

/** Ids and times alone: the task waits while the bus is unreachable. */
interface RedactedEvents {
  message: string;
  /** `_id` of the request if it has words of the message, which then are in each of its events. */
  request: string | null;
  since: string;
  until: string;
}

export function redactedEvents({ message, request }: Redaction, until: string): RedactedEvents {
  return { message: message._id, request: message.seq === 1 ? request._id : null, since: message.createdAt, until };
}

/** Deletes the events from before the redaction that may hold the words. */
export function forgetPublished(bus: EventBus, { projectId, payload }: Task, signal: AbortSignal): Promise<void> {
  const { message, request, since, until } = payload as RedactedEvents;
  const holdsWords = (event: EventEnvelope) =>
    event.time < until && (event.partitionkey === request || JSON.stringify(event.data).includes(message));
  return bus.forget(projectId, new Date(since), holdsWords, signal);
}
