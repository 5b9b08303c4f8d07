import { Pool } from 'undici';

import type { Call } from './scenarios.ts';

/** What the callers have seen. */
export interface Driven {
  calls: number;
  failures: number;
  /** From the first call to the last answer. */
  seconds: number;
  /** In ms, ascending. */
  latencies: number[];
}

/** Each of `connections` makes the next call as soon as it has its answer, for so many seconds. Every call is answered in the end. */
export function inClosedLoop(
  url: string,
  { connections, seconds, make }: { connections: number; seconds: number; make(): Call },
): Promise<Driven> {
  return driven(url, connections, async (perform) => {
    const until = performance.now() + seconds * 1_000;
    const loop = async () => {
      while (performance.now() < until) await perform(make(), performance.now());
    };
    await Promise.all(Array.from({ length: connections }, loop));
  });
}

/** So many calls, `connections` at once. */
export function inTurn(
  url: string,
  { connections, count, make }: { connections: number; count: number; make(nth: number): Call },
): Promise<Driven> {
  return driven(url, connections, async (perform) => {
    let next = 0;
    const loop = async () => {
      for (let nth = next++; nth < count; nth = next++) await perform(make(nth), performance.now());
    };
    await Promise.all(Array.from({ length: connections }, loop));
  });
}

/** Calls at a steady pace, whether or not the ones before are answered; waits for a connection count as latency. */
export function atRate(
  url: string,
  { rate, seconds, make }: { rate: number; seconds: number; make(): Call },
): Promise<Driven> {
  const connections = 128;
  return driven(url, connections, async (perform) => {
    const began = performance.now();
    const count = Math.round(rate * seconds);
    let next = 0;
    const loop = async () => {
      for (let nth = next++; nth < count; nth = next++) {
        const due = began + (nth * 1_000) / rate;
        const early = due - performance.now();
        if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
        await perform(make(), due);
      }
    };
    await Promise.all(Array.from({ length: connections }, loop));
  });
}

async function driven(
  url: string,
  connections: number,
  run: (perform: (call: Call, began: number) => Promise<void>) => Promise<void>,
): Promise<Driven> {
  const pool = new Pool(url, { connections, pipelining: 1, bodyTimeout: 60_000, headersTimeout: 60_000 });
  const latencies: number[] = [];
  const failures: string[] = [];
  const perform = async ({ method, path, headers, body }: Call, began: number) => {
    try {
      const response = await pool.request({ method, path, headers, body });
      if (response.statusCode === 200) await response.body.dump({ limit: Number.MAX_SAFE_INTEGER });
      else failures.push(`${method} ${path}: ${response.statusCode} ${await response.body.text()}`);
    } catch (error) {
      failures.push(`${method} ${path}: ${error}`);
    }
    latencies.push(performance.now() - began);
  };
  const began = performance.now();
  try {
    await run(perform);
    const seconds = (performance.now() - began) / 1_000;
    if (failures[0]) console.error(`the first of ${failures.length} failures: ${failures[0]}`);
    return {
      calls: latencies.length,
      failures: failures.length,
      seconds,
      latencies: latencies.sort((one, other) => one - other),
    };
  } finally {
    await pool.close();
  }
}
