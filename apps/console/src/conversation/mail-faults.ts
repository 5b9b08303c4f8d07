import type { RequestMailView } from '@parley/sdk';

import type { MessageId } from '../app/language.ts';

type Code = NonNullable<RequestMailView['error']>['code'] | 'folder_missing';

/** What is wrong with a mail server or a mail, and what to do. */
export const mailFaults: Readonly<Record<Code, MessageId>> = {
  dns_failed: 'mail.fault.dns_failed',
  url_not_allowed: 'mail.fault.url_not_allowed',
  connection_refused: 'mail.fault.connection_refused',
  tls_failed: 'mail.fault.tls_failed',
  auth_failed: 'mail.fault.auth_failed',
  oauth_expired: 'mail.fault.oauth_expired',
  folder_missing: 'mail.fault.folder_missing',
  timeout: 'mail.fault.timeout',
  quota: 'mail.fault.quota',
  greylisted: 'mail.fault.greylisted',
  blocked: 'mail.fault.blocked',
  rejected: 'mail.fault.rejected',
  bounced: 'mail.fault.bounced',
  suppressed: 'mail.fault.suppressed',
  expired: 'mail.fault.expired',
  mailbox_disabled: 'mail.fault.mailbox_disabled',
  mailbox_removed: 'mail.fault.mailbox_removed',
  outbound_off: 'mail.fault.outbound_off',
  nothing_to_send: 'mail.fault.nothing_to_send',
  internal: 'mail.fault.internal',
};
