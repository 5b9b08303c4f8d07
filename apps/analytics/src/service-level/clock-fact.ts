import type { EventEnvelope, requestSlaBreached, requestSlaEnded, SlaClockView } from '@parley/contracts';
import type { z } from 'zod';

import { labelOf } from '../rollup/label.ts';

type Breached = EventEnvelope<z.output<(typeof requestSlaBreached)['schema']>>;
type Ended = EventEnvelope<z.output<(typeof requestSlaEnded)['schema']>>;

/** A clock of a service level, by what one of its events says. */
export interface ClockFact {
  projectId: string;
  /** `_id` of the request. */
  request: string;
  metric: string;
  cycle: number;
  startedAt: string;
  policy: string;
  priority: string;
  /** Empty: no department. */
  department: string;
  channel: string;
  tags: string[];
  /** Who answered; of a resolution, who closed. */
  agents: string[];
  /** `running`: the event does not tell of its end. */
  state: 'running' | 'met' | 'cancelled';
  isBreached: boolean;
  /** Milliseconds that counted until it was met. */
  elapsedMs: number | null;
  /** When the event was recorded. */
  recordedAt: string;
}

export function breachedFactOf(event: Breached): ClockFact {
  return { ...factOf(event), agents: [], state: 'running', isBreached: true, elapsedMs: null };
}

export function endedFactOf(event: Ended): ClockFact {
  const { clock, agents, counted } = event.data;
  const isMet = clock.state === 'met';
  // Events of an earlier release do not tell what counted.
  const elapsed = counted ?? Date.parse(clock.ended_at ?? event.time) - Date.parse(clock.started_at);
  return {
    ...factOf(event),
    agents: [...new Set(agents)],
    state: isMet ? 'met' : 'cancelled',
    isBreached: clock.breached_at !== undefined,
    elapsedMs: isMet ? elapsed : null,
  };
}

function factOf({ idproject, time, data: { request, clock, policy } }: Breached | Ended) {
  const { department, channel, priority, tags } = request;
  return {
    ...{ projectId: idproject, request: request._id, metric: clock.metric, cycle: clock.cycle },
    ...{ startedAt: clock.started_at, policy: policy._id, priority, department: department?._id ?? '' },
    ...{ channel: labelOf(channel.name), tags: [...new Set(tags.map(({ tag }) => tag))], recordedAt: time },
  };
}

/** The newest clock of a metric as the conversations service has it. */
export interface ScannedClock extends Pick<SlaClockView, 'metric' | 'cycle' | 'state' | 'started_at' | 'breached_at'> {
  /** `_id` of the request. */
  request: string;
  policy: string;
  /** Milliseconds. */
  counted: number;
  /** Of the request as it is now. */
  department: string | null;
  channel: string;
  priority: string;
  tags: string[];
  agents: string[];
}

/** A clock as its owner has it. */
export interface RawClock extends Omit<ClockFact, 'projectId' | 'recordedAt'> {
  /** Whether it has a fact; `null`: it may have one. */
  isCounted: boolean | null;
}

export function rawClockOf(clock: ScannedClock): RawClock {
  const { request, metric, cycle, policy, priority, counted, department, channel } = clock;
  const state = clock.state === 'met' || clock.state === 'cancelled' ? clock.state : 'running';
  const isBreached = clock.breached_at !== undefined;
  // A reopened request goes on with the breach of the cycle before, of which no event comes again before it ends.
  const isInherited = isBreached && state === 'running' && metric === 'resolution' && cycle > 1;
  return {
    ...{ request, metric, cycle, startedAt: clock.started_at, policy, priority, department: department ?? '' },
    ...{ channel: labelOf(channel), tags: [...new Set(clock.tags)] },
    agents: state === 'running' ? [] : [...new Set(clock.agents)],
    ...{ state, isBreached, elapsedMs: state === 'met' ? counted : null },
    isCounted: isInherited ? null : isBreached || state !== 'running',
  };
}
