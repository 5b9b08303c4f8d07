import type { LedgerServiceService } from '@parley/proto-gen/subject/v1/ledger';
import type { PromiseClient } from '@parley/service-kit/grpc';

/** An erasure that has begun once. */
interface LedgerEntry {
  /** To go on after it. */
  name: string;
  projectId: string;
  /** `_id` of the lead. */
  lead: string;
}

/** The ledger of erasures, which media keeps apart from all databases. */
export interface Ledger {
  /** A page of the erasures since this moment, in their order, after this one; empty: there are no more. @throws dependency_down */
  list(since: Date, after: string): Promise<LedgerEntry[]>;
}

export function ledgerClient(client: PromiseClient<typeof LedgerServiceService>): Ledger {
  return {
    async list(since, after) {
      const { entries } = await client.listErasures({ after, sinceMs: since.getTime() });
      return entries.map(({ name, idProject, lead }) => ({ name, projectId: idProject, lead }));
    },
  };
}
