import { HoursLines, type HoursVersion, type StoredHours } from '../src/hours/hours-line.ts';
import { merge } from '../src/merge/merge.ts';
import { add, remove } from '../src/participant/membership.ts';
import { edit } from '../src/request/edit.ts';
import type { Facts } from '../src/request/facts.ts';
import { close, reopen } from '../src/request/lifecycle.ts';
import { receive } from '../src/request/receive.ts';
import { type Change, unchanged } from '../src/request-state/change.ts';
import type { NewMessage } from '../src/request-state/message.ts';
import type { RequestWithCopies } from '../src/request-state/request.copies.ts';
import { withServiceLevels } from '../src/service-level/advance.ts';
import type { AutomationConfig, Policy } from '../src/service-level/automation-config.ts';
import { snooze, wake } from '../src/snooze/snooze.ts';
import { admin, facts, message, person, routingContext } from './states.ts';
import { supportRequest } from './support-request.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** A Friday. */
export const start = Date.parse('2026-11-27T10:00:00Z');

export const policy = (more: Partial<Policy> = {}): Policy => ({
  ...{ _id: 'p1', name: 'All', version: 0, enabled: true, match: 'all', filters: [], hours: 'always', dueSoon: 0 },
  targets: { default: { first_response: hourMs, next_response: 2 * hourMs, resolution: 8 * hourMs } },
  pause: ['waiting_requester', 'snoozed', 'pending'],
  whileBot: 'wait',
  ...more,
});

export const noHours: StoredHours = { project: null, slots: {}, holidays: [] };

export function configOf(
  policies: Policy[],
  versions: HoursVersion[] = [{ since: 0, hours: noHours }],
  version = 1,
): AutomationConfig {
  const hours = new HoursLines(versions);
  return { version, policies, hours, surroundings: { isOpen: (at) => hours.of('project').isOpen(at), segments: [] } };
}

const people = routingContext({ candidates: [person('grace'), person('linus')] });
/** Of the same requester. */
const another = supportRequest({ id: 'r2', requestId: 'support-group-p1-r2', ticketId: 13 });
const noteSeats = (given: Facts) => ({ ...given, seats: given.seats([]) });

/** A request over time: each step is an ordinary change, `minutes` after the beginning. */
export class Story {
  config: AutomationConfig;
  request: RequestWithCopies;
  events: { type: string; data: Record<string, unknown> }[] = [];
  #last: Change | undefined;

  constructor(config: AutomationConfig, more: Partial<RequestWithCopies> = {}) {
    this.config = config;
    const at = new Date(start);
    this.request = supportRequest({
      ...{ status: 200, participants: ['grace'], hasBot: false, humanServed: true, waitingTime: null },
      ...{ requesterFirstAt: null, createdAt: at, updatedAt: at, activeAt: at, serviceLevels: null },
      ...more,
    });
    const opening = { current: null, next: this.request, events: [], messages: [], lines: [] };
    this.request = { ...this.request, ...withServiceLevels(opening, { at, config, lead: null }).next };
  }

  step(minutes: number, decide: (current: RequestWithCopies, given: Facts) => Change): this {
    const at = new Date(start + minutes * minuteMs);
    const usual = facts({ routingContext: people, by: 'grace' });
    const given: Facts = {
      ...usual,
      at,
      routing: (department) => ({ ...usual.routing(department), at }),
      reopening: (current) => ({ ...usual.reopening(current), at }),
    };
    const change = withServiceLevels(decide(this.request, given), { at, config: this.config, lead: null });
    this.#last = change;
    this.events.push(...change.events, ...(change.notices ?? []));
    this.request = { ...this.request, ...change.next, updatedAt: at };
    return this;
  }

