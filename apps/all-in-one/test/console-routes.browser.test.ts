import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { amountOf, describeWithProgram } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { layoutFaults } from './console-layout.ts';
import { allTransitions, ConsoleBrowser } from './console-page.ts';
import { type Customer, newUser } from './mesh.ts';

const roles = ['agent', 'admin', 'owner'] as const;
type Role = (typeof roles)[number];

/** Every screen of a project, and the least role that may open it. Source: contract 80 section 3. */
const screens: readonly (readonly [screen: string, role: Role])[] = [
  ['inbox/mine', 'agent'],
  ['inbox/all', 'agent'],
  ['inbox/closed', 'agent'],
  ['contacts', 'agent'],
  ['contacts/import', 'agent'],
  ['segments', 'agent'],
  ['bots', 'agent'],
  ['analytics/overview', 'admin'],
  ['analytics/people', 'admin'],
  ['activity', 'admin'],
  ['team/people', 'agent'],
  ['team/groups', 'agent'],
  ['team/departments', 'agent'],
  ['settings/project', 'admin'],
  ['settings/hours', 'admin'],
  ['settings/widget', 'admin'],
  ['settings/labels', 'admin'],
  ['settings/canned', 'agent'],
  ['settings/tags', 'agent'],
  ['settings/properties', 'admin'],
  ['settings/webhooks', 'admin'],
  ['settings/security', 'admin'],
  ['settings/danger', 'owner'],
];

/** Of every kind: from a button, from a menu, loaded when it is asked for. Screen, button, item of its menu. */
const dialogs: readonly (readonly [screen: string, button: string, item?: string])[] = [
  ['contacts', 'New contact'],
  ['contacts', 'Export contacts'],
  ['team/people', 'Invite'],
  ['settings/canned', 'New canned response'],
  ['settings/webhooks', 'New webhook'],
  ['settings/security', 'Ban'],
  ['settings/danger', 'Delete the project'],
  ['inbox/all', 'More', 'Assign to a teammate or bot'],
  ['inbox/all', 'More', 'Add a tag'],
  ['inbox/all', 'More', 'Ban the visitor'],
];

/** Where each is looked at in several sizes. */
const some = screens.filter((_, index) => index % amountOf({ usual: 3, soak: 1 }) === 0);

