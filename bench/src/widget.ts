import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { startChromium } from '@parley/testkit/chromium';
import type { Page } from 'playwright-core';

import { onOwnMesh } from './own-mesh.ts';
import { ms, quantile } from './place.ts';
import { QuietBrowser } from './quiet-browser.ts';

/** Source: contract 81 section 7. */
const goals = { mainThread: 20, longTask: 50, openP75: 150, sentP95: 300 };
/** The processor of a phone, beside that of this machine. */
const slowdown = 4;

/** So long a page has nothing left to do after it was loaded. */
const quietMs = 1_500;

/** The least that a button of another site takes: one call, and a plain button with a text of its answer. */
const plainButton = (address: string) => `fetch('${address}', { credentials: 'omit' })
  .then((answer) => answer.json())
  .then(({ labels }) => document.body.append(Object.assign(document.createElement('button'), { textContent: labels.data.START_A_CONVERSATION })));`;

/** What the page has noted of itself while it was loaded. */
const noted = `new Promise((resolve) => {
  const entries = [];
  for (const type of ['layout-shift', 'longtask'])
    new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({ type, buffered: true });
  setTimeout(() => resolve({
    shift: entries.reduce((sum, { value = 0 }) => sum + value, 0),
    longest: entries.reduce((most, { entryType, duration }) => entryType === 'longtask' ? Math.max(most, duration) : most, 0),
    hasWidget: document.querySelector('parley-widget') !== null,
  }));
})`;

/** From a click on the button to a panel that is drawn and can be used. */
const openPanel = `new Promise((resolve) => {
  const root = document.querySelector('parley-widget').shadowRoot;
  const began = performance.now();
  root.querySelector('.launcher').click();
  const look = () => root.querySelector('.start-card .primary, .composer textarea')
    ? requestAnimationFrame(() => resolve(performance.now() - began)) : setTimeout(look);
  look();
})`;

/** From the Enter that sends the text in the composer to its being stored. */
const send = `new Promise((resolve) => {
  const root = document.querySelector('parley-widget').shadowRoot;
  const box = root.querySelector('.composer textarea');
  const text = box.value;
  const began = performance.now();
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, composed: true }));
  const look = () => [...root.querySelectorAll('.bubble .words')].at(-1)?.textContent === text && !root.querySelector('[data-state]')
    ? resolve(performance.now() - began) : setTimeout(look);
  look();
})`;

/** What the widget takes of a page that loads it, how soon it is open, and how soon a message is stored. */
export async function widget(samples: number): Promise<void> {
  await onOwnMesh({}, async ({ url, projectId }) => {
    const scripts: Record<string, string> = {
      '/': `<script src="${url}/widget.js" data-project="${projectId}" async></script>`,
      '/plain': '<script src="/plain.js" async></script>',
    };
    const site = createServer((req, res) => {
      if (req.url === '/plain.js') {
        res.setHeader('content-type', 'text/javascript').end(plainButton(`${url}/v3/${projectId}/widgets?lang=en`));
        return;
      }
      const script = scripts[req.url ?? ''] ?? '';
      res.setHeader('content-type', 'text/html');
      res.end(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1><p>Welcome.</p>${script}</html>`);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    const [browser, quiet] = [await startChromium(), await QuietBrowser.start()];
    try {
      const [bare, plain, loaded]: [Load[], Load[], Load[]] = [[], [], []];
      // The first of each warms up.
      for (let sample = -1; sample < samples; sample += 1)
        for (const [path, loads] of [['/bare', bare] as const, ['/plain', plain] as const, ['/', loaded] as const]) {
          const one = await load(quiet, origin + path);
          if (sample >= 0) loads.push(one);
        }
      if (!loaded.every(({ hasWidget }) => hasWidget)) throw new Error('A page has no widget.');

      const context = await browser.newContext();
      const opened: number[] = [];
      for (let sample = -1; sample < samples; sample += 1) {
        const page = await context.newPage();
        await page.goto(origin);
        await page.locator('parley-widget .launcher').waitFor();
        const took = await page.evaluate<number>(openPanel);
        if (sample >= 0) opened.push(took);
        await page.close();
      }
      const sent = await sendAll(await context.newPage(), origin, samples);

      const median = (loads: Load[], of: keyof Times) => quantile(ascending(loads.map((one) => one[of])), 0.5);
      const beyond = (of: keyof Times, loads = loaded) => median(loads, of) - median(bare, of);
      const longest = (loads: Load[]) => Math.max(...loads.map((one) => one.longest));
      const rounded = (value: number | undefined) => value && Number(value.toFixed(1));
      const row = (measured: number, goal: number | undefined, ofPlainButton?: number) => ({
        measured: rounded(measured),
        goal,
        'one call, a plain button': rounded(ofPlainButton),
      });
      console.table({
        [`main thread while loading, ${slowdown}x slowed, ms`]: row(
          beyond('taskMs'),
          goals.mainThread,
          beyond('taskMs', plain),
        ),
        'script of that time, ms': row(beyond('scriptMs'), undefined, beyond('scriptMs', plain)),
        'longest task, ms': row(longest(loaded), goals.longTask, longest(plain)),
        'layout shift': row(Math.max(...loaded.map(({ shift }) => shift)), 0),
        'click to usable panel, p75, ms': row(ms(ascending(opened), 0.75), goals.openP75),
        'own message to stored, p95, ms': row(ms(ascending(sent), 0.95), goals.sentP95),
      });
    } finally {
      await browser.close();
      await quiet.stop();
      site.close();
    }
  });
}

interface Times {
  taskMs: number;
  /** Of the tasks. */
  scriptMs: number;
}

interface Load extends Times {
  longest: number;
  shift: number;
  hasWidget: boolean;
}

/** Loads a page on a slow processor, until it is idle. */
async function load(browser: QuietBrowser, address: string): Promise<Load> {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  await browser.send('Performance.enable', {}, sessionId);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: slowdown }, sessionId);
  await browser.send('Page.navigate', { url: address }, sessionId);
  await delay(quietMs);
  const { metrics } = await browser.send('Performance.getMetrics', {}, sessionId);
  const msOf = (wanted: string) =>
    1_000 * (metrics.find(({ name }: { name: string }) => name === wanted)?.value ?? Number.NaN);
  const times = { taskMs: msOf('TaskDuration'), scriptMs: msOf('ScriptDuration') };
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 }, sessionId);
  const { result } = await browser.send(
    'Runtime.evaluate',
    { expression: noted, awaitPromise: true, returnByValue: true },
    sessionId,
  );
  await browser.send('Target.closeTarget', { targetId });
  return { ...times, ...result.value };
}

async function sendAll(page: Page, address: string, samples: number): Promise<number[]> {
  await page.goto(address);
  await page.locator('parley-widget .launcher').click();
  await page.locator('parley-widget .start-card .primary').click();
  const took: number[] = [];
  // The first one signs the visitor in and begins the conversation.
  for (let sample = -1; sample < samples; sample += 1) {
    await page.locator('parley-widget .composer textarea').fill(`message ${sample}`);
    const latency = await page.evaluate<number>(send);
    if (sample >= 0) took.push(latency);
  }
  return took;
}

const ascending = (values: number[]) => values.toSorted((one, other) => one - other);
