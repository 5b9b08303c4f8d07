import {
  type EventEnvelope,
  type messageCreated,
  type RequestInEvent,
  RequestStatus,
  type requestAssigned,
  type requestCreated,
  type requestMentioned,
  type requestUpdated,
} from '@parley/contracts';
import type { z } from 'zod';

/** What a person may be notified of. Source: contract 80 section 6.7. */
export type PushKind = 'assigned' | 'message' | 'mention' | 'waiting';

/** Something that people may want to be notified of while the console is closed. */
export interface PushNotice {
  kind: PushKind;
  requestId: string;
  /** User ids; absent: everyone who may serve the department. */
  recipients?: string[];
  department?: string;
  /** The contact; of mentions, who mentioned. Shown only where the device shows texts. */
  name?: string;
  text?: string;
}

type Data<Definition extends { schema: z.ZodType }> = z.output<Definition['schema']>;

/** Nothing of drafts, of forms that are being filled in, and of what was imported. */
function isLive({ draft, preflight, imported }: Pick<RequestInEvent, 'draft' | 'preflight' | 'imported'>): boolean {
  return !draft && !preflight && imported !== true;
}

export function noticeOfAssignment({
  data: { request, assigneeId, assigneeType },
  actor,
}: EventEnvelope<Data<typeof requestAssigned>>): PushNotice | undefined {
  if (assigneeType !== 'user' || actor === `user:${assigneeId}` || !isLive(request)) return undefined;
  return { ...aboutContact('assigned', request, request.first_text), recipients: [assigneeId] };
}

export function noticeOfMessage({
  data: { request, message, isFirst, fromRequester },
}: EventEnvelope<Data<typeof messageCreated>>): PushNotice | undefined {
  // The assignment has announced a conversation that begins.
  if (!fromRequester || isFirst || message.imported || !isLive(request)) return undefined;
  const recipients = request.participants.filter((id) => !id.startsWith('bot_') && id !== message.sender);
  if (recipients.length === 0) return undefined;
  return { ...aboutContact('message', request, message.text), recipients };
}

export function noticeOfMention({
  data: { request, member, by, text },
}: EventEnvelope<Data<typeof requestMentioned>>): PushNotice | undefined {
  if (member === by._id) return undefined;
  return { kind: 'mention', requestId: request.request_id, recipients: [member], name: by.fullname, text };
}

export function noticeOfCreation({
  data: { request },
}: EventEnvelope<Data<typeof requestCreated>>): PushNotice | undefined {
  return noticeOfWaiting(request);
}

export function noticeOfChange({
  data: { request, changes },
}: EventEnvelope<Data<typeof requestUpdated>>): PushNotice | undefined {
  return beganToWait({ request, changes }) ? noticeOfWaiting(request) : undefined;
}

/** Whether a change of a request may have made it wait. */
export function beganToWait({ request, changes }: Pick<Data<typeof requestUpdated>, 'request' | 'changes'>): boolean {
  return request.status === RequestStatus.unserved && changes.some((name) => name === 'status' || name === 'preflight');
}

/** Without a text: more people are notified than may see it. */
function noticeOfWaiting(request: Pick<RequestInEvent, 'status' | 'department' | 'request_id'> & Liveliness) {
  if (request.status !== RequestStatus.unserved || !isLive(request)) return undefined;
  return { kind: 'waiting' as const, requestId: request.request_id, department: request.department?._id };
}

type Liveliness = Parameters<typeof isLive>[0];

function aboutContact(
  kind: PushKind,
  { request_id: requestId, lead }: Pick<RequestInEvent, 'request_id' | 'lead'>,
  text?: string,
): PushNotice {
  return { kind, requestId, name: lead.fullname ?? lead.email, text };
}

interface StoredSettings {
  quiet?: { from?: unknown; until?: unknown };
  [kind: string]: unknown;
}

/** What holds where a person has chosen nothing. Source: contract 80 section 6.7. */
const defaults: Record<PushKind, string> = { assigned: 'sound', message: 'sound', mention: 'sound', waiting: 'none' };
const ways = ['sound', 'desktop', 'both', 'none'];

/**
 * Whether a person wants to be notified of this kind at this time: a sound that a closed console cannot make is a notification, too.
 * @param stored their settings of the console, of any shape
 */
export function isPushWanted(stored: unknown, kind: PushKind, timezone: string, at: Date): boolean {
  const { quiet, [kind]: way } = Object(stored) as StoredSettings;
  const chosen = ways.includes(way as string) ? way : defaults[kind];
  return chosen !== 'none' && !isQuiet(quiet, timezone, at);
}

function isQuiet(quiet: StoredSettings['quiet'], timezone: string, at: Date): boolean {
  const { from, until } = Object(quiet) as NonNullable<StoredSettings['quiet']>;
  if (!isTime(from) || !isTime(until) || from === until) return false;
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: timezone });
  const time = format.format(at);
  return from < until ? from <= time && time < until : time >= from || time < until;
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value);
}
