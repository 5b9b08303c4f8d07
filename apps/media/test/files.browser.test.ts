import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describeWithProgram } from '@parley/testkit';
import { startChromium } from '@parley/testkit/chromium';
import type { Browser, Page } from 'playwright-core';

import { activeFiles } from './active.ts';
import { type MediaHarness, startMediaHarness } from './media-harness.ts';
import { picture } from './pictures.ts';

describeWithProgram('chromium', 'in a browser', () => {
  let harness: MediaHarness;
  let front: Server;
  let origin: string;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    harness = await startMediaHarness();
    front = createServer((req, res) => void hand(req.url ?? '', res)).listen(0, '127.0.0.1');
    await once(front, 'listening');
    origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    browser = await startChromium();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    front?.close();
    await harness?.stop();
  });
  beforeEach(async () => {
    page = await browser.newPage();
  });
  afterEach(() => page.close());

  /** A proxy like the gateway, which lets anonymous callers through; a page with a cookie is on the same origin. */
  async function hand(url: string, res: import('node:http').ServerResponse): Promise<void> {
    if (url === '/page') {
      res
        .setHeader('set-cookie', 'secret=1')
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end('<!doctype html><title>page</title>');
      return;
    }
    const answer = await fetch(`${harness.addresses.http}${url}`, {
      headers: await harness.headersOf({ kind: 'none', id: '' }),
    });
    res.writeHead(answer.status, Object.fromEntries(answer.headers));
    res.end(Buffer.from(await answer.arrayBuffer()));
  }

  /** The width of the image that the browser shows for this URL; 0 for none. */
  async function shown(url: string): Promise<number> {
    await page.goto(`${origin}/page`);
    // A string, as it runs in the browser.
    return page.evaluate(`(async () => {
      const image = new Image();
      image.src = ${JSON.stringify(url)};
      await image.decode().catch(() => undefined);
      return image.naturalWidth;
    })()`);
  }

  it('shows an uploaded picture and its thumbnail in an <img>, from any origin', async () => {
    const { vera } = harness.project();
    const { body } = await harness.upload(vera, 'uploadImage', {
      name: 'фото 1.png',
      bytes: await picture('png', 400, 300),
    });
    for (const at of ['/v3/images', '/v3/files']) {
      expect(await shown(`${origin}${at}?path=${encodeURIComponent(body.filename)}`)).toBe(400);
      expect(await shown(`${origin}${at}?path=${body.filename}`)).toBe(400);
      expect(await shown(`${origin.replace('127.0.0.1', 'localhost')}${at}?path=${body.thumbnail}`)).toBe(200);
    }
  });

  it.each(activeFiles)('runs nothing of %s, opened or framed', async (_what, name, bytes) => {
    const { vera } = harness.project();
    const { body } = await harness.upload(vera, 'uploadFile', { name, bytes, type: 'text/html' });
    const asked: string[] = [];
    page.on('request', (call) => asked.push(new URL(call.url()).pathname));
    for (const at of ['/v3/files', '/v3/files/download', '/v3/images']) {
      const url = `${origin}${at}?path=${encodeURIComponent(body.filename)}`;
      expect(await shown(url)).toBe(0);
      const framed = page.waitForEvent('request', (call) => call.url() === url && call.isNavigationRequest());
      await page.evaluate(
        `document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(url)} }))`,
      );
      await (await framed).response();
      expect(await page.title()).toBe('page');
      // A download ends the navigation.
      await page.goto(url).catch(() => undefined);
    }
    expect(asked).toContain('/v3/files');
    expect(asked).not.toContain('/ran');
  });
});
