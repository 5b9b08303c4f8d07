import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Where commands of the documentation are run. */
export const repository = fileURLToPath(new URL('../../..', import.meta.url));

interface RunOptions {
  /** Of the repository. */
  file: string;
  /** Between `<!-- mark:begin` and `<!-- mark:end`. */
  mark: string;
  env?: Record<string, string>;
  timeoutMs: number;
}

/** Runs the shell blocks of a document as they stand, in order, in one shell. @returns what they print */
export async function runCommands({ file, mark, env, timeoutMs }: RunOptions): Promise<string> {
  const text = await readFile(join(repository, file), 'utf8');
  const [from, to] = [text.indexOf(`<!-- ${mark}:begin`), text.indexOf(`<!-- ${mark}:end`)];
  if (from < 0 || to < from) throw new Error(`${file} has no commands called ${mark}`);
  const blocks = [...text.slice(from, to).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', blocks.join('\necho\n')], {
    cwd: repository,
    env: { ...process.env, ...env },
    timeout: timeoutMs,
  });
  return stdout;
}
