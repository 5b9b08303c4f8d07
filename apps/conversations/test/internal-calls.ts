import type { ServiceName } from '@parley/contracts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { client, type PromiseClient } from '@parley/service-kit/grpc';

import type { ConversationsService } from './conversations-api.ts';

interface Calls {
  conversations: PromiseClient<typeof ConversationsServiceService>;
  subject: PromiseClient<typeof SubjectServiceService>;
  close(): void;
}

/** What other services call, as `from` calls it. */
export function callsOf(service: ConversationsService, from: ServiceName): Calls {
  const actorKey = new Uint8Array(Buffer.from(String(service.env.ACTOR_KEY), 'base64url'));
  const calling = { address: service.addresses.grpc, to: 'conversations', from, actorKey, deadlineMs: 20_000 } as const;
  const conversations = client(ConversationsServiceService, calling);
  const subject = client(SubjectServiceService, calling);
  return {
    conversations,
    subject,
    close: () => {
      conversations.close();
      subject.close();
    },
  };
}
