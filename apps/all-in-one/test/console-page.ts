import { timeoutOf } from '@parley/testkit';
import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page, WebSocketRoute } from 'playwright-core';

import { Customer, type TestMesh } from './mesh.ts';
import { openPages, type Pages } from './pages.ts';
import type { SharedMesh } from './shared-mesh.ts';

/** More controls than any page has between two that a test goes to. */
const maxTabs = 80;

/** The console of a whole mesh, in Chromium. */
export class ConsoleBrowser {
  readonly mesh: SharedMesh;
  /** Page errors, policy violations, requests to other origins and lines of the browser's console: a test with one has failed. */
  faults: string[] = [];
  readonly #pages: Pages;
  readonly #browser: Browser;
  readonly #signedIn = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

  private constructor(pages: Pages) {
    this.mesh = pages.mesh;
    this.#pages = pages;
    this.#browser = pages.browser;
  }

  /** See `openPages`. */
  static async start(...settings: Parameters<typeof openPages>): Promise<ConsoleBrowser> {
    return new ConsoleBrowser(await openPages(...settings));
  }

  async stop(): Promise<void> {
    await this.closeContexts();
    await this.#pages.stop();
  }

  /** Of the mesh, which must be the file's own. */
  async restart(options: Parameters<TestMesh['restart']>[0]): Promise<void> {
    if (!this.#pages.restart) throw new Error('Other files have this mesh.');
    await this.#pages.restart(options);
  }

  /** Of the pages, which is the one that mails and the start name. */
  get origin(): string {
    return `http://localhost:${new URL(this.mesh.url).port}`;
  }

  /** The demo project; needs `DEMO`, as all that names its people. */
  get projectId(): string {
    return this.mesh.demo?.projectId ?? '';
  }

  /** The address of a screen of a project: `team/people`. */
  address(screen: string, projectId = this.projectId): string {
    return `${this.origin}/console/${projectId}/${screen}`;
  }

  /** A person of the demo, by the beginning of the e-mail address: `ada` (owner), `linus`, `alan`. */
  person(name: string): { email: string; password: string } {
    const found = this.mesh.demo?.people.find(({ email }) => email.startsWith(`${name}@`));
    if (!found) throw new Error(`The demo has no ${name}: ${this.mesh.demoFailure}`);
    return found;
  }

  /** The same person over the API. */
  async customer(name: string): Promise<Customer> {
    const { body } = await new Customer(this.mesh.url).call('POST', '/auth/signin', this.person(name));
    return new Customer(this.mesh.url, body.token);
  }

  /** A page of a person of the demo, who has signed in by the form once in a test file. */
  async open(name: string, screen: string, options: BrowserContextOptions = {}): Promise<Page> {
    const storageState = this.#signedIn.get(name) ?? (await this.#sessionOf(name));
    this.#signedIn.set(name, storageState);
    const page = await (await this.newContext({ storageState, ...options })).newPage();
    await page.goto(screen.startsWith('http') ? screen : this.address(screen));
    return page;
  }

  async #sessionOf(name: string) {
    const context = await this.newContext();
    await this.signIn(context, this.person(name));
    const state = await context.storageState();
    await context.close();
    return state;
  }

  /** A browser of its own: cookies, storage. */
  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return this.watch(
      await this.#browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block', ...options }),
    );
  }

  /** Ends all pages: each holds a connection, and a person may have a few only. */
  async closeContexts(): Promise<void> {
    await Promise.all(this.#browser.contexts().map((context) => context.close()));
  }

  /** Of another browser, as of this one. */
  watch(context: BrowserContext): BrowserContext {
    context.setDefaultTimeout(timeoutOf(15_000));
    context.on('page', (page) => {
      page.on('pageerror', (error) => this.faults.push(`page error: ${error.message}`));
      page.on('console', (message) => {
        // The browser's own line about a status or a cut line, which tests provoke.
        const isOfNetwork = /^(Failed to load resource|WebSocket connection to \S+ failed)/.test(message.text());
        if (message.type() === 'error' && !isOfNetwork) this.faults.push(message.text());
      });
      page.on('request', (request) => {
        const { protocol, host } = new URL(request.url());
        if (protocol !== 'data:' && protocol !== 'blob:' && host !== new URL(this.origin).host)
          this.faults.push(request.url());
      });
    });
    return context;
  }

  /** A page at a path of the console, signed in by the form. */
  async signIn(
    context: BrowserContext,
    person: { email: string; password: string },
    path = '/projects',
  ): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${this.origin}/console/signin?to=${encodeURIComponent(path)}`);
    await page.getByLabel('Email address').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname === `/console${path.split('?')[0]}`);
    // Where the button was, the list may be, and rows under the pointer keep their places.
    await page.mouse.move(0, 0);
    return page;
  }
}

/** The line of live frames of a browser, as networks, sleep and outages treat it. To be made before the first page. */
export class SocketGate {
  /** New sockets end before they have opened. */
  isShut = false;
  /** Sockets that pass frames. */
  readonly #open = new Set<{ socket: WebSocketRoute; isFrozen: boolean; isDeaf: boolean }>();

  static async on(context: BrowserContext): Promise<SocketGate> {
    const gate = new SocketGate();
    await context.routeWebSocket(/\/v3\/ws$/, (socket) => gate.#pass(socket));
    return gate;
  }

  get size(): number {
    return this.#open.size;
  }

  cut(): void {
    for (const { socket } of this.#open) void socket.close({ code: 1012 });
    this.#open.clear();
  }

  /** Present sockets pass no frames any more, and neither side sees them close. */
  freeze(): void {
    for (const line of this.#open) line.isFrozen = true;
    this.#open.clear();
  }

  /** What the server says is lost until it refuses to go on from the page's cursors: they have become too old. */
  async expire(topics: string[], meanwhile: () => Promise<void>): Promise<void> {
    const lines = [...this.#open];
    for (const line of lines) line.isDeaf = true;
    await meanwhile();
    for (const line of lines) {
      line.isDeaf = false;
      for (const topic of topics)
        line.socket.send(JSON.stringify({ action: 'error', payload: { topic, code: 'cursor_expired' } }));
    }
  }

  #pass(socket: WebSocketRoute): void {
    if (this.isShut) return void socket.close({ code: 1012 });
    const line = { socket, isFrozen: false, isDeaf: false };
    const server = socket.connectToServer();
    this.#open.add(line);
    socket.onMessage((frame) => line.isFrozen || server.send(frame));
    server.onMessage((frame) => line.isFrozen || line.isDeaf || socket.send(frame));
    socket.onClose((code, reason) => {
      this.#open.delete(line);
      void server.close({ ...(code !== undefined && { code }), ...(reason !== undefined && { reason }) });
    });
    server.onClose((code) => {
      if (!line.isFrozen) void socket.close(code === undefined ? {} : { code });
    });
  }
}

/** Names of the people in the list of the inbox, from the top. */
export const namesOfRows = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('[role="row"]')].map((row) => row.querySelector('bdi').textContent)`,
  );

