import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { describeWithProgram } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser } from './console-page.ts';
import { type Role, roles, screens } from './console-screens.ts';
import { type Customer, newUser } from './mesh.ts';
import { newerRelease, release } from './newer-release.ts';

const forbidden = 'You don’t have access to this page';
const notFound = 'Page not found';

describeWithProgram('chromium', 'the routes of the console', () => {
  let app: ConsoleBrowser;
  let context: BrowserContext;
  let newer: string | undefined;
  beforeAll(async () => {
    app = await ConsoleBrowser.start({ DEMO: 'true' });
  }, 120_000);
  beforeEach(async () => {
    context = await app.newContext();
  });
  checkPagesOf(() => app);
  afterAll(async () => {
    if (newer) await rm(newer, { recursive: true });
  });

  /** Answers of the API, as the page gets them. */
  function answersOf(page: Page): [status: number, path: string][] {
    const answers: [number, string][] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/v3/')) answers.push([response.status(), pathname]);
    });
    return answers;
  }

  async function pageOf(role: Role): Promise<Page> {
    if (role === 'owner') return app.signIn(context, app.person('ada'));
    if (role === 'agent') return app.signIn(context, app.person('linus'));
    const ada: Customer = await app.customer('ada');
    const grace = await newUser(app.mesh.url, 'Grace');
    await ada.call('POST', `/${app.projectId}/project_users/invite`, { email: grace.email, role });
    return app.signIn(context, { email: grace.email, password: 'secret of Grace' });
  }

  // Browsers ask for `/favicon.ico` where a page names no icon.
  it.each(['console', 'demo', 'docs', 'home'])(
    'name an icon that is there, like every page of ours (/%s)',
    async (path) => {
      const page = await (await fetch(`${app.mesh.url}/${path}`)).text();
      const [, icon = '/favicon.ico'] = /<link rel="icon"[^>]* href="([^"]+)"/.exec(page) ?? [];
      const { status, headers } = await fetch(new URL(icon, app.mesh.url));
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
    },
  );

  it.each(roles)(
    'show a screen or that it is forbidden to the role %s, and call nothing beyond it',
    async (role) => {
      const page = await pageOf(role);
      const answers = answersOf(page);
      const shown: [string, string][] = [];
      for (const [screen] of screens) {
        await page.goto(app.address(screen));
        const heading = page.locator('#content').getByRole('heading').first();
        await heading.or(page.getByText(forbidden)).or(page.getByText(notFound)).first().waitFor();
        const words = [forbidden, notFound];
        const found = await Promise.all(words.map((text) => page.getByText(text).count()));
        shown.push([screen, words.find((_, index) => found[index]) ?? 'screen']);
      }
      const mayOpen = (needed: Role) => roles.indexOf(role) >= roles.indexOf(needed);
      expect(shown).toEqual(screens.map(([screen, needed]) => [screen, mayOpen(needed) ? 'screen' : forbidden]));
      expect(answers.filter(([status]) => status === 403 || status >= 500)).toEqual([]);
      expect(answers.length).toBeGreaterThan(screens.length);
    },
    120_000,
  );

  it('show nothing of a project to a member of another', async () => {
    const grace = await newUser(app.mesh.url, 'Grace');
    const { body: own } = await grace.customer.call('POST', '/projects', { name: 'Shop of Grace' });
    const page = await app.signIn(context, { email: grace.email, password: 'secret of Grace' });
    const answers = answersOf(page);
    for (const [screen] of screens) {
      await page.goto(app.address(screen));
      await page.getByText(notFound).waitFor();
      expect(await page.locator('body').textContent()).not.toMatch(/Demo shop|Vera|ada@/);
    }
    const ofProject = answers.filter(([, path]) => path.includes(app.projectId));
    expect(ofProject.length).toBeGreaterThanOrEqual(screens.length);
    expect(ofProject.filter(([status]) => status < 400)).toEqual([]);

    await page.goto(app.address('inbox/all', own._id));
    await page.getByRole('link', { name: 'Inbox' }).waitFor();
  }, 120_000);

  it('have one main landmark each, also where an address names nothing', async () => {
    const page = await app.open('ada', 'inbox/all');
    const found: unknown[] = [];
    for (const address of [
      ...screens.map(([screen]) => app.address(screen)),
      ...['inbox/nonsense', 'inbox/saved/gone', 'nonsense'].map((screen) => app.address(screen)),
      ...['account', 'account/nonsense', 'projects', 'no/such/page'].map((path) => `${app.origin}/console/${path}`),
      app.address('inbox/all', 'f'.repeat(24)),
    ]) {
      await page.goto(address);
      await page.getByRole('heading').or(page.getByText(notFound)).first().waitFor();
      const count = await page.getByRole('main').count();
      if (count !== 1) found.push([address, count]);
    }
    expect(found).toEqual([]);
  }, 60_000);

  it('lead to the sign-in without a person, and on from there', async () => {
    const page = await context.newPage();
    for (const path of [`${app.projectId}/inbox/all?tag=billing`, 'projects', 'account/sessions']) {
      await page.goto(`${app.origin}/console/${path}`);
      await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
      expect(new URL(page.url()).searchParams.get('to')).toBe(`/${path}`);
    }
    const { email, password } = app.person('ada');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.goto(`${app.origin}/console/no/such/page`);
    await page.getByText(notFound).waitFor();
  }, 60_000);

  it('load parts of the old release after an upgrade, and offer to reload the page, which loses no draft', async () => {
    const page = await app.signIn(context, app.person('ada'), `/${app.projectId}/inbox/all`);
    await page.getByRole('row', { name: /Vera/ }).click();
    const composer = page.getByRole('textbox', { name: 'Reply to Vera' });
    await composer.fill('Half a sen');
    const parts: [status: number, path: string][] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/console/assets/')) parts.push([response.status(), pathname]);
    });
    newer = await newerRelease();

    await app.restart({ env: { CONSOLE_DIR: `${newer},${release}` } });

    const offer = page.getByText('A new version is available');
    await offer.waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText(notFound).count()).toBe(0);
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.filter(([status]) => status !== 200)).toEqual([]);
    await page.goBack();
    await composer.press('End');
    await page.keyboard.type('tence');
    await page.getByRole('button', { name: 'Reload' }).click();
    const [base = ''] = /base-[\w-]{8}\.js/.exec(await readFile(join(newer, 'index.html'), 'utf8')) ?? [];
    await page.locator(`script[src$="/${base}"]`).waitFor({ state: 'attached' });
    await composer.waitFor();
    expect(await composer.inputValue()).toBe('Half a sentence');
    expect(await offer.count()).toBe(0);
    // The browser's line about a socket that the restart has cut.
    app.faults = app.faults.filter((fault) => !fault.startsWith('WebSocket connection to'));
  }, 120_000);
});
