import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** User and system time of the processes so far, in seconds; processes that have ended count 0. Source: proc(5). */
export function cpuSeconds(pids: readonly number[]): number {
  return sumOf(pids, utime, stime);
}

/**
 * The same for a process and everything below it, with the children that have ended: the time of a backend whose client has
 * disconnected counts for its postmaster.
 * @param except trees that are left out
 */
export function treeCpuSeconds(pid: number, except: readonly number[] = []): number {
  return sumOf(treeOf(pid, except), utime, stime, cutime, cstime);
}

/** A process and its children; PostgreSQL's backends are children of its postmaster. */
export function familyOf(pid: number): number[] {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && fieldsOf(Number(name))?.[ppid] === String(pid),
  );
  return [pid, ...children.map(Number)];
}

/** A process, its children and theirs: a mesh, its PostgreSQL and that one's backends. */
export function meshOf(pid: number): number[] {
  return [...new Set(familyOf(pid).flatMap(familyOf))];
}

/** Of a backend it is the postmaster. */
export function parentOf(pid: number): number {
  return Number(fieldsOf(pid)?.[ppid]);
}

function treeOf(root: number, except: readonly number[]): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? fieldsOf(Number(name))?.[ppid] : undefined;
    if (parent !== undefined) children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] =>
    except.includes(pid) ? [] : [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(root);
}

// Places in what `fieldsOf` returns.
const [ppid, utime, stime, cutime, cstime] = [1, 11, 12, 13, 14] as const;

function sumOf(pids: readonly number[], ...places: number[]): number {
  const ticks = pids.map((pid) => {
    const fields = fieldsOf(pid);
    return fields ? places.reduce((sum, place) => sum + Number(fields[place]), 0) : 0;
  });
  return ticks.reduce((sum, own) => sum + own, 0) / ticksPerSecond;
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
