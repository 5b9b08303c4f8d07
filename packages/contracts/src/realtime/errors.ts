import { defineErrors } from '../errors.ts';

/** Codes that a socket's `error` frames carry. Source: contract 21 section 10. */
export const realtimeErrors = defineErrors({
  subscription_refused: ['forbidden', 'You may not subscribe to this topic.'],
  bad_frame: ['bad_request', 'The frame is not JSON with a known action.'],
  not_allowed: ['forbidden', 'Clients may not do this.'],
});
