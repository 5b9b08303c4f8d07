import type { MessageView } from '@parley/contracts';

import { labelOf } from '../rollup/label.ts';

/** The countable data of a message; immutable, except that its request may be a draft. */
export interface MessageFact {
  projectId: string;
  id: string;
  /** `_id` of its request. */
  request: string;
  sender: string;
  senderName: string;
  channel: string;
  isReceived: boolean;
  createdAt: Date;
  recordedAt: Date;
}

/** Visible messages count, except those of the system. Source: contract 40 section 1.1. */
export function counts({ audience, sender }: Pick<MessageView, 'audience' | 'sender'>): boolean {
  return (audience ?? 'all') === 'all' && sender !== 'system';
}

type CountedMessage = Pick<MessageView, '_id' | 'id_project' | 'sender' | 'senderFullname' | 'channel' | 'createdAt'>;

export function factOf(message: CountedMessage, request: string, isReceived: boolean, recordedAt: Date): MessageFact {
  const { id_project, _id, sender, senderFullname: senderName, channel, createdAt } = message;
  return {
    ...{ projectId: id_project, id: _id, request, sender, senderName, isReceived, recordedAt },
    channel: labelOf(channel.name),
    createdAt: new Date(createdAt),
  };
}

/** Splits sums in which `part` counts the received messages. */
export function splitOf({ total, part }: { total: number; part: number } = { total: 0, part: 0 }) {
  return { received: part, sent: total - part };
}
