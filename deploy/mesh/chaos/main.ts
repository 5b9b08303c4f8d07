// Breaks a mesh by plan and checks what its clients saw:  npm run test:chaos -- --seed 1 --runs 100
import { parseArgs } from 'node:util';

import { Mesh } from '../mesh.ts';
import { meshOfRuns, type Outcome, runSeed } from './run.ts';

const { values } = parseArgs({ options: { seed: { type: 'string' }, runs: { type: 'string' } } });
const seed = Number(values.seed ?? 1);
const runs = Number(values.runs ?? 3);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(runs)) throw new Error('--seed and --runs are whole numbers');

const say = (line: string) => process.stdout.write(`${line}\n`);

const mesh = await Mesh.start(meshOfRuns);
let failed = 0;
let isStopped = false;
const stop = async () => {
  if (isStopped) return;
  isStopped = true;
  await mesh.stop();
  process.exit(failed === 0 ? 0 : 1);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// Started by scripts/run.mjs: when that process is killed, the channel closes.
process.on('disconnect', stop);

for (let nth = 0; nth < runs && !isStopped; nth++) {
  const { faults, did, file } = await runSeed(mesh, seed + nth).catch(unfinished);
  say(`seed ${seed + nth}: ${did}, ${faults.length} faults`);
  if (faults.length === 0) continue;
  failed += 1;
  say(`  ${faults.slice(0, 10).join('\n  ')}\n  history: ${file}`);
}
say(`${runs} runs, ${failed} with faults`);
await stop();

function unfinished(error: unknown): Outcome {
  return { faults: [`the run did not end: ${error instanceof Error ? error.message : String(error)}`], did: 'nothing' };
}
