import { setTimeout as delay } from 'node:timers/promises';

import { atRate } from './drive.ts';
import type { Idle } from './idle.ts';
import type { FilledProject } from './project.ts';
import { cpuOf, untilQuiet } from './quiet.ts';
import type { Scenario } from './scenarios.ts';
import type { Side } from './side.ts';
import { latencyOf } from './window.ts';

/** The slowest consumer, and the last answer, stay within it, in seconds. */
const maxLag = 1;
const step = 1.15;

export interface Sustained {
  rate: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  failures: number;
  /** Of the slowest consumer, in seconds: the oldest event that some consumer has not handled, looked at four times a second. */
  lag: number;
  /** Processors taken meanwhile. */
  processors: number;
  kept: boolean;
}

export interface SustainedOptions {
  project: FilledProject;
  scenario: Scenario;
  /** Where the search begins, in calls a second. */
  from: number;
  stepSeconds: number;
  holdSeconds: number;
  idle: Idle;
  next: () => number;
}

/** The highest rate that a side keeps up with, calls and consumers: found by steps, then held. */
export async function sustain(side: Side, options: SustainedOptions): Promise<Sustained> {
  const { stepSeconds, holdSeconds, idle } = options;
  // By doubles and halves to a rate that is kept and one that is not, then between them.
  let [kept, lost] = [0, Number.POSITIVE_INFINITY];
  for (let rate = options.from; rate > 1 && lost / kept > step; ) {
    if ((await tried(side, options, rate, stepSeconds)).kept) {
      kept = rate;
    } else {
      lost = rate;
      await untilQuiet(side, idle);
    }
    const isBetween = kept > 0 && Number.isFinite(lost);
    rate = isBetween ? Math.sqrt(kept * lost) : kept > 0 ? kept * 2 : lost / 2;
  }

  for (let rate = Math.max(kept, 1); ; ) {
    await untilQuiet(side, idle);
    const held = await tried(side, options, rate, holdSeconds);
    if (held.kept || rate <= 1) {
      await untilQuiet(side, idle);
      return held;
    }
    rate /= step;
  }
}

async function tried(side: Side, options: SustainedOptions, rate: number, seconds: number): Promise<Sustained> {
  const { project, scenario, next } = options;
  const over = new AbortController();
  const lag = highestLag(side, over.signal);
  const before = side.usage();
  const driven = await atRate(side.url, { rate, seconds, make: () => scenario(project, next()) });
  const processors = (cpuOf(side.usage()) - cpuOf(before)) / driven.seconds;
  over.abort();
  const { p50Ms, p99Ms, failures } = latencyOf(driven);
  const found = { rate, seconds, p50Ms, p99Ms, failures, lag: await lag, processors };
  const kept = Math.max(found.lag, driven.seconds - seconds) <= maxLag && failures === 0;
  console.log(
    `  ${rate.toFixed(0)}/s: lag ${found.lag.toFixed(2)} s, p99 ${found.p99Ms.toFixed(0)} ms${kept ? '' : ', not kept'}`,
  );
  return { ...found, kept };
}

async function highestLag({ database }: Side, over: AbortSignal): Promise<number> {
  let highest = 0;
  while (!over.aborted) {
    highest = Math.max(highest, await database.oldestEvent());
    await delay(250);
  }
  return highest;
}
