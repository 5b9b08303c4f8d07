import { type Actor, AppError, type MessageView, requestErrors } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { runInCall } from '@parley/service-kit/call';
import { type PromiseClient, undefinedIfNotFound } from '@parley/service-kit/grpc';
import { z } from 'zod';

import type { DeliveryReport } from '../outbound/outgoing.repository.ts';

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

const Stored = z.object({ _id: z.string(), request: z.object({ _id: z.string(), request_id: z.string() }) });
const Record = z.object({
  ticket_id: z.string().default(''),
  subject: z.string().default(''),
  first_text: z.string().default(''),
  lead: z.object({ lead_id: z.string().default(''), email: z.string().default('') }).optional(),
});

/** What a mail says of a message. */
export type CarriedMessage = Pick<
  MessageView,
  '_id' | 'seq' | 'sender' | 'senderFullname' | 'text' | 'type' | 'metadata' | 'createdAt' | 'audience' | 'status'
>;

interface RequestOfMail {
  /** `_id` */
  id: string;
  lastSeq: number;
  ticketId: string;
  subject: string;
  firstText: string;
  lead: { leadId: string; email: string };
}

/** Calls to the conversations service. */
export interface ConversationsClient {
  /** @throws dependency_down */
  exists(projectId: string, mailboxId: string, requestId: string): Promise<boolean>;
  /** @throws dependency_down */
  find(projectId: string, mailboxId: string, requestId: string): Promise<RequestOfMail | undefined>;
  /** A request that the caller of this operation sees. @throws request_not_found; dependency_down */
  checkVisible(projectId: string, requestId: string): Promise<{ id: string }>;
  /** The newest ones up to a `seq`, newest first. @throws dependency_down */
  messages(
    projectId: string,
    mailboxId: string,
    place: { requestId: string; upto: number; limit: number },
  ): Promise<CarriedMessage[]>;
  /** Appends a message, once per key; makes the request if there is none. @throws the errors of a send; dependency_down */
  append(message: AppendedMessage): Promise<{ messageId: string; requestRecordId: string; requestId: string }>;
  /** Opens a request with a message of the caller of this operation. @returns `_id` of the message @throws the errors of a send */
  open(projectId: string, requestId: string, message: object): Promise<string>;
  /** What became of messages, once per key. A request that is gone needs no report. @throws dependency_down */
  report(projectId: string, report: DeliveryReport, key: string): Promise<void>;
}

/** A first message routes its request. */
const appendDeadlineMs = 5_000;

export function conversationsClient(client: PromiseClient<typeof ConversationsServiceService>): ConversationsClient {
  const asMailbox = <T>(projectId: string, mailboxId: string, work: () => Promise<T>) =>
    runInCall({ actor: actorOf(projectId, mailboxId) }, work);
  return {
    async exists(idProject, mailboxId, requestId) {
      const find = () => undefinedIfNotFound(client.getRequestFor({ idProject, requestId }));
      return (await asMailbox(idProject, mailboxId, find)) !== undefined;
    },
    async find(idProject, mailboxId, requestId) {
      const get = () => undefinedIfNotFound(client.getRequestFor({ idProject, requestId }));
      const found = await asMailbox(idProject, mailboxId, get);
      if (!found) return undefined;
      const record = Record.parse(JSON.parse(found.recordJson));
      const { ticket_id: ticketId, subject, first_text: firstText } = record;
      const { lead_id: leadId = '', email = '' } = record.lead ?? {};
      return { id: found.id, lastSeq: found.lastSeq, ticketId, subject, firstText, lead: { leadId, email } };
    },
    async checkVisible(idProject, requestId) {
      const found = await undefinedIfNotFound(client.getRequestFor({ idProject, requestId }));
      if (!found) throw requestErrors.request_not_found();
      return { id: found.id };
    },
    async messages(idProject, mailboxId, place) {
      const list = () => client.listMessages({ idProject, ...place });
      const { messagesJson } = await asMailbox(idProject, mailboxId, list);
      return messagesJson.map((json) => JSON.parse(json) as CarriedMessage);
    },
    async append({ projectId: idProject, mailboxId, requestId, message, key: dedupeKey }) {
      const call = { idProject, requestId, messageJson: JSON.stringify(message), dedupeKey };
      const { messageJson } = await asMailbox(idProject, mailboxId, () =>
        client.appendMessage(call, { deadlineMs: appendDeadlineMs }),
      );
      const { _id, request } = Stored.parse(JSON.parse(messageJson));
      return { messageId: _id, requestRecordId: request._id, requestId: request.request_id };
    },
    async open(idProject, requestId, message) {
      const call = { idProject, requestId, messageJson: JSON.stringify(message), dedupeKey: `open ${requestId}` };
      const { messageJson } = await client.appendMessage(call, { deadlineMs: appendDeadlineMs });
      return Stored.parse(JSON.parse(messageJson))._id;
    },
    async report(idProject, { requestId, messageIds, status, error }, dedupeKey) {
      const why = { errorCode: error?.code ?? '', errorText: error?.text ?? '', tellTeam: error !== undefined };
      const call = { idProject, requestId, messageIds: [...messageIds], status, ...why, dedupeKey };
      await client.reportDelivery(call).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'request_not_found')) throw error;
      });
    },
  };
}

/** A machine of the project, which speaks for its contacts. */
function actorOf(projectId: string, mailboxId: string): Actor {
  return { kind: 'subscription', id: mailboxId, projectId, role: 'agent' };
}
