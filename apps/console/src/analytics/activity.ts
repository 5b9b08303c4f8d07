import type { ActivityView } from '@parley/sdk';

import type { ActivityFilter } from './activity-filter.ts';

export function activityParameters({ person, verb, from, to }: ActivityFilter, tz: string) {
  return {
    tz,
    ...(person && { agent_id: person }),
    ...(verb && { activities: verb }),
    ...(from && { start_date: from }),
    ...(to && { end_date: to }),
  };
}

/** What a sentence about an activity names. An empty text: the record has no name. */
export interface ActivityNames {
  actor: string;
  /** What it was done to: a conversation's ticket, a teammate, a bot. */
  target: string;
  /** Whom a conversation was given to or taken from. */
  related: string;
  /** What was changed, or what became of it. */
  detail: string;
}

export function namesOf({ actor, target, related, actionObj, verb }: ActivityView): ActivityNames {
  const object = target.object ?? {};
  return {
    actor: actor.name ?? '',
    target: target.type === 'request' ? ticketOf(object) : (nameOfRecord(object) ?? text(actionObj?.email) ?? ''),
    related: related?.name ?? text(actionObj?.assigneeName) ?? '',
    detail: detailOf(verb, actionObj ?? {}),
  };
}

function ticketOf({ ticket_id }: Record<string, unknown>): string {
  return typeof ticket_id === 'string' || typeof ticket_id === 'number' ? `#${ticket_id}` : '';
}

function nameOfRecord(object: Record<string, unknown>): string | undefined {
  const user = typeof object.id_user === 'object' ? (object.id_user as Record<string, unknown> | null) : null;
  const person = user ?? object;
  const full = [text(person.firstname), text(person.lastname)].filter(Boolean).join(' ');
  return full || text(object.name) || text(object.fullname) || text(object.email) || text(user?.email);
}

/** Members that say how something was done, not what was changed. */
const about = new Set(['updateType', 'source', 'newStatus', 'changes', 'name']);

function detailOf(verb: ActivityView['verb'], actionObj: Record<string, unknown>): string {
  if (verb === 'PROJECT_USER_INVITE') return text(actionObj.role) ?? '';
  if (verb === 'FAQ_KB_PUBLISH') return text(actionObj.release_note) ?? '';
  if (verb === 'PROJECT_USER_AVAILABILITY_SELF') return text(actionObj.newStatus) ?? '';
  if (!verb.endsWith('_UPDATE')) return '';
  const changes = Array.isArray(actionObj.changes)
    ? actionObj.changes.filter((name) => typeof name === 'string')
    : Object.keys(actionObj).filter((name) => !about.has(name));
  return changes.join(', ');
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
