import { type DayHours, TimeSlots } from '@parley/contracts';

import type { Helpdesk } from '../origin/helpdesk.ts';
import { list, type Row } from '../origin/json.ts';
import type { Document } from '../origin/origin.ts';
import { object } from './chatwoot-rows.ts';
import { utc } from './utc.ts';

const maxSlots = 50;

const slotOf = (inbox: unknown): string => `inbox_${inbox}`;

/** Working hours of an inbox are a slot each, active where the inbox uses them. */
export function timeSlotsOf(inboxes: readonly Row[]): { timeSlots: Document; lost: string[] } {
  const timeSlots: Document = {};
  const lost: string[] = [];
  for (const { id, name, timezone, working_hours_enabled: isUsed, working_hours } of inboxes) {
    const days = list(working_hours).map(object);
    if (days.length === 0) continue;
    const week = Object.fromEntries(days.map((day) => [String(day.day_of_week), spansOf(day)]));
    const hours = JSON.stringify({ tzname: timezone || 'UTC', ...week });
    const slot = { [slotOf(id)]: { name: String(name), active: isUsed === true, hours } };
    if (Object.keys(timeSlots).length < maxSlots && TimeSlots.safeParse(slot).success) Object.assign(timeSlots, slot);
    else lost.push(`working hours of inbox ${id}`);
  }
  return { timeSlots, lost };
}

function spansOf(day: Row): DayHours {
  if (day.closed_all_day === true) return [];
  if (day.open_all_day === true) return [{ start: '00:00', end: '24:00' }];
  const time = (hour: unknown, minutes: unknown) =>
    `${String(hour ?? 0).padStart(2, '0')}:${String(minutes ?? 0).padStart(2, '0')}`;
  return [{ start: time(day.open_hour, day.open_minutes), end: time(day.close_hour, day.close_minutes) }];
}

/** An agent bot answers by calls to its address. It has no inbox, so nothing is asked of it before an admin says so. */
export function botOf(desk: Helpdesk, { id, name, description, outgoing_url: url, created_at }: Row): Document {
  return {
    ...desk.base('bot', String(id)),
    ...(utc(created_at) !== undefined && { createdAt: utc(created_at) }),
    ...{ name, description: description ?? undefined, type: 'external', url, attributes: { _import: { id } } },
  };
}

const hookEvents: Readonly<Record<string, string>> = {
  ...{ conversation_created: 'request.create', conversation_updated: 'request.update' },
  ...{
    conversation_status_changed: 'request.close',
    message_created: 'message.create',
    contact_created: 'lead.create',
  },
};

/** One for each event. A webhook of one inbox would be one of all, so it has no counterpart. */
export function subscriptionsOf(desk: Helpdesk, { id, inbox_id, inbox: own, url, subscriptions }: Row): Document[] {
  const inbox = inbox_id ?? object(own).id;
  const words = inbox ? [`inbox ${inbox}`] : list(subscriptions).map(String);
  return words.map((word) => ({
    ...desk.base('subscription', `${id} ${word}`),
    ...{ event: hookEvents[word] ?? word, target: url },
  }));
}

export const policyId = (desk: Helpdesk, id: unknown): string => desk.id('policy', String(id));

/** Its rules choose it; by itself it would apply to all. */
export function policyOf(desk: Helpdesk, row: Row, inboxes: readonly Row[]): Document {
  const { id, name, description, only_during_business_hours: inHours, created_at } = row;
  const metrics = ['first_response', 'next_response', 'resolution'] as const;
  const times = metrics.flatMap((metric) => {
    const seconds = Number(row[`${metric}_time_threshold`] ?? 0);
    return seconds > 0 ? [[metric, Math.round(seconds * 1_000)]] : [];
  });
  const used = inboxes.filter(({ working_hours_enabled: isUsed }) => isUsed === true);
  const slot = used.length === 1 ? slotOf(used[0]?.id) : 'project';
  return {
    ...desk.base('policy', String(id)),
    ...(utc(created_at) !== undefined && { createdAt: utc(created_at) }),
    ...{ name, description: description || undefined, targets: { default: Object.fromEntries(times) } },
    hours: inHours === true ? slot : 'always',
    lost: inHours === true && used.length !== 1 ? ['hours of each inbox'] : [],
  };
}
