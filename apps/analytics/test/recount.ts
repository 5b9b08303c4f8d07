import type { MessageView, RequestInEvent } from '@parley/contracts';

import type { Conversation, History } from './history.ts';

/** Parameters of the queries. */
export type Asked = {
  tz?: string;
  department_id?: string;
  channel?: string;
  participant?: string;
  sender?: string;
  recipient?: string;
};

type Row = Record<string, unknown>;

const dayMs = 86_400_000;

/** Computes the figures naively from the records, by the definitions of the contract. */
export class Recount {
  readonly #conversations: Conversation[];
  readonly #now: number;

  constructor(history: History, now: number) {
    this.#conversations = [...history.conversations.values()];
    this.#now = now;
  }

  conversations(asked: Asked, window: 'rolling' | 'days', days = 30): RequestInEvent[] {
    return this.#conversations
      .map(({ request }) => request)
      .filter(({ preflight, draft, status }) => !preflight && !draft && status !== 50)
      .filter(({ department }) => !asked.department_id || department?._id === asked.department_id)
      .filter(({ channel }) => !asked.channel || channel.name === asked.channel)
      .filter(({ participants }) => !asked.participant || participants.includes(asked.participant))
      .filter(({ createdAt }) => this.isWithin(createdAt, asked.tz, window, days));
  }

  messages(asked: Asked, window: 'rolling' | 'days', days = 30): { message: MessageView; fromRequester: boolean }[] {
    return this.#conversations
      .filter(({ request }) => !request.draft)
      .flatMap(({ messages }) => messages)
      .filter(({ message }) => message.audience === 'all' && message.sender !== 'system')
      .filter(({ message }) => !asked.sender || message.sender === asked.sender)
      .filter(({ message }) => !asked.recipient || message.recipient === asked.recipient)
      .filter(({ message }) => !asked.channel || message.channel.name === asked.channel)
      .filter(({ message }) => this.isWithin(message.createdAt, asked.tz, window, days));
  }

  /** By sender, as their newest message names them. */
  senderNames(): Map<string, string> {
    const messages = this.#conversations
      .flatMap((one) => one.messages.map(({ message }) => message))
      .filter(({ audience }) => audience === 'all');
    const inOrder = messages.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a._id.localeCompare(b._id));
    return new Map(inOrder.map(({ sender, senderFullname }) => [sender, senderFullname]));
  }

  isWithin(time: string, tz = 'UTC', window: 'rolling' | 'days', days: number): boolean {
    const at = Date.parse(time);
    if (window === 'rolling') return at >= this.#now - days * dayMs && at <= this.#now;
    const age = dayNumber(this.#now, tz) - dayNumber(at, tz);
    return age >= 0 && age < days;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Cached, as formatters are slow to create. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', weekday: 'short' } as const;
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields });
  clocks.set(timeZone, clock);
  return clock;
}

/** The fields of the wall clock in a zone. */
export function localParts(at: number, timeZone: string) {
  const parts = clockOf(timeZone).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part('weekday')) + 1;
  return {
    year: Number(part('year')),
    month: Number(part('month')),
    day: Number(part('day')),
    hour: Number(part('hour')),
    weekday,
  };
}

export function dayNumber(at: number, timeZone: string): number {
  const { year, month, day } = localParts(at, timeZone);
  return Date.UTC(year, month - 1, day) / dayMs;
}

/** Days since 1 January, plus 7, less those since Sunday, in whole weeks: week 1 holds the first Sunday. */
export function weekOf(at: number, timeZone: string): Row {
  const { year, weekday } = localParts(at, timeZone);
  const today = dayNumber(at, timeZone);
  const newYear = Date.UTC(year, 0, 1) / dayMs;
  const first = new Date(Math.max(newYear, today - weekday + 1) * dayMs);
  return { year, month: first.getUTCMonth() + 1, week: Math.floor((today - newYear + 7 - (weekday - 1)) / 7) };
}

/** One row for each key. */
export function counted<Item>(items: readonly Item[], keyOf: (item: Item) => Row): { _id: Row; items: Item[] }[] {
  const groups = Map.groupBy(items, (item) => JSON.stringify(keyOf(item)));
  return [...groups].map(([key, members]) => ({ _id: JSON.parse(key), items: members }));
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The smallest value that nine in ten do not exceed. */
export function nineInTen(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.9) - 1] ?? null;
}

/** A row without its `date`, which must be that of its key. */
export function undated(row: unknown): unknown {
  const { date, ...rest } = row as {
    date?: string;
    _id?: { year?: number; month?: number; day?: number; week?: number };
  };
  const { year, month, day, week } = rest._id ?? {};
  if (year === undefined || month === undefined) return row;
  const start = `${year}-${String(month).padStart(2, '0')}`;
  if (week === undefined) expect(date).toBe(day === undefined ? start : `${start}-${String(day).padStart(2, '0')}`);
  else expect([date?.slice(0, 7), weekOf(Date.parse(String(date)), 'UTC')]).toEqual([start, rest._id]);
  return rest;
}
