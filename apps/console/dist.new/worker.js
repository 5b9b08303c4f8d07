const scope = globalThis;
const prefix = "parley-shell-";
/** Made of the names of all files, so that each release has a cache of its own. */
const cacheName = `${prefix}f7ea9949f653`;
const page = "/console/";
scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("message", (event) => event.waitUntil(keep(event.data)));
scope.addEventListener("push", (event) => event.waitUntil(show(event.data?.json())));
scope.addEventListener("notificationclick", (event) => {
	event.notification.close();
	event.waitUntil(open(event.notification.data));
});
scope.addEventListener("fetch", (event) => {
	const { request } = event;
	if (request.method !== "GET") return;
	if (request.mode === "navigate") event.respondWith(newestPage(event));
	else if (isPart(request.url)) event.respondWith(keptPart(request));
});
/** A page of the project that is in view calls its person itself. */
async function show(pushed) {
	if (!pushed || await isInView(pushed.project)) return;
	const { title, body, lang, project, request } = pushed;
	await scope.registration.showNotification(title, { ...{
		body,
		lang,
		dir: "auto",
		icon: `${page}icon-192.png`,
		tag: request,
		renotify: true,
		data: {
			project,
			request
		}
	} });
}
/** Pages hold this lock while they are in view (`notifier.tsx`). The address of a window does not tell: it is the one it was opened at. */
async function isInView(project) {
	const { held = [] } = await navigator.locks.query();
	return held.some(({ name }) => name?.startsWith(`parley-in-view:${project}:`));
}
/** In the window that was used last, where nothing is lost that was being written; without one, in a new one. */
async function open({ project, request }) {
	const path = `${page}${project}/inbox/all/${encodeURIComponent(request)}`;
	const windows = await scope.clients.matchAll({
		type: "window",
		includeUncontrolled: true
	});
	const last = windows.find(({ url }) => new URL(url).pathname.startsWith(page));
	if (last) (await last.focus()).postMessage({ open: path });
	else await scope.clients.openWindow(path);
}
async function install() {
	const answer = await fetch(page, { cache: "no-cache" });
	if (!answer.ok) throw new Error(`The console answered ${answer.status}.`);
	const text = await answer.clone().text();
	const cache = await caches.open(cacheName);
	await cache.put(page, answer);
	await cache.addAll([...text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path = ""]) => path));
	// Pages get the newest anyway: nothing is served from here that the network has in another version.
	await scope.skipWaiting();
}
async function activate() {
	const former = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
	await Promise.all(former.map((name) => caches.delete(name)));
	await scope.registration.navigationPreload?.enable();
	await scope.clients.claim();
}
/** What a page loaded before the worker was there. */
async function keep(urls) {
	const cache = await ownCache();
	const known = new Set((await cache?.keys())?.map(({ url }) => url));
	await cache?.addAll(urls.filter((url) => isPart(url) && !known.has(url)));
}
/** A page is that of the network, so that a release is there at once; without a network, it is the one that was kept. */
async function newestPage({ request, preloadResponse }) {
	try {
		return await preloadResponse ?? await fetch(request);
	} catch (error) {
		const kept = await caches.match(page);
		if (kept) return kept;
		throw error;
	}
}
/** Parts have a hash of their content in their names: what was kept is what the network has. */
async function keptPart(request) {
	const cache = await ownCache();
	const kept = await cache?.match(request);
	if (kept) return kept;
	const answer = await fetch(request);
	if (answer.ok) await cache?.put(request, answer.clone());
	return answer;
}
/** Absent once the worker of a newer release has removed it: opened again, it would stay for good. */
async function ownCache() {
	return await caches.has(cacheName) ? caches.open(cacheName) : undefined;
}
/** Scripts, styles and fonts: without a network, no picture is missed. */
function isPart(url) {
	const { origin, pathname } = new URL(url);
	return origin === location.origin && /^\/console\/assets\/[^/]*-[\w-]{8}\.(?:js|css|woff2)$/.test(pathname);
}
