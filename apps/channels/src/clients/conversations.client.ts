import type { Actor } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { runInCall } from '@parley/service-kit/call';
import { type PromiseClient, undefinedIfNotFound } from '@parley/service-kit/grpc';
import { z } from 'zod';

interface AppendedMessage {
  projectId: string;
  /** In whose name the service acts. */
  mailboxId: string;
  requestId: string;
  /** The body of a `sendMessage` call. */
  message: object;
  /** The same key again: the same answer, and nothing is stored. */
  key: string;
}

const Stored = z.object({ _id: z.string(), request: z.object({ _id: z.string() }) });

/** Calls to the conversations service. */
export interface ConversationsClient {
  /** @throws dependency_down */
  exists(projectId: string, mailboxId: string, requestId: string): Promise<boolean>;
  /** Whether this member of the team may see the request. @throws dependency_down */
  maySee(projectId: string, actor: Actor, requestId: string): Promise<boolean>;
  /** Appends a message, once per key; makes the request if there is none. @throws the errors of a send; dependency_down */
  append(message: AppendedMessage): Promise<{ messageId: string; requestRecordId: string }>;
}

/** A first message routes its request. */
const appendDeadlineMs = 5_000;

export function conversationsClient(client: PromiseClient<typeof ConversationsServiceService>): ConversationsClient {
  return {
    async exists(idProject, mailboxId, requestId) {
      const find = () => undefinedIfNotFound(client.getRequestFor({ idProject, requestId }));
      return (await runInCall({ actor: actorOf(idProject, mailboxId) }, find)) !== undefined;
    },
    async maySee(idProject, actor, requestId) {
      const find = () => undefinedIfNotFound(client.getRequestFor({ idProject, requestId }));
      return (await runInCall({ actor }, find)) !== undefined;
    },
    async append({ projectId: idProject, mailboxId, requestId, message, key: dedupeKey }) {
      const call = { idProject, requestId, messageJson: JSON.stringify(message), dedupeKey };
      const { messageJson } = await runInCall({ actor: actorOf(idProject, mailboxId) }, () =>
        client.appendMessage(call, { deadlineMs: appendDeadlineMs }),
      );
      const { _id, request } = Stored.parse(JSON.parse(messageJson));
      return { messageId: _id, requestRecordId: request._id };
    },
  };
}

/** A machine of the project, which speaks for its contacts. */
function actorOf(projectId: string, mailboxId: string): Actor {
  return { kind: 'subscription', id: mailboxId, projectId, role: 'agent' };
}
