import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A program of ours in a process of its own, for tests in which it dies or stands still. What it says on standard error is shown. */
export class Replica {
  readonly #child: ChildProcess;

  /** @param main its file */
  constructor(main: URL, env: Record<string, string | undefined>) {
    const stdio = ['ignore', 'ignore', 'inherit'] as const;
    this.#child = spawn(process.execPath, [fileURLToPath(main)], { env, stdio: [...stdio] });
  }

  /** Resolves when it is gone (SIGKILL). May be repeated. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }

  /** It stands still until `resume()`, in the middle of whatever it does. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }
}
