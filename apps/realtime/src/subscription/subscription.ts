import { type Actor, AppError } from '@parley/contracts';
import { exponentialBackoff, pause } from '@parley/service-kit/concurrency';

import type { ConversationsClient, TopicAnswer } from '../clients/conversations.client.ts';

/** Callbacks of a subscription. */
export interface SubscriptionEvents {
  answered(answer: TopicAnswer): void;
  /** The actor may not, or may no longer, follow the topic; the subscription is over. */
  refused(error: unknown): void;
}

const backoffMs = exponentialBackoff(50, 2_000, 4);

/** One topic of one socket. Reconnects from the last cursor whenever the stream breaks, until it is closed. */
export class Subscription {
  readonly #ended = new AbortController();
  readonly done: Promise<void>;

  constructor(
    conversations: ConversationsClient,
    wanted: { actor: Actor; topic: string; after: string },
    events: SubscriptionEvents,
  ) {
    this.done = this.#run(conversations, wanted, events);
  }

  close(): void {
    this.#ended.abort();
  }

  async #run(
    conversations: ConversationsClient,
    { actor, topic, after }: { actor: Actor; topic: string; after: string },
    events: SubscriptionEvents,
  ): Promise<void> {
    const { signal } = this.#ended;
    let cursor = after;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        for await (const answer of conversations.watch(actor, topic, cursor, signal)) {
          if (signal.aborted) return;
          failures = 0;
          if (answer.cursor !== '') ({ cursor } = answer);
          events.answered(answer);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof AppError && error.kind !== 'unavailable') return events.refused(error);
      }
      // The stream ended or conversations is unavailable: nothing is lost, the cursor resumes.
      await pause(backoffMs(failures + 1), signal);
    }
  }
}
