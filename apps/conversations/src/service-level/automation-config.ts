import type { Condition, SegmentMatch } from '@parley/contracts';

import type { Surroundings } from '../condition/surroundings.ts';
import type { HoursLines } from '../hours/hours-line.ts';
import type { AppliedPolicy } from '../request-state/service-levels.ts';

export interface Policy extends AppliedPolicy {
  enabled: boolean;
  match: SegmentMatch;
  filters: readonly Condition[];
}

/** The policies and hours of a project, as of one version. */
export interface AutomationConfig {
  version: number;
  /** By position, disabled ones included. */
  policies: readonly Policy[];
  hours: HoursLines;
  /** What the conditions of policies ask for. */
  surroundings: Surroundings;
}
