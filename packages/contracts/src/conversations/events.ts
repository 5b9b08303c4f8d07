import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { Timestamp } from '../fields.ts';
import { DirectMessageView } from './direct-message.api.ts';
import { CustomEventView } from './event.api.ts';
import { SlaClockView } from './sla.views.ts';
import {
  DecisionView,
  DeliveryError,
  MessageView,
  NoteView,
  RequestInEvent,
  RequestNameView,
  RequestOfMessage,
  RequestSurveyView,
  ScheduledEntry,
  SnoozeView,
  scheduledStates,
} from './views.ts';

/** Where a change of participants came from: the operation (`create`, `departments`, `participants`, `claim`, `queue`, …). */
const source = z.string();

/** Why a participant went. Source: contract 20 section 5. */
export const leaveReasons = [
  'left',
  'removed',
  'replaced',
  'rerouted',
  'bot_yields',
  'no_answer',
  'teammate_removed',
  'bot_removed',
] as const;
export const LeaveReason = z.enum(leaveReasons);
export type LeaveReason = z.output<typeof LeaveReason>;

export const memberTypes = ['agent', 'bot'] as const;
export const assignmentTypes = [
  'auto',
  'self_join',
  'manual_reassign',
  'manual_reassign_bot',
  'manual_reassign_department',
  'unassign',
] as const;
export type AssignmentType = (typeof assignmentTypes)[number];

/** What the outbox may leave out of too large an event is optional. Source: contract 50 section 1. */
export const RequestOfEvent = RequestInEvent.partial({ notes: true, attributes: true, first_text: true });
export const MessageOfEvent = MessageView.partial({ metadata: true, attributes: true });
const [request, message] = [RequestOfEvent, MessageOfEvent];
/** Names of members that were left out because the event would exceed 512 kB. */
const omitted = z.array(z.string()).optional();

export const requestCreated = defineEvent(
  'request.created',
  z.object({ request, imported: z.boolean().optional(), omitted }),
);

/** Once per stored change, after its specific events; `comment` is the operation. */
export const requestUpdated = defineEvent(
  'request.updated',
  z.object({
    request,
    changes: z.array(z.string()),
    /** New values of `changes`. */
    patch: z.looseObject({ notes: z.unknown().optional(), attributes: z.unknown().optional() }),
    /** What it was before, of what decides who sees it, as far as that has changed. */
    previous: z
      .object({
        preflight: z.boolean().optional(),
        department: z.string().nullish(),
        participants: z.array(z.string()).optional(),
        followers: z.array(z.string()).optional(),
      })
      .optional(),
    comment: z.string(),
    omitted,
  }),
);

export const requestRouted = defineEvent(
  'request.routed',
  z.object({
    request,
    department: z.string().optional(),
    previousDepartment: z.string().optional(),
    nobot: z.boolean(),
    decision: DecisionView,
    omitted,
  }),
);

/** `member` is a user id or `bot_<id>`. */
const membership = { request, member: z.string(), memberType: z.enum(memberTypes), source, omitted };

export const requestParticipantJoined = defineEvent('request.participant_joined', z.object(membership));
export const requestParticipantLeft = defineEvent(
  'request.participant_left',
  z.object({ ...membership, reason: LeaveReason }),
);

export const requestAssigned = defineEvent(
  'request.assigned',
  z.object({
    request,
    assigneeId: z.string(),
    assigneeName: z.string().optional(),
    assigneeType: z.enum(['user', 'bot']),
    assignmentType: z.enum(assignmentTypes),
    previousAssigneeId: z.string().nullish(),
    removedParticipants: z.array(z.string()),
    source,
    decision: DecisionView.optional(),
    omitted,
  }),
);

export const requestUnassigned = defineEvent(
  'request.unassigned',
  z.object({ request, member: z.string(), reason: LeaveReason, source, omitted }),
);

/** `left`: the teammates who were given it and have gone. */
export const requestAbandoned = defineEvent(
  'request.abandoned',
  z.object({ request, left: z.array(z.string()), omitted }),
);

/** `duration` in milliseconds; `messages`: the newest 200 that fit, oldest first. */
export const requestClosed = defineEvent(
  'request.closed',
  z.object({
    request,
    closed_by: z.string(),
    duration: z.number(),
    /** Who closed it wants no survey. */
    survey: z.literal(false).optional(),
    messages: z.array(MessageView).optional(),
    messagesCount: z.number().int(),
    messagesTruncated: z.boolean(),
    omitted,
  }),
);

export const requestReopened = defineEvent(
  'request.reopened',
  z.object({
    request,
    previous: z.object({ closed_at: Timestamp.optional(), closed_by: z.string().optional() }),
    omitted,
  }),
);

export const requestRated = defineEvent(
  'request.rated',
  z.object({
    request,
    rating: z.number(),
    rating_message: z.string().optional(),
    previous: z.number().optional(),
    /** Id of the survey that it answers. */
    survey: z.string().optional(),
    omitted,
  }),
);

export const requestNoteAdded = defineEvent('request.note_added', z.object({ request, note: NoteView, omitted }));
export const requestNoteDeleted = defineEvent('request.note_deleted', z.object({ request, note: NoteView, omitted }));

/** `member` is a teammate id. */
export const requestFollowerAdded = defineEvent(
  'request.follower_added',
  z.object({ request, member: z.string(), omitted }),
);
export const requestFollowerRemoved = defineEvent(
  'request.follower_removed',
  z.object({ request, member: z.string(), omitted }),
);

