import type { Source } from './plain.ts';

const types: ReadonlySet<string> = new Set(['text', 'image', 'frame', 'file', 'video', 'audio', 'gallery', 'html']);
const statuses: ReadonlySet<number> = new Set([-100, 0, 50, 100, 150, 200, 250, 300]);
const longestText = 65_536;

/** System lines that end users may see. Source: contract 21 section 6.2 */
const publicKeys: ReadonlySet<unknown> = new Set([
  ...['MEMBER_JOINED_GROUP', 'MEMBER_LEFT_GROUP', 'CHAT_CLOSED', 'CHAT_REOPENED', 'LEAD_UPDATED', 'USER_BANNED'],
]);

type Attributes = Record<string, unknown>;

/** A message without its place in the request. */
export interface Said {
  _id: string;
  createdAt: string;
  /** Among those of the same time, where the source says it. */
  order?: number | undefined;
  sender: string;
  text: string;
  attributes: Attributes;
  rest: Record<string, unknown>;
  /** Of one that came or left as mail. */
  mail?: SaidMail | undefined;
}

export interface SaidMail {
  message_id: string;
  from?: string | undefined;
  to: readonly string[];
  cc: readonly string[];
  subject?: string | undefined;
}

/** Sender of a message that the requester has written, where the source says no more. */
const requesterWord = 'lead';

/** @param onRepair called with what was repaired */
export function saidOf(source: Source, onRepair: (what: string) => void): Said {
  const { _id, createdAt, updatedAt, createdBy, __v } = source.stored();
  const text = source.text('text', Number.POSITIVE_INFINITY) ?? '';
  if (text.length > longestText) onRepair('a text that is too long: cut');
  const type = source.text('type') ?? 'text';
  const attributes = source.object('attributes') ?? {};
  const isKnown = types.has(type);
  if (!isKnown) onRepair('a type of another name');
  const status = source.number('status') ?? 200;
  const channel = source.object('channel')?.name ?? source.text('channel');
  return {
    _id,
    createdAt,
    order: source.number('order'),
    sender: source.text('sender') ?? 'system',
    text: text.slice(0, longestText),
    attributes: isKnown ? attributes : { ...attributes, _import: { type } },
    rest: {
      ...{ updatedAt, createdBy, __v, type: isKnown ? type : 'text' },
      senderFullname: source.text('senderFullname') ?? '',
      metadata: source.object('metadata'),
      status: statuses.has(status) ? status : 200,
      language: source.text('language'),
      channel: typeof channel === 'string' ? channel : 'chat21',
      external_id: source.text('external_id'),
    },
    mail: mailOf(source),
  };
}

function mailOf(source: Source): SaidMail | undefined {
  const { message_id, from, to, cc, subject } = (source.object('mail') ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 1_024) : undefined);
  const id = text(message_id)?.replace(/^<|>$/g, '');
  if (id === undefined) return undefined;
  return {
    message_id: id,
    from: text(from)?.toLowerCase(),
    to: addressesIn(to),
    cc: addressesIn(cc),
    subject: text(subject),
  };
}

function addressesIn(value: unknown): string[] {
  const all = [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : []));
  return all.map((one) => (/<([^<>]+)>/.exec(one)?.[1] ?? one).trim().toLowerCase()).filter((one) => one.includes('@'));
}

/** @param requester of its request */
export function senderOf({ sender }: Said, requester: string): string {
  return sender === requesterWord ? requester : sender;
}

/** Source: contract 21 section 6.2 */
export function audienceOf(said: Said, requester: string): string {
  const { attributes } = said;
  const sender = senderOf(said, requester);
  const subtype = String(attributes.subtype ?? '');
  if (attributes.private === true || subtype === 'private' || subtype.startsWith('private/')) return 'private';
  const { messagelabel } = attributes as { messagelabel?: { key?: unknown } };
  if (sender === 'system' && publicKeys.has(messagelabel?.key)) return 'service';
  const isHidden = attributes.info === true || attributes.hidden === true || /^info(?:\/|$)/.test(subtype);
  if (!isHidden) return 'all';
  if (Object.keys(attributes).some((key) => key.startsWith('updateUser'))) return 'service';
  return sender === requester ? 'own' : 'team';
}
