import type { ServerFault } from '@parley/contracts';

/** Whether a mailbox can use a server: to read mail, or to send it. */
export interface AccountState {
  state: 'ok' | 'failing';
  since: Date | null;
  lastOkAt: Date | null;
  error: ServerFault | null;
  /** When the present series of failures began. */
  failingSince: Date | null;
  failures: number;
}

/** They do not pass by themselves: the second in a row makes the mailbox `failing`. */
const definite: ReadonlySet<ServerFault> = new Set(['auth_failed', 'oauth_expired', 'folder_missing']);
const toleratedMs = 900_000;

/** The server was used. */
export function succeeded(current: AccountState, at: Date): AccountState {
  const since = current.state === 'ok' ? (current.since ?? at) : at;
  return { state: 'ok', since, lastOkAt: at, error: null, failingSince: null, failures: 0 };
}

export function failed<State extends AccountState>(current: State, error: ServerFault, at: Date): State {
  const failures = current.failures + 1;
  const failingSince = current.failingSince ?? at;
  const isDefinite = definite.has(error) && failures > 1;
  const isFailing = isDefinite || at.getTime() - failingSince.getTime() >= toleratedMs;
  const isNew = isFailing && current.state === 'ok';
  const state = isFailing ? 'failing' : current.state;
  return { ...current, state, since: isNew ? at : current.since, error, failingSince, failures };
}
