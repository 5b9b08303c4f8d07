import {
  type Actor,
  bodyFaults,
  type InputOf,
  labelled,
  Mentions,
  mentionsLabels,
  type messageApi,
  requestErrors,
  type TextsByLabel,
  validationFailed,
} from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { isConnector, isEndUser, moverOf, principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';
import type { Sender } from '../directory/senders.ts';
import { type Mention, refuseStrangers } from '../mention/mentions.ts';
import { type RedactPattern, withoutPatterns } from '../pattern/patterns.ts';
import type { Incoming } from '../request/receive.ts';
import { type Content, commanded, interpreted, type TextCommand } from '../request-state/content.ts';
import { audienceOf, isPrivate, type NewMessage, type Side, withoutAutomation } from '../request-state/message.ts';
import type { SupportRequest } from '../request-state/request.ts';

type Body = Pick<
  InputOf<typeof messageApi.sendMessage>,
  'text' | 'type' | 'metadata' | 'attributes' | 'language' | 'channel' | 'external_id' | 'automated'
>;

/** How a message is prepared, beside its content. */
interface PrepareOptions {
  /** The project's texts, for labels in the message. */
  labels?: TextsByLabel | undefined;
  /** Imported history: labels and commands are not interpreted. */
  imported?: NewMessage['imported'] | undefined;
}

/** A message without what depends on its request. */
interface PreparedMessage {
  content: Content;
  command: TextCommand | undefined;
  /** Completes the message for a request with this requester. */
  forRequester(requester: string): NewMessage;
}

/** A prepared message with the people whom it mentions. */
export interface MentioningMessage extends PreparedMessage {
  mention?: Mention | undefined;
}

/**
 * Prepares a message to a request.
 * @param options `labels` reads the project's texts; called only for a message that may contain labels
 * @throws validation_failed, not_a_teammate
 */
export async function prepareForRequest(
  { members, redactPatterns }: Pick<Context, 'members' | 'redactPatterns'>,
  actor: Actor,
  sender: Sender,
  body: Body,
  options: { projectId: string; labels: () => Promise<TextsByLabel>; imported?: NewMessage['imported'] | undefined },
): Promise<MentioningMessage> {
  const { projectId, imported } = options;
  const labels = !imported && wantsLabels(sender, body) ? await options.labels() : undefined;
  const patterns = !imported && sender.kind === 'visitor' ? await redactPatterns.of(projectId) : [];
  const message = prepareMessage(actor, sender, await redactedBody(body, patterns), { labels, imported });
  return imported ? message : { ...message, mention: await mentionOf(members, projectId, sender, message) };
}

/** The message as the rules take it; the event of a mention names it before it is stored. */
export function incomingOf({ forRequester, command, mention }: MentioningMessage, requester: string): Incoming {
  const message = forRequester(requester);
  if (!mention || !('message_id' in mention.place)) return { message, command };
  return { message: { ...message, id: mention.place.message_id }, command, mention };
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
    attributes: withoutAutomation(body.attributes ?? {}),
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
        ...(body.automated === true && isConnector(actor) && { automated: true }),
      };
    },
  };
}

async function redactedBody(body: Body, patterns: readonly RedactPattern[]): Promise<Body> {
  if (patterns.length === 0) return body;
  const { text, metadata, attributes } = body;
  return { ...body, ...(await withoutPatterns({ text, metadata, attributes }, patterns)) };
}

/** Whether the text may contain labels; texts of end users are never searched for them. */
function wantsLabels(sender: Sender, body: Pick<Body, 'text'>): boolean {
  return sender.kind !== 'visitor' && body.text !== undefined && mentionsLabels(body.text);
}

const mentionsParam = 'attributes.mentions';

/** Only private messages mention: elsewhere the attribute is passed on without effect. @throws validation_failed, not_a_teammate */
async function mentionOf(
  members: Context['members'],
  projectId: string,
  sender: Sender,
  { content }: PreparedMessage,
): Promise<Mention | undefined> {
  const { attributes, text } = content;
  if (!isPrivate(attributes) || attributes.mentions === undefined || attributes.mentions === null) return undefined;
  const { data, error } = Mentions.safeParse(attributes.mentions);
  if (error) throw validationFailed(bodyFaults(error, mentionsParam));
  const { people, strangers } = await members.findTeam(projectId, data);
  refuseStrangers(strangers, (index) => `${mentionsParam}[${index}]`);
  if (people.length === 0) return undefined;
  return { people, by: { _id: sender.id, fullname: sender.fullname }, text, place: { message_id: newId() } };
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
