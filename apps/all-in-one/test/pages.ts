import type { Logger } from '@parley/service-kit/observability';
import { sharedByFiles } from '@parley/testkit';
import { startChromium } from '@parley/testkit/chromium';
import type { Browser } from 'playwright-core';

import { buildPages } from './host-site.ts';
import { removeData, startMesh, type TestMesh } from './mesh.ts';
import { removedAtExit, type SharedMesh, stoppedWithWorker } from './shared-mesh.ts';

/** A mesh that serves console and widget, and Chromium. */
export interface Pages {
  mesh: SharedMesh;
  browser: Browser;
  /** Absent where other files have the same mesh. */
  restart?: TestMesh['restart'];
  /** What the file has opened in the browser is closed by then. */
  stop(): Promise<void>;
}

/** No limit for tests that call more in a second than people in an hour. */
const settings = { RATE_LIMIT_FACTOR: '1000', AUTH_LIMIT_FACTOR: '1000' };

const sharedChromium = sharedByFiles(async () => {
  buildPages();
  const browser = await startChromium();
  return { browser, stop: () => browser.close() };
});

const sharedPages = sharedByFiles(async () => stoppedWithWorker(await startMesh(settings)));

/** Seeding the demo takes several times as long as starting a mesh. */
const seededDemo = sharedByFiles(async () => {
  const mesh = await startMesh({ ...settings, DEMO: 'true' }, { keepsData: true });
  await mesh.settled();
  await mesh.stop();
  const { data } = mesh;
  const end = removedAtExit(data.dataFolder);
  const stop = async () => {
    await removeData(data);
    end();
  };
  return { data, stop };
});

/**
 * Pages for one test file, built if they have changed. The browser is that of all files of the worker, and so is the mesh unless the file
 * names settings; with `DEMO`, it has a mesh of its own, with a copy of a seeded demo.
 * @param options with a log, the demo is seeded by the mesh itself
 */
export async function openPages(env: Record<string, string> = {}, options: { log?: Logger } = {}): Promise<Pages> {
  const { browser } = await sharedChromium();
  if (Object.keys(env).length === 0 && !options.log)
    return { mesh: await sharedPages(), browser, stop: async () => undefined };
  const copyOf = env.DEMO === 'true' && !options.log ? (await seededDemo()).data : undefined;
  const mesh = await startMesh({ ...settings, ...env }, { ...options, ...(copyOf && { copyOf }) });
  return { mesh, browser, restart: mesh.restart, stop: mesh.stop };
}
