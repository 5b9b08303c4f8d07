import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

/**
 * A bundle as an application ships it: minified, for browsers.
 * @param source of the entry, whose imports are found from `folder`
 */
export async function bundleOf(
  source: string,
  folder: string,
): Promise<{ code: string; gzippedBytes: number; imports: string[] }> {
  const program = join(import.meta.dirname, 'bundle-program.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, folder]);
  const ended = once(child, 'close');
  child.stdin.end(source);
  const [out, faults, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (exitCode !== 0) throw new Error(`The bundler has failed:\n${faults}`);
  const { code, imports } = JSON.parse(out) as { code: string; imports: string[] };
  return { code, imports, gzippedBytes: gzipSync(code, { level: 9 }).byteLength };
}
