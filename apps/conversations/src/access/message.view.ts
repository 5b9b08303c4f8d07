import type { Actor, Audience, MessageView } from '@parley/contracts';
import type { Message } from '../request-state/message.ts';
import { isEndUser } from './visibility.ts';

/** Classes that an end user may read; `own` are their own hidden messages, and end users see only their own requests. */
export const endUserAudiences: readonly Audience[] = ['all', 'service', 'own'];

/** The form in which a message is shown. */
export type Reader = 'team' | 'end_user';

export const readerOf = (actor: Actor): Reader => (isEndUser(actor) ? 'end_user' : 'team');

/**
 * A message as answers and events show it.
 * @param recipient `request_id` of its request
 * @param reader end users never learn the class of a message
 */
export function viewMessage(message: Message, recipient: string, reader: Reader): MessageView {
  const { metadata, language, externalId } = message;
  return {
    _id: message.id,
    id: message.id,
    __v: message.version,
    id_project: message.projectId,
    createdAt: message.createdAt.toISOString(),
    updatedAt: message.updatedAt.toISOString(),
    createdBy: message.createdBy,
    seq: message.seq,
    sender: message.sender,
    senderFullname: message.senderFullname,
    recipient,
    text: message.text,
    type: message.type,
    ...(metadata !== null && { metadata }),
    attributes: message.attributes,
    status: message.status,
    ...(language !== null && { language }),
    channel: { name: message.channel },
    channel_type: 'group',
    ...(externalId !== null && { external_id: externalId }),
    ...(message.imported && { imported: true as const }),
    ...(reader === 'team' && { audience: message.audience }),
  };
}
