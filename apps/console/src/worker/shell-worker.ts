// The service worker of the console: keeps its page and its scripts, so that it opens without a network, and shows push notifications. It never
// touches calls of the API, and keeps nothing of a person.
// `build/shell-worker.ts` makes `/console/worker.js` of it.

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends Extendable {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

/** What the API pushes. Source: contract 82 section 15. */
interface Pushed {
  title: string;
  body: string;
  lang: string;
  project: string;
  request: string;
}

interface PushEvent extends Extendable {
  data: { json(): Pushed } | null;
}

interface NotificationClick extends Extendable {
  notification: Notification & { data: Pick<Pushed, 'project' | 'request'> };
}

interface WindowClient {
  url: string;
  focus(): Promise<WindowClient>;
  postMessage(message: unknown): void;
}

/** The part of a `ServiceWorkerGlobalScope` that is used here; its library excludes that of pages. */
interface Scope {
  addEventListener(name: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(name: 'message', listener: (event: Extendable & MessageEvent<readonly string[]>) => void): void;
  addEventListener(name: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: NotificationClick) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
  registration: {
    navigationPreload?: { enable(): Promise<void> };
    showNotification(title: string, options: NotificationOptions & { renotify?: boolean }): Promise<void>;
  };
}

const scope = globalThis as unknown as Scope;
const prefix = 'parley-shell-';
/** Made of the names of all files, so that each release has a cache of its own. */
const cacheName = `${prefix}__RELEASE__`;
const page = '/console/';

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => event.waitUntil(keep(event.data)));
scope.addEventListener('push', (event) => event.waitUntil(show(event.data?.json())));
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(newestPage(event));
  else if (isPart(request.url)) event.respondWith(keptPart(request));
});

/** A page of the project that is in view calls its person itself. */
async function show(pushed: Pushed | undefined): Promise<void> {
  if (!pushed || (await isInView(pushed.project))) return;
  const { title, body, lang, project, request } = pushed;
  await scope.registration.showNotification(title, {
    ...{
      body,
      lang,
      dir: 'auto',
      icon: `${page}icon-192.png`,
      tag: request,
      renotify: true,
      data: { project, request },
    },
  });
}

/** Pages hold this lock while they are in view (`notifier.tsx`). The address of a window does not tell: it is the one it was opened at. */
async function isInView(project: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name?.startsWith(`parley-in-view:${project}:`));
}

/** In the window that was used last, where nothing is lost that was being written; without one, in a new one. */
async function open({ project, request }: Pick<Pushed, 'project' | 'request'>): Promise<void> {
  const path = `${page}${project}/inbox/all/${encodeURIComponent(request)}`;
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const last = windows.find(({ url }) => new URL(url).pathname.startsWith(page));
  if (last) (await last.focus()).postMessage({ open: path });
  else await scope.clients.openWindow(path);
}

async function install(): Promise<void> {
  const answer = await fetch(page, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`The console answered ${answer.status}.`);
  const text = await answer.clone().text();
  const cache = await caches.open(cacheName);
  await cache.put(page, answer);
  await cache.addAll([...text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path = '']) => path));
  // Pages get the newest anyway: nothing is served from here that the network has in another version.
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const former = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(former.map((name) => caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** What a page loaded before the worker was there. */
async function keep(urls: readonly string[]): Promise<void> {
  const cache = await ownCache();
  const known = new Set((await cache?.keys())?.map(({ url }) => url));
  await cache?.addAll(urls.filter((url) => isPart(url) && !known.has(url)));
}

/** Pages come from the network, so that a new release shows at once; offline, from the cache. */
async function newestPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    const kept = await caches.match(page);
    if (kept) return kept;
    throw error;
  }
}

/** Parts have a hash of their content in their names: what was kept is what the network has. */
async function keptPart(request: Request): Promise<Response> {
  const cache = await ownCache();
  const kept = await cache?.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache?.put(request, answer.clone());
  return answer;
}

/** Absent once the worker of a newer release has removed it: opened again, it would stay for good. */
async function ownCache(): Promise<Cache | undefined> {
  return (await caches.has(cacheName)) ? caches.open(cacheName) : undefined;
}

/** Scripts, styles and fonts: without a network, no picture is missed. */
function isPart(url: string): boolean {
  const { origin, pathname } = new URL(url);
  return origin === location.origin && /^\/console\/assets\/[^/]*-[\w-]{8}\.(?:js|css|woff2)$/.test(pathname);
}
