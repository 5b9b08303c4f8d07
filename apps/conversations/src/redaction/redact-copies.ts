import type { EventEnvelope, messageRedacted } from '@parley/contracts';
import { redactionOf } from '@parley/service-kit/outbox';
import { enqueueOrderedTask } from '@parley/service-kit/tasks';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { redactedEvents, redactionTask } from './forget-published.ts';

type Redacted = EventEnvelope<z.output<(typeof messageRedacted)['schema']>>;

/** Its own event: every earlier one of the request is published by then, so nothing brings the words back. */
export const redactCopies = async ({ db, redactions }: Context, event: Redacted): Promise<void> => {
  const redaction = redactionOf(event);
  await redactions.redactCopies(redaction);
  await enqueueOrderedTask(db, redactionTask, event, redactedEvents(redaction, event.time));
};
