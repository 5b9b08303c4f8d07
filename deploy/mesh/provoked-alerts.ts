/** The labels of an alert, `alertname` among them. */
export type Labels = Record<string, string> & { alertname: string };

/** Alerts that `walk.mesh.ts` makes fire, by what does it. docs/operations/watching.md names them. */
export const provokedAlerts = {
  untouched: [{ alertname: 'ParleyBackupOld' }],
  slowCalls: [
    { alertname: 'ParleySlow', service: 'conversations' },
    { alertname: 'ParleyCallsSlowFast' },
    { alertname: 'ParleyCallsSlowSlowly' },
  ],
  unreadableEvent: [{ alertname: 'ParleyDeadLetters', service: 'analytics' }],
  eventsWithoutBus: [{ alertname: 'ParleyEventsReconciled', service: 'conversations' }],
  failingMail: [{ alertname: 'ParleyMailboxesFail' }, { alertname: 'ParleyMailLeavesLate' }],
  /** They end when the part is back. */
  stoppedParts: [
    { alertname: 'ParleyServiceDown', job: 'parley-bots' },
    { alertname: 'ParleyCopiesStale', publisher: 'bots' },
    { alertname: 'ParleyOutboxOld', service: 'workspace' },
  ],
  failedCalls: [
    { alertname: 'ParleyObjectStore' },
    { alertname: 'ParleySendsFailFast' },
    { alertname: 'ParleySendsFailSlowly' },
    { alertname: 'ParleyErrors', service: 'conversations' },
    { alertname: 'ParleyMailWaits' },
  ],
  lateEvents: [
    { alertname: 'ParleyConsumerLag', service: 'analytics' },
    { alertname: 'ParleyEventsLateFast', service: 'analytics' },
  ],
  spoiltData: [{ alertname: 'ParleyFilesWithoutBytes' }, { alertname: 'ParleyTableBloat', service: 'media' }],
} as const satisfies Record<string, readonly Labels[]>;
