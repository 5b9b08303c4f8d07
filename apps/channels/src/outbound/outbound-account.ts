import type { MailboxStateView, OutgoingError, ServerFault } from '@parley/contracts';

import { type AccountState, failed, succeeded } from '../server/account-state.ts';
import { viewOfFault } from '../server/server-error.ts';

/** Whether the mail of a mailbox leaves. */
export interface OutboundAccount extends AccountState {
  projectId: string;
  /** Of the mailbox. */
  id: string;
}

/** What an attempt shows of the server of a mailbox. */
export type Verdict = 'ok' | ServerFault;

/** Of a recipient, or of one mail: the server works. */
const ofMails: ReadonlySet<OutgoingError> = new Set(['quota', 'greylisted', 'blocked', 'rejected']);
/** Of the server, or of the way to it. */
const ofServers: Partial<Record<OutgoingError, ServerFault>> = {
  ...{ dns_failed: 'dns_failed', connection_refused: 'connection_refused', tls_failed: 'tls_failed' },
  ...{ auth_failed: 'auth_failed', oauth_expired: 'oauth_expired', timeout: 'timeout', url_not_allowed: 'blocked' },
};

/** Errors that pass when the server of a mailbox works again. */
export const serverErrors = Object.keys(ofServers) as OutgoingError[];

/** @param error why a mail did not leave; undefined: it did. @returns undefined for what says nothing of the server */
export function verdictOf(error: OutgoingError | undefined): Verdict | undefined {
  return error === undefined || ofMails.has(error) ? 'ok' : ofServers[error];
}

/** Mails that fail at the same time are one failure. */
const apartMs = 5_000;

export function judged(current: AccountState, verdict: Verdict, at: Date): AccountState {
  if (verdict === 'ok') return succeeded(current, at);
  const isSame = current.failingSince !== null && at.getTime() - current.failingSince.getTime() < apartMs;
  return isSame ? current : failed(current, verdict, at);
}

/** @param account absent: nothing was sent so far */
export function outboundStateOf(account: OutboundAccount | undefined): Partial<MailboxStateView> {
  const { state = 'ok', since, lastOkAt, error } = account ?? {};
  return {
    outbound: state,
    ...(since && { outbound_since: since.toISOString() }),
    ...(lastOkAt && { outbound_last_ok_at: lastOkAt.toISOString() }),
    ...(error && { outbound_error: viewOfFault(error) }),
  };
}
