import type { ReconciliationDifference, ReconciliationView } from '@parley/contracts';

/** A comparison of the figures with the records of the conversations service. */
export interface Reconciliation {
  projectId: string;
  id: string;
  status: 'running' | 'done' | 'failed';
  isRepair: boolean;
  isNightly: boolean;
  zone: string;
  from: Date;
  until: Date;
  asOf: Date | null;
  requests: number;
  messages: number;
  differences: ReconciliationDifference[];
  differencesCount: number;
  repaired: number;
  startedAt: Date;
  finishedAt: Date | null;
}

const maxDifferences = 1_000;
const maxRecords = 20;

/** The differences found so far, up to the number that is shown. */
export class Findings {
  readonly differences: ReconciliationDifference[] = [];
  count = 0;

  add(difference: ReconciliationDifference): void {
    this.count += 1;
    if (this.differences.length >= maxDifferences) return;
    this.differences.push({ ...difference, records: difference.records.slice(0, maxRecords) });
  }
}

export function viewOf(run: Reconciliation): ReconciliationView {
  const { id, asOf, finishedAt, isRepair, requests, messages, differences, differencesCount, repaired } = run;
  return {
    ...{ _id: id, id, id_project: run.projectId, status: run.status },
    ...(asOf && { asOf: asOf.toISOString() }),
    ...{ from: run.from.toISOString(), to: run.until.toISOString(), repair: isRepair, checked: { requests, messages } },
    ...{ differences, differencesCount, repaired, startedAt: run.startedAt.toISOString() },
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
  };
}
