import { setTimeout as delay } from 'node:timers/promises';

import { startChromium } from '@parley/testkit/chromium';
import type { Browser, CDPSession, Page } from 'playwright-core';

import { buildSeconds, heapGrowth, slowestText, whenSeen } from './console-load.ts';
import { ms, quantile } from './place.ts';
import { call } from './processes.ts';
import { openSizedPlace, type SizedPlace } from './sized-place.ts';

/** Source: contract 80 section 10; ms, but for nodes, MB and requests. */
const goals = {
  coldP75: 2_000,
  warmP75: 1_000,
  requests: 20,
  frameP95: 17,
  nodes: 1_500,
  heap: 150,
  cachedP95: 100,
  uncachedP75: 400,
  keyP95: 50,
  interactionP75: 200,
  seenP95: 300,
  growth: 30,
  slowestText: 50,
  build: 30,
};
const openRequests = 10_000;
const messagesOfRequest = 10;
const scrolledFrames = 300;
const longConversation = 300;
const framesPerSecond = 20;
const messagesAtOnce = 100;
/** Of few, the slowest of twenty would be one of the first, of code that the browser has not yet compiled. */
const switchesPerSample = 5;

/** When the first row was drawn, and how long each key and click took until it was painted. */
const observers = `globalThis.keys = []; globalThis.interactions = [];
  globalThis.usableAt = new Promise((resolve) => new MutationObserver((_, observer) => {
    if (!document.querySelector('[role="grid"] [role="row"]')) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now()));
  }).observe(document, { childList: true, subtree: true }));
  new PerformanceObserver((list) => {
    for (const { name, duration, interactionId } of list.getEntries()) {
      if (name === 'keydown') keys.push(duration);
      if (interactionId > 0) interactions.push(duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

/** Files and calls, with the page itself. */
const requestsUntil = (at: number) =>
  `1 + performance.getEntriesByType('resource').filter(({ startTime }) => startTime < ${at}).length`;

/** The list is scrolled to its end until its last row is there. */
const loadAll = `new Promise((resolve) => {
  const grid = document.querySelector('[role="grid"]');
  let box = grid;
  while (box.scrollHeight <= box.clientHeight) box = box.parentElement;
  globalThis.box = box;
  const step = () => {
    box.scrollTop = box.scrollHeight;
    document.querySelector('[aria-rowindex="${openRequests}"]') ? resolve() : requestAnimationFrame(step);
  };
  step();
})`;

/** From the end upwards, a screen in three frames. */
const scrollFrames = `new Promise((resolve) => {
  const took = [];
  let last;
  const step = (now) => {
    if (last !== undefined) took.push(now - last);
    last = now;
    box.scrollTop -= box.clientHeight / 3;
    took.length < ${scrolledFrames} ? requestAnimationFrame(step) : resolve(took);
  };
  requestAnimationFrame(step);
})`;

/** From the click on a row to the paint of its conversation. */
const switchTo = (requestId: string) => `new Promise((resolve) => {
  const began = performance.now();
  const before = document.querySelector('[role="log"] [data-line]');
  const row = document.querySelector('[data-request="${requestId}"]');
  row.focus();
  row.click();
  const look = () => {
    const line = document.querySelector('[role="log"] [data-line]');
    line && line !== before ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began))) : setTimeout(look);
  };
  look();
})`;

const drawnRequests = `[...document.querySelectorAll('[data-request]')].map((row) => row.dataset.request)`;

/** What a person waits for in the inbox of a project with 10,000 open requests. */
export async function consoleTimes(samples: number, frames: number, folder: string | undefined): Promise<void> {
  const size = { requests: openRequests, messages: openRequests * messagesOfRequest, open: openRequests };
  const place = await openSizedPlace(size, folder);
  const browser = await startChromium();
  try {
    const inbox = `http://localhost:${new URL(place.url).port}/console/${place.projectId}/inbox/all`;
    const started = await starts(browser, place, inbox, samples);
    const page = started.page;
    const session = await page.context().newCDPSession(page);
    const list = await scrolled(page, session);
    const switched = await switches(page, samples * switchesPerSample);
    const typed = await keys(page, place, inbox, samples);
    const seen = await arrivals(page, place, samples);
    const slowest = await slowestText(page, session, place);
    const others = (await page.evaluate<string[]>(drawnRequests)).filter((other) => !page.url().endsWith(other));
    const growth = await heapGrowth(session, place, others, frames);
    const build = await buildSeconds();
    const row = (measured: number, goal: number) => ({ measured, goal });
    console.table({
      'cold start to the inbox, p75, ms': row(ms(started.cold, 0.75), goals.coldP75),
      'warm start to the inbox, p75, ms': row(ms(started.warm, 0.75), goals.warmP75),
      'requests of a cold start': row(started.requests, goals.requests),
      '10,000 rows, frame while scrolling, p95, ms': row(ms(list.frames, 0.95), goals.frameP95),
      '10,000 rows, nodes of the list': row(list.nodes, goals.nodes),
      '10,000 rows, heap, MB': row(list.heap, goals.heap),
      'switch to a cached conversation, p95, ms': row(ms(switched.cached, 0.95), goals.cachedP95),
      'switch to an uncached conversation, p75, ms': row(ms(switched.uncached, 0.75), goals.uncachedP75),
      'key to paint, p95, ms': row(quantile(typed.keys, 0.95), goals.keyP95),
      'interaction to next paint, p75, ms': row(quantile(typed.interactions, 0.75), goals.interactionP75),
      'message until seen, p95, ms': row(ms(seen, 0.95), goals.seenP95),
      [`heap growth by ${frames.toLocaleString('en')} messages, MB`]: row(growth, goals.growth),
      'slowest text of 64 kB, script, ms': row(slowest, goals.slowestText),
      'build, s': row(build, goals.build),
    });
  } finally {
    await browser.close();
    await place.stop();
  }
}

