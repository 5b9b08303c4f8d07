import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { timeoutOf } from '@parley/testkit';

import { repository } from './commands.ts';

/** A browser's `WebSocket` is part of Node from version 22 on: the guides run on the Node that runs the tests. */
export const guidePath = [dirname(process.execPath), process.env.PATH].join(delimiter);

interface Following {
  folder: string;
  env?: Record<string, string>;
  /** The commands are between `<!-- mark:begin` and `<!-- mark:end`. */
  mark?: string;
  timeoutMs?: number;
}

/** Puts the files of a guide into the folder. @returns its commands */
export async function openGuide(guide: string, folder: string, mark = 'guide'): Promise<string> {
  const text = await readFile(join(repository, 'docs/guides', `${guide}.md`), 'utf8');
  for (const [, name = '', content = ''] of text.matchAll(/```\w+ file=(\S+)\n([\s\S]*?)```/g))
    await writeFile(join(folder, name), content);
  const marked = text.slice(text.indexOf(`<!-- ${mark}:begin`), text.indexOf(`<!-- ${mark}:end`));
  return [...marked.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');
}

/** Runs a guide as its reader would. @returns the lines that it prints */
export async function followGuide(
  guide: string,
  { folder, env, mark, timeoutMs = 60_000 }: Following,
): Promise<string[]> {
  const commands = await openGuide(guide, folder, mark);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: folder,
    env: { ...process.env, PATH: guidePath, ...env },
    timeout: timeoutOf(timeoutMs),
  });
  return stdout.split('\n').filter((line) => line.trim() !== '');
}
