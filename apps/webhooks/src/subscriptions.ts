import * as contracts from '@parley/contracts';
import { consumer, on, type Subscription } from '@parley/service-kit/consumers';

import type { Context } from './context.ts';
import { isWanted, recordEnd, recordEvent } from './event/record-event.ts';

const offered = new Set<string>(contracts.domainEventNames);

const recorded = contracts
  .eventsOf(contracts)
  .filter(({ type }) => offered.has(type) && type !== contracts.projectDeleted.type);

/** All public events of a project. */
export const subscriptions: Subscription<Context>[] = consumer('webhooks', [
  ...recorded.map((event) => on(event, recordEvent, { isWanted })),
  on(contracts.projectDeleted, recordEnd),
]);
