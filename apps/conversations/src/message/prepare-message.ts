import type { InputOf } from '@parley/contracts';
import {
  type Actor,
  labelled,
  mentionsLabels,
  type messageApi,
  type TextsByLabel,
  validationFailed,
} from '@parley/contracts';

import { isEndUser, principalOf } from '../access/visibility.ts';
import type { Speaker } from '../directory/speaker.ts';
import { type Content, commanded, interpreted, type TextCommand } from '../request-state/content.ts';
import { audienceOf, isPrivate, type NewMessage, type Side } from '../request-state/message.ts';

type Body = Pick<
  InputOf<typeof messageApi.sendMessage>,
  'text' | 'type' | 'metadata' | 'attributes' | 'language' | 'channel' | 'external_id'
>;

/** How a message is taken, beside what it says. */
export interface PrepareOptions {
  /** The project's texts, where a label may stand for one. */
  labels?: TextsByLabel | undefined;
  /** History from elsewhere: no label, no command. */
  imported?: NewMessage['imported'] | undefined;
}

/** A message as far as it does not depend on its request. */
export interface PreparedMessage {
  content: Content;
  command: TextCommand | undefined;
  /** The message in a request whose requester is known. */
  forRequester(requester: string): NewMessage;
}

/** Labels, micro-language and commands; see contract 21 section 7 for the order. */
export function prepareMessage(
  actor: Actor,
  sender: Speaker,
  body: Body,
  options: PrepareOptions = {},
): PreparedMessage {
  const { labels = {}, imported } = options;
  const sent: Content = {
    text: body.text ?? '',
    type: body.type ?? 'text',
    metadata: body.metadata ?? null,
    attributes: body.attributes ?? {},
  };
  if (isEndUser(actor) && isPrivate(sent.attributes)) throw validationFailed([notForEndUsers]);

  const plain = sender.kind === 'visitor' || imported !== undefined;
  const spoken = interpreted(plain ? sent : { ...sent, text: labelled(sent.text, labels) }, sent.text);
  const { content, command } = plain ? { content: spoken, command: undefined } : commanded(spoken);
  return {
    content,
    command,
    forRequester: (requester) => {
      const side: Side = sender.id === requester ? 'requester' : sender.kind;
      return {
        ...content,
        side,
        createdBy: principalOf(actor),
        sender: sender.id,
        senderFullname: sender.fullname,
        language: body.language ?? null,
        channel: body.channel?.name ?? null,
        externalId: body.external_id ?? null,
        audience: audienceOf(side, content.attributes),
        ...(imported && { imported }),
      };
    },
  };
}

/** The texts a message may need: those of end users are never searched for labels. */
export function wantsLabels(sender: Speaker, body: Pick<Body, 'text'>): boolean {
  return sender.kind !== 'visitor' && body.text !== undefined && mentionsLabels(body.text);
}

const notForEndUsers = {
  param: 'attributes.subtype',
  location: 'body',
  msg: 'Private messages are for the team',
} as const;

/** A requester who starts hidden has not said anything yet. */
export function startsSilently(message: NewMessage): boolean {
  return message.side === 'requester' && message.audience !== 'all' && message.audience !== 'private';
}
