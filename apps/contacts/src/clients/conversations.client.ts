import { requestErrors } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { type PromiseClient, undefinedIfNotFound } from '@parley/service-kit/grpc';

interface LeadsInUse {
  withRequests: ReadonlySet<string>;
  /** Id of the hold by lead. */
  held: ReadonlyMap<string, string>;
}

/** Calls to the conversations service. */
export interface ConversationsClient {
  /** `_id` of the lead of a request; undefined when the caller may not see it. @throws dependency_down */
  leadOf(projectId: string, requestId: string): Promise<string | undefined>;
  /** `_id`s of all requests of a lead, including closed ones. @throws dependency_down */
  requestsOf(projectId: string, lead: string): Promise<string[]>;
  /** Of at most 500 leads, those that have requests, and the holds that keep them. @throws dependency_down */
  leadsInUse(projectId: string, leads: readonly string[]): Promise<LeadsInUse>;
  /** @throws on_hold for a lead that a legal hold keeps; dependency_down */
  refuseHeld(projectId: string, lead: string): Promise<void>;
}

export function conversationsClient(client: PromiseClient<typeof ConversationsServiceService>): ConversationsClient {
  const leadsInUse = async (idProject: string, leads: readonly string[]): Promise<LeadsInUse> => {
    if (leads.length === 0) return { withRequests: new Set(), held: new Map() };
    const { withRequests, held } = await client.leadsInUse({ idProject, leads: [...leads] });
    return { withRequests: new Set(withRequests), held: new Map(held.map(({ lead, hold }) => [lead, hold])) };
  };
  return {
    leadsInUse,
    async refuseHeld(projectId, lead) {
      const hold = (await leadsInUse(projectId, [lead])).held.get(lead);
      if (hold !== undefined) throw requestErrors.on_hold({ hold });
    },
    async leadOf(idProject, requestId) {
      const found = await undefinedIfNotFound(client.getRequestFor({ idProject, requestId }));
      if (!found) return undefined;
      const record = JSON.parse(found.recordJson) as { requester_id?: string };
      return record.requester_id;
    },
    async requestsOf(idProject, lead) {
      const ids: string[] = [];
      let cursor = '';
      do {
        const { requests, nextCursor } = await client.listRequestsByLead({ idProject, lead, cursor });
        ids.push(...requests.map(({ id }) => id));
        cursor = nextCursor;
      } while (cursor !== '');
      return ids;
    },
  };
}
