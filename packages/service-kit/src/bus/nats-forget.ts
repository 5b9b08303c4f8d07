import { DeliverPolicy } from '@nats-io/jetstream';
import type { EventEnvelope } from '@parley/contracts';

import { parseEvent } from './nats-consumer.ts';
import { type NatsLink, streamName } from './nats-link.ts';

interface Forgotten {
  since: Date;
  matches: (event: EventEnvelope) => boolean;
  signal: AbortSignal;
}

const batch = 500;
const expires = 5_000;

/** The clocks of the server and of those who publish may differ. */
const marginMs = 300_000;

/** Deletes messages of the stream, and overwrites their bytes. */
export async function forgetEvents(link: NatsLink, projectId: string, forgotten: Forgotten): Promise<void> {
  const { since, matches, signal } = forgotten;
  await link.ensureStream();
  const { client, manager } = link.now();
  const events = await client.consumers.get(streamName, {
    filter_subjects: `parley.${projectId}.>`,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: new Date(since.getTime() - marginMs).toISOString(),
  });
  try {
    let left = (await events.info()).num_pending;
    while (left > 0) {
      signal.throwIfAborted();
      const before = left;
      for await (const message of await events.fetch({ max_messages: Math.min(batch, left), expires })) {
        left = message.info.pending;
        const event = parseEvent(message.string());
        if (event && matches(event)) await manager.streams.deleteMessage(streamName, message.seq);
      }
      // None came: what was pending may have become too old for the stream meanwhile.
      if (left === before) left = (await events.info()).num_pending;
    }
  } finally {
    await events.delete();
  }
}