  /** Of the last step. */
  get change(): Change {
    if (!this.#last) throw new Error('Nothing has happened yet.');
    return this.#last;
  }

  /** Whether the last step stores anything. */
  get isStored(): boolean {
    return this.change.next !== this.change.current;
  }

  asks = (minutes: number) => this.step(minutes, (current, given) => receive(current, [{ message: message() }], given));
  answers = (minutes: number, more: Partial<NewMessage> = {}) =>
    this.step(minutes, (current, given) =>
      receive(current, [{ message: message({ side: 'human', sender: 'grace', createdBy: 'grace', ...more }) }], given),
    );
  saysBot = (minutes: number) =>
    this.step(minutes, (current, given) =>
      receive(current, [{ message: message({ side: 'bot', sender: 'bot_b1' }) }], given),
    );
  notes = (minutes: number) =>
    this.step(minutes, (current, given) =>
      receive(current, [{ message: message({ side: 'human', sender: 'grace', audience: 'private' }) }], given),
    );
  snoozes = (minutes: number) =>
    this.step(minutes, (current, { at }) => snooze(current, { wake_on_reply: false, by: 'grace' }, at));
  wakes = (minutes: number) => this.step(minutes, (current, { at }) => wake(current, 'person', at, 'wake'));
  sets = (minutes: number, fields: Parameters<typeof edit>[1]['fields']) =>
    this.step(minutes, (current, given) => edit(current, { fields }, 'grace', given));
  closes = (minutes: number) => this.step(minutes, (current, { at }) => close(current, 'grace', at));
  reopens = (minutes: number) => this.step(minutes, (current, given) => reopen(current, given.reopening(current)));
  botComes = (minutes: number) =>
    this.step(minutes, (current, given) => add(current, { member: 'bot_b1', limit: null }, admin, noteSeats(given)));
  handsOff = (minutes: number) =>
    this.step(minutes, (current, given) => add(current, { member: 'grace', limit: null }, admin, noteSeats(given)));
  leaves = (minutes: number, member = 'grace') =>
    this.step(minutes, (current, given) =>
      remove(current, member, { reason: 'left', source: 'test', comment: 'test' }, noteSeats(given)),
    );
  merges = (minutes: number) =>
    this.step(minutes, (current, { at }) => merge(another, current, { at, by: 'grace' })[1]);
  runsRule = (minutes: number) =>
    this.step(minutes, (current, given) => {
      const attributes = { automation: { rule: 'r1' } };
      return receive(current, [{ message: message({ side: 'system', sender: 'system', attributes }) }], given);
    });
  /** What the clock finds. */
  ticks = (minutes: number) => this.step(minutes, unchanged);
  judged = (minutes: number, policies: Policy[], why: 'policy_updated' | 'policy_deleted' = 'policy_updated') => {
    this.config = { ...this.config, policies, version: this.config.version + 1 };
    return this.step(minutes, (current) => ({ ...unchanged(current), slaChange: { why } }));
  };

  clock(metric: 'first_response' | 'next_response' | 'resolution') {
    return this.request.serviceLevels?.clocks.find((one) => one.metric === metric);
  }

  /** States of the three clocks, `-` for none. */
  get states(): string {
    const of = (metric: Parameters<Story['clock']>[0]) => {
      const clock = this.clock(metric);
      return clock ? `${clock.state}${clock.cycle > 1 ? clock.cycle : ''}` : '-';
    };
    return [of('first_response'), of('next_response'), of('resolution')].join(' ');
  }

  /** When each running clock is due, in minutes from the beginning. */
  due(metric: Parameters<Story['clock']>[0]): number | undefined {
    const dueAt = this.clock(metric)?.dueAt;
    return dueAt === undefined ? undefined : (dueAt - start) / minuteMs;
  }

  get announced(): string[] {
    return this.events
      .filter(({ type }) => type.startsWith('request.sla_'))
      .map(({ type, data }) => {
        const { metric, state } = (data.clock ?? {}) as { metric?: string; state?: string };
        return [type.slice('request.sla_'.length), metric, type.endsWith('ended') ? state : undefined, data.why]
          .filter(Boolean)
          .join(' ');
      });
  }
}

export const story = (more: Partial<Policy> = {}, request: Partial<RequestWithCopies> = {}) =>
  new Story(configOf([policy(more)]), request);
export const withBot: Partial<RequestWithCopies> = {
  status: 200,
  participants: ['bot_b1'],
  hasBot: true,
  humanServed: false,
};
export const waiting: Partial<RequestWithCopies> = { status: 100, participants: [], humanServed: false };
