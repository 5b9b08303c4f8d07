import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

interface Place {
  cwd: string;
  env?: Record<string, string>;
}

/** Runs a program to its end. @returns what it has printed */
export async function run(program: string, args: readonly string[], { cwd, env }: Place): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 28 };
  try {
    return (await promisify(execFile)(program, [...args], options)).stdout;
  } catch (cause) {
    const { code, stderr = '' } = cause as { code?: string | number; stderr?: string };
    const reason = code === 'ENOENT' ? 'is not installed' : `ended with ${code}:\n${stderr.slice(-4_000)}`;
    throw new Error(`${program} ${args.slice(0, 2).join(' ')} ${reason}`, { cause });
  }
}
