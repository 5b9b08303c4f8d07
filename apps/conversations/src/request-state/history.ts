import { type HistoryVerb, requestUpdated } from '@parley/contracts';

import type { Change, PendingEvent } from './change.ts';

/** Who caused the entry. `user` includes guests. */
export interface HistoryActor {
  type: 'user' | 'bot' | 'token' | 'system';
  id: string;
  name?: string | undefined;
}

/** One entry in the history of a request. Source: contract 20 section 7. */
export interface HistoryEntry {
  projectId: string;
  request: string;
  seq: number;
  id: string;
  event: string;
  verb: HistoryVerb;
  actor: HistoryActor;
  actionObj: Record<string, unknown>;
  statusFrom: number | null;
  statusTo: number;
  decision: unknown;
  createdAt: Date;
}

const verbs: Record<string, HistoryVerb> = {
  'request.created': 'REQUEST_CREATE',
  'request.unassigned': 'REQUEST_UNASSIGNED',
  'request.participant_joined': 'PARTICIPANT_JOIN',
  'request.participant_left': 'LEAVE_CONVERSATION',
  'request.closed': 'REQUEST_CLOSE',
  'request.routed': 'REQUEST_ROUTED',
  'request.abandoned': 'REQUEST_ABANDONED',
  'request.reopened': 'REQUEST_REOPEN',
  'request.rated': 'REQUEST_RATED',
  'request.note_added': 'NOTE_ADD',
  'request.note_deleted': 'NOTE_DELETE',
  'message.redacted': 'MESSAGE_REDACT',
  'request.follower_added': 'FOLLOWER_ADD',
  'request.follower_removed': 'FOLLOWER_REMOVE',
  'request.mentioned': 'MENTION',
  'request.snoozed': 'REQUEST_SNOOZE',
  'request.woken': 'REQUEST_WAKE',
  'request.sla_due_soon': 'SLA_DUE_SOON',
  'request.sla_breached': 'SLA_BREACHED',
  'request.sla_ended': 'SLA_ENDED',
  'request.sla_changed': 'SLA_CHANGED',
  'request.survey_sent': 'SURVEY_SENT',
  'request.survey_skipped': 'SURVEY_SKIPPED',
  'rule.ran': 'RULE_RUN',
  'message.scheduled': 'MESSAGE_SCHEDULE',
  'message.unscheduled': 'MESSAGE_UNSCHEDULE',
  'request.merged': 'REQUEST_MERGE',
  'request.unmerged': 'REQUEST_UNMERGE',
  'request.absorbed': 'REQUEST_ABSORB',
  'request.linked': 'LINK_ADD',
  'request.unlinked': 'LINK_REMOVE',
};

function verbOf({ type, data, verb }: PendingEvent): HistoryVerb {
  if (verb) return verb;
  if (type !== 'request.assigned') return verbs[type] ?? 'REQUEST_UPDATE';
  if (data.assignmentType === 'auto') return 'REQUEST_ASSIGNED_AUTO';
  return data.assignmentType === 'self_join' ? 'REQUEST_ASSIGNED_SELF' : 'REQUEST_ASSIGNED_MANUAL';
}

/** One entry per event, numbered on from the request's last one. */
export function historyOf(change: Change, by: HistoryActor, at: Date, newId: () => string): HistoryEntry[] {
  const { current, next, events } = change;
  const from = current?.historySeq ?? 0;
  return events.map((event, index) => {
    // The patch may hold notes and long texts, which the record already has.
    const { decision = event.decision ?? null, messages: _messages, patch: _patch, ...actionObj } = event.data;
    if (event.type === requestUpdated.type) delete actionObj.previous;
    // An import sets participants without an event for each.
    if (event.data.imported === true) actionObj.participants = next.participants;
    return {
      projectId: next.projectId,
      request: next.id,
      seq: from + index + 1,
      id: newId(),
      event: event.type,
      verb: verbOf(event),
      actor: by,
      actionObj,
      statusFrom: current?.status ?? null,
      statusTo: next.status,
      decision,
      createdAt: at,
    };
  });
}
