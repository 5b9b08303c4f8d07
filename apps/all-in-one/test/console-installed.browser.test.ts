import { rm } from 'node:fs/promises';

import { describeWithProgram, eventually } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser } from './console-page.ts';
import { newerRelease, release } from './newer-release.ts';

/** Its service worker runs, as in people's browsers. */
const installed = { serviceWorkers: 'allow' } as const;

describeWithProgram('chromium', 'the console as an app', () => {
  let site: ConsoleBrowser;
  let newer: string | undefined;

  beforeAll(async () => {
    site = await ConsoleBrowser.start({ DEMO: 'true' });
  }, 120_000);
  checkPagesOf(() => site);
  afterAll(async () => {
    if (newer) await rm(newer, { recursive: true });
  });

  /** A page whose worker is at work: it begins at the first sign of a person. */
  async function openWithWorker(): Promise<Page> {
    const page = await site.open('ada', 'inbox/all', installed);
    await page.getByRole('row').first().waitFor();
    expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then(({ length }) => length)')).toBe(0);
    await page.mouse.move(300, 300);
    await controlled(page);
    return page;
  }

  /** Waits until its worker is at work. */
  const controlled = (page: Page) =>
    eventually(async () => expect(await page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated'));

  const shells = (page: Page) =>
    page.evaluate<
      [name: string, paths: string[]][]
    >(`caches.keys().then((names) => Promise.all(names.map(async (name) => {
      const requests = await (await caches.open(name)).keys();
      return [name, requests.map(({ url }) => new URL(url).pathname)];
    })))`);

  it('can be installed: name, icons of the right sizes, an address of its own', async () => {
    const page = await site.open('ada', 'inbox/all', installed);
    const client = await page.context().newCDPSession(page);
    const { url, errors, data = '{}' } = await client.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${site.origin}/console/manifest.webmanifest`, []]);
    const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
    // Tests have a browser window of their own, which keeps nothing.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const { icons, ...manifest } = JSON.parse(data);
    expect(manifest).toMatchObject({ start_url: '/console/', scope: '/console/', display: 'standalone' });
    for (const { src, sizes } of icons) {
      const size = await page.evaluate<number[]>(`(async () => {
        const bitmap = await createImageBitmap(await (await fetch(${JSON.stringify(src)})).blob());
        return [bitmap.width, bitmap.height];
      })()`);
      expect([src, size.join('x')]).toEqual([src, sizes]);
    }
  });

  it('opens without a network, and keeps its page and parts alone: never an answer of the API', async () => {
    const page = await openWithWorker();
    await page.goto(site.address('settings/tags'));
    await page.getByText('New tag').waitFor();
    const [[name, paths] = ['', []], ...others] = await shells(page);
    expect(name).toMatch(/^parley-shell-[0-9a-f]{12}$/);
    expect(others).toEqual([]);
    expect(paths).toContain('/console/');
    expect(paths.filter((path) => path !== '/console/' && !path.startsWith('/console/assets/'))).toEqual([]);
    // What was loaded before the worker was there, too.
    expect(paths.some((path) => path.includes('/inbox-screen-'))).toBe(true);

    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('New tag').waitFor();
  }, 60_000);

  it('admits no other worker, and no worker’s address from an injected script', async () => {
    const page = await openWithWorker();
    const refused = await page.evaluate<string[]>(`Promise.all([
      () => navigator.serviceWorker.register('/console/worker.js?other'),
      () => trustedTypes.createPolicy('parley-worker', { createScriptURL: (url) => url }),
      () => trustedTypes.createPolicy('other', { createScriptURL: (url) => url }),
    ].map(async (attempt) => {
      try { await attempt(); return 'admitted'; } catch ({ name }) { return name; }
    }))`);
    expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError']);
    site.faults = site.faults.filter((fault) => !/TrustedTypes|trusted-types|TrustedScriptURL/i.test(fault));
  });

  it('is of the new release after an upgrade, and nothing of the former one stays', async () => {
    const page = await openWithWorker();
    const [[former = ''] = []] = await shells(page);
    newer = await newerRelease();
    await site.restart({ env: { CONSOLE_DIR: `${newer},${release}` } });
    await page.reload();
    await page.getByRole('row').first().waitFor();
    await eventually(async () => {
      const names = (await shells(page)).map(([name]) => name);
      expect(names).toHaveLength(1);
      expect(names).not.toContain(former);
    });
    await controlled(page);
    const [[, paths = []] = []] = await shells(page);
    const scripts = await page.evaluate<string[]>(
      `[...document.querySelectorAll('script[src]')].map((script) => script.getAttribute('src'))`,
    );
    expect(paths).toEqual(expect.arrayContaining(scripts));
    site.faults = site.faults.filter((fault) => !fault.startsWith('WebSocket connection to'));
  }, 120_000);
});
