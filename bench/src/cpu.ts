import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** User and system time of the processes so far, in seconds; processes that have ended count 0. Source: proc(5). */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) / ticksPerSecond;
}

/** A process and its children; PostgreSQL's backends are children of its postmaster. */
export function familyOf(pid: number): number[] {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && fieldsOf(Number(name))?.[1] === String(pid),
  );
  return [pid, ...children.map(Number)];
}

/** A process, its children and theirs: a mesh, its PostgreSQL and that one's backends. */
export function meshOf(pid: number): number[] {
  return [...new Set(familyOf(pid).flatMap(familyOf))];
}

function ticksOf(pid: number): number {
  const fields = fieldsOf(pid);
  return fields ? Number(fields[11]) + Number(fields[12]) : 0;
}

/** Fields of /proc/PID/stat from the third (state) on; the second, the name, may hold blanks. */
function fieldsOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
