import { readFile, writeFile } from 'node:fs/promises';

/** Resets the peak of a process' memory use. @returns its present use, in bytes */
export async function forgetPeak(pid: number): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return memoryOf(pid, 'VmRSS');
}

/** The peak of a process' memory use since the reset, in bytes. */
export function peakOf(pid: number): Promise<number> {
  return memoryOf(pid, 'VmHWM');
}

async function memoryOf(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}
