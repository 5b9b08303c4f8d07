import { describeWithProgram } from '@parley/testkit';
import type { BrowserContext, Page, Route } from 'playwright-core';

import { ConsoleBrowser } from './console-page.ts';

/** Screens with a call that no other part of the page makes: its path, below `/v3/` and the project. */
const screens: readonly (readonly [screen: string, call: RegExp])[] = [
  ['inbox/all', /\/v3\/\w+\/requests\?/],
  ['contacts', /\/v3\/\w+\/leads\?/],
  ['segments', /\/v3\/\w+\/segments\?/],
  ['activity', /\/v3\/\w+\/activities\?/],
  ['team/groups', /\/v3\/\w+\/groups(?:\?|$)/],
  ['settings/canned', /\/v3\/\w+\/canned(?:\?|$)/],
  ['settings/tags', /\/v3\/\w+\/tags(?:\?|$)/],
  ['settings/labels', /\/v3\/\w+\/labels/],
  ['settings/webhooks', /\/v3\/\w+\/subscriptions(?:\?|$)/],
];

/** Screens of the person, with their call. */
const ownScreens: readonly (readonly [path: string, call: RegExp])[] = [
  ['projects', /\/v3\/projects\?/],
  ['account/profile', /\/v3\/users$/],
  ['account/sessions', /\/v3\/jwt\/history/],
  ['account/notifications', /\/v3\/projects\?/],
];

describeWithProgram('chromium', 'the states of the console', () => {
  let app: ConsoleBrowser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    app = await ConsoleBrowser.start({ DEMO: 'true' });
  }, 120_000);
  beforeEach(async () => {
    context = await app.newContext();
    page = await app.signIn(context, app.person('ada'));
  });
  afterEach(async () => {
    await context.close();
    expect(app.faults.splice(0)).toEqual([]);
  });
  afterAll(() => app?.stop());

  /** Every fourth screen: all of them take minutes. */
  const some = () =>
    [
      ...screens.map(([screen, call]) => [app.address(screen), call] as const),
      ...ownScreens.map(([path, call]) => [`${app.origin}/console/${path}`, call] as const),
    ].filter((_, index) => index % 4 === 0);
  const cut = (route: Route) => route.abort();
  const refuse =
    (status: number, code: string, headers: Record<string, string> = {}) =>
    (route: Route) =>
      route.fulfill({
        status,
        headers,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status, code, msg: `Refused by ${code}.`, requestId: `request-${code}` }),
      });

  /** The alert of the screen, and what it says. */
  const alert = () => page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) });

  it('say that Parley cannot be reached, and go on by a click', async () => {
    for (const [address, call] of some()) {
      await page.route(call, cut);
      await page.goto(address);
      await alert().getByText('Parley cannot be reached.').first().waitFor();
      await page.unroute(call, cut);
      await alert().getByRole('button', { name: 'Try again' }).first().click();
      await alert().first().waitFor({ state: 'detached' });
    }
  }, 180_000);

  it.each([
    [403, 'role_too_low'],
    [404, 'request_not_found'],
    [422, 'validation_failed'],
  ])(
    'say after %s what the API says, with code and request id to copy',
    async (status, code) => {
      for (const [address, call] of some()) {
        const fault = refuse(status, code);
        await page.route(call, fault);
        await page.goto(address);
        await alert().getByText(`Refused by ${code}.`).first().waitFor();
        await alert().getByText(`${code} · request-${code}`).first().waitFor();
        await page.unroute(call, fault);
        await alert().getByRole('button', { name: 'Try again' }).first().click();
        await alert().first().waitFor({ state: 'detached' });
      }
    },
    120_000,
  );

  it.each([
    [429, 'rate_limited'],
    [503, 'database_unavailable'],
  ])(
    'count down after %s, and go on by themselves',
    async (status, code) => {
      const fault = refuse(status, code, { 'retry-after': '2' });
      for (const [address, call] of some()) {
        await page.route(call, fault);
        await page.goto(address);
        // The calls are repeated below the screen first.
        await alert()
          .getByText(/Next try in \d second/)
          .first()
          .waitFor();
        await page.unroute(call, fault);
        await alert().first().waitFor({ state: 'detached' });
      }
    },
    120_000,
  );

  it('keep the sign-in apart from a server that does not answer', async () => {
    const session = /\/v3\/auth\/session\/token/;
    await page.route(session, cut);
    await page.goto(app.address('inbox/all'));
    await alert().getByText('Parley cannot be reached.').waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await page.unroute(session, cut);
    await alert().getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /Vera/ }).waitFor();
  }, 60_000);

  it('keep what was typed when the form cannot be sent', async () => {
    await page.goto(`${app.origin}/console/account/profile`);
    await page.getByLabel('About you').fill('Kept over a cut line.');
    const save = /\/v3\/users$/;
    await page.route(save, cut);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Parley cannot be reached.').waitFor();
    await page.unroute(save, cut);
    expect(await page.getByLabel('About you').inputValue()).toBe('Kept over a cut line.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
  }, 60_000);
});
