import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { processVariables } from './process-variables.ts';

/** One of our programs in a process of its own, for tests that kill or pause it. Its standard error is shown. */
export class Replica {
  readonly #child: ChildProcess;

  /** @param main its file */
  constructor(main: URL, env: Record<string, string | undefined>) {
    const stdio = ['ignore', 'ignore', 'inherit'] as const;
    const options = { env: { ...processVariables(), ...env }, stdio: [...stdio] };
    this.#child = spawn(process.execPath, [fileURLToPath(main)], options);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** SIGKILL; resolves when the process has ended. May be repeated. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }

  /** SIGSTOP: it does nothing until `resume()`. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }
}
