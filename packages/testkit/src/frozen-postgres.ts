import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * Stops a PostgreSQL server where it stands (SIGSTOP): the postmaster, so that it starts no backend, and then every backend.
 * Only for a server that the test has started itself.
 * @returns lets all of them go on (SIGCONT), those whose postmaster was killed meanwhile included
 */
export function freezePostgres(postmaster: number): () => void {
  process.kill(postmaster, 'SIGSTOP');
  const frozen = [postmaster, ...backendsOf(postmaster)];
  for (const pid of frozen.slice(1)) signal(pid, 'SIGSTOP');
  return () => {
    for (const pid of frozen) signal(pid, 'SIGCONT');
  };
}

/** Process ids of a server's children: backends and workers. */
export function backendsOf(postmaster: number): number[] {
  const children = `/proc/${postmaster}/task/${postmaster}/children`;
  if (existsSync(children)) return readFileSync(children, 'utf8').trim().split(' ').map(Number);
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([pid, parent]) => (pid !== undefined && parent === postmaster ? [pid] : []));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
