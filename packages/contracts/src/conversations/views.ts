import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';
import { SlaView } from './sla.views.ts';
import { audiences, messageStatuses, messageTypes, priorities, requestStatuses } from './status.ts';

const Attributes = z.record(z.string(), z.unknown());

/** What every record carries. Source: contract 00 section 2. */
export const RecordView = z.object({
  _id: StoredId,
  id: StoredId,
  __v: z.number().int(),
  id_project: StoredId,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

/** A record of another service, as the local copy holds it. */
const Foreign = z.looseObject({ _id: z.string() });

/** A person as the team sees them: the user record without anything private. */
export const AgentView = z.looseObject({
  _id: z.string(),
  id: z.string(),
  firstname: z.string().optional(),
  lastname: z.string().optional(),
  email: z.string().optional(),
  avatar: z.string().optional(),
});

/** The teammate record of the requester: a person by `id_user`, a visitor by `uuid_user`. */
export const RequesterView = z.looseObject({
  _id: StoredId,
  id: StoredId,
  id_project: StoredId,
  role: z.string(),
  user_available: z.boolean(),
  id_user: AgentView.optional(),
  uuid_user: z.string().optional(),
  isAuthenticated: z.boolean(),
});

/** A lead as contacts keeps it; with `_id` and `lead_id` alone until its copy arrives. */
export const LeadView = z.looseObject({
  _id: z.string(),
  lead_id: z.string(),
  fullname: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
});

export const DepartmentView = z.looseObject({ _id: z.string(), name: z.string().optional(), hasBot: z.boolean() });

/** What an end user learns of people and bots. Source: contract 20 section 1. */
export const NameView = z.object({
  _id: z.string(),
  firstname: z.string().optional(),
  lastname: z.string().optional(),
  name: z.string().optional(),
  avatar: z.string().optional(),
});

export const ChannelView = z.object({ name: z.string() });

/** Until when the channel of a request takes free text, as its connector says. Source: contract 26. */
export const ChannelWindow = z.object({
  /** Absent: it is closed already, if `templates_only`, else open. */
  closes_at: Timestamp.optional(),
  /** Once it is closed, messages with `attributes.template` still pass. */
  templates_only: z.boolean(),
});
export type ChannelWindow = z.output<typeof ChannelWindow>;

export const TagView = z.object({
  _id: z.string(),
  tag: z.string(),
  color: z.string(),
  attributes: Attributes.optional(),
  createdAt: Timestamp,
});
export type TagView = z.output<typeof TagView>;

export const NoteView = z.object({
  _id: z.string(),
  text: z.string(),
  attributes: Attributes,
  /** User ids. */
  mentions: z.array(z.string()).optional(),
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type NoteView = z.output<typeof NoteView>;

export const LocationView = z.object({
  country: z.string().optional(),
  countryCode: z.string().optional(),
  region: z.string().optional(),
  city: z.string().optional(),
  streetAddress: z.string().optional(),
  zipcode: z.string().optional(),
  ipAddress: z.string().optional(),
  geometry: z.object({ type: z.literal('Point'), coordinates: z.array(z.number()).length(2) }).optional(),
});
export type LocationView = z.output<typeof LocationView>;

/** Context at creation and after each routing. */
export const SnapshotView = z.object({
  requester: Foreign.optional(),
  lead: Foreign.optional(),
  department: Foreign.optional(),
  agents: z.array(z.object({ _id: z.string(), id_user: z.string() })).optional(),
  availableAgentsCount: z.number().int().optional(),
});
export type SnapshotView = z.output<typeof SnapshotView>;

/** Until when a request rests. Source: contract 25 section 7. */
export const SnoozeView = z.object({
  /** Absent: until the requester writes. */
  until: Timestamp.optional(),
  wake_on_reply: z.boolean(),
  /** Principal id. */
  by: z.string(),
  at: Timestamp,
  reason: z.string().optional(),
});
export type SnoozeView = z.output<typeof SnoozeView>;

/** What cancels a scheduled message before its time. Source: contract 25 section 8. */
export const cancelCauses = ['requester_message', 'team_message', 'closed'] as const;
export type CancelCause = (typeof cancelCauses)[number];

export const scheduledStates = ['pending', 'sent', 'cancelled', 'missed', 'failed'] as const;
export type ScheduledState = (typeof scheduledStates)[number];

/** A pending scheduled message, without its text. */
export const ScheduledEntry = z.object({
  _id: z.string(),
  __v: z.number().int(),
  at: Timestamp,
  cancel_on: z.array(z.enum(cancelCauses)),
});
export type ScheduledEntry = z.output<typeof ScheduledEntry>;

/** The names of another request. */
export const RequestNameView = z.object({ request_id: z.string(), ticket_id: z.string() });
export type RequestNameView = z.output<typeof RequestNameView>;
/** The survey of the last closing. Source: contract 25 section 12. */
export const RequestSurveyView = z.object({
  _id: z.string(),
  asked_at: Timestamp,
  expires_at: Timestamp,
  answered_at: Timestamp.optional(),
});
export type RequestSurveyView = z.output<typeof RequestSurveyView>;

/** What all three forms of a request have. */
const RequestBase = RecordView.extend({
  createdBy: z.string(),
  request_id: z.string(),
  ticket_id: z.string(),
  requester_id: z.string(),
  first_text: z.string(),
  subject: z.string().optional(),
  status: z.literal(requestStatuses),
  preflight: z.boolean(),
  draft: z.boolean(),
  participants: z.array(z.string()),
  participantsAgents: z.array(z.string()),
  participantsBots: z.array(z.string()),
  hasBot: z.boolean(),
  channel: ChannelView,
  channelOutbound: ChannelView,
  priority: z.literal(priorities),
  language: z.string().optional(),
  sourcePage: z.string().optional(),
  userAgent: z.string().optional(),
  rating: z.number().optional(),
  rating_message: z.string().optional(),
  waiting_time: z.number().optional(),
  first_response_at: Timestamp.optional(),
  assigned_at: Timestamp.optional(),
  closed_at: Timestamp.optional(),
  duration: z.number().optional(),
  location: LocationView.optional(),
  attributes: Attributes,
  smartAssignment: z.boolean(),
  imported: z.literal(true).optional(),
  workingStatus: z.string().optional(),
  /** Only in lists with `full_text`. */
  score: z.number().optional(),
  /** Only in the answer of a replacement: the original of the bot, or the bot itself. */
  replaced_bot_root_id: z.string().optional(),
});

/** Whose answer is due, by the newest visible message of a person; `nobody`: no one has written, or it is closed. */
export const waitingFor = ['requester', 'team', 'nobody'] as const;

/** What only the team sees. */
const teamOnly = {
  contact: z.object({ phone: z.string().optional(), email: z.string().optional(), external_id: z.string().optional() }),
  tags: z.array(TagView),
  notes: z.array(NoteView),
  followers: z.array(z.string()),
  snapshot: SnapshotView,
  closed_by: z.string().optional(),
  snooze: SnoozeView.optional(),
  scheduled: z.array(ScheduledEntry).optional(),
  merged_into: RequestNameView.optional(),
  sla: SlaView.optional(),
  survey: RequestSurveyView.optional(),
  channel_window: ChannelWindow.optional(),
  waiting_for: z.enum(waitingFor).optional(),
  last_requester_at: Timestamp.optional(),
  last_team_at: Timestamp.optional(),
};

/** The full form, for team and bots. Source: contract 20 section 1. */
export const RequestRecord = RequestBase.extend({
  ...teamOnly,
  requester: RequesterView.optional(),
  lead: LeadView,
  department: DepartmentView.optional(),
  participatingAgents: z.array(AgentView),
  participatingBots: z.array(Foreign),
  /** Only in single answers of a closed request of at most 2,000 messages. */
  transcript: z.string().optional(),
});
export type RequestRecord = z.output<typeof RequestRecord>;

/** The plain form (`no_populate=true`): ids instead of records. */
export const PlainRequest = RequestBase.extend({
  ...teamOnly,
  requester: z.string().optional(),
  lead: z.string(),
  department: z.string().optional(),
  transcript: z.string().optional(),
});
export type PlainRequest = z.output<typeof PlainRequest>;

/** The form of guests and users, always. */
export const EndUserRequest = RequestBase.extend({
  requester: NameView.optional(),
  lead: NameView,
  department: DepartmentView.optional(),
  participatingAgents: z.array(NameView),
  participatingBots: z.array(NameView),
}).omit({ priority: true });
export type EndUserRequest = z.output<typeof EndUserRequest>;

/** A request in the caller's form. */
export const RequestView = z.union([RequestRecord, PlainRequest, EndUserRequest]);
export type RequestView = z.output<typeof RequestView>;

/** A request in an event: the admin's full form without `transcript` and `snapshot.agents`. Source: contract 50 section 1. */
export const RequestInEvent = RequestRecord.omit({ transcript: true, score: true, replaced_bot_root_id: true }).extend({
  snapshot: SnapshotView.omit({ agents: true }),
});
export type RequestInEvent = z.output<typeof RequestInEvent>;

/** Members of a request that each `message.created` carries: what consumers read of any request. Source: contract 50 section 1. */
const thinMembers = {
  _id: true,
  id: true,
  __v: true,
  id_project: true,
  request_id: true,
  requester_id: true,
  createdAt: true,
  status: true,
  preflight: true,
  draft: true,
  participants: true,
  followers: true,
  hasBot: true,
  channel: true,
  lead: true,
  department: true,
  waiting_time: true,
  first_response_at: true,
  assigned_at: true,
  closed_at: true,
  closed_by: true,
  duration: true,
  imported: true,
} as const;
export const thinRequestMembers: readonly string[] = Object.keys(thinMembers);

/** A request as `message.created` carries it: thin, or in full where `isWholeRequest` says so. */
export const RequestOfMessage = RequestInEvent.extend(RequestInEvent.omit(thinMembers).partial().shape);
export type RequestOfMessage = z.output<typeof RequestOfMessage>;

/** Whether a request of a `message.created` has all of its members, but for those that its event had no room for. */
export function isWholeRequest(request: RequestOfMessage): request is RequestOfMessage & WholeRequest {
  return request.snapshot !== undefined;
}

/** What an event that carries a request in full never leaves out. */
type WholeRequest = Omit<RequestInEvent, 'notes' | 'attributes' | 'first_text'>;

/** Why a message was not delivered: a word for programs, and a sentence. */
export const DeliveryError = z.object({ code: z.string(), text: z.string().optional() });
export type DeliveryError = z.output<typeof DeliveryError>;

/** A message. `audience` is left out for end users. Source: contract 21 section 1. */
/** By whom and why words were taken out of a message. */
export const RedactionView = z.object({ by: z.string(), at: Timestamp, reason: z.string().optional() });
export type RedactionView = z.output<typeof RedactionView>;

export const MessageView = RecordView.extend({
  createdBy: z.string(),
  seq: z.number().int(),
  sender: z.string(),
  senderFullname: z.string(),
  recipient: z.string(),
  recipientFullname: z.string().optional(),
  text: z.string(),
  type: z.literal(messageTypes),
  metadata: z.record(z.string(), z.unknown()).optional(),
  attributes: Attributes,
  status: z.literal(messageStatuses),
  language: z.string().optional(),
  channel: ChannelView,
  channel_type: z.enum(['group', 'direct']),
  external_id: z.string().optional(),
  imported: z.literal(true).optional(),
  audience: z.enum(audiences).optional(),
  /** A machine has written it. */
  automated: z.literal(true).optional(),
  /** Why it could not be delivered; for the team. */
  error: DeliveryError.optional(),
  /** Words were taken out of it for good; for the team. */
  redacted: RedactionView.optional(),
});
export type MessageView = z.output<typeof MessageView>;

/** The answer of a send: the message and its request in the caller's form. */
export const SentMessageView = MessageView.extend({ request: RequestView });
export type SentMessageView = z.output<typeof SentMessageView>;

/** How a routing decision was reached. Source: contract 20 section 7. */
export const DecisionView = z.looseObject({
  rule: z.string(),
  department: z.string().optional(),
  open: z.boolean().optional(),
  roster: z.enum(['fresh', 'copy']).optional(),
  roster_version: z.number().optional(),
  candidates: z
    .array(
      z.looseObject({
        id_user: z.string(),
        held: z.number(),
        limit: z.number().optional(),
        idle_ms: z.number().optional(),
        eligible: z.boolean(),
        why: z.string().optional(),
      }),
    )
    .optional(),
  omitted: z.number().optional(),
  winner: z.string().optional(),
  over_capacity: z.boolean().optional(),
});
export type DecisionView = z.output<typeof DecisionView>;

export const historyVerbs = [
  'REQUEST_CREATE',
  'REQUEST_ASSIGNED_AUTO',
  'REQUEST_ASSIGNED_SELF',
  'REQUEST_ASSIGNED_MANUAL',
  'REQUEST_UNASSIGNED',
  'LEAVE_CONVERSATION',
  'REQUEST_CLOSE',
  'REQUEST_ROUTED',
  'REQUEST_ABANDONED',
  'REQUEST_REOPEN',
  'REQUEST_RATED',
  'REQUEST_UPDATE',
  'PARTICIPANT_JOIN',
  'NOTE_ADD',
  'NOTE_DELETE',
  'MESSAGE_REDACT',
  'FOLLOWER_ADD',
  'FOLLOWER_REMOVE',
  'MENTION',
  'REQUEST_SNOOZE',
  'REQUEST_WAKE',
  'SLA_DUE_SOON',
  'SLA_BREACHED',
  'SLA_ENDED',
  'SLA_CHANGED',
  'SURVEY_SENT',
  'SURVEY_SKIPPED',
  'MACRO_RUN',
  'RULE_RUN',
  'MESSAGE_SCHEDULE',
  'MESSAGE_UNSCHEDULE',
  'REQUEST_MERGE',
  'REQUEST_UNMERGE',
  'REQUEST_ABSORB',
  'LINK_ADD',
  'LINK_REMOVE',
] as const;
export type HistoryVerb = (typeof historyVerbs)[number];

/** One entry per event of a request, in the field names of the activity record. */
export const HistoryEntryView = RecordView.extend({
  seq: z.number().int(),
  event: z.string(),
  verb: z.enum(historyVerbs),
  actor: z.object({ type: z.enum(['user', 'bot', 'token', 'system']), id: z.string(), name: z.string().optional() }),
  actionObj: z.record(z.string(), z.unknown()),
  target: z.object({ type: z.literal('request'), id: z.string() }),
  status: z.object({ from: z.number().nullable(), to: z.number() }).optional(),
  decision: DecisionView.optional(),
});
export type HistoryEntryView = z.output<typeof HistoryEntryView>;
