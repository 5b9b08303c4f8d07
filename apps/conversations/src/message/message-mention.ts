import { bodyFaults, Mentions, validationFailed } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import type { Context } from '../context.ts';
import type { Sender } from '../directory/senders.ts';
import { type Mention, refuseStrangers } from '../mention/mentions.ts';
import type { Incoming } from '../request/receive.ts';
import { isPrivate } from '../request-state/message.ts';
import type { PreparedMessage } from './prepare-message.ts';

/** A message with the people whom it mentions. */
export interface MentioningMessage extends PreparedMessage {
  mention?: Mention | undefined;
}

const member = 'attributes.mentions';

/** Only private messages mention: elsewhere the attribute is passed on without effect. @throws validation_failed, not_a_teammate */
export async function mentionOf(
  context: Context,
  projectId: string,
  sender: Sender,
  { content }: PreparedMessage,
): Promise<Mention | undefined> {
  const { attributes, text } = content;
  if (!isPrivate(attributes) || attributes.mentions === undefined || attributes.mentions === null) return undefined;
  const { data, error } = Mentions.safeParse(attributes.mentions);
  if (error) throw validationFailed(bodyFaults(error, member));
  const { people, strangers } = await context.members.findTeam(projectId, data);
  refuseStrangers(strangers, (index) => `${member}[${index}]`);
  if (people.length === 0) return undefined;
  return { people, by: { _id: sender.id, fullname: sender.fullname }, text, place: { message_id: newId() } };
}

/** The message as the rules take it; the event of a mention names it before it is stored. */
export function incomingOf({ forRequester, command, mention }: MentioningMessage, requester: string): Incoming {
  const message = forRequester(requester);
  if (!mention || !('message_id' in mention.place)) return { message, command };
  return { message: { ...message, id: mention.place.message_id }, command, mention };
}
