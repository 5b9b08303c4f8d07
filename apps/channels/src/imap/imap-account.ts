import { type ImapInbound, type ImapInboundView, type MailboxStateView, validationFailed } from '@parley/contracts';

import type { AccountState } from '../server/account-state.ts';
import { viewOfFault } from '../server/server-error.ts';

/** How a mailbox is read by IMAP, as an admin has set it. */
export interface ImapSettings {
  host: string;
  port: number;
  secure: 'tls' | 'starttls';
  username: string;
  /** Sealed; null: it signs in by OAuth. */
  password: string | null;
  folder: string;
  /** `keep`, `seen` or `move:<folder>`. */
  after: string;
}

/** How far the folder has been read. */
interface Progress {
  /** Null before the first time. */
  uidValidity: string | null;
  /** The last one stored. */
  lastUid: number;
  /** Up to which `after` was carried out. */
  settledUid: number;
  /** Those up to `lastUid` that could not be read. */
  setAside: readonly number[];
}

/** Whether its mail comes in. */
export interface ReadingState extends AccountState {
  /** Mails on the server that are still to be read. */
  behind: number;
}

/** A mailbox that is read by IMAP. */
export interface ImapAccount extends ImapSettings, Progress, ReadingState {
  projectId: string;
  /** Of the mailbox. */
  id: string;
  /** Counts changes of the settings: a session of an older one ends. */
  revision: number;
  /** The replica that reads it. */
  holder: string | null;
  createdAt: Date;
}

const ports = { tls: 993, starttls: 143 };

/**
 * The settings that a client has written. A password is kept only for the same account of the same server: otherwise, an admin who changes
 * the host could have it sent to a server of their own.
 * @param seal seals a password
 * @throws validation_failed without a password
 */
export function settingsOf(
  sent: ImapInbound,
  current: ImapSettings | undefined,
  seal: (password: string) => string,
): ImapSettings {
  const { host, secure = sent.port === 143 ? 'starttls' : 'tls', port = ports[secure], username, oauth } = sent;
  const { folder = current?.folder ?? 'INBOX', after = current?.after ?? 'keep' } = sent;
  const isSame = current !== undefined && current.host === host && current.username === username;
  const kept = isSame ? current.password : null;
  const password = oauth ? null : sent.password === undefined ? kept : seal(sent.password);
  if (password === null && !oauth)
    throw validationFailed([{ param: 'inbound.password', location: 'body', msg: 'Must be given with a new server' }]);
  return { host, port, secure, username, password, folder, after };
}

export function inboundViewOf({ password, ...settings }: ImapSettings): ImapInboundView {
  const { host, port, secure, username, folder, after } = settings;
  return { host, port, secure, username, ...(password ? { password_set: true } : { oauth: true }), folder, after };
}

export function stateViewOf({ state, since, lastOkAt, error, behind }: ReadingState): MailboxStateView {
  return {
    inbound: state,
    ...(since && { since: since.toISOString() }),
    ...(lastOkAt && { last_ok_at: lastOkAt.toISOString() }),
    ...(error && { error: viewOfFault(error) }),
    ...(behind > 0 && { behind }),
  };
}

const waitsMs = [5_000, 15_000, 60_000, 300_000, 900_000];

/** Wait after so many failures in a row. Source: contract 26 section 2.1. */
export function retryMs(failures: number): number {
  return waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0;
}

/** The folder into which a mail is moved once it is stored. */
export function moveTarget(after: string): string | undefined {
  return after.startsWith('move:') ? after.slice('move:'.length) : undefined;
}
