import { type ServerFault, serverFaults } from '@parley/contracts';

import { type AccountState, failed } from '../server/account-state.ts';
import { retryMs } from './imap-account.ts';

const working: AccountState = {
  ...{ state: 'ok', since: new Date(0), lastOkAt: new Date(0), error: null, failingSince: null, failures: 0 },
};

/** When a mailbox counts as failing whose session ends at 0, and which fails to be read from then on. */
function failingAt(fault: ServerFault): number {
  let state = working;
  for (let at = 0; ; at += retryMs(state.failures)) {
    state = failed(state, fault, new Date(at));
    if (state.state === 'failing') return at;
  }
}

const minuteMs = 60_000;
const definite: ServerFault[] = ['auth_failed', 'oauth_expired', 'folder_missing'];

it.each(definite)('is failing within two minutes once its server says %s, and not at the first time', (fault) => {
  // A session that the server does not end is looked at after a minute.
  expect(failingAt(fault) + minuteMs).toBeLessThanOrEqual(2 * minuteMs);
  expect(failingAt(fault)).toBeGreaterThan(0);
});

it.each((Object.keys(serverFaults) as ServerFault[]).filter((fault) => !definite.includes(fault)))(
  'is failing when %s has lasted for 15 minutes',
  (fault) => {
    expect(failingAt(fault)).toBeGreaterThanOrEqual(15 * minuteMs);
    expect(failingAt(fault)).toBeLessThan(30 * minuteMs);
  },
);
