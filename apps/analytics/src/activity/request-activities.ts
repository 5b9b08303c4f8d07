import {
  type EventEnvelope,
  type LeaveReason,
  type RequestInEvent,
  type RequestNameView,
  RequestStatus,
  type requestAssigned,
  type requestDeleted,
  type requestMentioned,
  type requestRouted,
} from '@parley/contracts';
import type { z } from 'zod';

import { type ActivityDraft, actorOf, given, type Person, personOf, type Target } from './activity.ts';

type ActivityRequest = Omit<RequestInEvent, 'notes' | 'attributes' | 'first_text'> &
  Partial<Pick<RequestInEvent, 'first_text'>>;
type Of<Data> = EventEnvelope<Data & { request: ActivityRequest }>;
type Membership = { member: string; memberType: 'agent' | 'bot'; source: string };

/** The creation of a conversation is recorded once, for the lowest version in which the request is one. */
export function created({ data: { request } }: Of<{ imported?: boolean | undefined }>): ActivityDraft | undefined {
  const isConversation = !request.preflight && request.status !== RequestStatus.temporary;
  if (!isConversation || request.imported) return undefined;
  return {
    ...about(request),
    verb: 'REQUEST_CREATE',
    actor: requesterOf(request),
    actionObj: cut(request),
    firstConversationVersion: request.__v,
  };
}

export function closed(event: Of<{ closed_by: string }>): ActivityDraft {
  const { request, closed_by } = event.data;
  const actor = personOf(closed_by, namesIn(event));
  return { ...about(request), verb: 'REQUEST_CLOSE', actor, actionObj: cut(request) };
}

export function reopened({ data: { request } }: Of<object>): ActivityDraft {
  return { ...about(request), verb: 'REQUEST_REOPEN' };
}

type MergeVerb = 'REQUEST_MERGE' | 'REQUEST_UNMERGE';

/** The request was merged into another one, which is the object, or is taken out of it again. */
export function mergeDraft(verb: MergeVerb) {
  return ({ data: { request, into } }: Of<{ into: RequestNameView }>): ActivityDraft => {
    return { ...about(request), verb, actionObj: { into } };
  };
}

export function deleted({ data }: EventEnvelope<z.output<(typeof requestDeleted)['schema']>>): ActivityDraft {
  const { _id, request_id, ticket_id, expired } = data;
  return {
    verb: 'REQUEST_DELETE',
    ...(expired && { actionObj: { reason: 'retention' } }),
    target: { type: 'request', id: _id, object: { _id, id: _id, request_id, ticket_id } },
  };
}

type Assigned = EventEnvelope<z.output<(typeof requestAssigned)['schema']>>;

export function assigned(event: Assigned): ActivityDraft {
  const { data } = event;
  const { request, assigneeId, assigneeName, assigneeType, assignmentType, source } = data;
  const actionObj = { assigneeId, assigneeName, assigneeType, assignmentType, source };
  const assignee: Person = { ...personOf(assigneeId, namesIn(event)), ...(assigneeName && { name: assigneeName }) };
  return {
    ...about(request),
    ...(assignmentType === 'self_join' && { actor: assignee }),
    verb: verbOf(assignmentType),
    actionObj: given({
      ...actionObj,
      previousAssigneeId: data.previousAssigneeId,
      removedParticipants: data.removedParticipants,
    }),
    related: { role: 'assignee', ...assignee },
  };
}

function verbOf(assignmentType: string) {
  if (assignmentType === 'auto') return 'REQUEST_ASSIGNED_AUTO';
  return assignmentType === 'self_join' ? 'REQUEST_ASSIGNED_SELF' : 'REQUEST_ASSIGNED_MANUAL';
}

/** Sources of assignments made by routing rather than by hand. */
const routingSources = ['create', 'message', 'reopen', 'queue', 'departments', 'timers', 'teammates', 'agent'];

/** People who join have an activity from their assignment. */
export function isOfBot({ memberType }: Membership): boolean {
  return memberType === 'bot';
}

/** A bot that a person has assigned. */
export function joined(event: Of<Membership>): ActivityDraft | undefined {
  const { request, member, source } = event.data;
  const isByHand = actorOf(event).type === 'user' && !routingSources.includes(source);
  if (!isOfBot(event.data) || !isByHand) return undefined;
  const bot = personOf(member, namesIn(event));
  const actionObj = {
    assigneeId: member,
    assigneeName: bot.name,
    assigneeType: 'bot',
    removedParticipants: [],
    source,
  };
  return {
    ...about(request),
    verb: 'REQUEST_ASSIGNED_MANUAL',
    actionObj: given({ ...actionObj, assignmentType: 'manual_reassign_bot' }),
    related: { role: 'assignee', ...bot },
  };
}

