import type { Audience, MessageStatus } from '@parley/contracts';

import type { RecordOf } from './columns.ts';
import type { MessageTable } from './message.columns.ts';

/** A message as this service stores it. A missing value is `null`. */
export interface Message extends RecordOf<MessageTable> {}

/** A message before it gets its `seq`, its time and its request. */
export interface NewMessage
  extends Pick<
    Message,
    | 'createdBy'
    | 'sender'
    | 'senderFullname'
    | 'text'
    | 'type'
    | 'metadata'
    | 'attributes'
    | 'language'
    | 'externalId'
    | 'audience'
  > {
  /** Where an event of the same change names the message; others get it when they are stored. */
  id?: string;
  side: Side;
  /** A machine has written it: it moves nothing. */
  automated?: boolean;
  /** `null`: the channel of the request. */
  channel: string | null;
  /** Set by an import; other messages get the time at which they are stored. */
  imported?: { createdAt: Date | null; status: MessageStatus | null };
}

/** The side that a message comes from, decided by its sender, not by the caller. */
export type Side = 'requester' | 'human' | 'bot' | 'system' | 'visitor';

type Attributes = Record<string, unknown>;

/** Hidden from end-user channels. Source: contract 21 section 6.1. */
function isHidden({ subtype, info, hidden }: Attributes): boolean {
  return subtype === 'info' || startsWith(subtype, 'info/') || info === true || hidden === true;
}

/** For the team alone. */
export function isPrivate(attributes: Attributes): boolean {
  const { subtype } = attributes;
  return subtype === 'private' || startsWith(subtype, 'private/') || attributes.private === true;
}

function startsWith(value: unknown, beginning: string): boolean {
  return typeof value === 'string' && value.startsWith(beginning);
}

/** Keys of lines that end users' clients translate or act on. */
const publicKeys = new Set([
  'MEMBER_JOINED_GROUP',
  'MEMBER_LEFT_GROUP',
  'CHAT_CLOSED',
  'CHAT_REOPENED',
  'LEAD_UPDATED',
  'USER_BANNED',
]);

/** Who may see a message, decided once. Source: contract 21 section 6.2. */
export function audienceOf(side: Side, attributes: Attributes): Audience {
  if (isPrivate(attributes)) return 'private';
  if (side === 'system' && publicKeys.has(String(labelKey(attributes)))) return 'service';
  if (!isHidden(attributes)) return 'all';
  if (Object.keys(attributes).some((key) => key.startsWith('updateUser'))) return 'service';
  return side === 'requester' ? 'own' : 'team';
}

function labelKey({ messagelabel }: Attributes): unknown {
  return typeof messagelabel === 'object' && messagelabel !== null && 'key' in messagelabel
    ? messagelabel.key
    : undefined;
}

const controlKeys = new Set([
  'subtype',
  'info',
  'hidden',
  'private',
  'microlanguage',
  'attachment',
  'commands',
  'action',
  'clienttimestamp',
  'updateconversation',
  'updateconversationfor',
  'forcenotification',
  'sendnotification',
  'messagelabel',
  'disableInputMessage',
  'inputMessagePlaceholder',
  'templateProcessor',
  '_raw_message',
]);
/** Written by the server alone. */
const serverKeys = new Set(['abandoned_by_project_users', 'fully_abandoned']);

/** Attributes without the names that clients cannot write. */
export function withoutServerKeys(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => !serverKeys.has(key)));
}

/** Attributes of a message without what the server alone says of it: which macro or rule has written it. */
export function withoutAutomation(attributes: Attributes): Attributes {
  if (!Object.hasOwn(attributes, 'automation')) return attributes;
  const { automation: _automation, ...own } = attributes;
  return own;
}

/** Attributes of a first message that become those of its request. */
export function withoutControlKeys(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([key]) => !controlKeys.has(key) && !serverKeys.has(key) && !key.startsWith('updateUser'),
    ),
  );
}

/** The words by which a request is known; a first message without text gives its type. */
export function firstTextOf({ text, type }: Pick<NewMessage, 'text' | 'type'>): string {
  return text.trim() === '' ? type.slice(0, 1).toUpperCase() + type.slice(1) : text;
}
