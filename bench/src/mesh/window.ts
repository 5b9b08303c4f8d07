import { quantile } from '../place.ts';
import { type Driven, inClosedLoop, inTurn } from './drive.ts';
import type { Idle } from './idle.ts';
import type { FilledProject } from './project.ts';
import { untilQuiet } from './quiet.ts';
import { messages, type Scenario } from './scenarios.ts';
import { type Amounts, type AskedStatement, amountsOf, eachAmount, type Side, sharesOf } from './side.ts';

/** One side under load, and what it did about that until it was quiet again. */
export interface Window {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  failures: number;
  /** From the last answer until it was quiet. */
  putOffSeconds: number;
  /** Beyond what it does at rest in the same time. */
  perCall: Amounts;
}

export interface WindowOptions {
  project: FilledProject;
  scenario: Scenario;
  connections: number;
  seconds: number;
  /** What the side does at rest. */
  idle: Idle;
  /** Goes on where the window before has ended, so that the calls of all windows differ. */
  next: () => number;
}

/**
 * Begins when every visitor has read their messages a moment ago, as someone who writes has, and ends when the side is quiet and
 * everything that was said is indexed.
 */
export async function measureWindow(side: Side, options: WindowOptions): Promise<Window> {
  const { idle } = options;
  await greet(side, options);
  const before = await amountsOf(side);
  const began = performance.now();
  const driven = await drive(side, options);
  const answered = performance.now();
  const rest = await untilQuiet(side, idle);
  // What is put off on purpose is counted, too; what it takes to hasten it is not.
  const hastened = await side.database.untilIndexed();
  const { usage, at } = hastened ? await untilQuiet(side, idle) : rest;
  const { commits, walBytes } = await side.database.written();
  const after: Amounts = {
    ...usage,
    commits: commits - (hastened?.commits ?? 0),
    walBytes: walBytes - (hastened?.walBytes ?? 0),
  };

  const took = (at - began) / 1_000;
  return {
    ...latencyOf(driven),
    putOffSeconds: Math.max(0, rest.at - answered) / 1_000,
    perCall: eachAmount((name) => (after[name] - before[name] - idle[name] * took) / driven.calls),
  };
}

/** Identities are cached for 5 s: without it, the first call of each visitor in a window would be that of a stranger. */
async function greet({ url }: Side, { project, connections }: WindowOptions): Promise<void> {
  const count = project.conversations.length;
  await inTurn(url, { connections, count, make: (nth) => messages(project, nth) });
}

function drive({ url }: Side, { project, scenario, connections, seconds, next }: WindowOptions): Promise<Driven> {
  return inClosedLoop(url, { connections, seconds, make: () => scenario(project, next()) });
}

export function latencyOf({ calls, failures, seconds, latencies }: Driven) {
  return {
    perSecond: calls / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    failures,
  };
}

/** What a call asks the database, on average. */
export interface Asked {
  /** Beyond what is asked at rest in the same time. */
  statements: number;
  /** Those at rest included, the most frequent ones first. */
  list: AskedStatement[];
}

/** A window in which only statements are counted: counting them takes a share of its own. */
export async function countStatements(side: Side, options: WindowOptions): Promise<Asked> {
  let calls = 0;
  await greet(side, options);
  const began = performance.now();
  const asked = await side.database.statementsOf(async () => {
    calls = (await drive(side, options)).calls;
    await untilQuiet(side, options.idle);
    await side.database.untilIndexed();
  });
  const atRest = (options.idle.statements * (performance.now() - began)) / 1_000;
  return {
    statements: (asked.reduce((sum, one) => sum + one.calls, 0) - atRest) / calls,
    list: sharesOf(asked, calls),
  };
}