/** Texts of the open conversation, from the top. */
export const textsOfThread = (page: Page): Promise<string[]> =>
  page.getByRole('log').locator('span[dir="auto"]').allTextContents();

/** All that scripts could find later, wherever a page can keep something. */
export interface Kept {
  cookie: string;
  local: Record<string, string>;
  session: Record<string, string>;
  /** Of every IndexedDB. */
  records: unknown[];
  caches: string[];
  html: string;
  /** What stands in fields is no part of the markup. */
  typed: string[];
}

export function keptBy(page: Page): Promise<Kept> {
  return page.evaluate<Kept>(`(async () => {
    const answerOf = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const records = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await answerOf(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([answerOf(all.getAllKeys()), answerOf(all.getAll())]);
        records.push(...keys.map((key, index) => [key, values[index]]));
      }
      database.close();
    }
    return {
      cookie: document.cookie,
      local: { ...localStorage },
      session: { ...sessionStorage },
      records,
      caches: await caches.keys(),
      html: document.documentElement.outerHTML,
      typed: [...document.querySelectorAll('input, textarea')].map(({ value }) => value),
    };
  })()`);
}

/**
 * What axe finds against WCAG 2.2 A and AA: rule and elements. One of the rules runs on request only, as axe counts it among its experiments.
 *
 * `aria-hidden-focus` leaves out Base UI's focus guards, at the edges of dialogs and menus. They are hidden from screen readers and focusable: a guard
 * that gets the focus by Tab passes it on at once, so the focus never stays on one. axe sees the attributes alone. All its other rules apply to guards,
 * and this one to all other elements.
 */
export async function axeFaults(page: Page): Promise<[string, string[]][]> {
  if (await page.evaluate('typeof axe === "undefined"')) {
    await page.evaluate(axe.source);
    await page.evaluate(
      `axe.configure({ rules: [{ id: 'aria-hidden-focus', selector: '[aria-hidden="true"]:not([data-base-ui-focus-guard])' }] })`,
    );
  }
  return page.evaluate<[string, string[]][]>(`
    axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      rules: { 'label-content-name-mismatch': { enabled: true } },
    })
      .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
}

/**
 * What is wrong with a page in any look in which people use it, from one loading: both themes, on a desktop and on a small phone.
 * @returns look and fault: what axe finds, or that the page scrolls sideways
 */
export async function faultsInEveryLook(page: Page): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const width of [1280, 320]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.evaluate(allTransitions);
      for (const fault of await axeFaults(page)) found.push([colorScheme, width, ...fault]);
      if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
        found.push([colorScheme, width, 'scrolls sideways']);
    }
  }
  return found;
}

/** Runs in the page: all that moves has moved. */
export const allTransitions = `new Promise(requestAnimationFrame).then(() => Promise.all(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
    .map(({ finished }) => finished.catch(() => {}))))`;

/** Presses Tab until the control of this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    const focused = await page.evaluate<string>(nameOfFocused);
    if (focused === name) return;
    seen.push(focused);
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab led to ${name}, but to ${[...new Set(seen)].join(', ')}`);
}

/** Fills fields in their order, by the keyboard alone. */
export async function typeInto(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, label);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  }
}

const nameOfFocused = `(() => {
  const { activeElement: element } = document;
  return element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
})()`;
