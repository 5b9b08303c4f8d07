import type { EventEnvelope, messageRedacted } from '@parley/contracts';
import { redactEvents, redactionOf } from '@parley/service-kit/outbox';
import type { z } from 'zod';

import type { Context } from '../context.ts';

type Redacted = EventEnvelope<z.output<(typeof messageRedacted)['schema']>>;

/** Deletes the bytes of the mail that a redacted message came in: they hold its words in several forms. Its line in the ledger stays. */
export async function redactMail({ inbound, db }: Context, event: Redacted): Promise<void> {
  const redaction = redactionOf(event);
  await inbound.redact(redaction.projectId, redaction.message._id);
  await redactEvents(db, redaction);
}
