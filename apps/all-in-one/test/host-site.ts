import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { timeoutOf } from '@parley/testkit';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

const builder = fileURLToPath(new URL('../../../scripts/build-pages.mjs', import.meta.url));

export function buildPages(): void {
  const { status, stderr } = spawnSync(process.execPath, [builder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

const nonce = randomUUID();

/** Takes each request of its pages, as those of shops do that work offline. */
const worker = `addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`;

interface PageOptions {
  /** Of the script element. */
  attributes?: string;
  /** Of the page's own sheet. */
  css?: string;
  /** Between the tags of the body, before the script. */
  body?: string;
  lang?: string;
  withoutWidget?: boolean;
  withoutPolicy?: boolean;
  /** Origin of what bots show in frames. */
  frames?: string;
  /** The policy trusts the script by a nonce, and what that one loads. */
  byNonce?: boolean;
}

/** The web site of a customer: pages of another origin than the API, under the strictest policy that the widget needs. */
export class HostSite {
  readonly faults: string[] = [];
  readonly #api: string;
  readonly #known = new Set<string>();
  readonly #pages = new Map<string, PageOptions>();
  readonly #server = createServer((req, res) => {
    const path = req.url?.split(/[?#]/)[0] ?? '';
    const options = this.#pages.get(path.replace('.css', ''));
    if (path === '/worker.js') res.setHeader('content-type', 'text/javascript').end(worker);
    else if (!options) res.writeHead(404).end();
    else if (path.endsWith('.css')) res.setHeader('content-type', 'text/css').end(options.css);
    else {
      if (!options.withoutPolicy) res.setHeader('content-security-policy', this.#policy(options));
      res.setHeader('content-type', 'text/html').end(this.#html(path, options));
    }
  });

  private constructor(api: string) {
    this.#api = api;
  }

  /** @param api address of the mesh */
  static async open(api: string): Promise<HostSite> {
    const site = new HostSite(api);
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** @returns the address of a page with the widget of a project */
  page(project: string, options: PageOptions = {}): string {
    const path = `/page-${this.#pages.size + 1}`;
    if (options.frames) this.#known.add(new URL(options.frames).host);
    const attributes = `data-project="${project}" ${options.attributes ?? ''}`;
    this.#pages.set(path, { ...options, attributes });
    return this.origin + path;
  }

  /** Every page error, policy violation and request to a third origin is a fault; what a cut line makes the browser say is none. */
  async context(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en', ...options });
    context.setDefaultTimeout(timeoutOf(10_000));
    context.on('page', (page) => this.#guard(page));
    return context;
  }

  #guard(page: Page): void {
    const known = this.#known.add(new URL(this.#api).host).add(new URL(this.origin).host);
    page.on('pageerror', (error) => this.faults.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      const isOfNetwork = /^Failed to load resource|^WebSocket connection to/.test(message.text());
      const isBroken = message.text().startsWith('parley: the chat could not be loaded');
      if ((message.type() === 'error' && !isOfNetwork) || isBroken) this.faults.push(message.text());
    });
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol !== 'blob:' && !known.has(host)) this.faults.push(`request to ${request.url()}`);
    });
  }

  #policy({ byNonce, frames = "'none'" }: PageOptions): string {
    const { origin, host } = new URL(this.#api);
    return [
      "default-src 'none'",
      `script-src ${byNonce ? `'nonce-${nonce}' 'strict-dynamic'` : origin}`,
      `connect-src ${origin} ws://${host}`,
      `img-src ${origin}`,
      `frame-src ${frames}`,
      "style-src 'self'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; ');
  }

  #html(
    path: string,
    { attributes, body = '<h1>Shop</h1><p>Welcome.</p>', lang = 'en', withoutWidget, byNonce }: PageOptions,
  ): string {
    const trusted = byNonce ? `nonce="${nonce}"` : '';
    const script = withoutWidget ? '' : `<script src="${this.#api}/widget.js" ${attributes} ${trusted} async></script>`;
    return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${this.#api}/favicon.ico"><link rel="stylesheet" href="${path}.css"></head>
<body>${body}${script}</body></html>`;
  }
}
