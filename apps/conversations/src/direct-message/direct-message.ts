import type { DirectMessageView, MessageType } from '@parley/contracts';
import { MessageStatus } from '@parley/contracts';

/** A direct message to a member, outside any request. Absent values are `null`. */
export interface DirectMessage {
  projectId: string;
  id: string;
  createdAt: Date;
  createdBy: string;
  sender: string;
  senderFullname: string;
  /** User id, or uuid_user of a visitor. */
  recipient: string;
  recipientFullname: string;
  text: string;
  type: MessageType;
  metadata: Record<string, unknown> | null;
  attributes: Record<string, unknown>;
  language: string | null;
  channel: string;
}

/** The public form in answers and events. Direct messages never change: the status is `received` from the start. */
export function viewDirectMessage(message: DirectMessage): DirectMessageView {
  const { metadata, language } = message;
  return {
    _id: message.id,
    id: message.id,
    __v: 0,
    id_project: message.projectId,
    createdAt: message.createdAt.toISOString(),
    updatedAt: message.createdAt.toISOString(),
    createdBy: message.createdBy,
    sender: message.sender,
    senderFullname: message.senderFullname,
    recipient: message.recipient,
    recipientFullname: message.recipientFullname,
    text: message.text,
    type: message.type,
    ...(metadata !== null && { metadata }),
    attributes: message.attributes,
    status: MessageStatus.received,
    ...(language !== null && { language }),
    channel: { name: message.channel },
    channel_type: 'direct',
  };
}
