import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { describeWithProgram, eventually } from '@parley/testkit';
import { bundleOf } from '@parley/testkit/bundle';
import { startChromium } from '@parley/testkit/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import type { AllInOne } from '../src/service.ts';
import { Link } from './link.ts';
import { newRequestId, newUser, newVisitor, startMesh } from './mesh.ts';
import { InstalledSdk } from './sdk-package.ts';

const hostPage = new URL('../../../packages/sdk/examples/host-page.html', import.meta.url);

/** What a page of a customer's own may do, by name. */
const script = `
import { createParley, sendMessage, uploadFile } from '@parley/sdk';
import { guestSession, shareTabs } from '@parley/sdk/browser';
import { connect, topics } from '@parley/sdk/realtime';
globalThis.sdk = { createParley, sendMessage, uploadFile, guestSession, shareTabs, connect, topics };
`;

describeWithProgram('chromium', 'the SDK in a browser', () => {
  let mesh: AllInOne;
  let link: Link;
  let browser: Browser;
  let context: BrowserContext;
  let installed: InstalledSdk;
  let site: ReturnType<typeof createServer>;
  let origin: string;

  beforeAll(async () => {
    const { code } = await bundleOf(script, import.meta.dirname);
    installed = await InstalledSdk.make();
    site = createServer(async (req, res) => {
      const { pathname } = new URL(req.url ?? '', 'http://site');
      res.setHeader('content-type', pathname.endsWith('.js') ? 'text/javascript' : 'text/html');
      if (pathname === '/site.js') res.end(code);
      else if (pathname === '/host-page') res.end(await readFile(hostPage));
      // As a site serves the package's own files, without a bundler.
      else if (pathname.startsWith('/sdk/'))
        res.end(await readFile(join(installed.package, 'dist', pathname.slice(5))));
      else res.end('<!doctype html><script type="module" src="/site.js"></script>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    mesh = await startMesh({ RATE_LIMIT_FACTOR: '1000' });
    link = await Link.to(mesh.url);
    browser = await startChromium();
  }, 120_000);
  beforeEach(async () => {
    context = await browser.newContext();
  });
  afterEach(() => context.close());
  afterAll(async () => {
    await browser?.close();
    await link?.stop();
    await mesh?.stop();
    await installed?.remove();
    site.close();
  });

  async function open(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(origin);
    await page.waitForFunction('globalThis.sdk !== undefined');
    return page;
  }

  async function newProject(): Promise<string> {
    const ada = await newUser(mesh.url, 'Ada');
    return (await ada.customer.call('POST', '/projects', { name: 'Shop' })).body._id;
  }

  /** Runs in the page; `options` are its only argument. */
  const inPage = <Result>(page: Page, text: string, options: object = {}): Promise<Result> =>
    page.evaluate(`(async (options) => { ${text} })(${JSON.stringify(options)})`) as Promise<Result>;

  const asGuest = `
    const { guestSession, createParley, sendMessage } = globalThis.sdk;
    const guest = globalThis.guest ??= guestSession(options);
    const parley = globalThis.parley ??= createParley({ ...options, token: guest.token });
  `;

  it('a visitor is created by a first message, not by looking, and is the same after a reload and in another tab', async () => {
    const options = { url: mesh.url, project: await newProject() };
    const [one, other] = [await open(), await open()];
    expect(await inPage(one, `${asGuest} return [guest.visitor?.id, await guest.token(false)]`, options)).toEqual([]);
    expect(await one.evaluate('localStorage.length')).toBe(0);

    // Two tabs that send their first message at once.
    const request_id = newRequestId(options.project);
    const send = `${asGuest}
      const { id } = await guest.signIn({ firstname: 'Vera' });
      await sendMessage(parley, { request_id: options.request_id, text: 'Hello' });
      return id;`;
    const ids = await Promise.all([one, other].map((page) => inPage<string>(page, send, { ...options, request_id })));
    expect(new Set(ids).size).toBe(1);

    await one.reload();
    await one.waitForFunction('globalThis.sdk !== undefined');
    expect(await inPage(one, `${asGuest} return guest.visitor.id`, options)).toBe(ids[0]);

    await inPage(one, `${asGuest} await guest.signOut()`, options);
    await eventually(async () =>
      expect(await inPage(other, `${asGuest} return guest.visitor ?? null`, options)).toBeNull(),
    );
    expect(await other.evaluate('localStorage.length')).toBe(0);
  });

  it.each(['session', 'none'])('with %s nothing is left for another tab', async (persistence) => {
    const options = { url: mesh.url, project: await newProject(), persistence };
    const [one, other] = [await open(), await open()];
    const id = await inPage<string>(one, `${asGuest} return (await guest.signIn()).id`, options);
    expect(await inPage(other, `${asGuest} return guest.visitor ?? null`, options)).toBeNull();

    await one.reload();
    await one.waitForFunction('globalThis.sdk !== undefined');
    const after = await inPage<string | null>(one, `${asGuest} return guest.visitor?.id ?? null`, options);
    expect(after).toBe(persistence === 'session' ? id : null);
  });

  it('goes on in memory where storage throws, or is cleared meanwhile', async () => {
    const options = { url: mesh.url, project: await newProject() };
    const page = await open();
    const breakStorage = "Storage.prototype.setItem = () => { throw new Error('full'); };";
    const ids = await inPage<string[]>(
      page,
      `${breakStorage} ${asGuest}
      const first = (await guest.signIn()).id;
      localStorage.clear();
      return [first, (await guest.signIn()).id];`,
      options,
    );
    expect(ids[0]).toBe(ids[1]);
  });

  it('an upload tells its progress and can be cancelled', async () => {
    const project = await newProject();
    const vera = await newVisitor(mesh.url, project, 'Vera');
    const page = await open();
    const { answer, steps, failure } = await inPage<{
      answer: { filename: string };
      steps: number[][];
      failure: string;
    }>(
      page,
      `const parley = sdk.createParley(options);
      const file = new File([new Uint8Array(3_000_000).fill(65)], 'hello.txt', { type: 'text/plain' });
      const steps = [];
      const answer = await sdk.uploadFile(parley, { file, to: 'chat', onProgress: (sent, total) => steps.push([sent, total]) });
      const controller = new AbortController();
      const failure = await sdk.uploadFile(parley, { file, to: 'chat', onProgress: () => controller.abort() }, { signal: controller.signal })
        .then(() => 'done', (error) => error.name);
      return { answer, steps, failure };`,
      { url: mesh.url, project, token: vera.token },
    );
    expect(answer.filename).toContain('hello.txt');
    expect(steps.at(-1)).toEqual([3_000_000, 3_000_000]);
    expect(failure).toBe('AbortError');
  });

  it('the example of a host page sends and receives, without a bundler, and goes on after a reload', async () => {
    const ada = await newUser(mesh.url, 'Ada');
    const project = (await ada.customer.call('POST', '/projects', { name: 'Shop' })).body._id;
    const page = await context.newPage();
    const faults: Error[] = [];
    page.on('pageerror', (error) => faults.push(error));
    await page.goto(`${origin}/host-page?url=${encodeURIComponent(mesh.url)}&project=${project}`);
    const say = async (text: string) => {
      await page.getByLabel('Message').fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText(text).waitFor();
    };

    await say('Hello from the page');
    const { body } = await ada.customer.call('GET', `/${project}/requests`);
    const [{ request_id }] = body.requests;
    await ada.customer.call('POST', `/${project}/requests/${request_id}/messages`, { text: 'Hello from the team' });
    await page.getByText('Hello from the team').waitFor();

    await page.reload();
    await page.getByText('Hello from the team').waitFor();
    await say('And once more');
    expect((await ada.customer.call('GET', `/${project}/requests`)).body.count).toBe(1);
    expect(faults).toEqual([]);
  }, 60_000);

  it('five tabs have one socket, and another takes over when its tab closes, with each frame once', async () => {
    const project = await newProject();
    const vera = await newVisitor(mesh.url, project, 'Vera');
    const request_id = newRequestId(project);
    const send = (text: string) => vera.customer.call('POST', `/${project}/requests/${request_id}/messages`, { text });
    await send('first');
    const pages = await Promise.all(Array.from({ length: 5 }, open));
    const sockets = new Set<Page>();
    for (const page of pages) page.on('websocket', () => sockets.add(page));
    const follow = `
      const parley = sdk.createParley(options);
      globalThis.texts = [];
      globalThis.live = sdk.connect(parley, { share: sdk.shareTabs('vera'), backoff: { minMs: 20, maxMs: 100 } });
      live.subscribe(sdk.topics.messages(options.request_id), {
        onSnapshot: (records) => { globalThis.texts = records.map(({ text }) => text); },
        onFrame: ({ method, message }) => { if (method === 'CREATE') globalThis.texts.push(message.text); },
      });`;
    const options = { url: link.url, project, token: vera.token, request_id };
    for (const page of pages) await inPage(page, follow, options);
    const heard = async (of: readonly Page[], texts: string[]) =>
      eventually(async () => {
        for (const page of of) expect(await page.evaluate('globalThis.texts')).toEqual(texts);
      });

    await heard(pages, ['first']);
    await send('second');
    await heard(pages, ['first', 'second']);
    expect(sockets.size).toBe(1);

    const [leader] = sockets;
    const others = pages.filter((page) => page !== leader);
    const closing = leader?.close();
    await send('third');
    await closing;
    await send('fourth');
    await heard(others, ['first', 'second', 'third', 'fourth']);
    expect(sockets.size).toBe(2);

    link.cut();
    await send('fifth');
    await heard(others, ['first', 'second', 'third', 'fourth', 'fifth']);
  }, 60_000);
});
