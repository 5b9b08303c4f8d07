import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';
import { slaMetrics } from './sla.views.ts';
import { messageTypes, priorities, requestStatuses } from './status.ts';
import { ChannelView } from './views.ts';

/** How far the caller has read a request. */
export const ReadView = z.object({
  upto: z.number().int(),
  unread: z.number().int(),
  mentioned: z.boolean().optional(),
});
export type ReadView = z.output<typeof ReadView>;

/** Whose side the newest visible message comes from. */
export const messageSides = ['requester', 'team', 'bot'] as const;

export const LastMessageView = z.object({
  _id: StoredId,
  seq: z.number().int(),
  type: z.enum(messageTypes),
  text: z.string(),
  sender: z.string(),
  senderFullname: z.string(),
  from: z.enum(messageSides),
  createdAt: Timestamp,
});

/** Where a search may find its words. */
export const matchPlaces = ['message', 'note', 'subject', 'first_text', 'lead', 'tag', 'rating'] as const;

/** What a search has found: text as it was typed, and where in it words of the query stand. Source: contract 82 section 8. */
export const MatchView = z.object({
  in: z.enum(matchPlaces),
  /** Of a message. */
  seq: z.number().int().optional(),
  text: z.string().max(200),
  /** Begin and end, in UTF-16 code units of `text`. */
  ranges: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type MatchView = z.output<typeof MatchView>;

/** A request as an inbox shows it: at most 4 kB. End users get the members that concern them. Source: contract 82 section 2. */
export const RequestRow = z.object({
  _id: StoredId,
  id: StoredId,
  __v: z.number().int(),
  request_id: z.string(),
  ticket_id: z.string(),
  status: z.literal(requestStatuses),
  workingStatus: z.string().optional(),
  priority: z.literal(priorities).optional(),
  hasBot: z.boolean().optional(),
  subject: z.string().optional(),
  first_text: z.string(),
  lead: z
    .object({
      _id: z.string(),
      lead_id: z.string(),
      fullname: z.string().optional(),
      email: z.string().optional(),
    })
    .optional(),
  participants: z.array(z.string()).optional(),
  agents: z.array(z.object({ firstname: z.string(), avatar: z.string().optional() })).optional(),
  department: z.object({ _id: z.string(), name: z.string().optional() }).optional(),
  channel: ChannelView,
  language: z.string().optional(),
  rating: z.number().optional(),
  tags: z.array(z.object({ _id: z.string(), tag: z.string(), color: z.string() })).optional(),
  tagsCount: z.number().int().optional(),
  snooze: z.object({ until: Timestamp.optional() }).optional(),
  sla: z.object({ due_at: Timestamp, metric: z.enum(slaMetrics), overdue: z.boolean() }).optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  assigned_at: Timestamp.optional(),
  closed_at: Timestamp.optional(),
  last_message: LastMessageView.optional(),
  last_message_at: Timestamp,
  messages: z.object({ seq: z.number().int(), in: z.number().int(), out: z.number().int() }),
  read: ReadView.optional(),
  score: z.number().optional(),
  matches: z.array(MatchView).max(3).optional(),
});
export type RequestRow = z.output<typeof RequestRow>;

/** Largest row, in bytes of JSON. */
export const largestRow = 4_096;
