import { type Browser, chromium } from 'playwright-core';

import { findProgram } from './server-process.ts';

/** Debian's Chromium without a window: its headless build, which needs half the processor time, or else the whole browser. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findProgram('chromium-headless-shell') ?? findProgram('chromium'),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}
