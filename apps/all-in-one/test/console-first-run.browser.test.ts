import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';

import { createLogger } from '@parley/service-kit/observability';
import { describeWithProgram, eventually } from '@parley/testkit';
import type { BrowserContext } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { axeFaults, ConsoleBrowser } from './console-page.ts';
import { Customer, newUser } from './mesh.ts';
import { openWidget, shownTexts, write as writeInWidget } from './widget-browser.ts';

describeWithProgram('chromium', 'the first run', () => {
  let app: ConsoleBrowser;
  let context: BrowserContext;
  const lines: string[] = [];
  beforeAll(async () => {
    const to = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const log = createLogger({ service: 'all', level: 'debug', to });
    app = await ConsoleBrowser.start({ DEMO: 'true', DEMO_DAYS: '10' }, { log });
  }, 120_000);
  beforeEach(async () => {
    context = await app.newContext();
  });
  checkPagesOf(() => app);

  const demo = () => {
    const { projectId = '', people = [] } = app.mesh.demo ?? {};
    const person = (email: string) => {
      const found = people.find((one) => one.email.startsWith(email));
      if (!found) throw new Error(`The demo knows no ${email}.`);
      return found;
    };
    return { projectId, person };
  };

  async function owner(): Promise<Customer> {
    const { body } = await new Customer(app.mesh.url).call('POST', '/auth/signin', demo().person('ada'));
    return new Customer(app.mesh.url, body.token);
  }

  /** A visitor writes, in a department if one is named. */
  async function write(projectId: string, text: string, departmentid?: string): Promise<string> {
    const { body } = await new Customer(app.mesh.url).call('POST', '/auth/signinAnonymously', {
      id_project: projectId,
      firstname: 'Kai',
    });
    const request = `support-group-${projectId}-${randomUUID().replaceAll('-', '')}`;
    const visitor = new Customer(app.mesh.url, body.token);
    await visitor.call('POST', `/${projectId}/requests/${request}/messages`, {
      text,
      ...(departmentid && { departmentid }),
    });
    return request;
  }

  it('begins with conversations in every state', async () => {
    const { projectId } = demo();
    const ada = await owner();
    await app.mesh.settled();
    const { body } = await ada.call('GET', `/${projectId}/requests?status=all&view=row&limit=100`);
    interface Row {
      request_id: string;
      status: number;
      hasBot: boolean;
      rating?: number;
      tags: unknown[];
      read: { mentioned: boolean };
    }
    const rows: Row[] = body.requests.filter(({ request_id }: Row) => !request_id.includes('-history.'));
    expect(body.count).toBeGreaterThan(rows.length);
    const count = (is: (row: Row) => unknown) => rows.filter(is).length;
    expect({
      all: count(() => true),
      states: [...new Set(rows.map(({ status }) => status))].sort((one, other) => one - other),
      withBot: count(({ status, hasBot }) => status === 200 && hasBot),
      withPerson: count(({ status, hasBot }) => status === 200 && !hasBot) > 3,
      rated: count(({ rating }) => rating !== undefined),
      tagged: count(({ tags }) => tags.length > 0) > 4,
      mentioned: count(({ read }) => read.mentioned),
    }).toEqual({
      all: 18,
      states: [50, 100, 150, 200, 1000],
      withBot: 2,
      withPerson: true,
      rated: 2,
      tagged: true,
      mentioned: 1,
    });
  }, 60_000);

  it.each([1280, 390])(
    'moves nothing at %i px when the first steps come after the screen',
    async (width) => {
      const { projectId, person } = demo();
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await context.route(/tour-strip/, async (route) => {
        await held;
        await route.continue();
      });
      const page = await app.signIn(context, person('ada'), `/${projectId}/inbox/all`);
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole('row', { name: /Vera/ }).waitFor();
      const top = async () => (await page.locator('#content').boundingBox())?.y;
      const before = await top();
      const strip = page.getByRole('region', { name: 'Getting started' });
      expect(await strip.count()).toBe(0);
      release();
      await strip.waitFor();
      expect(await top()).toBe(before);
    },
    60_000,
  );

  it('opens by the printed link, shows Vera, and ticks the four steps off as they happen', async () => {
    const { projectId } = demo();
    const page = await context.newPage();
    const link = app.mesh.consoleLink ?? '';
    await page.goto(link);
    const strip = page.getByRole('region', { name: 'Getting started' });
    const done = () => strip.getByRole('img', { name: 'Done:' }).count();
    await strip.getByRole('link', { name: 'Reply to Vera' }).click();
    expect(await done()).toBe(0);

    await page.getByRole('textbox', { name: 'Reply to Vera' }).fill('It is on its way.');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await done()).toBe(1), { timeoutMs: 15_000 });
    const ada = await owner();
    const answered = new URL(page.url()).pathname.split('/').at(-1);
    const { body: messages } = await ada.call('GET', `/${projectId}/requests/${answered}/messages`);
    expect(messages.at(-1)).toMatchObject({ senderFullname: 'Ada Lovelace', text: 'It is on its way.' });

    // The seconds of the start itself count for nobody.
    const shop = await openWidget(context, `${app.origin}/demo`);
    await shop.locator('parley-widget .start-card .primary').click();
    await shop.getByRole('button', { name: 'Sales' }).click();
    await writeInWidget(shop, 'Do you sell ink?');
    await eventually(async () => expect(await done()).toBe(2), { timeoutMs: 15_000 });
    await page.getByRole('link', { name: /^All open/ }).click();
    await page.getByRole('row', { name: /Do you sell ink/ }).click();
    await page.getByRole('log').getByText('Do you sell ink?').waitFor();
    await page.getByRole('textbox', { name: /^Reply to/ }).fill('Blue and black.');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await shownTexts(shop)).toEqual(['Do you sell ink?', 'Blue and black.']));
    await shop.close();

    const { body: departments } = await ada.call('GET', `/${projectId}/departments/allstatus`);
    await write(projectId, 'Hello', departments.find(({ name }: { name: string }) => name === 'Ask Robby')._id);
    await eventually(async () => expect(await done()).toBe(3), { timeoutMs: 15_000 });

    await ada.call('POST', `/${projectId}/project_users/invite`, { email: `kim.${randomUUID()}@example.com` });
    await page.evaluate(`dispatchEvent(new Event('focus'))`);
    await eventually(async () => expect(await done()).toBe(4), { timeoutMs: 15_000 });

    await strip.getByRole('button', { name: 'Dismiss' }).click();
    await strip.waitFor({ state: 'detached' });

    // Neither where Back leads nor what the log says tells how to sign in.
    const code = new URL(link).hash.replace('#code=', '');
    const browser = await context.newCDPSession(page);
    const { entries } = await browser.send('Page.getNavigationHistory');
    expect(entries.map(({ url }) => url).filter((url) => url.startsWith(`${app.origin}/console/`))).not.toEqual([]);
    expect(entries.filter(({ url }) => url.includes('code'))).toEqual([]);
    expect(lines.filter((line) => line.includes('createSession'))).not.toEqual([]);
    expect(code.length).toBeGreaterThan(20);
    expect(lines.filter((line) => line.includes(code))).toEqual([]);

    const elsewhere = await app.newContext();
    const other = await app.signIn(elsewhere, demo().person('ada'), `/${projectId}/inbox/all`);
    await other.getByRole('row', { name: /Vera/ }).waitFor();
    expect(await other.getByRole('region', { name: 'Getting started' }).count()).toBe(0);
    await elsewhere.close();
  }, 120_000);

  it('signs nobody in by a printed link that has been used, and says where the passwords are', async () => {
    const page = await context.newPage();
    await page.goto(app.mesh.consoleLink ?? '');
    await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
    await page.getByText('demo.json').waitFor();
    expect(page.url()).not.toContain('code');
    expect(await context.cookies()).toEqual([]);
  }, 60_000);

  it('shows agents no first steps: they may not do all of them', async () => {
    const { projectId, person } = demo();
    const page = await app.signIn(context, person('linus'), `/${projectId}/inbox/all`);
    await page.getByRole('row', { name: /Noa/ }).waitFor();
    expect(await page.getByRole('region', { name: 'Getting started' }).count()).toBe(0);
  }, 60_000);

  it.each([1280, 390])(
    'begins a new project with the snippet, and turns into its first conversation, at %s px',
    async (width) => {
      const grace = await newUser(app.mesh.url, 'Grace');
      const { body: project } = await grace.customer.call('POST', '/projects', { name: 'New shop' });
      const narrow = await app.newContext({ viewport: { width, height: 800 } });
      const page = await app.signIn(
        narrow,
        { email: grace.email, password: 'secret of Grace' },
        `/${project._id}/inbox/mine`,
      );
      await page.getByText('Waiting for the first message…').waitFor();
      await page
        .getByText(`<script src="${app.origin}/widget.js" data-project="${project._id}" async></script>`)
        .waitFor();
      expect(await axeFaults(page)).toEqual([]);
      const request = await write(project._id, 'First!');
      await page.waitForURL((url) => url.pathname.endsWith(request));
      await page.getByRole('log').getByText('First!').waitFor();
      await narrow.close();
    },
    60_000,
  );
});
