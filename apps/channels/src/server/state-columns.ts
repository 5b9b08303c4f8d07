import type { AccountState } from './account-state.ts';

/** Of a table `a` with the state of accounts. */
export const stateColumns = `a.state, a.since, a.last_ok_at as "lastOkAt", a.error, a.failing_since as "failingSince", a.failures`;

/** Stores the state of one mailbox; see `stateValues`. */
export const stateUpdate = 'state = $3, since = $4, last_ok_at = $5, error = $6, failing_since = $7, failures = $8';

export function stateValues({ projectId, id }: { projectId: string; id: string }, next: AccountState): unknown[] {
  const { state, since, lastOkAt, error, failingSince, failures } = next;
  return [projectId, id, state, since, lastOkAt, error, failingSince, failures];
}
