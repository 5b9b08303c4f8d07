import { clockChange } from '../clock/wake-at.ts';
import { rowsOf } from '../request-state/columns.ts';
import type { HistoryEntry } from '../request-state/history.ts';
import { listedUnder } from '../request-state/listed-under.ts';
import { messageTable } from '../request-state/message.columns.ts';
import { requestTable } from '../request-state/request.columns.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { firstDue, stateOf } from '../request-state/service-levels.ts';
import type { VisibleMessages } from '../request-state/visible-messages.ts';

/** The row of `request`, as `json_populate_record` reads it. */
export const requestRow = rowsOf(requestTable, 'r.');

const ownHeadRow = rowsOf(requestTable, 'h.', ['projectId', 'id']);

/** The row of `request_head`. @param added what the change adds to its totals */
export function headRow(request: SupportRequest, added: VisibleMessages): object {
  return {
    ...ownHeadRow(request),
    visible_seq: added.seq,
    visible_in: added.in,
    visible_out: added.out,
    last_message_at: added.at,
    listed_under: listedUnder(request),
    due_at: dueAtOf(request),
  };
}

function dueAtOf({ serviceLevels }: SupportRequest): Date | null {
  const first = serviceLevels && firstDue(serviceLevels);
  return first ? new Date(first.dueAt) : null;
}

/** What a change writes of `service_level`; `null`: it stays as it is. */
export function serviceLevelRow(current: SupportRequest | null, { id, serviceLevels }: SupportRequest): object | null {
  if (!serviceLevels || serviceLevels === current?.serviceLevels) return null;
  const { policy } = serviceLevels;
  return { request: id, record: serviceLevels, policy: policy?._id ?? null, state: stateOf(serviceLevels) };
}

/** What `storeLevels` reads of a change of service levels alone. */
export function levelRow(current: SupportRequest, next: SupportRequest): object {
  const { projectId, id, version, lastSeq } = current;
  return {
    ...serviceLevelRow(current, next),
    ...{ id_project: projectId, id, version, last_seq: lastSeq, next_version: next.version },
    ...{ at: next.updatedAt, due_at: dueAtOf(next), history_seq: next.historySeq, clock: clockChange(current, next) },
  };
}

/** The row of `message`. */
export const messageRow = rowsOf(messageTable, 'm.');

/** The row of `request_history`. */
export function historyRow(entry: HistoryEntry): object {
  return {
    id_project: entry.projectId,
    request: entry.request,
    seq: entry.seq,
    id: entry.id,
    event: entry.event,
    verb: entry.verb,
    actor: entry.actor,
    action_obj: entry.actionObj,
    status_from: entry.statusFrom,
    status_to: entry.statusTo,
    decision: entry.decision,
    created_at: entry.createdAt,
  };
}
