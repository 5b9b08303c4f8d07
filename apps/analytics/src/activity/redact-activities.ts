import type { EventEnvelope, messageRedacted } from '@parley/contracts';
import { redactEvents, redactionOf } from '@parley/service-kit/outbox';
import type { z } from 'zod';

import type { Context } from '../context.ts';

type Redacted = EventEnvelope<z.output<(typeof messageRedacted)['schema']>>;

/** Activities show the first words of their request as it was. */
export async function redactActivities({ activities, db }: Context, event: Redacted): Promise<void> {
  const redaction = redactionOf(event);
  await activities.redact(redaction);
  await redactEvents(db, redaction);
}