/** A department that a person has chosen, without an agent who takes the request. */
export function routed(event: EventEnvelope<z.output<(typeof requestRouted)['schema']>>): ActivityDraft | undefined {
  const { request, department, previousDepartment } = event.data;
  const actor = actorOf(event);
  const isByTeam = actor.type === 'user' && actor.id !== requesterOf(request).id;
  const isElsewhere = department !== undefined && department !== previousDepartment;
  if (!isByTeam || !isElsewhere || request.participants.length > 0) return undefined;
  const actionObj = { assigneeId: department, assigneeName: request.department?.name, removedParticipants: [] };
  return {
    ...about(request),
    verb: 'REQUEST_ASSIGNED_MANUAL',
    actionObj: given({
      ...actionObj,
      ...{ assigneeType: 'department', assignmentType: 'manual_reassign_department', source: 'departments' },
    }),
  };
}

type Leaving = { member: string; reason: LeaveReason; source: string };

export function unassigned(event: Of<Leaving>): ActivityDraft {
  const { request, member, reason, source } = event.data;
  const person = personOf(member, namesIn(event));
  const actionObj = {
    assigneeId: member,
    assigneeName: person.name,
    assigneeType: 'user',
    removedParticipants: [member],
  };
  return {
    ...about(request),
    verb: 'REQUEST_UNASSIGNED',
    actionObj: given({ ...actionObj, assignmentType: 'unassign', source, reason }),
    related: { role: 'unassigned_user', ...person },
  };
}

export function left(event: Of<Leaving & Membership>): ActivityDraft | undefined {
  const { request, member, memberType, reason, source } = event.data;
  if (memberType !== 'agent' || (reason !== 'left' && reason !== 'removed')) return undefined;
  const actor = personOf(member, namesIn(event));
  return { ...about(request), verb: 'LEAVE_CONVERSATION', actor, actionObj: { member, source } };
}

/** What was said stays in the conversation. */
export function mentioned(event: EventEnvelope<z.output<(typeof requestMentioned)['schema']>>): ActivityDraft {
  const { request, member, note_id, message_id } = event.data;
  const related = { role: 'mentioned', ...personOf(member, namesIn(event)) };
  return { ...about(request), verb: 'MENTION', actionObj: given({ member, note_id, message_id }), related };
}

function about(request: ActivityRequest): { target: Target; agents: string[] } {
  return {
    target: { type: 'request', id: request._id, object: cut(request) },
    agents: [...request.participants, request.lead._id],
  };
}

/** Identifies the request; of its content only the first text is kept. */
function cut(request: ActivityRequest): Record<string, unknown> {
  const {
    _id,
    request_id,
    ticket_id,
    first_text,
    status,
    hasBot,
    participants,
    department,
    lead,
    closed_by,
    createdAt,
  } = request;
  return given({
    ...{ _id, id: _id, request_id, ticket_id, first_text, status, hasBot, participants },
    department: department && given({ _id: department._id, name: department.name }),
    lead: given({ _id: lead._id, fullname: lead.fullname }),
    ...{ userFullname: lead.fullname, closed_by, createdAt },
  });
}

function requesterOf({ requester, lead }: ActivityRequest): Person {
  const id = requester?.id_user?._id ?? requester?.uuid_user ?? lead.lead_id;
  return { type: 'user', id, ...(lead.fullname && { name: lead.fullname }) };
}

/** Names of participants, the requester and the actor of the event, who may have left by it. */
function namesIn(event: Of<object>): (id: string) => string | undefined {
  const { request } = event.data;
  const people = [
    ...request.participatingAgents.map(({ _id, firstname, lastname }) => ({
      id: _id,
      name: fullname(firstname, lastname),
    })),
    ...request.participatingBots.map(({ _id, name }) => ({ id: `bot_${_id}`, name })),
    requesterOf(request),
    actorOf(event),
  ];
  const names = new Map(people.flatMap(({ id, name }) => (typeof name === 'string' ? [[id, name] as const] : [])));
  return (id) => names.get(id);
}

function fullname(...names: (string | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
