import type { Figures, Round } from './rounds.ts';

/** Prints medians over the rounds and the ratio of the throughputs. */
export function report(name: string, { mesh, baseline }: Figures): void {
  console.log(`\n${name}`);
  console.table({ mesh: summary(mesh), baseline: summary(baseline) });
  const ratios = mesh.map((round, index) => round.perSecond / (baseline[index]?.perSecond ?? Number.NaN));
  console.log(
    `mesh / baseline: ${median(ratios).toFixed(2)}   by round: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
  );
}

function summary(rounds: Round[]) {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  return {
    'requests/s': Math.round(of((round) => round.perSecond)),
    'p50 ms': of((round) => round.p50Ms),
    'p99 ms': of((round) => round.p99Ms),
    'Node CPU µs/request': Math.round(of((round) => round.nodeMicros)),
    'PostgreSQL CPU µs/request': Math.round(of((round) => round.databaseMicros)),
    failures: rounds.reduce((sum, round) => sum + round.failures, 0),
  };
}

function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** Where the mesh spent its CPU time. */
export function reportShares(shares: { area: string; share: number }[]): void {
  console.table(
    Object.fromEntries(
      shares.map(({ area, share }) => [area, { 'share of Node CPU': `${(share * 100).toFixed(1)} %` }]),
    ),
  );
}
