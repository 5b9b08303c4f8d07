import { type Actor, readTopic } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { runInCall } from '@parley/service-kit/call';
import type { PromiseClient } from '@parley/service-kit/grpc';

/** One answer of a topic that is watched. */
export interface TopicAnswer {
  /** Empty: it tells only how far the feed has come. */
  method: string;
  /** JSON. */
  message: string;
  /** Empty for what is told once and kept nowhere. */
  cursor: string;
  /** The cursor given was too old or of another project; what is there now follows. */
  expired: boolean;
}

/** Conversations, spoken to in our own words, each time for somebody. */
export interface ConversationsClient {
  /**
   * Until the signal, the end of the stream, or a silence that says that nobody is there any more.
   * @throws request_not_found for a topic that he may not see
   */
  watch(actor: Actor, topic: string, after: string, signal: AbortSignal): AsyncIterable<TopicAnswer>;
  acknowledge(
    actor: Actor,
    place: { projectId: string; requestId: string; upto: number; status: number },
  ): Promise<void>;
  publishTyping(actor: Actor, place: { projectId: string; requestId: string; typing: boolean }): Promise<void>;
}

/** @param silenceMs how long a topic of the feed may say nothing */
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
      // Of typing there may be nothing to say for long, and what is missed is not missed.
      const silence = readTopic(topic)?.kind === 'typing' ? undefined : setTimeout(hangUp, silenceMs).unref();
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
    async publishTyping(actor, { projectId: idProject, ...place }) {
      await runInCall({ actor }, () => client.publishTyping({ idProject, ...place }));
    },
  };
}
