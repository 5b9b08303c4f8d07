import { type Browser, type BrowserContext, chromium } from 'playwright-core';

import { findProgram } from './server-process.ts';

/** Debian's Chromium without a window: its headless build, which needs half the processor time, or else the whole browser. */
export const chromiumProgram = () => findProgram('chromium-headless-shell') ?? findProgram('chromium');

export const chromiumArguments = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];

export function startChromium(): Promise<Browser> {
  return chromium.launch(program());
}

/** One that keeps in a folder what browsers keep over their end. */
export function startChromiumIn(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, program());
}

function program() {
  return { executablePath: chromiumProgram(), args: chromiumArguments };
}
