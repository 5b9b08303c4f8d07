import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { startChromium } from '@parley/testkit/chromium';
import type { BrowserContext, Page } from 'playwright-core';

import { onOwnMesh } from './own-mesh.ts';
import { ms, quantile } from './place.ts';

/** Source: contract 81 section 7. */
const goals = { mainThread: 20, longTask: 50, openP75: 150, sentP95: 300 };
/** The processor of a phone, beside that of this machine. */
const slowdown = 4;

const observers = `globalThis.shift = 0; globalThis.longest = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value; }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longest = Math.max(longest, duration); }).observe({ type: 'longtask', buffered: true });`;

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
    const site = createServer((req, res) => {
      const script =
        req.url === '/bare' ? '' : `<script src="${url}/widget.js" data-project="${projectId}" async></script>`;
      res.setHeader('content-type', 'text/html');
      res.end(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1><p>Welcome.</p>${script}</html>`);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    const browser = await startChromium();
    try {
      const context = await browser.newContext();
      await context.addInitScript(observers);
      const bare: Load[] = [];
      const loaded: Load[] = [];
      const opened: number[] = [];
      // The first of each warms up.
      for (let sample = -1; sample < samples; sample += 1) {
        const without = await load(context, `${origin}/bare`, false);
        const page = await load(context, origin, true);
        const took = await page.page.evaluate<number>(openPanel);
        if (sample >= 0) {
          bare.push(without);
          loaded.push(page);
          opened.push(took);
        }
        await without.page.close();
        await page.page.close();
      }
      const sent = await sendAll(await context.newPage(), origin, samples);

      const taskOf = (loads: Load[]) => quantile(ascending(loads.map(({ taskMs }) => taskMs)), 0.5);
      const row = (value: number, goal: number) => ({ measured: Number(value.toFixed(1)), goal });
      console.table({
        [`main thread while loading, ${slowdown}x slowed, ms`]: row(taskOf(loaded) - taskOf(bare), goals.mainThread),
        'longest task, ms': row(Math.max(...loaded.map(({ longest }) => longest)), goals.longTask),
        'layout shift': row(Math.max(...loaded.map(({ shift }) => shift)), 0),
        'click to usable panel, p75, ms': row(ms(ascending(opened), 0.75), goals.openP75),
        'own message to stored, p95, ms': row(ms(ascending(sent), 0.95), goals.sentP95),
      });
    } finally {
      await browser.close();
      site.close();
    }
  });
}

interface Load {
  page: Page;
  taskMs: number;
  longest: number;
  shift: number;
}

/** Loads a page on a slow processor, until it is idle. */
async function load(context: BrowserContext, address: string, hasWidget: boolean): Promise<Load> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(address);
  if (hasWidget) await page.locator('parley-widget .launcher').waitFor();
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
  const { metrics } = await session.send('Performance.getMetrics');
  const taskMs = 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { page, taskMs, ...(await page.evaluate<{ longest: number; shift: number }>('({ longest, shift })')) };
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
