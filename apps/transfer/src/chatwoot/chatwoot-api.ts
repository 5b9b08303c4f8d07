import { setTimeout as delay } from 'node:timers/promises';

import { Refused } from '../config.ts';
import { download } from './blobs.ts';

const deadlineMs = 60_000;
/** Of one file that cannot be read; the message stays without it. */
const maxDownloads = 5;
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

  /** @returns undefined where there is nothing of that name. @throws Refused when the token may not read it */
  get(path: string, query: Query = {}): Promise<unknown> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    return this.#repeated(`${this.#base}/api/v1/${path}${search.size > 0 ? `?${search}` : ''}`);
  }

  /** Bytes of a file of this installation, whatever name it gives itself. The token stays here: a redirect may lead to another host. */
  async download(address: string): Promise<AsyncIterable<Buffer> | undefined> {
    const { stopping, firstPauseMs = 1_000 } = this.#access;
    const { pathname, search } = new URL(address);
    for (let round = 0; round < maxDownloads; round++) {
      stopping.throwIfAborted();
      const bytes = await download(`${new URL(this.#base).origin}${pathname}${search}`, stopping).catch(
        () => 'absent' as const,
      );
      if (bytes !== 'absent') return bytes;
      await delay(firstPauseMs * 2 ** round, undefined, { signal: stopping });
    }
    return undefined;
  }

  async #repeated(address: string): Promise<unknown> {
    const { stopping, token, firstPauseMs = 1_000 } = this.#access;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      stopping.throwIfAborted();
      const answer = await this.#ask(address, token);
      if ('value' in answer) return answer.value;
      await delay(Math.min(answer.waitMs ?? pauseMs, longestPauseMs), undefined, { signal: stopping });
    }
  }

  async #ask(address: string, token: string): Promise<{ value: unknown } | { waitMs: number | undefined }> {
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
    if (status === 404) return { value: undefined };
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
