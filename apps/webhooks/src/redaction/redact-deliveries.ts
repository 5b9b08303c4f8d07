import type { EventEnvelope, messageRedacted } from '@parley/contracts';
import { redactEvents, redactionOf, redactTexts } from '@parley/service-kit/outbox';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { recordEvent } from '../event/record-event.ts';

type Redacted = EventEnvelope<z.output<(typeof messageRedacted)['schema']>>;

/** Takes the words of a redacted message out of recorded payloads, those that were delivered included, and announces it to receivers. */
export async function redactDeliveries(context: Context, event: Redacted): Promise<void> {
  const redaction = redactionOf(event);
  const { projectId, request } = redaction;
  const values = [projectId, request._id];
  const count = await redactTexts(context.db, { find: payloads, store: storePayload, values }, redaction);
  if (count > 0) await context.db.query(forgetAnswers, values);
  await redactEvents(context.db, redaction);
  await recordEvent(context, event);
}

const payloads = {
  name: 'delivery_payloads_of_record',
  text: `select id as key, payload as text from delivery
    where id_project = $1 and partition_key = $2 and state <> 'erased' order by id`,
};
const storePayload = {
  name: 'delivery_redact',
  text: 'update delivery set payload = $3 where id_project = $1 and id = $2',
};
/** A receiver may have answered with what it got. */
const forgetAnswers = {
  name: 'attempt_redact',
  text: `update attempt a set response_headers = null, response_body = null from delivery d
    where d.id_project = $1 and d.partition_key = $2 and a.id_project = d.id_project and a.id_delivery = d.id
      and (a.response_body is not null or a.response_headers is not null)`,
};
