import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A program under load. */
export interface Side {
  url: string;
  pid: number;
}

/** What the mesh is started with, but for its databases and its folder. */
export const meshSettings = {
  PORT: '0',
  DEMO: 'false',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  RATE_LIMIT_FACTOR: '1000000',
  AUTH_LIMIT_FACTOR: '1000000',
};

/** The address stands in the first line of the process that holds one. */
export async function launch(children: ChildProcess[], main: string, env: Record<string, string>): Promise<Side> {
  const child = spawn(process.execPath, [main], {
    cwd: repository,
    env: { ...process.env, ...env },
    // The channel informs the child when this process is killed, so that no orphan stays behind.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.push(child);
  child.stderr?.pipe(process.stderr, { end: false });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${main} ended with ${code}`)));
    child.stdout?.on('data', (text: Buffer) => {
      const found = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(text.toString());
      if (found) resolve(found[0]);
    });
  });
  return { url: url.replace('localhost', '127.0.0.1'), pid: child.pid ?? 0 };
}

/** Asks it to end, and waits until it has. */
export function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** One call that must succeed. */
export async function call<T = unknown>(
  url: string,
  method: string,
  path: string,
  token: string | undefined,
  body?: object,
): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  if (response.status !== 200)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Cleans a database and renews its statistics. */
export async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('vacuum analyze').finally(() => client.end());
}
