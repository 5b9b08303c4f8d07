import { defineErrors } from '../errors.ts';
import { offeredEventNames } from './event-names.ts';

/** Source: contract 50 sections 5 and 8. */
export const subscriptionErrors = defineErrors({
  subscription_not_found: ['not_found', 'There is no such subscription.'],
  subscription_exists: ['conflict', 'Another subscription of the project has this event and this target.'],
  subscription_disabled: ['conflict', 'The subscription is disabled; make it active first.'],
  event_not_offered: ['invalid', `This event is not offered. Offered events: ${offeredEventNames}.`],
  delivery_not_found: ['not_found', 'There is no such delivery.'],
  delivery_erased: ['conflict', 'The content of this delivery was erased with the person it was about.'],
  range_too_large: ['invalid', 'This range has more than 100000 deliveries; choose a smaller one.'],
});
