import type { Audience, MessageStatus, MessageType } from '@parley/contracts';

/** A message as this service keeps it. What it has not is `null`. */
export interface Message {
  projectId: string;
  /** `_id` of the request. */
  request: string;
  seq: number;
  id: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  createdBy: string;
  sender: string;
  senderFullname: string;
  text: string;
  type: MessageType;
  metadata: Record<string, unknown> | null;
  attributes: Record<string, unknown>;
  status: MessageStatus;
  language: string | null;
  channel: string;
  externalId: string | null;
  imported: boolean;
  audience: Audience;
}