const forbidden = 'This is not open to you';
const notFound = 'Not here, or not for you';

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
  afterEach(async () => {
    await app.closeContexts();
    expect(app.faults.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await app?.stop();
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

  it.each(['de', 'ar-XB'])(
    'stand in %s with nothing cut off, covered or on the wrong side, also at a zoom of 200 %%',
    async (lang) => {
      const page = await app.open('ada', 'inbox/all');
      const found: unknown[] = [];
      for (const [screen] of some) {
        await page.goto(`${app.address(screen)}?lang=${lang}`);
        await page.locator('#content').getByRole('heading').first().waitFor();
        await page.waitForLoadState('networkidle');
        // 1280 px at a zoom of 200 % are 640.
        for (const width of [1280, 640, 390]) {
          await page.setViewportSize({ width, height: 900 });
          const faults = await layoutFaults(page);
          if (faults.length > 0) found.push([screen, width, faults]);
        }
        await page.setViewportSize({ width: 1280, height: 900 });
        const { x = 0 } = (await page.getByRole('navigation').first().boundingBox()) ?? {};
        if (x > 640 !== (lang === 'ar-XB')) found.push([screen, 'the rail is at', x]);
      }
      expect(found).toEqual([]);
    },
    180_000,
  );

  it.each(['en', 'it', 'fr', 'de', 'es', 'pt'])('offer the orders of the inbox in whole words in %s', async (lang) => {
    const page = await app.open('ada', `inbox/all?lang=${lang}`);
    await page.locator('#content header button[aria-expanded]').last().click();
    const orders = page.locator('fieldset select').last();
    await orders.waitFor();
    const cut: unknown[] = [];
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      // As wide as a list of this order alone would like to be.
      const wide = await page.evaluate<string[]>(`(() => {
        const list = [...document.querySelectorAll('fieldset select')].at(-1);
        return [...list.options].flatMap(({ label }) => {
          const alone = list.cloneNode();
          alone.append(new Option(label));
          alone.style.width = 'max-content';
          list.after(alone);
          const isCut = alone.offsetWidth > list.offsetWidth;
          alone.remove();
          return isCut ? [label] : [];
        });
      })()`);
      if (wide.length > 0) cut.push([width, wide]);
    }
    expect(await orders.locator('option').count()).toBe(3);
    expect(cut).toEqual([]);
  });

  it.each(['en', 'it', 'fr', 'de', 'es', 'pt'])('have whole names in the rail in %s', async (lang) => {
    const page = await app.open('ada', `inbox/all?lang=${lang}`);
    const cut: unknown[] = [];
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const names = page
        .locator('nav:has([role="switch"]) :is(a, button):visible')
        .filter({ has: page.locator('svg') });
      await names.first().waitFor();
      for (const name of await names.all()) {
        const isCut = await name.evaluate((one) =>
          [one, ...one.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
        );
        if (isCut) cut.push([width, await name.textContent()]);
      }
    }
    expect(cut).toEqual([]);
  });

  it('give the focus back to what has opened a dialog', async () => {
    const page = await app.open('ada', 'inbox/all');
    const lost: unknown[] = [];
    for (const [screen, button, item] of dialogs) {
      await page.goto(app.address(screen));
      if (screen.startsWith('inbox')) await page.getByRole('row', { name: /Vera/ }).click();
      const opener = page.locator('#content').getByRole('button', { name: button, exact: true }).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      if (item) await page.getByRole('menuitem', { name: item }).press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await opener
        .and(page.locator(':focus'))
        .waitFor()
        .catch(() => lost.push([screen, button, item]));
    }
    expect(lost).toEqual([]);
  }, 120_000);

  it('have the contact beside the conversation from 1024 px on, in the place of the views, and below in a sheet', async () => {
    const page = await app.open('ada', 'inbox/all');
    await page.getByRole('row', { name: /Vera/ }).click();
    const views = page.getByRole('navigation', { name: 'Views' });
    const menu = page.getByRole('button', { name: 'All open' });
    const panel = page.getByRole('complementary', { name: 'Contact' });
    const close = page.locator('header').getByRole('button', { name: 'Close', exact: true });
    await views.waitFor();
    await page.locator('header').getByRole('button', { name: 'Contact', exact: true }).click();
    await panel.waitFor();
    await views.waitFor({ state: 'hidden' });
    await menu.waitFor();
    for (const width of [1280, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await close.click({ trial: true });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('header').getByRole('button', { name: 'Contact', exact: true }).waitFor();
    await Promise.all([views.waitFor(), panel.waitFor()]);
    await page.setViewportSize({ width: 1000, height: 900 });
    const [sheet, list] = await Promise.all([panel.boundingBox(), page.getByRole('grid').boundingBox()]);
    expect(sheet?.x).toBeGreaterThan((list?.x ?? 0) + (list?.width ?? 0));
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'detached' });
    await close.click({ trial: true });
  }, 60_000);

  it('stand apart from a dialog over them', async () => {
    const page = await app.open('ada', 'settings/danger');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const before = await page.screenshot({ clip: { x: 1100, y: 700, width: 100, height: 100 } });
      await page.getByRole('button', { name: 'Delete the project' }).click();
      await page.getByRole('dialog').waitFor();
      await page.evaluate(allTransitions);
      const during = await page.screenshot({ clip: { x: 1100, y: 700, width: 100, height: 100 } });
      expect(during.equals(before)).toBe(false);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }, 60_000);

  it('say in the colours of high contrast what their own colours say otherwise', async () => {
    const page = await app.open('ada', 'inbox/all');
    await page.emulateMedia({ forcedColors: 'active' });
    await page.getByRole('row', { name: /Vera/ }).click();
    await page.locator('header').getByRole('button', { name: 'Close', exact: true }).waitFor();
    const styleOf = (selector: string, name: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${name}`);
    for (const current of ['[role="row"][aria-current]', 'nav a[aria-current]'])
      expect([current, await styleOf(current, 'outlineStyle')]).toEqual([current, 'solid']);
    const [paper, track, thumb, close] = await Promise.all(
      ['body', '[role="switch"]', '[role="switch"] > span', 'header .bg-accent'].map((one) =>
        styleOf(one, 'backgroundColor'),
      ),
    );
    expect(track).not.toBe(paper);
    expect(thumb).not.toBe(track);
    expect(close).not.toBe(paper);
  }, 60_000);

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
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.goto(`${app.origin}/console/no/such/page`);
    await page.getByText(notFound).waitFor();
  }, 60_000);

  it('load parts of the old release after an upgrade, and offer to reload the page, which loses no draft', async () => {
    const page = await app.signIn(context, app.person('ada'), `/${app.projectId}/inbox/all`);
    await page.getByRole('row', { name: /Vera/ }).click();
    const composer = page.getByRole('textbox', { name: 'Write to Vera' });
    await composer.fill('Half a sen');
    const parts: [status: number, path: string][] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/console/assets/')) parts.push([response.status(), pathname]);
    });
    newer = await newerRelease();

    await app.mesh.restart({ env: { CONSOLE_DIR: `${newer},${release}` } });

    const offer = page.getByText('A new version of Parley is available');
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

/** The build that a mesh serves by itself. */
const release = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** The same build as another release: each part has another name, as if its content had changed. @returns its folder */
async function newerRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-newer-'));
  await mkdir(join(folder, 'assets'));
  const parts = (await readdir(join(release, 'assets'))).filter((name) => !/\.(?:br|gz)$/.test(name));
  const renamed = parts.map((name) => [name, name.replace(/[\w-]{8}(?=\.\w+$)/, reversed)] as const);
  for (const path of ['index.html', ...parts.map((name) => `assets/${name}`)]) {
    const content = await readFile(join(release, path), 'utf8');
    const [to, newContent] = [path, content].map((text) =>
      renamed.reduce((known, [from, name]) => known.replaceAll(from, name), text),
    ) as [string, string];
    await writeFile(join(folder, to), newContent);
  }
  return folder;
}

const reversed = (word: string) => [...word].reverse().join('');
