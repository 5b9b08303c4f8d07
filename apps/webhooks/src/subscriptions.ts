import * as contracts from '@parley/contracts';
import { consumer, on, type Subscription } from '@parley/service-kit/consumers';

import type { Context } from './context.ts';
import { isWanted, recordEnd, recordEvent } from './event/record-event.ts';
import { redactDeliveries } from './redaction/redact-deliveries.ts';

const offered = new Set<string>(contracts.domainEventNames);

/** With a handler of their own, which records them as well. */
const own = new Set<string>([contracts.projectDeleted.type, contracts.messageRedacted.type]);

const recorded = contracts.eventsOf(contracts).filter(({ type }) => offered.has(type) && !own.has(type));

/** All public events of a project. */
export const subscriptions: Subscription<Context>[] = consumer('webhooks', [
  ...recorded.map((event) => on(event, recordEvent, { isWanted })),
  on(contracts.projectDeleted, recordEnd),
  on(contracts.messageRedacted, redactDeliveries),
]);
