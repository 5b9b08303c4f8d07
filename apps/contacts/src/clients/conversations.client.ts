import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { type PromiseClient, undefinedIfNotFound } from '@parley/service-kit/grpc';

/** Calls to the conversations service. */
export interface ConversationsClient {
  /** `_id` of the lead of a request; undefined when the caller may not see it. @throws dependency_down */
  leadOf(projectId: string, requestId: string): Promise<string | undefined>;
  /** `_id`s of all requests of a lead, including closed ones. @throws dependency_down */
  requestsOf(projectId: string, lead: string): Promise<string[]>;
}

export function conversationsClient(client: PromiseClient<typeof ConversationsServiceService>): ConversationsClient {
  return {
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
