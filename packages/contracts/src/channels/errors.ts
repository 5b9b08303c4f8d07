import { defineErrors } from '../errors.ts';

/** Source: contract 26 section 8. */
export const channelErrors = defineErrors({
  mailbox_not_found: ['not_found', 'There is no such mailbox.'],
  inbound_not_found: ['not_found', 'There is no such email, or its retention period is over.'],
  html_not_found: ['not_found', 'There is no HTML of this message, or its retention period is over.'],
  address_taken: ['conflict', 'Another mailbox has this address.'],
  address_invalid: ['invalid', 'This is not an email address.'],
  not_retryable: [
    'conflict',
    'Only a failed email can be retried, and only a rejected one accepted, while the original is kept.',
  ],
  mailbox_disabled: ['invalid', 'The mailbox is disabled, or does not accept email this way.'],
  mail_not_found: ['not_found', 'There is no such email, or the request is not handled by email.'],
  suppression_not_found: ['not_found', 'This address is not blocked.'],
  outbound_not_allowed: ['invalid', 'This domain may not send through the installation; ask the operator.'],
  mailbox_sends_nothing: ['invalid', 'The mailbox is disabled, or has no outbound server.'],
  mail_missing: ['invalid', 'The form has no part "email" with the raw email.'],
});
