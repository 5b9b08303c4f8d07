import type {
  Audience,
  DeliveryError,
  MessageStatus,
  MessageType,
  MessageView,
  RedactionView,
} from '@parley/contracts';

import { type Columns, columnsIn, selectList } from './columns.ts';

/** Members of the contract that no column of a message holds; `access/message.view.ts` makes them. */
type Composed = 'id' | 'recipient' | 'recipientFullname' | 'channel_type';
type ShownMember = Exclude<keyof MessageView, Composed>;

type Readers =
  | { to: 'all'; wire: Exclude<ShownMember, 'audience' | 'error' | 'redacted'> }
  | { to: 'team'; wire: 'audience' | 'error' | 'redacted' }
  | { to?: undefined; wire?: undefined };

const { required, optional } = columnsIn<'m', Readers>();
const text = required<string>();
const number = required<number>();
const time = required<Date>();
const maybeText = optional<string>();

const iso = (at: Date): string => at.toISOString();

/** The columns of `message m`. */
export const messageTable = {
  projectId: text('m.id_project', { to: 'all', wire: 'id_project' }),
  /** `_id` of the request. */
  request: text('m.request'),
  seq: number('m.seq', { to: 'all', wire: 'seq' }),
  id: text('m.id', { to: 'all', wire: '_id' }),
  version: number('m.version', { to: 'all', wire: '__v' }),
  createdAt: time('m.created_at', { to: 'all', wire: 'createdAt', show: iso }),
  updatedAt: time('m.updated_at', { to: 'all', wire: 'updatedAt', show: iso }),
  createdBy: text('m.created_by', { to: 'all', wire: 'createdBy' }),
  sender: text('m.sender', { to: 'all', wire: 'sender' }),
  senderFullname: text('m.sender_fullname', { to: 'all', wire: 'senderFullname' }),
  text: text('m.text', { to: 'all', wire: 'text' }),
  type: required<MessageType>()('m.type', { to: 'all', wire: 'type' }),
  metadata: optional<Record<string, unknown>>()('m.metadata', { to: 'all', wire: 'metadata' }),
  attributes: required<Record<string, unknown>>()('m.attributes', { to: 'all', wire: 'attributes' }),
  status: required<MessageStatus>()('m.status', { to: 'all', wire: 'status' }),
  language: maybeText('m.language', { to: 'all', wire: 'language' }),
  channel: text('m.channel', { to: 'all', wire: 'channel', show: (name) => ({ name }) }),
  externalId: maybeText('m.external_id', { to: 'all', wire: 'external_id' }),
  imported: required<boolean>()('m.imported', { to: 'all', wire: 'imported', show: (is) => is || undefined }),
  audience: required<Audience>()('m.audience', { to: 'team', wire: 'audience' }),
  automated: optional<boolean>()('m.automated', {
    to: 'all',
    wire: 'automated',
    show: (is) => (is ? true : undefined),
  }),
  error: optional<DeliveryError>()('m.error', { to: 'team', wire: 'error' }),
  redacted: optional<RedactionView>()('m.redacted', { to: 'team', wire: 'redacted' }),
} as const satisfies Columns;

export type MessageTable = typeof messageTable;

/** The columns as the team sees them; a member of the contract without a column does not compile. */
export type MessageForm = { [Member in ShownMember]: MessageView[Member] };

/** The select list that makes a `Message` of `message m`. */
export const messageColumns = selectList(messageTable);
