import type { Condition, SegmentMatch } from '@parley/contracts';

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
}
