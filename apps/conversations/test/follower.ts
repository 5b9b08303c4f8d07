import type { Actor, ChangeView, FrameMethod } from '@parley/contracts';
import { runInCall } from '@parley/service-kit/call';
import { eventually } from '@parley/testkit';

import type { ConversationsService } from './conversations-api.ts';
import { callsOf } from './internal-calls.ts';

export interface ReceivedFrame {
  method: FrameMethod | '';
  // biome-ignore lint/suspicious/noExplicitAny: whatever record the topic is about.
  message: any;
  cursor: string;
  expired: boolean;
}

/** A follower of a topic, by the same call that realtime makes. */
export class TopicFollower {
  readonly heard: ReceivedFrame[] = [];
  failure: unknown;
  readonly #ended = new AbortController();
  readonly #calls: ReturnType<typeof callsOf>;
  readonly #done: Promise<void>;

  constructor(service: ConversationsService, actor: Actor, topic: string, after = '') {
    this.#calls = callsOf(service, 'realtime');
    this.#done = runInCall({ actor }, () => this.#follow(topic, after)).catch((error) => {
      this.failure = error;
    });
  }

  async #follow(topic: string, after: string): Promise<void> {
    const { signal } = this.#ended;
    for await (const answer of this.#calls.conversations.watchFeed({ topic, after }, { signal })) {
      const { method, messageJson, cursor, expired } = answer;
      const message = messageJson === '' ? undefined : JSON.parse(messageJson);
      this.heard.push({ method: method as ReceivedFrame['method'], message, cursor, expired });
    }
  }

  /** Frames after the first answer, without those that only say how far the feed is. */
  get frames(): ReceivedFrame[] {
    return this.heard.slice(1).filter(({ method }) => method !== '');
  }

  /** The first answer is there: everything from now on is heard. */
  async joined(): Promise<this> {
    await eventually(() => {
      if (this.failure) throw this.failure;
      return this.heard.length > 0;
    });
    return this;
  }

  /** The other side has ended the stream. */
  get ended(): Promise<void> {
    return this.#done.then(() => this.#calls.close());
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#done;
    this.#calls.close();
  }
}

/** All changes after a cursor, page by page. */
export async function changesAfter(
  service: ConversationsService,
  actor: Actor,
  cursor: string,
  query: Record<string, unknown> = {},
): Promise<ChangeView[]> {
  const changes: ChangeView[] = [];
  for (let after = cursor, more = true; more; ) {
    const { status, body } = await service.as(actor).listChanges({ after, ...query });
    if (status !== 200) throw new Error(`the feed answered ${status} ${body.code}`);
    changes.push(...body.changes);
    ({ cursor: after, more } = body);
  }
  return changes;
}

export async function endOfFeed(service: ConversationsService, actor: Actor): Promise<string> {
  return (await service.as(actor).listChanges()).body.cursor;
}
