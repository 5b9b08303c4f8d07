import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs every command of the README's walk as it stands against the mesh at `url`, and checks what it prints. */
export async function walkReadme(url: string): Promise<void> {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', await commands()], {
    env: { ...process.env, PARLEY_URL: url },
    timeout: 60_000,
  });

  expect(stdout).not.toContain('"success":false');
  expect(stdout).toContain('"first_text":"My parcel has not arrived."');
  expect(stdout).toContain('"text":"I am looking into it."');
  expect(stdout).toContain('"rating":5');
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/1000$/);
}

/** The shell blocks between the two markers, in order. */
async function commands(): Promise<string> {
  const readme = await readFile(join(repository, 'README.md'), 'utf8');
  const part = readme.slice(readme.indexOf('<!-- walk:begin'), readme.indexOf('<!-- walk:end'));
  return [...part.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\necho\n');
}
