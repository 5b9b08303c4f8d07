import { type Actor, readTopic, type ViewingState } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { runInCall } from '@parley/service-kit/call';
import type { PromiseClient } from '@parley/service-kit/grpc';

/** One answer of a watched topic. */
export interface TopicAnswer {
  /** Empty: a heartbeat that only carries the cursor. */
  method: string;
  /** JSON. */
  message: string;
  /** Empty for topics that are not stored. */
  cursor: string;
  /** The given cursor was expired or invalid; the current state follows. */
  expired: boolean;
}

/** Calls to conversations on behalf of an actor. */
export interface ConversationsClient {
  /**
   * Yields until the signal aborts, the stream ends, or it stays silent for too long.
   * @throws request_not_found for a topic that the actor may not see
   */
  watch(actor: Actor, topic: string, after: string, signal: AbortSignal): AsyncIterable<TopicAnswer>;
  acknowledge(
    actor: Actor,
    place: { projectId: string; requestId: string; upto: number; status: number },
  ): Promise<void>;
  publishTyping(actor: Actor, place: { projectId: string; requestId: string; typing: boolean }): Promise<void>;
  publishViewing(
    actor: Actor,
    place: { projectId: string; requestId: string; state: ViewingState; connection: string },
  ): Promise<void>;
}

/** @param silenceMs the longest silence of a feed topic before the stream is dropped */
export function conversationsClient(
  client: PromiseClient<typeof ConversationsServiceService>,
  silenceMs: number,
): ConversationsClient {
  return {
    async *watch(actor, topic, after, signal) {
      if (signal.aborted) return;
      const watching = new AbortController();
      const hangUp = () => watching.abort();
      signal.addEventListener('abort', hangUp);
      // What is not stored may be silent for long, and a missed record is no loss.
      const isStored = !['typing', 'viewers'].includes(readTopic(topic)?.kind ?? '');
      const silence = isStored ? setTimeout(hangUp, silenceMs).unref() : undefined;
      // Each stream is a call of its own, however long the socket has been open.
      const answers = runInCall({ actor }, () =>
        client.watchFeed({ topic, after }, { signal: watching.signal })[Symbol.asyncIterator](),
      );
      const next = () => runInCall({ actor }, () => answers.next());
      try {
        for (let answer = await next(); !answer.done; answer = await next()) {
          silence?.refresh();
          const { method, messageJson, cursor, expired } = answer.value;
          yield { method, message: messageJson, cursor, expired };
        }
      } finally {
        clearTimeout(silence);
        signal.removeEventListener('abort', hangUp);
        hangUp();
      }
    },
    async acknowledge(actor, { projectId: idProject, ...place }) {
      await runInCall({ actor }, () => client.acknowledge({ idProject, ...place }));
    },
    async publishViewing(actor, { projectId: idProject, ...place }) {
      await runInCall({ actor }, () => client.publishViewing({ idProject, ...place }));
    },
    async publishTyping(actor, { projectId: idProject, ...place }) {
      await runInCall({ actor }, () => client.publishTyping({ idProject, ...place }));
    },
  };
}
