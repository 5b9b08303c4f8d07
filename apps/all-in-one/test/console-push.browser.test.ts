import { randomUUID } from 'node:crypto';

import { describeWithProgram, eventually } from '@parley/testkit';
import { type BrowserSubscription, PushService } from '@parley/testkit/push-service';
import type { BrowserContext, Page, Worker } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { axeFaults, ConsoleBrowser } from './console-page.ts';
import { Customer, newRequestId, newVisitor } from './mesh.ts';

describeWithProgram('chromium', 'push notifications of the console', () => {
  let site: ConsoleBrowser;
  let push: PushService;

  beforeAll(async () => {
    push = await PushService.start();
    site = await ConsoleBrowser.start({
      OUTBOUND_ALLOW: '127.0.0.1',
      RATE_LIMIT_FACTOR: '1000',
      AUTH_LIMIT_FACTOR: '1000',
    });
  }, 120_000);
  checkPagesOf(() => site);
  afterAll(() => push?.stop());

  /** A person with a project of their own. */
  async function newOwner() {
    const person = {
      email: `ada.${randomUUID()}@example.com`,
      password: 'secret of Ada',
      firstname: 'Ada',
      lastname: 'Example',
    };
    await new Customer(site.mesh.url).call('POST', '/auth/signup', person);
    const { body } = await new Customer(site.mesh.url).call('POST', '/auth/signin', person);
    const customer = new Customer(site.mesh.url, body.token);
    const { body: project } = await customer.call('POST', '/projects', { name: 'Shop of Ada' });
    const projectId: string = project._id;
    return {
      ...{ ...person, customer, projectId, settings: `/account/notifications?project=${projectId}` },
      vera: async () => {
        const { customer: vera } = await newVisitor(site.mesh.url, projectId, 'Vera');
        const request = newRequestId(projectId);
        const say = (text: string) => vera.call('POST', `/${projectId}/requests/${request}/messages`, { text });
        return { request, say };
      },
    };
  }

  /** A browser whose push service is that of the test, and whose person lets it notify: the headless one has neither. */
  async function newBrowser(subscription: BrowserSubscription): Promise<BrowserContext> {
    const context = await site.newContext({ serviceWorkers: 'allow' });
    await context.addInitScript(`{
      const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
      let current = null;
      Object.assign(PushManager.prototype, {
        getSubscription: async () => current,
        subscribe: async ({ applicationServerKey, userVisibleOnly }) => {
          if (!userVisibleOnly) throw new DOMException('Silent pushes are not allowed.', 'NotAllowedError');
          const options = { applicationServerKey: bytesOf(applicationServerKey).buffer };
          return (current = { options, toJSON: () => (${JSON.stringify(subscription)}), unsubscribe: async () => true });
        },
      });
      let permission = 'granted';
      Object.defineProperty(Notification, 'permission', { get: () => permission });
      Notification.requestPermission = async () => permission;
    }`);
    return context;
  }

  const toggle = (page: Page) => page.getByRole('checkbox', { name: 'Push notifications in this browser' });
  const texts = (page: Page) => page.getByRole('checkbox', { name: 'Show names and messages' });

  async function switchOn(page: Page): Promise<void> {
    await page.mouse.move(200, 200);
    await toggle(page).check();
    await eventually(async () => expect(await texts(page).isEnabled()).toBe(true));
  }

  const devicesOf = async ({ customer, projectId }: Awaited<ReturnType<typeof newOwner>>) =>
    (await customer.call('GET', `/${projectId}/push_devices`)).body.devices;

  it('is switched on and off for one browser, which is registered with what its person chose', async () => {
    const ada = await newOwner();
    const subscription = push.subscribe();
    const page = await site.signIn(await newBrowser(subscription), ada, ada.settings);
    await switchOn(page);
    expect(await devicesOf(ada)).toMatchObject([{ language: 'en', shows_text: false }]);
    expect(await axeFaults(page)).toEqual([]);
    await texts(page).check();
    await eventually(async () => expect(await devicesOf(ada)).toMatchObject([{ shows_text: true }]));
    await page.reload();
    expect(await toggle(page).isChecked()).toBe(true);
    expect(await texts(page).isChecked()).toBe(true);

    await eventually(async () => expect(await toggle(page).isEnabled()).toBe(true));
    await toggle(page).uncheck();
    await texts(page).waitFor({ state: 'detached' });
    await eventually(async () => expect(await devicesOf(ada)).toEqual([]));
  }, 60_000);

  it('shows what is pushed while the project is out of view, once per conversation, and opens it without a reload', async () => {
    const ada = await newOwner();
    const subscription = push.subscribe();
    const context = await newBrowser(subscription);
    const page = await site.signIn(context, ada, ada.settings);
    await switchOn(page);
    const vera = await ada.vera();
    await vera.say('My parcel has not arrived.');
    await vera.say('It was number 17.');
    await eventually(() => expect(push.of(subscription)).toHaveLength(2));
    expect(push.faults).toEqual([]);

    await page.goto(site.address('inbox/all', ada.projectId));
    const worker = await workerOf(context);
    await worker.evaluate(`{
      globalThis.shown = new Map();
      ServiceWorkerRegistration.prototype.showNotification = async (title, { tag, body, data }) => void shown.set(tag, { title, body, data });
    }`);
    const shown = () => worker.evaluate('[...shown].map(([tag, { title, body }]) => ({ tag, title, body }))');
    const deliver = await deliveryTo(page);
    await inView(page, true);
    for (const { message } of push.of(subscription)) await deliver(message);
    // In view, the page calls its person itself.
    const last = { title: 'Shop of Ada', body: 'You were mentioned', project: 'another', request: 'other' };
    await deliver(last);
    await eventually(async () => expect(await shown()).toMatchObject([{ tag: 'other' }]));

    await worker.evaluate(`{
      shown.clear();
      WindowClient.prototype.focus = async function () { return this; };
    }`);
    // As in a browser whose window is behind another one.
    await page.evaluate(`{
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    }`);
    await inView(page, false);
    for (const { message } of push.of(subscription)) await deliver(message);
    // They come in any order, and the later one stands in the place of the other.
    const bodies = push.of(subscription).map(({ message }) => message.body);
    expect(bodies.toSorted()).toEqual(['New conversation for you', 'New message in one of your conversations']);
    const expected = { tag: vera.request, title: 'Shop of Ada', body: bodies.at(-1) };
    await eventually(async () => expect(await shown()).toEqual([expected]));

    await page.evaluate('globalThis.isTheSame = true');
    await worker.evaluate(`{
      const [[tag, { data }]] = shown;
      const notification = { data, close: () => shown.delete(tag) };
      dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }));
    }`);
    await page.getByRole('textbox', { name: /^Reply to/ }).waitFor();
    expect(await page.evaluate('globalThis.isTheSame')).toBe(true);
    expect(new URL(page.url()).pathname).toContain(vera.request);
    expect(await shown()).toEqual([]);
  }, 60_000);

  it('goes on after another sign-in, under the new session', async () => {
    const ada = await newOwner();
    const subscription = push.subscribe();
    const context = await newBrowser(subscription);
    const page = await site.signIn(context, ada, ada.settings);
    await switchOn(page);
    await page.evaluate(`fetch('/v3/auth/session', { method: 'DELETE' })`);
    const vera = await ada.vera();
    await vera.say('Is anyone there?');
    await site.mesh.settled();
    expect(push.of(subscription)).toEqual([]);

    await page.close();
    const again = await site.signIn(context, ada, `/${ada.projectId}/inbox/all`);
    await again.mouse.move(200, 200);
    await eventually(async () => {
      await vera.say('Hello?');
      expect(push.of(subscription).length).toBeGreaterThan(0);
    });
  }, 60_000);

  it.each([
    [
      'blocked',
      'Notifications from this site are blocked.',
      `Object.defineProperty(Notification, 'permission', { value: 'denied' })`,
    ],
    ['unsupported', 'This browser does not support push notifications.', 'delete globalThis.PushManager'],
  ])('says in words why it is not possible: %s', async (_, words, script) => {
    const ada = await newOwner();
    const context = await site.newContext({ serviceWorkers: 'allow' });
    await context.addInitScript(script);
    const page = await site.signIn(context, ada, ada.settings);
    await page.getByText(words).waitFor();
    expect(await toggle(page).count()).toBe(0);
  });

  /** Until the page says that it is in view, or no longer. */
  const inView = (page: Page, expected: boolean) =>
    eventually(async () => {
      const { held } = await page.evaluate<{ held: { name: string }[] }>('navigator.locks.query()');
      expect(held.some(({ name }) => name.startsWith('parley-in-view:'))).toBe(expected);
    });

  /** The worker of the console, which begins at the first sign of a person. */
  async function workerOf(context: BrowserContext): Promise<Worker> {
    return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
  }

  /** Delivers to the page’s worker, as the browser does with what it has received and decrypted. */
  async function deliveryTo(page: Page): Promise<(message: unknown) => Promise<void>> {
    const client = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [found] = registrations.filter(({ isDeleted }) => !isDeleted);
        if (found) resolve(found.registrationId);
      });
    });
    await client.send('ServiceWorker.enable');
    const registrationId = await registered;
    return async (message) => {
      await client.send('ServiceWorker.deliverPushMessage', {
        ...{ origin: site.origin, registrationId, data: JSON.stringify(message) },
      });
    };
  }
});
