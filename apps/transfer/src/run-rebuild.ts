import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Connection, Refused } from './config.ts';
import { copiers, copy } from './copies.ts';
import { Progress } from './progress.ts';
import { connect, patiently } from './services.client.ts';
import type { Surroundings } from './surroundings.ts';

/** Services whose copies of others' records are made again here; figures of analytics are made by itself. */
const rebuilt = ['conversations', 'media'] as const;

/**
 * Gives a service the records of their owners that it keeps copies of, project by project, beside live traffic: a copy that is newer stays. A run that
 * was cut off goes on with the project that it was at.
 */
export async function runRebuild(
  [name, ...rest]: readonly string[],
  { work }: { work: string },
  connection: Connection,
  { out, err, stopping }: Surroundings,
): Promise<number> {
  const service = rebuilt.find((one) => one === name);
  if (!service || rest.length > 0) throw new Refused(`A rebuild needs one of: analytics, ${rebuilt.join(', ')}.`);
  const file = join(work, `rebuild-${service}.json`);
  const services = connect(connection);
  const progress = new Progress(err);
  try {
    await mkdir(work, { recursive: true });
    let { after, done } = await placeIn(file);
    for (;;) {
      const { ids } = await patiently(() => services.of('workspace').projects({ after }), stopping);
      for (const idProject of ids) {
        stopping.throwIfAborted();
        for (const [from, to] of copiers)
          if (to.includes(service))
            await patiently(() => copy(services, from, [service], { idProject, import: '' }, stopping), stopping);
        [after, done] = [idProject, done + 1];
        await writeFile(`${file}.part`, JSON.stringify({ after, done }));
        await rename(`${file}.part`, file);
        progress.at('project', done, undefined);
      }
      if (ids.length === 0) break;
    }
    progress.end();
    await rm(file, { force: true });
    out.write(`${service}: copies of ${done} projects are as their owners have them.\n`);
    return 0;
  } finally {
    services.close();
  }
}

async function placeIn(file: string): Promise<{ after: string; done: number }> {
  const text = await readFile(file, 'utf8').catch(() => '{"after":"","done":0}');
  return JSON.parse(text);
}
