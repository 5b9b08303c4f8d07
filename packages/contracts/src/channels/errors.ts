import { defineErrors } from '../errors.ts';

/** Source: contract 26 section 8. */
export const channelErrors = defineErrors({
  mailbox_not_found: ['not_found', 'There is no such mailbox.'],
  inbound_not_found: ['not_found', 'There is no such mail, or it was removed after its retention.'],
  html_not_found: ['not_found', 'There is no HTML of this message, or it was removed after its retention.'],
  address_taken: ['conflict', 'Another mailbox has this address.'],
  address_invalid: ['invalid', 'This is not an e-mail address.'],
  not_retryable: [
    'conflict',
    'Only a mail that has failed can be retried, and only one that was rejected can be accepted, while its bytes are kept.',
  ],
  mailbox_disabled: ['invalid', 'The mailbox is disabled, or takes no mail this way.'],
  mail_not_found: ['not_found', 'There is no such mail, or the request is not held by mail.'],
  suppression_not_found: ['not_found', 'Nothing holds mail to this address back.'],
  outbound_not_allowed: ['invalid', 'The operator lets no mailbox of this domain send through the installation.'],
  mailbox_sends_nothing: ['invalid', 'The mailbox is disabled, or has no outbound server.'],
  mail_missing: ['invalid', 'The form has no part "email" with the raw mail.'],
});
