import { z } from 'zod';

import { priorities } from '../conversations/status.ts';
import { LocationView, NoteView, SnoozeView, TagView } from '../conversations/views.ts';
import { count, id, list, object, short, text, time, words } from './fields.ts';

const audience = z.enum(['all', 'service', 'own', 'team', 'private']);

export const request = z.object({
  _id: id,
  request_id: z.string().min(1).max(255),
  ticket_id: z.int().min(0),
  createdAt: time,
  createdBy: short,
  updatedAt: time,
  __v: count.default(0),
  status: z.literal([50, 100, 150, 200, 1000]),
  preflight: z.boolean().default(false),
  draft: z.boolean().default(false),
  imported: z.boolean().default(false),
  smartAssignment: z.boolean().default(true),
  workingStatus: short.optional(),
  /** User id, or `uuid_user` of a visitor. */
  requester: short.min(1),
  /** `_id` of their membership. */
  requester_membership: id.optional(),
  /** `_id` of the lead. */
  lead: id,
  contact: z.object({ phone: short.optional(), email: short.optional(), external_id: short.optional() }).default({}),
  first_text: text,
  subject: text.optional(),
  language: short.optional(),
  sourcePage: text.optional(),
  userAgent: text.optional(),
  channel: short,
  channelOutbound: short,
  priority: z.literal(priorities).default('normal'),
  location: LocationView.optional(),
  attributes: object.default({}),
  department: id.optional(),
  participants: words.default([]),
  hasBot: z.boolean().default(false),
  followers: words.default([]),
  tags: z.array(TagView).default([]),
  notes: z.array(NoteView).default([]),
  snapshot: object.default({}),
  rating: z.number().optional(),
  rating_message: text.optional(),
  _ratedAt: time.optional(),
  waiting_time: z.int().optional(),
  first_response_at: time.optional(),
  assigned_at: time.optional(),
  closed_at: time.optional(),
  closed_by: short.optional(),
  duration: z.int().optional(),
  abandoned_by: object.default({}),
  snooze: SnoozeView.optional(),
  merged_into: object.optional(),
  scheduled: list.optional(),
  survey: object.optional(),
  channel_window: object.optional(),
  last_requester_at: time.optional(),
  last_team_at: time.optional(),
  _waitingSince: time,
  _queueAfter: time.optional(),
  _humanServed: z.boolean().default(false),
  _requesterFirstAt: time.optional(),
  _untouched: z.boolean().optional(),
  _historySeq: count.default(0),
  _lastSeq: count.default(0),
  _activeAt: time,
  _botStreak: count.default(0),
  _visibleSeq: count.default(0),
  _visibleIn: count.default(0),
  _visibleOut: count.default(0),
  _lastMessageAt: time,
  _dueAt: time.optional(),
  _sla: z.object({ record: object, policy: short.nullish(), state: short.nullish() }).optional(),
});

export const message = z.object({
  _id: id,
  /** `_id` of the request. */
  request: id,
  seq: z.int().min(1),
  __v: count.default(0),
  createdAt: time,
  updatedAt: time,
  createdBy: short,
  sender: short.min(1),
  senderFullname: short,
  text,
  type: short,
  metadata: object.optional(),
  attributes: object.default({}),
  status: z.int(),
  language: short.optional(),
  channel: short,
  external_id: short.optional(),
  imported: z.boolean().default(false),
  audience,
});

export const history = z.object({
  _id: id,
  request: id,
  seq: z.int().min(1),
  event: short,
  verb: short,
  actor: object,
  actionObj: object,
  status_from: z.int().optional(),
  status_to: z.int(),
  decision: object.optional(),
  createdAt: time,
});

export const read = z.object({
  request: id,
  principal: short.min(1),
  upto_seq: count,
  _readIn: count.default(0),
  _readOut: count.default(0),
  mentioned_at: time.optional(),
  mentioned_seq: count.optional(),
  mentioned_note: z.boolean().default(false),
});

export const directMessage = z.object({
  _id: id,
  createdAt: time,
  createdBy: short,
  sender: short.min(1),
  senderFullname: short,
  recipient: short.min(1),
  recipientFullname: short,
  text,
  type: short,
  metadata: object.optional(),
  attributes: object.default({}),
  language: short.optional(),
  channel: short,
});

/** A service-level policy; `record` is its form in the API without its place. */
export const policy = z.object({ _id: id, __v: count.default(0), position: z.int(), record: object });

/** `record` is the form in the API without its place and who sees it. */
const owned = z.object({
  _id: id,
  __v: count.default(0),
  /** Principal of its author. */
  owner: short,
  shared: z.boolean(),
  position: z.int(),
  record: object,
});
export const macro = owned;
export const view = owned;
/** A survey asks about what is closed from the opening of the project on. */
export const survey = owned;

/** `record` is its form in the API without its place. It runs on what happens from the opening of the project on. */
export const rule = z.object({
  _id: id,
  __v: count.default(0),
  position: z.int(),
  enabled: z.boolean().default(false),
  record: object,
});

/** The hours by which service levels count, from `since` on. */
export const hours = z.object({ version: z.int(), since: time, hours: object });

/** A survey that was asked about a closing. Its link is left behind: nothing else proves who answers. */
export const surveyAsk = z.object({
  request: id,
  /** What was closed: the id of an event, or of an action. */
  closing: short.min(1),
  survey: id,
  /** `_id` of the lead. */
  lead: id,
  closedAt: time,
  askedAt: time,
  expiresAt: time,
  /** The question, and whether a comment was asked for. */
  asked: object,
});

/** Two requests that belong together; there is one record for each direction. */
export const link = z.object({ request: id, other: id });

/** A legal hold on a request, or on a lead and all its requests. */
export const hold = z.object({
  _id: id,
  kind: z.enum(['request', 'lead']),
  /** `_id` of the request or lead. */
  record: id,
  request_id: short.optional(),
  reason: text,
  createdBy: short,
  createdAt: time,
});

/** A message that is, or was, to be sent at a time. It comes when the project opens, so nothing is sent before. */
export const scheduled = z.object({
  _id: id,
  request: id,
  __v: count.default(0),
  at: time,
  state: short,
  why: short.optional(),
  message_id: short.optional(),
  /** Who sends it. */
  author: object,
  content: object,
  cancel_on: words,
  maxLateMs: count,
  createdAt: time,
  updatedAt: time,
});

/** When something of a request is due by itself. */
export const clock = z.object({ request: id, wakeAt: time.optional(), config: count.default(0) });
