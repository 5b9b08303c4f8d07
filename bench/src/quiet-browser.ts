import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromiumArguments, chromiumProgram } from '@parley/testkit/chromium';
import { WebSocket } from 'ws';

import { end } from './processes.ts';

interface Answer {
  id: number;
  // biome-ignore lint/suspicious/noExplicitAny: each method has a form of its own.
  result?: any;
  error?: { message: string };
}

/**
 * A browser of which nothing is asked while a page loads. A driver that follows each page makes the page work for it: for every script,
 * call and message.
 */
export class QuietBrowser {
  readonly #socket: WebSocket;
  readonly #stop: () => Promise<void>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #last = 0;

  private constructor(socket: WebSocket, stop: () => Promise<void>) {
    this.#socket = socket;
    this.#stop = stop;
    socket.on('message', (data) => {
      const answer = JSON.parse(String(data)) as Answer;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  static async start(): Promise<QuietBrowser> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-browser-'));
    const child = spawn(
      chromiumProgram() ?? 'chromium',
      [...chromiumArguments, '--remote-debugging-port=0', `--user-data-dir=${folder}`],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const address = await new Promise<string>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`The browser ended with ${code}.`)));
      child.stderr.on('data', (text: Buffer) => {
        const [found] = /ws:\/\/\S+/.exec(text.toString()) ?? [];
        if (found) resolve(found);
      });
    });
    const socket = new WebSocket(address);
    await once(socket, 'open');
    return new QuietBrowser(socket, async () => {
      socket.terminate();
      await end(child);
      await rm(folder, { recursive: true, force: true });
    });
  }

  /** @param session of a page; default: the browser itself */
  // biome-ignore lint/suspicious/noExplicitAny: each method has a form of its own.
  async send(method: string, params: object = {}, session?: string): Promise<any> {
    this.#last += 1;
    const id = this.#last;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method, params, ...(session && { sessionId: session }) }));
    const { result, error } = await promise;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}
