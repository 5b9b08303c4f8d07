import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { type Driven, inClosedLoop } from './drive.ts';
import { type ParleySide, startParley } from './parley.ts';
import { type FilledProject, fillProject } from './project.ts';
import { scenarios } from './scenarios.ts';
import { latencyOf } from './window.ts';

const floodingCallers = 64;
const quietCallers = 2;
const conversations = 50;
/** By turns, so that both see the same machine. */
const rounds = 3;

/** What callers of one project notice of a flood in another one: their p99 with and without it. */
export async function flood(seconds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const parley = await startParley(folder, { inspect: false });
  try {
    const quiet = await fillProject(parley, conversations);
    const loud = await fillProject(parley, conversations);
    // Warms up.
    await drive(parley, quiet, quietCallers, 2);
    for (let round = 0; round < rounds; round++) {
      const alone = await drive(parley, quiet, quietCallers, seconds);
      const noise = drive(parley, loud, floodingCallers, seconds + 2);
      await delay(1_000);
      const beside = await drive(parley, quiet, quietCallers, seconds);
      report(alone, beside, await noise);
      await delay(2_000);
    }
  } finally {
    await parley.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function drive({ url }: ParleySide, project: FilledProject, connections: number, seconds: number): Promise<Driven> {
  let calls = 0;
  return inClosedLoop(url, { connections, seconds, make: () => mixed(project, calls++) });
}

const { mixed } = scenarios as { mixed: (typeof scenarios)[string] };

function report(alone: Driven, beside: Driven, noise: Driven): void {
  const [before, during, loud] = [alone, beside, noise].map(latencyOf);
  if (!before || !during || !loud) return;
  const shown = ({ p50Ms, p99Ms }: typeof before) => `p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)} ms`;
  console.log(`alone ${shown(before)} · beside ${floodingCallers} callers of another project ${shown(during)}`);
  console.log(
    `  p99 × ${(during.p99Ms / before.p99Ms).toFixed(2)}; the flood: ${loud.perSecond.toFixed(0)} calls/s, ${shown(loud)}`,
  );
}
