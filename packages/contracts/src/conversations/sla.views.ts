import { z } from 'zod';

import { Timestamp } from '../fields.ts';

/** What a service level measures. Source: contract 25 section 5.4. */
export const slaMetrics = ['first_response', 'next_response', 'resolution'] as const;
export type SlaMetric = (typeof slaMetrics)[number];

export const slaClockStates = ['running', 'paused', 'met', 'cancelled'] as const;

/** What stops the clock of the resolution. */
export const pauseReasons = ['waiting_requester', 'snoozed', 'pending'] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const SlaClockView = z.object({
  metric: z.enum(slaMetrics),
  /** Counts answers that were asked for, and reopenings. */
  cycle: z.number().int(),
  state: z.enum(slaClockStates),
  target: z.number().int(),
  started_at: Timestamp,
  due_at: Timestamp.optional(),
  /** Milliseconds of open time that are left, of a paused one. */
  remaining: z.number().int().optional(),
  breached_at: Timestamp.optional(),
  ended_at: Timestamp.optional(),
  /** Why it is paused, was cancelled, or is never due. */
  why: z.string().optional(),
});
export type SlaClockView = z.output<typeof SlaClockView>;

const PolicyName = z.object({ _id: z.string(), name: z.string() });

/** The service levels of a request. Source: contract 25 section 1. */
export const SlaView = z.object({
  policy: PolicyName.optional(),
  pinned: z.literal(true).optional(),
  /** The earliest of the running clocks, overdue ones included. */
  due_at: Timestamp.optional(),
  metric: z.enum(slaMetrics).optional(),
  breached: z.array(z.enum(slaMetrics)),
  clocks: z.array(SlaClockView),
});
export type SlaView = z.output<typeof SlaView>;
