import { amountOf, describeWithProgram, eventually } from '@parley/testkit';
import type { BrowserContext, Page, Route } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { cut, DemoRecords, openDemoPage, refuse, soonOn } from './console-demo.ts';
import { axeFaults, ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import type { Customer } from './mesh.ts';

/**
 * Every screen that calls something, and the call without which it has nothing to show: what follows `/v3/` and the project.
 * The first word of an address in braces stands for the id of such a record. Source: contract 80 section 3.
 */
const projectCall = /\/v3\/projects\/\w+$/;
const screens: readonly (readonly [screen: string, call: RegExp])[] = [
  ['inbox/all', /\/requests\?.*view=row/],
  ['inbox/all/{request}', /\/requests\/[\w-]+\/messages/],
  ['contacts', /\/leads\?/],
  ['contacts/{lead}', /\/leads\/\w+$/],
  ['segments', /\/segments\?.*limit=50/],
  ['segments/{segment}', /\/segments\/\w+$/],
  ['bots', /\/bots\?sortField/],
  ['bots/{bot}/settings', /\/bots\/\w+$/],
  ['bots/{bot}/intents', /\/faq\?/],
  ['bots/{bot}/versions', /\/published$/],
  ['bots/{bot}/calls', /\/calls\?/],
  ['analytics/overview', /\/analytics\/requests\/aggregate\/day/],
  ['analytics/conversations', /\/analytics\/requests\/aggregate\/status/],
  ['analytics/people', /\/aggregate\/sender/],
  ['analytics/tags', /\/analytics\/tags/],
  ['activity', /\/activities\?/],
  ['team/people', /\/pendinginvitations/],
  ['team/groups', /\/groups\?/],
  ['team/groups/{group}', /\/groups\/\w+$/],
  ['team/departments', /\/departments\/allstatus/],
  ['team/departments/{department}', /\/departments\/\w+$/],
  ['settings/project', projectCall],
  ['settings/hours', projectCall],
  ['settings/widget', projectCall],
  ['settings/labels', /\/labels$/],
  ['settings/mailboxes', /\/mailboxes$/],
  ['settings/canned', /\/canned\?/],
  ['settings/tags', /\/tags\?/],
  ['settings/macros', /\/macros$/],
  ['settings/rules', /\/rules$/],
  ['settings/service-levels', /\/sla_policies$/],
  ['settings/surveys', /\/surveys$/],
  ['settings/properties', /\/properties$/],
  ['settings/webhooks', /\/subscriptions$/],
  ['settings/data', /\/exports$/],
  ['settings/webhooks/{subscription}', /\/subscriptions\/\w+$/],
  ['settings/sign-in', /\/sign_in\/connections$/],
  ['settings/tokens', /\/api_tokens\?/],
  ['settings/security', projectCall],
  ['settings/danger', projectCall],
  ['/projects', /\/v3\/projects\?/],
  ['/account/profile', /\/v3\/users$/],
  ['/account/sessions', /\/v3\/jwt\/history/],
  ['/account/notifications', /\/v3\/projects\?/],
];
/** A run looks at each screen in one state at least, and in every state in the longer run. */
const stride = amountOf({ quick: 5, soak: 1 });
const states = ['unreachable', 403, 404, 429, 503] as const;

describeWithProgram('chromium', 'the states of the console', () => {
  let app: ConsoleBrowser;
  let context: BrowserContext;
  let page: Page;
  let ada: Customer;
  let records: DemoRecords;
  beforeAll(async () => {
    app = await ConsoleBrowser.start({ DEMO: 'true' });
    ada = await app.customer('ada');
    records = await DemoRecords.of(app, ada);
  }, 120_000);
  beforeEach(async () => {
    ({ context, page } = await openDemoPage(app));
  });
  checkPagesOf(() => app);

  /** Calls that the page has had answers to: what it keeps of them would stand on the screen. */
  let known: Set<string>;
  beforeEach(() => {
    // The targets of the analytics are in the record of the project.
    known = new Set([projectCall.source]);
  });

  /** A page that shows something else, and has had no answer to the call. */
  async function leave(screen: string, call: RegExp) {
    const isOwn = screen.startsWith('/');
    if (isOwn || known.has(call.source)) {
      await page.goto(records.addressOf(isOwn ? '/account/keyboard' : 'inbox/closed'));
      await page.locator('main').getByRole('heading').first().waitFor();
    }
    known.add(call.source);
  }

  /** The alert of the screen, and what it says. */
  const alert = () => page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) });
  const soon = (check: () => Promise<void>) => soonOn(page, check);
  const says = (words: string | RegExp) =>
    soon(async () => expect(await alert().getByText(words).first().isVisible()).toBe(true));
  const isGone = () => soon(async () => expect(await alert().count()).toBe(0));

  /** Makes the call of each screen fail, and lets it pass when the screen has said so. */
  async function everywhere(
    state: (typeof states)[number],
    fault: (route: Route) => unknown,
    isSaid: () => Promise<unknown>,
  ) {
    for (const [index, [screen, call]] of screens.entries()) {
      if ((index + states.indexOf(state)) % stride !== 0) continue;
      await leave(screen, call);
      await page.route(call, fault);
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(records.addressOf(screen))})`);
      await isSaid().catch((error: Error) => {
        throw new Error(`${screen} does not say that it is ${state}: ${error.message}`);
      });
      await page.unroute(call, fault);
      // Where the API says when, without a click.
      if (state !== 429 && state !== 503) await alert().getByRole('button', { name: 'Try again' }).first().click();
      await isGone();
      expect([screen, await page.locator('#content, main').first().getByRole('heading').count()]).not.toEqual([
        screen,
        0,
      ]);
    }
  }

  it('say that Parley cannot be reached, and go on by a click', async () => {
    await everywhere('unreachable', cut, () => says('Can’t reach Parley.'));
  }, 300_000);

  it.each([
    [403, 'role_too_low'],
    // That of a conversation which is not there has a screen of its own.
    [404, 'page_not_found'],
  ] as const)(
    'say after %s what the API says, with code and request id to copy',
    async (status, code) => {
      await everywhere(status, refuse(status, code), async () => {
        await says(`Refused by ${code}.`);
        await says(`${code} · request-${code}`);
      });
    },
    300_000,
  );

  it.each([
    [429, 'rate_limited'],
    [503, 'database_unavailable'],
  ] as const)(
    'count down after %s, and go on by themselves',
    async (status, code) => {
      await everywhere(status, refuse(status, code, { 'retry-after': '4' }), () => says(/Trying again in \d seconds?/));
    },
    300_000,
  );

  it('leave the rest of the screen usable when one part of it cannot be drawn', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const history = /\/requests\/[\w-]+\/history/;
    await page.route(history, (route) => route.fulfill({ contentType: 'application/json', body: '[null]' }));
    await page.goto(app.address(`inbox/all/${records.ids.request}`));
    const contact = page.getByRole('complementary', { name: 'Contact' });
    await contact.getByText('History', { exact: true }).click();
    await contact.getByRole('alert').getByText('Something went wrong on this page.').waitFor();
    await contact.getByText(/^TypeError: .+ · [\w-]+\.js:\d+:\d+$/).waitFor();
    await contact.getByRole('button', { name: 'Copy' }).waitFor();
    await page.getByRole('textbox', { name: /^Reply to/ }).fill('Still here');
    await contact.getByRole('textbox', { name: 'Add tag' }).waitFor();

    await page.unroute(history);
    // What was opened stays so.
    await page.reload();
    await contact.getByRole('listitem').last().waitFor();
    expect(await contact.getByRole('alert').count()).toBe(0);
    const kept = () => page.getByRole('textbox', { name: /^Reply to/ }).inputValue();
    await eventually(async () => expect(await kept()).toBe('Still here'));
    // What the page itself has failed for is reported as such.
    expect(app.faults.splice(0)).toEqual([expect.stringMatching(/^page error: /)]);
  }, 60_000);

  it('say what a part beside the conversation cannot show, and show it by a click', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const parts = [/\/requests\?.*lead=/, /\/requests\/[\w-]+\/history/, /\/chatbot\/parameters/];
    const [earlier, history, parameters] = ['earlier_refused', 'history_refused', 'parameters_refused'];
    for (const [index, code] of [earlier, history, parameters].entries())
      await page.route(parts[index] ?? '', refuse(403, code));
    const { body } = await ada.call('GET', `/${app.projectId}/requests?hasBot=true&limit=1`);
    await page.goto(app.address(`inbox/all/${body.requests[0].request_id}`));
    const contact = page.getByRole('complementary', { name: 'Contact' });
    await contact.getByText('History', { exact: true }).click();
    await contact.getByText('Bot parameters', { exact: true }).click();
    for (const code of [earlier, history, parameters])
      await contact
        .getByRole('alert')
        .filter({ hasText: `Refused by ${code}.` })
        .getByText(`${code} · request-${code}`)
        .waitFor();
    expect(await axeFaults(page)).toEqual([]);

    for (const part of parts) await page.unroute(part);
    for (const code of [earlier, history, parameters])
      await contact
        .getByRole('alert')
        .filter({ hasText: `Refused by ${code}.` })
        .getByRole('button', { name: 'Try again' })
        .click();
    await eventually(async () => expect(await contact.getByRole('alert').count()).toBe(0));
    await contact.getByRole('listitem').last().waitFor();
  }, 60_000);

  it('keep the sign-in apart from a server that does not answer', async () => {
    const session = /\/v3\/auth\/session\/token/;
    await page.route(session, cut);
    await page.goto(app.address('inbox/all'));
    await alert().getByText('Can’t reach Parley.').waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await page.unroute(session, cut);
    await alert().getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /Vera/ }).waitFor();
  }, 60_000);

  it('keep the failure of an action in view until it succeeds, is closed, or the person goes elsewhere', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(app.address(`inbox/all/${records.ids.request}`));
    const lineOf = (words: string) => page.getByRole('alert').filter({ hasText: words });
    const [tagRefused, seatRefused] = [lineOf('Refused by tag_refused.'), lineOf('Refused by seat_refused.')];
    const available = page.getByRole('switch', { name: 'Available' });
    const tag = page.getByRole('textbox', { name: 'Add tag' });
    const addTag = async () => {
      await tag.fill('parcel');
      await tag.press('Enter');
    };
    await page.route(/\/tag$/, refuse(409, 'tag_refused'));
    await page.route(/\/project_users$/, (route) =>
      route.request().method() === 'PUT' ? refuse(409, 'seat_refused')(route) : route.fallback(),
    );

    await addTag();
    await tagRefused.getByText('tag_refused · request-tag_refused').waitFor();
    await available.click();
    await seatRefused.waitFor();
    // A toast would be gone by now.
    await page.clock.fastForward(60_000);
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([
      expect.stringContaining('Refused by seat_refused.'),
      expect.stringContaining('Refused by tag_refused.'),
    ]);
    await tagRefused.getByRole('button', { name: 'Copy' }).click();
    await eventually(async () =>
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('tag_refused · request-tag_refused'),
    );
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });

    await seatRefused.getByRole('button', { name: 'Close' }).click();
    await seatRefused.waitFor({ state: 'detached' });
    await available.click();
    await seatRefused.waitFor();
    await page.unroute(/\/project_users$/);
    await available.click();
    await seatRefused.waitFor({ state: 'detached' });
    expect(await tagRefused.count()).toBe(1);
    await page.unroute(/\/tag$/);
    await addTag();
    await page.getByRole('button', { name: 'Remove parcel' }).waitFor();
    expect(await tagRefused.count()).toBe(0);

    await page.route(/\/tag\/\w+$/, refuse(409, 'tag_refused'));
    await page.getByRole('button', { name: 'Remove parcel' }).click();
    await tagRefused.waitFor();
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByRole('heading', { name: 'Contacts' }).waitFor();
    expect(await tagRefused.count()).toBe(0);

    // What is undone from another place than that where it was done.
    await page.goto(app.address(`inbox/all/${records.ids.request}`));
    await tag.waitFor();
    await page.keyboard.press('e');
    await page.getByText('Conversation closed', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByRole('heading', { name: 'Contacts' }).waitFor();
    await page.route(/\/reopen$/, refuse(403, 'role_too_low'));
    await page.getByRole('button', { name: 'Undo' }).click();
    const notReopened = lineOf('Refused by role_too_low.');
    await notReopened.waitFor();
    await page.unroute(/\/reopen$/);
    await ada.call('PUT', `/${app.projectId}/requests/${records.ids.request}/reopen`);
    await notReopened.getByRole('button', { name: 'Close' }).click();
  }, 90_000);
});
