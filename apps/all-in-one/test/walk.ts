import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { repository, runCommands } from './commands.ts';

/** Runs every command of the README's walk as it stands against the mesh at `url`, which prints what the README says. */
export async function walkReadme(url: string, env: Record<string, string> = {}): Promise<void> {
  const stdout = await runCommands({
    file: 'README.md',
    mark: 'walk',
    env: { ...env, PARLEY_URL: url },
    timeoutMs: 60_000,
  });
  const readme = await readFile(join(repository, 'README.md'), 'utf8');
  const promised = [...readme.matchAll(/^#> (.+)$/gm)].map(([, line]) => line);

  expect(promised.length).toBeGreaterThan(5);
  expect(stdout.split('\n').filter((line) => line !== '')).toEqual(promised);
}
