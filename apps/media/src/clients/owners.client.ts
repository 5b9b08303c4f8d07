import { commonErrors } from '@parley/contracts';
import type { ExportResponse, TransferServiceService } from '@parley/proto-gen/transfer/v1/transfer';
import type { Owner } from '@parley/service-kit/archive';
import type { PromiseClient } from '@parley/service-kit/grpc';

/** A count of millions of rows takes a while. */
const countMs = 60_000;
/** A service that sends nothing for so long has stopped. */
const silenceMs = 30_000;

/** Calls to the services that hold records of projects. */
export interface OwnersClient {
  count(owner: Owner, projectId: string): Promise<Readonly<Record<string, number>>>;
  /** All records of a project, from one snapshot. @throws dependency_down also when the service falls silent */
  export(owner: Owner, projectId: string, over: AbortSignal): AsyncIterable<ExportResponse>;
}

type Client = PromiseClient<typeof TransferServiceService>;

export function ownersClient(clients: Readonly<Record<string, Client>>): OwnersClient {
  const of = (owner: Owner): Client => {
    const found = clients[owner];
    if (!found) throw new Error(`no client of ${owner}`);
    return found;
  };
  return {
    count: async (owner, idProject) => (await of(owner).count({ idProject }, { deadlineMs: countMs })).counts,
    async *export(owner, idProject, over) {
      const silence = new AbortController();
      let timer = setTimeout(() => silence.abort(), silenceMs);
      try {
        const signal = AbortSignal.any([over, silence.signal]);
        for await (const answer of of(owner).export({ idProject, withSecrets: false }, { signal })) {
          clearTimeout(timer);
          yield answer;
          timer = setTimeout(() => silence.abort(), silenceMs);
        }
      } finally {
        clearTimeout(timer);
      }
      if (silence.signal.aborted) throw commonErrors.dependency_down({ dependency: owner });
      over.throwIfAborted();
    },
  };
}
