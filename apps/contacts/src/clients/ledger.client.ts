import type { LedgerServiceService } from '@parley/proto-gen/subject/v1/ledger';
import type { PromiseClient } from '@parley/service-kit/grpc';

/** An erasure that has begun once, or a deletion. */
export type LedgerEntry =
  /** `lead`: its `_id`. */
  { projectId: string; lead: string } | { projectId: string } | { userId: string };

/** The ledger of erasures, which media keeps apart from all databases. */
export interface Ledger {
  /**
   * A page of what was erased since this moment, in its order, after the name of an entry.
   * @returns `last`: the name to go on after; undefined: there is no more
   * @throws dependency_down
   */
  list(since: Date, after: string): Promise<{ entries: LedgerEntry[]; last?: string }>;
}

export function ledgerClient(client: PromiseClient<typeof LedgerServiceService>): Ledger {
  return {
    async list(since, after) {
      const { entries } = await client.listErasures({ after, sinceMs: since.getTime() });
      return {
        entries: entries.map(({ idProject: projectId, lead, idUser: userId }) =>
          userId ? { userId } : { projectId, ...(lead && { lead }) },
        ),
        last: entries.at(-1)?.name,
      };
    },
  };
}
