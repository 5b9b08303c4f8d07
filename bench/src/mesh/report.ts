import type { Backlog } from './backlog.ts';
import type { Idle } from './idle.ts';
import { cpuOf } from './quiet.ts';
import type { AskedStatement } from './side.ts';
import type { Sustained } from './sustained.ts';
import type { Window } from './window.ts';

/** What was found of one side in one scenario. */
export interface Found {
  windows: Window[];
  /** Per call; of a baseline one. */
  statements: number;
}

/**
 * Prints medians over the windows, per call, and how Parley compares with each baseline: processor time and throughput, each so that
 * 1 is as good as the baseline.
 */
export function report(name: string, found: ReadonlyMap<string, Found>): void {
  console.log(`\n${name}`);
  console.table(Object.fromEntries([...found].map(([side, one]) => [side, summary(one)])));
  const [parley, ...baselines] = [...found];
  for (const [baseline, { windows }] of baselines) {
    const own = parley?.[1].windows ?? [];
    const cpu = windows.map((window, nth) => cpuMs(window) / cpuMs(own[nth]));
    const rate = windows.map((window, nth) => (own[nth]?.perSecond ?? Number.NaN) / window.perSecond);
    console.log(
      `against ${baseline}: processor time ${median(cpu).toFixed(2)} (${listed(cpu)}), throughput ${median(rate).toFixed(2)} (${listed(rate)})`,
    );
  }
}

const cpuMs = (window: Window | undefined): number => (window ? cpuOf(window.perCall) : Number.NaN);
const listed = (values: number[]): string => values.map((value) => value.toFixed(2)).join(' ');

function summary({ windows, statements }: Found) {
  const of = (pick: (window: Window) => number, digits: number) => rounded(median(windows.map(pick)), digits);
  return {
    'calls/s': of(({ perSecond }) => perSecond, 0),
    'p50 ms': of(({ p50Ms }) => p50Ms, 1),
    'p99 ms': of(({ p99Ms }) => p99Ms, 1),
    'Node ms': of(({ perCall }) => perCall.node * 1_000, 2),
    'PostgreSQL ms': of(({ perCall }) => perCall.postgres * 1_000, 2),
    'put off s': of(({ putOffSeconds }) => putOffSeconds, 1),
    statements: rounded(statements, 2),
    commits: of(({ perCall }) => perCall.commits, 2),
    'WAL bytes': of(({ perCall }) => perCall.walBytes, 0),
    'log lines': of(({ perCall }) => perCall.lines, 1),
    'log bytes': of(({ perCall }) => perCall.bytes, 0),
    failures: windows.reduce((sum, window) => sum + window.failures, 0),
  };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The most frequent ones, and those that write most. */
export function reportStatements(asked: readonly AskedStatement[]): void {
  const heavy = asked.toSorted((one, other) => other.walBytes - one.walBytes).slice(0, 10);
  for (const { database, text, calls, totalMs, walBytes } of new Set([...asked.slice(0, 30), ...heavy])) {
    const short = text.replace(/\s+/g, ' ').slice(0, 110);
    console.log(
      `${calls.toFixed(2).padStart(6)} ${totalMs.toFixed(3).padStart(7)} ms ${walBytes.toFixed(0).padStart(6)} B  ${database.padEnd(13)} ${short}`,
    );
  }
}

export function reportIdle({ node, postgres, statements, commits, walBytes, lines }: Idle): void {
  console.log('\nidle, each second');
  console.table({
    parley: {
      ...{ 'Node, of a processor': percent(node), 'PostgreSQL, of a processor': percent(postgres) },
      ...{ statements: rounded(statements, 1), commits: rounded(commits, 1), 'WAL bytes': rounded(walBytes, 0) },
      'log lines': rounded(lines, 1),
    },
  });
}

export function reportBacklog({
  imported,
  events,
  waiting,
  drained,
  handled,
  deadLetters,
  cpuMs,
  failures,
}: Backlog): void {
  console.log('\na backlog of events, by importing messages');
  console.table({
    parley: {
      ...{ 'imported/s': rounded(imported, 0), events, 'waiting at the end': waiting },
      ...{ 'drained/s': rounded(drained, 0), handled, 'dead letters': deadLetters },
      ...{ 'ms in all per event': rounded(cpuMs, 2), failures },
    },
  });
}

export function reportSustained(found: ReadonlyMap<string, Sustained>): void {
  console.log('\nsustained sends');
  const rows = [...found].map(([side, { rate, seconds, lag, p50Ms, p99Ms, processors, kept }]) => [
    side,
    {
      'calls/s': rounded(rate, 0),
      ...{ seconds, 'p50 ms': rounded(p50Ms, 1), 'p99 ms': rounded(p99Ms, 1) },
      ...{ 'lag s': rounded(lag, 2), processors: rounded(processors, 2), kept },
    },
  ]);
  console.table(Object.fromEntries(rows));
}

/** Where the mesh spent its Node time. */
export function reportShares(shares: { area: string; share: number }[]): void {
  const rows = shares.map(({ area, share }) => [area, { 'share of Node time': percent(share) }]);
  console.table(Object.fromEntries(rows));
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}
