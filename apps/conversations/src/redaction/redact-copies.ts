import type { EventEnvelope, messageRedacted } from '@parley/contracts';
import { redactionOf } from '@parley/service-kit/outbox';
import type { z } from 'zod';

import type { Context } from '../context.ts';

type Redacted = EventEnvelope<z.output<(typeof messageRedacted)['schema']>>;

/** Its own event: every earlier one of the request is published by then, so nothing brings the words back. */
export const redactCopies = ({ redactions }: Context, event: Redacted): Promise<void> =>
  redactions.redactCopies(redactionOf(event));
