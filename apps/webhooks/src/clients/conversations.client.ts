import { RequestInEvent } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { runInCall } from '@parley/service-kit/call';
import { type PromiseClient, undefinedIfNotFound } from '@parley/service-kit/grpc';

import type { Subscription } from '../subscription/subscription.ts';

/** Calls to the conversations service. */
export interface ConversationsClient {
  /** The current state of a request, in the form that events carry; `undefined` if it no longer exists. @throws dependency_down */
  findRequest(
    subscription: Pick<Subscription, 'projectId' | 'id'>,
    requestId: string,
  ): Promise<RequestInEvent | undefined>;
}

export function conversationsClient(client: PromiseClient<typeof ConversationsServiceService>): ConversationsClient {
  return {
    async findRequest({ projectId, id }, requestId) {
      const actor = { kind: 'subscription', id, projectId, role: 'agent' } as const;
      const found = await runInCall({ actor }, () =>
        undefinedIfNotFound(client.getRequestFor({ idProject: projectId, requestId })),
      );
      return found && RequestInEvent.parse(JSON.parse(found.recordJson));
    },
  };
}
