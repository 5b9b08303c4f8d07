import { randomUUID } from 'node:crypto';

import { exponentialBackoff, pause } from '@parley/service-kit/concurrency';

import type { SeedingPass } from './seeding-pass.ts';

/** Of a call to a part that is unavailable: half a minute in all. */
const tries = 8;
const pauseMs = exponentialBackoff(500, 8_000);

interface Call {
  token?: string | undefined;
  body?: object | FormData;
  accept?: number[];
  /** The call can be made again as it is: it needs no `Idempotency-Key`, whose answer would be stored. */
  isRepeatable?: boolean;
}

/** Calls of the public API, by which the demo is seeded. */
export class DemoClient {
  readonly #url: string;
  readonly #pass: SeedingPass;

  constructor(url: string, pass: SeedingPass) {
    this.#url = url;
    this.#pass = pass;
  }

  /** The same path with each call of a caller. */
  as(token: string): <T = { _id: string }>(method: string, path: string, body?: object, options?: Call) => Promise<T> {
    return (method, path, body, options) => this.call(method, path, { token, ...(body && { body }), ...options });
  }

  async call<T = { _id: string }>(
    method: string,
    path: string,
    { token, body, accept = [200], isRepeatable = false }: Call = {},
  ): Promise<T> {
    const isForm = body instanceof FormData;
    const headers = {
      ...this.#pass.headers,
      ...(token && { authorization: token }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(!isRepeatable && !isForm && { 'idempotency-key': randomUUID() }),
    };
    const call = () =>
      fetch(`${this.#url}/v3${path}`, {
        method,
        headers,
        body: body === undefined || isForm ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      });
    let response = await call();
    // A busy machine may take a part of the mesh for lost, for a moment.
    for (let attempt = 1; response.status === 503 && attempt < tries; attempt += 1) {
      await response.body?.cancel();
      await pause(pauseMs(attempt));
      response = await call();
    }
    if (!accept.includes(response.status))
      throw new Error(`Seeding the demo: ${method} /v3${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
}
