import type { InputOf } from '@parley/contracts';
import {
  type Actor,
  labelled,
  mentionsLabels,
  type messageApi,
  requestErrors,
  type TextsByLabel,
  validationFailed,
} from '@parley/contracts';

import { isEndUser, principalOf } from '../access/visibility.ts';
import type { Sender } from '../directory/senders.ts';
import { moverOf } from '../participant/membership.ts';
import { type Content, commanded, interpreted, type TextCommand } from '../request-state/content.ts';
import { audienceOf, isPrivate, type NewMessage, type Side } from '../request-state/message.ts';
import type { SupportRequest } from '../request-state/request.ts';

type Body = Pick<
  InputOf<typeof messageApi.sendMessage>,
  'text' | 'type' | 'metadata' | 'attributes' | 'language' | 'channel' | 'external_id'
>;

/** How a message is prepared, beside its content. */
export interface PrepareOptions {
  /** The project's texts, for labels in the message. */
  labels?: TextsByLabel | undefined;
  /** Imported history: labels and commands are not interpreted. */
  imported?: NewMessage['imported'] | undefined;
}

/** A message without what depends on its request. */
export interface PreparedMessage {
  content: Content;
  command: TextCommand | undefined;
  /** Completes the message for a request with this requester. */
  forRequester(requester: string): NewMessage;
}

/** Applies labels, micro-language and commands; contract 21 section 7 defines the order. */
export function prepareMessage(
  actor: Actor,
  sender: Sender,
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

/** Whether the text may contain labels; texts of end users are never searched for them. */
export function wantsLabels(sender: Sender, body: Pick<Body, 'text'>): boolean {
  return sender.kind !== 'visitor' && body.text !== undefined && mentionsLabels(body.text);
}

const notForEndUsers = {
  param: 'attributes.subtype',
  location: 'body',
  msg: 'Private messages are for the team',
} as const;

/** The requester's first message is hidden, so the request starts in preflight. */
export function startsSilently(message: NewMessage): boolean {
  return message.side === 'requester' && message.audience !== 'all' && message.audience !== 'private';
}

/** An agent may not close a colleague's conversation, nor by a command. */
export function checkMayClose(actor: Actor, sender: Sender, current: SupportRequest): void {
  if (sender.kind === 'bot' || moverOf(actor).supervisor || current.participants.includes(sender.id)) return;
  throw requestErrors.not_a_participant({ conflict: current.id });
}
