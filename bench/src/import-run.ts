import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import { treeCpuSeconds } from './cpu.ts';

export interface Run {
  seconds: number;
  /** Of the program and of everything that this process has started. */
  cpuSeconds: number;
  /** Of the program. */
  peakMb: number;
  /** By which the mesh was larger than before. */
  meshMb: number;
  /** Messages a second in each tenth. */
  tenths: number[];
}

/** A line of its progress. */
interface Line {
  kind: string;
  done: number;
  at: number;
}

/** As `npm run import` and `npm run export` have it. */
const heap = ['--max-semi-space-size=4', '--max-old-space-size=256'];

/** Runs the program that moves projects. @param mesh process id of the services */
export async function runTransfer(args: readonly string[], mesh: number): Promise<Run> {
  const [began, cpuBefore, meshBefore] = [
    performance.now(),
    treeCpuSeconds(process.pid),
    await memoryOf(mesh, 'VmRSS'),
  ];
  const child = spawn(process.execPath, [...heap, 'apps/transfer/src/main.ts', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let isRunning = true;
  void ended.then(() => {
    isRunning = false;
  });
  const lines: Line[] = [];
  createInterface({ input: child.stderr }).on('line', (text) => {
    if (text.startsWith('{')) lines.push({ ...(JSON.parse(text) as Line), at: performance.now() });
    else console.error(text);
  });
  let [peakMb, meshMb] = [0, 0];
  while (isRunning) {
    peakMb = Math.max(peakMb, await memoryOf(child.pid, 'VmHWM'));
    meshMb = Math.max(meshMb, (await memoryOf(mesh, 'VmRSS')) - meshBefore);
    await delay(100);
  }
  const code = await ended;
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')} ended with ${code}.`);
  return {
    seconds: (performance.now() - began) / 1_000,
    cpuSeconds: treeCpuSeconds(process.pid) - cpuBefore,
    ...{ peakMb, meshMb, tenths: tenthsOf(lines) },
  };
}

/** Of messages, between the lines that say how many are done; none when there are too few lines. */
function tenthsOf(lines: readonly Line[]): number[] {
  const first = lines.findIndex(({ kind }) => /^messages?$/.test(kind));
  const own = lines.slice(Math.max(0, first)).filter(({ kind }) => kind === lines[first]?.kind);
  if (own.length < 10) return [];
  const total = own.at(-1)?.done ?? 0;
  let from: Line = { kind: '', done: 0, at: lines[first - 1]?.at ?? 0 };
  return Array.from({ length: 10 }, (_, nth) => {
    const to = own.find(({ done }) => done >= ((nth + 1) * total) / 10) ?? from;
    const rate = Math.round(((to.done - from.done) * 1_000) / Math.max(1, to.at - from.at));
    from = to;
    return rate;
  });
}

/** In MB, as the kernel counts it; none of a process that has ended. */
async function memoryOf(pid: number | undefined, field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1_024);
}
