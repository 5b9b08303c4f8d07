import type { OutgoingError } from '@parley/contracts';

import type { Failure } from './outgoing-mail.ts';

/** What nodemailer throws. */
interface SendError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

const sentences: Record<OutgoingError, string> = {
  dns_failed: 'The name of the mail server could not be resolved.',
  url_not_allowed: 'This mail server may not be called.',
  connection_refused: 'The mail server refused the connection.',
  tls_failed: 'No encrypted connection to the mail server could be made.',
  auth_failed: 'The mail server refused the sign-in.',
  oauth_expired: 'The consent has ended: sign in at the provider again.',
  timeout: 'The mail server did not answer in time.',
  quota: 'The mailbox of the recipient is full.',
  greylisted: 'The mail server asked to try again later.',
  blocked: 'The mail server refused the mail as unwanted.',
  rejected: 'The mail server refused the mail or its recipient.',
  bounced: 'The mail came back.',
  suppressed: 'Mail to this address has come back before; an admin can lift the block.',
  expired: 'The mail could not be delivered within two days.',
  mailbox_disabled: 'The mailbox is disabled.',
  mailbox_removed: 'The mailbox was removed.',
  outbound_off: 'The mailbox sends no mail.',
  nothing_to_send: 'There is nothing left to send.',
  internal: 'The mail could not be made.',
};

/** @param numbers of the server's answer: `550 5.1.1` */
export function failureOf(code: OutgoingError, isFinal = false, numbers = ''): Failure {
  return { code, text: numbers === '' ? sentences[code] : `${sentences[code]} (${numbers})`, isFinal };
}

/** The failure of an attempt. Nothing of the server's text is kept but its numbers: servers repeat addresses in it. */
export function failureOfAttempt(error: unknown): Failure {
  const { code = '', responseCode = 0, response = '', command = '' } = error as SendError;
  // A wrong password is a fault of the mailbox, not of the mail: it is healed by the next right one.
  if (code === 'EAUTH' || command.startsWith('AUTH')) return failureOf('auth_failed');
  if (responseCode >= 400) return failureOfAnswer(responseCode, response);
  const cause = `${code} ${error instanceof Error ? error.message : ''}`;
  if (/ETLS|certificate|SSL|TLS/i.test(cause)) return failureOf('tls_failed');
  if (/ENOTFOUND|EDNS/.test(cause)) return failureOf('dns_failed');
  if (/ETIMEDOUT|timeout/i.test(cause)) return failureOf('timeout');
  if (/ECONN|ESOCKET|EHOSTUNREACH|ENETUNREACH|EPIPE|EPROTOCOL/.test(cause)) return failureOf('connection_refused');
  return failureOf('internal');
}

function failureOfAnswer(answer: number, text: string): Failure {
  const [enhanced = ''] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text) ?? [];
  const numbers = `${answer} ${enhanced}`.trim();
  const isFinal = answer >= 500;
  return failureOf(wordOf(answer, enhanced), isFinal, numbers);
}

/** RFC 3463: x.2.2 is a full mailbox, x.7.y a matter of policy. */
function wordOf(answer: number, enhanced: string): OutgoingError {
  if (enhanced.endsWith('.2.2') || answer === 452 || answer === 552) return 'quota';
  if (/^\d\.7\./.test(enhanced) || answer === 554) return 'blocked';
  return answer >= 500 ? 'rejected' : 'greylisted';
}