/** `member` is a user id; `text`: the beginning of the note or message. */
export const requestMentioned = defineEvent(
  'request.mentioned',
  z.object({
    request,
    member: z.string(),
    by: z.object({ _id: z.string(), fullname: z.string() }),
    text: z.string(),
    note_id: z.string().optional(),
    message_id: z.string().optional(),
    cause: z.enum(['macro', 'rule', 'schedule']).optional(),
    omitted,
  }),
);

export const requestSnoozed = defineEvent('request.snoozed', z.object({ request, snooze: SnoozeView, omitted }));

export const wakeCauses = ['time', 'reply', 'person', 'closed'] as const;
export type WakeCause = (typeof wakeCauses)[number];

/** `snooze`: the one that has ended; `late`: ms after its time. */
export const requestWoken = defineEvent(
  'request.woken',
  z.object({ request, cause: z.enum(wakeCauses), snooze: SnoozeView, late: z.number().int().optional(), omitted }),
);

/** A message was scheduled, or changed before its time. */
export const messageScheduled = defineEvent(
  'message.scheduled',
  z.object({ request, scheduled: ScheduledEntry, omitted }),
);
/** One that is no longer pending; `why`: what cancelled it, or the code with which it was refused. */
export const messageUnscheduled = defineEvent(
  'message.unscheduled',
  z.object({
    request,
    scheduled: ScheduledEntry,
    state: z.enum(scheduledStates),
    why: z.string().optional(),
    message_id: z.string().optional(),
    omitted,
  }),
);

/** Of the request that is merged into another, and no longer; `request.absorbed` is of the other. */
export const requestMerged = defineEvent('request.merged', z.object({ request, into: RequestNameView, omitted }));
export const requestUnmerged = defineEvent('request.unmerged', z.object({ request, into: RequestNameView, omitted }));
export const requestAbsorbed = defineEvent('request.absorbed', z.object({ request, from: RequestNameView, omitted }));
export const requestLinked = defineEvent('request.linked', z.object({ request, other: RequestNameView, omitted }));
export const requestUnlinked = defineEvent('request.unlinked', z.object({ request, other: RequestNameView, omitted }));

const policyName = z.object({ _id: z.string(), name: z.string() });
/** `late`: ms after the time that was due, by which an outage delayed it. */
const ofClock = { request, clock: SlaClockView, policy: policyName, late: z.number().int(), omitted };
export const requestSlaDueSoon = defineEvent('request.sla_due_soon', z.object(ofClock));
export const requestSlaBreached = defineEvent('request.sla_breached', z.object(ofClock));

/** A clock was met or cancelled; `overdue`: ms after its due time, `agents`: user ids of those who served it. */
export const requestSlaEnded = defineEvent(
  'request.sla_ended',
  z.object({
    request,
    clock: SlaClockView,
    policy: policyName,
    overdue: z.number().int().optional(),
    /** Milliseconds that counted. */
    counted: z.number().int().optional(),
    agents: z.array(z.string()),
    omitted,
  }),
);

export const slaChangeReasons = [
  'pinned',
  'unpinned',
  'conditions',
  'policy_updated',
  'policy_deleted',
  'hours',
] as const;
export type SlaChangeReason = (typeof slaChangeReasons)[number];

/** Another policy applies, or another due time by changed hours. */
export const requestSlaChanged = defineEvent(
  'request.sla_changed',
  z.object({
    request,
    policy: policyName.optional(),
    previous: policyName.optional(),
    why: z.enum(slaChangeReasons),
    omitted,
  }),
);

export const requestSurveySent = defineEvent(
  'request.survey_sent',
  z.object({ request, survey: RequestSurveyView, omitted }),
);

export const surveySkips = ['cooldown', 'rated', 'too_few_messages', 'banned', 'window_closed'] as const;
export type SurveySkip = (typeof surveySkips)[number];

/** `survey`: the id of the one that would have been asked. */
export const requestSurveySkipped = defineEvent(
  'request.survey_skipped',
  z.object({ request, survey: z.string(), why: z.enum(surveySkips), omitted }),
);

export const requestDeleted = defineEvent(
  'request.deleted',
  z.object({
    _id: z.string(),
    request_id: z.string(),
    ticket_id: z.string(),
    /** Deleted by the retention of the project: figures keep counting it. */
    expired: z.literal(true).optional(),
    /** Who saw it. */
    audience: z
      .object({
        requester: z.string(),
        department: z.string().nullable(),
        participants: z.array(z.string()),
        followers: z.array(z.string()),
      })
      .optional(),
  }),
);

/** The message as stored, and as much of its request as of that instant as consumers read: in full where a bot takes part. */
export const messageCreated = defineEvent(
  'message.created',
  z.object({ request: RequestOfMessage, message, isFirst: z.boolean(), fromRequester: z.boolean(), omitted }),
);

/** Words were taken out of a message for good: the message and its request as they are now. Holders of a copy take them out as well. */
export const messageRedacted = defineEvent('message.redacted', z.object({ request, message, omitted }));

/** A message to a member, of no request. Its topic is the recipient's. */
export const messageDirected = defineEvent(
  'message.directed',
  z.object({ message: DirectMessageView.partial({ metadata: true, attributes: true }) }),
);

/** One message (`message`) or all of the other side up to a sequence (`upto`). */
export const messageStatusChanged = defineEvent(
  'message.status_changed',
  z.object({
    message: z.object({ _id: z.string(), recipient: z.string(), seq: z.number().int() }).optional(),
    upto: z.number().int().optional(),
    request_id: z.string().optional(),
    from: z.number().optional(),
    to: z.number(),
    /** With -100: why. */
    error: DeliveryError.optional(),
    at: Timestamp,
    by: z.string(),
  }),
);

/** A custom event of a client. Source: contract 50 section 4. */
export const eventEmitted = defineEvent('event.emitted', z.object({ event: CustomEventView, omitted }));
