import * as contracts from '@parley/contracts';
import { consumer, on, type Subscription } from '@parley/service-kit';

import type { Context } from './context.ts';
import { recordEnd, recordEvent } from './event/record-event.ts';

const offered = new Set<string>(contracts.domainEventNames);

/** Everything that happens in a project. */
export const subscriptions: Subscription<Context>[] = consumer(
  'webhooks',
  contracts
    .eventsOf(contracts)
    .filter(({ type }) => offered.has(type))
    .map((event) => on(event, event.type === contracts.projectDeleted.type ? recordEnd : recordEvent)),
);
