import type { ProjectView } from '@parley/sdk';

import type { Unit, Value } from './figures.ts';

/** What the team wants to reach: times of at most so many milliseconds, ratings of at least so many points. */
export interface Targets {
  waiting?: number;
  duration?: number;
  satisfaction?: number;
}
export type TargetName = keyof Targets;

export const targetUnits = {
  waiting: 'duration',
  duration: 'duration',
  satisfaction: 'points',
} as const satisfies Record<TargetName, Unit>;
export const targetNames = Object.keys(targetUnits) as TargetName[];

/** Those in the settings of a project: `analytics_targets`; faulty ones count as none. */
export function targetsOf({ settings }: Pick<ProjectView, 'settings'>): Targets {
  const kept = (settings.analytics_targets ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    targetNames.flatMap((name) => {
      const value = kept[name];
      return typeof value === 'number' && value > 0 && Number.isFinite(value) ? [[name, value]] : [];
    }),
  );
}

/** Whether a figure keeps to a target; of no figure it is not known. */
export function isWithin(name: TargetName, value: Value, target: number | undefined): boolean | undefined {
  if (value === null || target === undefined) return undefined;
  return targetUnits[name] === 'duration' ? value <= target : value >= target;
}
