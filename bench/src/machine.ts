import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

import { embeddedVersion } from '@parley/embedded-postgres';

/** What figures were measured on, in one line: they compare with those of the same machine at the same load. */
export async function machine(): Promise<string> {
  const load = loadavg().map((value) => value.toFixed(1));
  return [
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() || 'unknown'})`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `load ${load.join(' ')}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${await embeddedVersion()}`,
    new Date().toISOString(),
  ].join(', ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await machine());
