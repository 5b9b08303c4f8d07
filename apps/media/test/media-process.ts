import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Actor } from '@parley/contracts';
import { actorTokens } from '@parley/service-kit/security';
import {
  eventually,
  forgetPeak,
  freePort,
  peakOf,
  processVariables,
  type TestDatabase,
  testDatabase,
} from '@parley/testkit';

const main = new URL('../src/main.ts', import.meta.url).pathname;

/** The service as a separate process, to be measured and killed. */
export class MediaProcess {
  /** Where its files are. */
  readonly folder: string;
  readonly database: TestDatabase;
  readonly #env: Record<string, string>;
  readonly #port: number;
  readonly #key = randomBytes(32).toString('base64url');
  #child: ChildProcess | undefined;

  private constructor(folder: string, database: TestDatabase, env: Record<string, string>, port: number) {
    this.folder = folder;
    this.database = database;
    this.#env = env;
    this.#port = port;
  }

  /** With a folder and a database of its own. */
  static async start(env: Record<string, string> = {}): Promise<MediaProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-media-'));
    const database = await testDatabase(new URL('../prisma/', import.meta.url));
    const media = new MediaProcess(folder, database, env, await freePort());
    await media.start();
    return media;
  }

  /** A process that traces its file system calls: see `trace`. */
  static startTraced(): Promise<MediaProcess> {
    return MediaProcess.start({ NODE_OPTIONS: '--trace-event-categories node.fs.async,node.fs.sync' });
  }

  async start(): Promise<void> {
    const env = {
      ...{ ...processVariables(), NODE_ENV: 'development', LOG_LEVEL: 'fatal', RATE_LIMIT_FACTOR: '10000' },
      ...{ HTTP_PORT: String(this.#port), ACTOR_KEY: this.#key, DATA_KEY: this.#key },
      ...{ PARLEY_DATA: this.folder, DATABASE_URL_MEDIA: this.database.url },
      ...this.#env,
    };
    this.#child = spawn(process.execPath, [main], { cwd: this.folder, env, stdio: 'ignore' });
    await eventually(() => fetch(`${this.url}/v3/files`), { timeoutMs: 20_000 });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** SIGKILL. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Kills the process and removes its data. */
  async remove(): Promise<void> {
    await this.kill();
    await this.database.drop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Stops the process. @returns its file system calls in order, with the path if there is one */
  async trace(): Promise<{ call: string; path?: string }[]> {
    await this.#end('SIGTERM');
    const { traceEvents } = JSON.parse(await readFile(join(this.folder, 'node_trace.1.log'), 'utf8'));
    const calls = traceEvents.filter(({ cat, ph }: TraceEvent) => cat.includes('fs') && /^b$/i.test(ph));
    return calls.map(({ name, args }: TraceEvent) => ({ call: name, path: args.path }));
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** CPU time used so far, by all threads. */
  async cpuSeconds(): Promise<number> {
    const stat = await readFile(`/proc/${this.#child?.pid}/stat`, 'utf8');
    const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
    return (user + system) / ticksPerSecond;
  }

  /** Resets the peak of memory use. @returns the current use, in bytes */
  forgetPeak(): Promise<number> {
    return forgetPeak(this.#child?.pid ?? 0);
  }

  /** Peak of memory use since the reset. */
  peak(): Promise<number> {
    return peakOf(this.#child?.pid ?? 0);
  }

  async headersOf(actor: Actor): Promise<Record<string, string>> {
    const key = new Uint8Array(Buffer.from(this.#key, 'base64url'));
    return { 'parley-actor': await actorTokens({ key, service: 'gateway' }).sign(actor, 'media') };
  }

  /** Sends a file as clients do. */
  async send(actor: Actor, { name, bytes }: { name: string; bytes: Buffer }) {
    const form = new FormData();
    form.append('file', new File([Uint8Array.from(bytes)], name));
    const headers = await this.headersOf(actor);
    const response = await fetch(`${this.url}/v3/files/users`, { method: 'POST', headers, body: form });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** Uploads a generated file of the given size. */
  async upload(actor: Actor, size: number): Promise<{ status: number; filename?: string }> {
    const headers = await this.headersOf(actor);
    const [head, tail] = [
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n',
      '\r\n--b--\r\n',
    ];
    return new Promise((resolve, reject) => {
      const call = request(`${this.url}/v3/files/users`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': head.length + size + tail.length,
        },
      });
      call.on('error', reject);
      call.on('response', (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => resolve({ status: res.statusCode ?? 0, ...JSON.parse(Buffer.concat(chunks).toString()) }));
      });
      void write(call, head, size, tail).catch(reject);
    });
  }
}

/** As Node writes them; `b` and `B` begin a call. */
interface TraceEvent {
  cat: string;
  ph: string;
  name: string;
  args: { path?: string };
}

const ticksPerSecond = 100;

const piece = Buffer.alloc(2 ** 16, 'words and ');

async function write(call: ReturnType<typeof request>, head: string, size: number, tail: string): Promise<void> {
  call.write(head);
  for (let left = size; left > 0; left -= piece.length) {
    if (!call.write(piece.subarray(0, Math.min(left, piece.length)))) await once(call, 'drain');
  }
  call.end(tail);
}
