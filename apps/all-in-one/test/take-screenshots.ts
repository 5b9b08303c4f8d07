// Takes the pictures of the README, and one of each of twelve screens, from the demo project: `npm run screenshots`.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startChromium } from '@parley/testkit/chromium';
import type { Page } from 'playwright-core';

import { startAllInOne } from '../src/service.ts';

const images = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
const screensFolder = join(images, 'screens');
const dataFolder = await mkdtemp(join(tmpdir(), 'parley-screenshots-'));
const mesh = await startAllInOne({
  env: { PORT: '0', LOG_LEVEL: 'silent', DEMO: 'true', PARLEY_DATA: dataFolder },
});
const browser = await startChromium();
try {
  // Bots answer a moment after the visitor, and the older past comes behind the start.
  await mesh.settled();
  const context = await browser.newContext({ viewport: { width: 1440, height: 820 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(mesh.consoleLink ?? '');
  await page.waitForURL(/\/inbox/);
  const console = page.url().replace(/\/inbox.*/, '');
  await openVera(page, console);
  await takeBoth(page, 'inbox');
  await page.goto(`${console}/analytics/overview`);
  await page.getByRole('slider').nth(1).waitFor();
  await takeBoth(page, 'analytics');
  await takeScreens(page, console);
  await openWidget(page);
  await page.setViewportSize({ width: 1440, height: 720 });
  await takeBoth(page, 'widget');
  await mkdir(screensFolder, { recursive: true });
  await take(page, { name: 'screens/shop', colorScheme: 'light' });
} finally {
  await browser.close();
  await mesh.stop();
  await rm(dataFolder, { recursive: true, force: true });
}

async function openVera(page: Page, console: string): Promise<void> {
  await page.goto(`${console}/inbox/all`);
  await page.getByRole('row', { name: /Vera/ }).click();
  await page.getByRole('textbox', { name: 'Reply to Vera' }).waitFor();
  // Off the row, which would show its box for selecting.
  await page.mouse.move(800, 600);
}

async function openWidget(page: Page): Promise<void> {
  await page.goto(`${mesh.url}/demo`);
  await page.getByRole('button', { name: 'Start a conversation' }).click();
  const widget = page.locator('parley-widget').getByRole('dialog');
  await widget.getByRole('button', { name: 'Start a conversation' }).click();
  await widget.getByRole('button', { name: 'Ask Robby' }).click();
  await widget.getByRole('textbox').fill('What can you do?');
  await page.keyboard.press('Enter');
  await widget.getByRole('log').getByText('I find orders').waitFor();
  await mesh.settled();
}

/** The eleven screens of the console; the shop is the twelfth. */
async function takeScreens(page: Page, console: string): Promise<void> {
  await mkdir(screensFolder, { recursive: true });
  const desktop = { width: 1440, height: 900 };
  const phone = { width: 390, height: 844 };
  await page.setViewportSize(desktop);
  await openVera(page, console);
  await take(page, { name: 'screens/conversation', colorScheme: 'light' });
  await take(page, { name: 'screens/conversation-dark', colorScheme: 'dark' });
  await page.setViewportSize({ width: 768, height: 1024 });
  await take(page, { name: 'screens/conversation-tablet', colorScheme: 'light' });
  await page.setViewportSize(phone);
  await take(page, { name: 'screens/conversation-phone', colorScheme: 'light' });
  await page.goto(`${console}/inbox/all`);
  await take(page, { name: 'screens/inbox-phone', colorScheme: 'dark' });

  await page.setViewportSize(desktop);
  for (const [name, path] of [
    ['contacts', 'contacts'],
    ['analytics', 'analytics/overview'],
    ['team', 'team/people'],
    ['settings', 'settings/hours'],
    ['widget-settings', 'settings/widget'],
    ['webhooks', 'settings/webhooks'],
  ] as const) {
    await page.goto(`${console}/${path}`);
    await take(page, { name: `screens/${name}`, colorScheme: 'light' });
  }
}

async function takeBoth(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    await take(page, { name: `${name}-${colorScheme}`, colorScheme });
}

/** As WebP, which is a third of a PNG of the same screen. */
async function take(page: Page, { name, colorScheme }: { name: string; colorScheme: 'light' | 'dark' }): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForLoadState('networkidle');
  await page.waitForFunction('!document.querySelector(".late-appearing, [aria-busy=true]")');
  const client = await page.context().newCDPSession(page);
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
  await writeFile(join(images, `${name}.webp`), Buffer.from(data, 'base64'));
  await client.detach();
}
