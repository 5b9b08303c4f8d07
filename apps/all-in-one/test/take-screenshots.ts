// Takes the pictures of the README from the demo project: `npm run screenshots`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startChromium } from '@parley/testkit/chromium';
import type { Page } from 'playwright-core';

import { startAllInOne } from '../src/service.ts';

const images = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
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
  await page.goto(`${page.url().replace(/\/inbox.*/, '')}/inbox/all`);
  await page.getByRole('row', { name: /Vera/ }).click();
  await page.getByRole('textbox', { name: 'Reply to Vera' }).waitFor();
  await page.getByRole('complementary', { name: 'Contact' }).waitFor();
  // Off the row, which would show its box for selecting.
  await page.mouse.move(800, 600);
  await take(page, 'inbox');

  await page.goto(`${page.url().replace(/\/inbox.*/, '')}/analytics/overview`);
  await page.getByRole('slider').nth(1).waitFor();
  await take(page, 'analytics');

  await page.goto(`${mesh.url}/demo`);
  await page.getByRole('button', { name: 'Start a conversation' }).click();
  const widget = page.locator('parley-widget').getByRole('dialog');
  await widget.getByRole('button', { name: 'Start a conversation' }).click();
  await widget.getByRole('button', { name: 'Ask Robby' }).click();
  await widget.getByRole('textbox').fill('What can you do?');
  await page.keyboard.press('Enter');
  await widget.getByRole('log').getByText('I find orders').waitFor();
  await mesh.settled();
  await page.setViewportSize({ width: 1440, height: 720 });
  await take(page, 'widget');
} finally {
  await browser.close();
  await mesh.stop();
  await rm(dataFolder, { recursive: true, force: true });
}

async function take(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: join(images, `${name}-${colorScheme}.png`) });
  }
}
