import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { describeWithProgram, eventually } from '@parley/testkit';
import { startChromium } from '@parley/testkit/chromium';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import type { AllInOne } from '../src/service.ts';
import { Customer, newRequestId, startMesh } from './mesh.ts';

const builder = fileURLToPath(new URL('../../../scripts/build-pages.mjs', import.meta.url));

interface Kept {
  cookie: string;
  local: Record<string, string>;
  session: Record<string, string>;
  html: string;
}

describeWithProgram('chromium', 'the console', () => {
  let mesh: AllInOne;
  let browser: Browser;
  let context: BrowserContext;
  let faults: string[];

  beforeAll(async () => {
    const { status, stderr } = spawnSync(process.execPath, [builder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    mesh = await startMesh({ DEMO: 'true', RATE_LIMIT_FACTOR: '1000', AUTH_LIMIT_FACTOR: '1000' });
    browser = await startChromium();
  }, 120_000);
  beforeEach(async () => {
    faults = [];
    context = await newContext();
  });
  afterEach(async () => {
    await context.close();
    expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await mesh?.stop();
  });

  /** Every page error, policy violation and request to another origin fails the test. */
  async function newContext(options: object = {}): Promise<BrowserContext> {
    const made = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    made.on('page', (page) => {
      page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
      page.on('console', (message) => {
        // The browser's own line about a status or a cut line, which tests provoke.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          faults.push(message.text());
      });
      page.on('request', (request) => {
        const { protocol, host } = new URL(request.url());
        if (protocol !== 'data:' && protocol !== 'blob:' && host !== new URL(origin()).host) faults.push(request.url());
      });
    });
    return made;
  }

  /** Where the printed link leads. */
  const origin = () => new URL(mesh.consoleLink ?? '').origin;
  const inbox = (view: string) => `${origin()}/console/${mesh.demo?.projectId}/inbox/${view}`;

  async function signedIn(place = inbox('all'), within = context): Promise<Page> {
    const owner = mesh.demo?.people[0];
    const page = await within.newPage();
    await page.goto(`${origin()}/console/signin`);
    await page.getByLabel('E-mail address').fill(owner?.email ?? '');
    await page.getByLabel('Password').fill(owner?.password ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/inbox/);
    await page.goto(place);
    return page;
  }

  /** A visitor of the demo shop with a conversation of their own. */
  async function newVisitor(name: string) {
    const id_project = mesh.demo?.projectId ?? '';
    const { body } = await new Customer(mesh.url).call('POST', '/auth/signinAnonymously', {
      id_project,
      firstname: name,
    });
    const visitor = new Customer(mesh.url, body.token);
    const path = `/${id_project}/requests/${newRequestId(id_project)}/messages`;
    return {
      say: (text: string) => visitor.call('POST', path, { text }),
      texts: async () => (await visitor.call('GET', path)).body.map(({ text }: { text: string }) => text) as string[],
    };
  }

  it('is signed in by the link that the start prints, once', async () => {
    const page = await context.newPage();
    await page.goto(mesh.consoleLink ?? '');
    await page.getByRole('row', { name: /Vera/ }).waitFor();
    expect(page.url()).not.toContain('code');

    const other = await newContext();
    const stranger = await other.newPage();
    await stranger.goto(mesh.consoleLink ?? '');
    await stranger.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
    expect(stranger.url()).not.toContain('code');
    await other.close();
  });

  it('leads on from the links of mails', async () => {
    const page = await context.newPage();
    await page.goto(`${origin()}/#/forgotpsw`);
    await page.getByRole('heading', { name: 'Reset the password' }).waitFor();
  });

  it('keeps no token where scripts of a page could find it later', async () => {
    const page = await signedIn();
    await page.getByRole('row').first().waitFor();
    const kept = await page.evaluate<Kept>(`({
      cookie: document.cookie,
      local: { ...localStorage },
      session: { ...sessionStorage },
      html: document.documentElement.outerHTML,
    })`);
    expect(kept.cookie).toBe('');
    expect(Object.keys(kept.local)).toEqual(['parley-console-preferences']);
    expect(Object.keys(kept.session).filter((name) => !name.startsWith('tsr-'))).toEqual([]);
    expect(JSON.stringify(kept)).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);

    await page.reload();
    await page.getByRole('row').first().waitFor();
  });

  it('shows what a visitor writes at once, and sends the answer', async () => {
    const nora = await newVisitor('Nora');
    await nora.say('Is my order **on its way**?');
    const page = await signedIn();
    const row = page.getByRole('row', { name: /Nora/ });
    await row.getByText('1 unread').waitFor();
    await row.click();
    await page.getByRole('log').getByText('on its way', { exact: true }).waitFor();
    await row.getByText('1 unread').waitFor({ state: 'detached' });

    await page.getByRole('textbox', { name: 'Write to Nora' }).fill('Yes, it is.');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('Yes, it is.').waitFor();
    await eventually(async () => expect(await nora.texts()).toEqual(['Is my order **on its way**?', 'Yes, it is.']));

    await nora.say('Thank you');
    await page.getByRole('log').getByText('Thank you').waitFor();
    await row.getByText('Thank you').waitFor();
  });

  it('sends each message once and in order when answers are cut and the page is loaded again', async () => {
    const paul = await newVisitor('Paul');
    await paul.say('Hello');
    const page = await signedIn();
    await page.getByRole('row', { name: /Paul/ }).first().click();
    const box = page.getByRole('textbox', { name: 'Write to Paul' });
    await box.waitFor();
    let cuts = 6;
    await page.route(/\/messages$/, async (route) => {
      if (route.request().method() !== 'POST' || cuts === 0) return route.continue();
      cuts -= 1;
      // Stored, but the page never receives the answer.
      if (cuts % 2 === 0) await route.fetch();
      return route.abort();
    });
    for (const text of ['one', 'two', 'three']) {
      await box.fill(text);
      await page.keyboard.press('Enter');
    }
    await page.reload();

    await eventually(async () => expect(await paul.texts()).toEqual(['Hello', 'one', 'two', 'three']));
    await page.getByRole('log').getByText('three').waitFor();
    await eventually(async () => expect(await page.locator('[data-state]').count()).toBe(0));
  });

  it('keeps a draft over switching and loading again, in its conversation alone', async () => {
    const page = await signedIn();
    await page.getByRole('row', { name: /Vera/ }).click();
    await page.getByRole('textbox', { name: 'Write to Vera' }).fill('Dear Vera, half a sen');
    await page.getByRole('row', { name: /Mina/ }).click();
    const other = page.getByRole('textbox', { name: 'Write to Mina' });
    await other.waitFor();
    expect(await other.inputValue()).toBe('');

    await page.reload();
    await page.getByRole('row', { name: /Vera.*Draft/ }).click();

    const box = page.getByRole('textbox', { name: 'Write to Vera' });
    await box.waitFor();
    expect(await box.inputValue()).toBe('Dear Vera, half a sen');
    await box.fill('');
    await page.getByRole('row', { name: /Vera.*Draft/ }).waitFor({ state: 'detached' });
  });

  it('shows texts of visitors as text, and loads nothing that they name', async () => {
    const mallory = await newVisitor('Mallory');
    const markup = '<img src=x onerror=alert(1)> [x](javascript:alert(1)) <script>alert(1)</script>';
    await mallory.say(markup);
    const page = await signedIn();
    page.on('dialog', () => faults.push('a script ran'));
    await page.getByRole('row', { name: /Mallory/ }).click();
    await page.getByRole('log').getByText(markup).waitFor();
  });

  it.each(['light', 'dark'] as const)('has no fault that axe finds, in %s', async (colorScheme) => {
    const themed = await newContext({ colorScheme });
    const page = await signedIn(inbox('all'), themed);
    await page.getByRole('row', { name: /Vera/ }).click();
    await page.getByRole('textbox', { name: 'Write to Vera' }).waitFor();
    await page.evaluate(axe.source);
    const found = await page.evaluate<[string, string[]][]>(`
      axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
        .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
    expect(found).toEqual([]);
    await themed.close();
  });
});
