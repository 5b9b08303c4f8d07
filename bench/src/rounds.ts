import autocannon from 'autocannon';

import { cpuSeconds } from './cpu.ts';
import type { Stage } from './prepare.ts';
import type { Scenario } from './scenarios.ts';

/** One side in one round. */
export interface Round {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU of the Node process and of PostgreSQL, in microseconds per request. */
  nodeMicros: number;
  databaseMicros: number;
  failures: number;
}

export interface Figures {
  mesh: Round[];
  baseline: Round[];
}

/**
 * Mesh and baseline by turns in one run, so that a noisy machine disturbs both alike. The first round warms up and is not counted.
 */
export async function measure(
  stage: Stage,
  scenario: Scenario,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Figures> {
  const figures: Figures = { mesh: [], baseline: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const side of ['mesh', 'baseline'] as const) {
      const result = await drive(stage, scenario, side, round === 0 ? Math.min(3, seconds) : seconds);
      if (round > 0) figures[side].push(result);
    }
  }
  return figures;
}

async function drive(stage: Stage, scenario: Scenario, side: 'mesh' | 'baseline', seconds: number): Promise<Round> {
  const { url, pid } = stage[side];
  const before = { node: cpuSeconds([pid]), database: stage.databaseCpu() };
  let next = 0;
  const result = await autocannon({
    url,
    connections: stage.talks.length,
    duration: seconds,
    setupClient: (client) => {
      const talk = stage.talks[next++ % stage.talks.length];
      if (talk) client.setRequests([scenario(talk, stage)]);
    },
  });
  const count = result.requests.total || 1;
  return {
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    nodeMicros: ((cpuSeconds([pid]) - before.node) * 1e6) / count,
    databaseMicros: ((stage.databaseCpu() - before.database) * 1e6) / count,
    failures: result.non2xx + result.errors,
  };
}
