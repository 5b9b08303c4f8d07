import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { CDPSession, Page } from 'playwright-core';

import { quantile } from './place.ts';
import { call } from './processes.ts';
import type { SizedPlace } from './sized-place.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const together = 20;
/** What an open conversation is given to render. */
const longTexts = ['[', '*', '**a', '](', '[a](https://b'].map((piece) => piece.repeat(65_000 / piece.length));

/** Resolves to the time, by the clock, at which the text stood in the conversation. */
export const whenSeen = (text: string) => `new Promise((resolve) => {
  const look = () => [...document.querySelectorAll('[role="log"] [data-line]')].at(-1)?.textContent.includes('${text}')
    ? requestAnimationFrame(() => resolve(Date.now())) : setTimeout(look);
  look();
})`;

/** Seconds of `vite build` of the console. */
export async function buildSeconds(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-console-build-'));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const began = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
    { cwd: join(root, 'apps/console'), encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  );
  const took = performance.now() - began;
  await rm(folder, { recursive: true });
  if (status !== 0) throw new Error(stderr);
  return Math.round(took / 100) / 10;
}

/** MB by which the heap grows, collected, while messages of other conversations arrive as fast as they can. */
export async function heapGrowth(
  session: CDPSession,
  place: SizedPlace,
  others: string[],
  messages: number,
): Promise<number> {
  let frames = 0;
  session.on('Network.webSocketFrameReceived', () => {
    frames += 1;
  });
  await session.send('Network.enable');
  const before = await heapSize(session);
  for (let sent = 0; sent < messages; sent += together) {
    const sends = Array.from({ length: together }, (_, nth) => {
      const path = `/v3/${place.projectId}/requests/${others[(sent + nth) % others.length]}/messages`;
      return call(place.url, 'POST', path, place.token, { text: `frame ${sent + nth}` });
    });
    await Promise.all(sends);
  }
  // Changes of one row that come together may share a frame.
  console.log(`${frames.toLocaleString('en')} frames for ${messages.toLocaleString('en')} messages`);
  return Math.round(((await heapSize(session)) - before) / 2 ** 20);
}

/**
 * Milliseconds of script for the slowest of the texts that are meant to be slow, in the conversation that is open, beyond those that
 * any message takes.
 */
export async function slowestText(page: Page, session: CDPSession, place: SizedPlace): Promise<number> {
  await session.send('Performance.enable');
  const requestId = page.url().split('/').at(-1);
  let nth = 0;
  const scriptOf = async (piece: string) => {
    nth += 1;
    const text = `${piece} text ${nth}.`;
    // Not by a locator, which would read the whole page meanwhile.
    const seen = page.evaluate(whenSeen(` text ${nth}.`));
    const before = await scriptSeconds(session);
    await call(place.url, 'POST', `/v3/${place.projectId}/requests/${requestId}/messages`, place.token, { text });
    await seen;
    return ((await scriptSeconds(session)) - before) * 1_000;
  };
  const medianOf = async (text: string) => {
    const took: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) took.push(await scriptOf(text));
    return quantile(
      took.toSorted((one, other) => one - other),
      0.5,
    );
  };
  const any = await medianOf('short');
  const long: number[] = [];
  for (const text of longTexts) long.push(await medianOf(text));
  return Math.round(Math.max(...long) - any);
}

async function heapSize(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}
