import type { Actor, Audience, MessageView } from '@parley/contracts';
import { formOf, type ViewOf } from '../request-state/columns.ts';
import { type MessageForm, type MessageTable, messageTable } from '../request-state/message.columns.ts';
import type { Message } from '../request-state/message.ts';
import { isEndUser } from './actor.ts';

/** Classes that an end user may read; `own` are their own hidden messages, and end users see only their own requests. */
export const endUserAudiences: readonly Audience[] = ['all', 'service', 'own'];

/** The form in which a message is shown. */
export type Reader = 'team' | 'end_user';

export const readerOf = (actor: Actor): Reader => (isEndUser(actor) ? 'end_user' : 'team');

export const mayRead = ({ audience }: Message, reader: Reader): boolean =>
  reader === 'team' || endUserAudiences.includes(audience);

/**
 * A message as answers and events show it.
 * @param recipient `request_id` of its request
 * @param reader end users never learn the class of a message
 */
export function viewMessage(message: Message, recipient: string, reader: Reader): MessageView {
  const { id } = message;
  return Object.assign((reader === 'team' ? teamForm : publicForm)(message), {
    id,
    recipient,
    channel_type: 'group' as const,
  });
}

const publicForm = formOf<MessageTable, ViewOf<MessageTable, 'all'>>(messageTable, ({ to }) => to === 'all');
const teamForm: (message: Message) => MessageForm = formOf<MessageTable, ViewOf<MessageTable, 'all' | 'team'>>(
  messageTable,
  ({ to }) => to !== undefined,
);
