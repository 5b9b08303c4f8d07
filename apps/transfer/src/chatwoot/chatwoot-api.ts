import { setTimeout as delay } from 'node:timers/promises';

import { Refused } from '../config.ts';
import { downloadPatiently } from '../origin/download.ts';

const deadlineMs = 60_000;
const longestPauseMs = 300_000;

export interface ApiAccess {
  /** Address of the installation. */
  url: string;
  /** Access token of an administrator. */
  token: string;
  stopping: AbortSignal;
  /** Before the first repeat; each further one waits twice as long. */
  firstPauseMs?: number | undefined;
}

/** Of what is not part of an edition. */
const absent: ReadonlySet<number> = new Set([402, 403]);

type Query = Record<string, string | number>;

/** Reads the REST API of a Chatwoot. It retries without limit while the server is busy or down, until it is stopped. */
export class ChatwootApi {
  readonly #access: ApiAccess;
  readonly #base: string;

  /** @throws Refused */
  constructor(access: ApiAccess) {
    if (!/^https?:\/\//.test(access.url) || !URL.canParse(access.url)) throw new Refused('--url is no address.');
    this.#access = access;
    this.#base = access.url.replace(/\/+$/, '');
  }

  /**
   * @param isOptional what an edition does not have, it refuses
   * @returns undefined where there is nothing of that name
   * @throws Refused when the token may not read it
   */
  get(path: string, query: Query = {}, isOptional = false): Promise<unknown> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    return this.#repeated(`${this.#base}/api/v1/${path}${search.size > 0 ? `?${search}` : ''}`, isOptional);
  }

  /** Bytes of a file of this installation, whatever name it gives itself. The token stays here: a redirect may lead to another host. */
  async download(address: string): Promise<AsyncIterable<Buffer> | undefined> {
    const { pathname, search } = new URL(address);
    return downloadPatiently(`${new URL(this.#base).origin}${pathname}${search}`, this.#access);
  }

  async #repeated(address: string, isOptional: boolean): Promise<unknown> {
    const { stopping, token, firstPauseMs = 1_000 } = this.#access;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      stopping.throwIfAborted();
      const answer = await this.#ask(address, token, isOptional);
      if ('value' in answer) return answer.value;
      await delay(Math.min(answer.waitMs ?? pauseMs, longestPauseMs), undefined, { signal: stopping });
    }
  }

  async #ask(
    address: string,
    token: string,
    isOptional: boolean,
  ): Promise<{ value: unknown } | { waitMs: number | undefined }> {
    const signal = AbortSignal.any([this.#access.stopping, AbortSignal.timeout(deadlineMs)]);
    let answer: Response;
    try {
      // A redirect could carry the token to another host.
      answer = await fetch(address, { headers: { api_access_token: token }, redirect: 'error', signal });
      if (answer.ok) return { value: await answer.json() };
      await answer.body?.cancel();
    } catch {
      this.#access.stopping.throwIfAborted();
      return { waitMs: undefined };
    }
    const { status, headers } = answer;
    if (status === 404 || (isOptional && absent.has(status))) return { value: undefined };
    if (status === 429 || status >= 500) return { waitMs: waitOf(headers.get('retry-after')) };
    throw new Refused(`${new URL(address).pathname} answers ${status}: is it the token of an administrator?`);
  }
}

/** Seconds or a date, as HTTP has it. */
function waitOf(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