async function starts(browser: Browser, { owner }: SizedPlace, inbox: string, samples: number) {
  const first = await browser.newContext();
  const door = await first.newPage();
  await door.goto(inbox);
  await door.getByLabel('Email address').fill(owner.email);
  await door.getByLabel('Password').fill(owner.password);
  await door.getByRole('button', { name: 'Sign in' }).click();
  await door.waitForURL(inbox);
  const storageState = await first.storageState();
  await first.close();

  const [cold, warm]: [number[], number[]] = [[], []];
  let requests = 0;
  let page: Page | undefined;
  for (let sample = 0; sample < samples; sample += 1) {
    await page?.context().close();
    const context = await browser.newContext({ storageState, viewport: { width: 1_280, height: 800 } });
    await context.addInitScript(observers);
    page = await context.newPage();
    await page.goto(inbox);
    const usableAt = await page.evaluate<number>('globalThis.usableAt');
    cold.push(usableAt);
    requests = Math.max(requests, await page.evaluate<number>(requestsUntil(usableAt)));
    await page.reload();
    warm.push(await page.evaluate<number>('globalThis.usableAt'));
  }
  if (!page) throw new Error('At least one sample is needed.');
  return { cold: ascending(cold), warm: ascending(warm), requests, page };
}

async function scrolled(page: Page, session: CDPSession) {
  await page.evaluate(loadAll);
  const frames = await page.evaluate<number[]>(scrollFrames);
  const nodes = await page.getByRole('grid').locator('*').count();
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return { frames: ascending(frames), nodes, heap: Math.round(usedSize / 2 ** 20) };
}

async function switches(page: Page, samples: number) {
  const [cached, uncached]: [number[], number[]] = [[], []];
  const opened = new Set<string>();
  while (uncached.length < samples) {
    const drawn = await page.evaluate<string[]>(drawnRequests);
    const [one, other] = drawn.filter((requestId) => !opened.has(requestId));
    if (one && other) {
      for (const requestId of [one, other]) uncached.push(await page.evaluate<number>(switchTo(requestId)));
      for (const requestId of [one, other]) cached.push(await page.evaluate<number>(switchTo(requestId)));
      opened.add(one).add(other);
    } else await page.evaluate('box.scrollTop -= box.clientHeight; new Promise(requestAnimationFrame)');
  }
  return { cached: ascending(cached), uncached: ascending(uncached) };
}

/** Typed while frames of other conversations arrive. */
async function keys(page: Page, place: SizedPlace, inbox: string, samples: number) {
  const [requestId = ''] = await page.evaluate<string[]>(drawnRequests);
  const path = `/v3/${place.projectId}/requests/${requestId}/messages`;
  for (let sent = 0; sent < longConversation; sent += messagesAtOnce) {
    const texts = Array.from({ length: messagesAtOnce }, (_, nth) => ({ text: `line ${sent + nth}` }));
    await call(place.url, 'POST', `${path}/multi`, place.token, texts);
  }
  await page.goto(`${inbox}/${requestId}`);
  await page
    .getByRole('log')
    .getByText(`line ${longConversation - 1}`)
    .waitFor();
  const others = (await page.evaluate<string[]>(drawnRequests)).filter((other) => other !== requestId);

  let isTyping = true;
  const writing = (async () => {
    for (let nth = 0; isTyping; nth += 1) {
      const other = others[nth % others.length];
      void call(place.url, 'POST', `/v3/${place.projectId}/requests/${other}/messages`, place.token, {
        text: `frame ${nth}`,
      });
      await delay(1_000 / framesPerSecond);
    }
  })();
  await page.getByRole('textbox', { name: /^Reply to/ }).click();
  await page.evaluate('keys.length = interactions.length = 0');
  await page.keyboard.type('a'.repeat(samples * 4), { delay: 60 });
  const took = await page.evaluate<{ keys: number[]; interactions: number[] }>('({ keys, interactions })');
  isTyping = false;
  await writing;
  // The browser tells of what took at least 16 ms.
  const unseen = Array.from({ length: Math.max(0, samples * 4 - took.keys.length) }, () => 16);
  return { keys: ascending([...took.keys, ...unseen]), interactions: ascending([...took.interactions, ...unseen]) };
}

async function arrivals(page: Page, place: SizedPlace, samples: number): Promise<number[]> {
  const requestId = page.url().split('/').at(-1);
  const took: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const text = `news ${sample}.`;
    const seen = page.evaluate<number>(whenSeen(text));
    const began = Date.now();
    await call(place.url, 'POST', `/v3/${place.projectId}/requests/${requestId}/messages`, place.token, { text });
    took.push((await seen) - began);
  }
  return ascending(took);
}

const ascending = (values: number[]) => values.toSorted((one, other) => one - other);
