import { amountOf, describeWithProgram, eventually } from '@parley/testkit';
import type { BrowserContext, Page, Route } from 'playwright-core';

import { axeFaults, ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import type { Customer } from './mesh.ts';

/**
 * Every screen that calls something, and the call without which it has nothing to show: what follows `/v3/` and the project.
 * The first word of an address in braces stands for the id of such a record. Source: contract 80 section 3.
 */
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
  ['settings/project', /\/v3\/projects\/\w+$/],
  ['settings/hours', /\/v3\/projects\/\w+$/],
  ['settings/widget', /\/v3\/projects\/\w+$/],
  ['settings/labels', /\/labels$/],
  ['settings/canned', /\/canned\?/],
  ['settings/tags', /\/tags\?/],
  ['settings/properties', /\/properties$/],
  ['settings/webhooks', /\/subscriptions$/],
  ['settings/webhooks/{subscription}', /\/subscriptions\/\w+$/],
  ['settings/security', /\/v3\/projects\/\w+$/],
  ['settings/danger', /\/v3\/projects\/\w+$/],
  ['/projects', /\/v3\/projects\?/],
  ['/account/profile', /\/v3\/users$/],
  ['/account/sessions', /\/v3\/jwt\/history/],
  ['/account/notifications', /\/v3\/projects\?/],
];
/** A run looks at each screen in one state at least, and in every state in the longer run. */
const stride = amountOf({ usual: 5, soak: 1 });
const states = ['unreachable', 403, 404, 429, 503] as const;

describeWithProgram('chromium', 'the states of the console', () => {
  let app: ConsoleBrowser;
  let context: BrowserContext;
  let page: Page;
  let ada: Customer;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    app = await ConsoleBrowser.start({ DEMO: 'true' });
    ada = await app.customer('ada');
    const first = async (records: string, member?: string) => {
      const { body } = await ada.call('GET', `/${app.projectId}/${records}`);
      return (member ? body[member] : body)[0];
    };
    const made = async (records: string, body: object) =>
      (await ada.call('POST', `/${app.projectId}/${records}`, body)).body;
    const filters = [{ field: 'email', operator: 'is not null' }];
    Object.assign(ids, {
      request: (await first('requests', 'requests')).request_id,
      lead: (await first('leads', 'leads'))._id,
      segment: (await made('segments', { name: 'With address', match: 'all', filters }))._id,
      bot: (await first('bots'))._id,
      group: (await first('groups'))._id,
      department: (await first('departments/allstatus'))._id,
      subscription: (await made('subscriptions', { event: 'tag.created', target: 'https://example.com/hook' }))._id,
    });
  }, 120_000);
  beforeEach(async () => {
    context = await app.newContext();
    await context.clock.install();
    page = await app.signIn(context, app.person('ada'), `/${app.projectId}/inbox/closed`);
    await page.locator('#content').getByRole('heading').first().waitFor();
  });
  afterEach(async () => {
    await context.close();
    expect(app.faults.splice(0)).toEqual([]);
  });
  afterAll(() => app?.stop());

  const addressOf = (screen: string) => {
    const path = screen.replace(/\{(\w+)\}/, (_, name) => ids[name] ?? 'none');
    return path.startsWith('/') ? `${app.origin}/console${path}` : app.address(path);
  };

  /** Calls that the page has had answers to: what it keeps of them would stand on the screen. */
  let known: Set<string>;
  beforeEach(() => {
    known = new Set();
  });

  /** A page that shows something else, and has had no answer to the call. */
  async function leave(screen: string, call: RegExp) {
    const isOwn = screen.startsWith('/');
    if (isOwn || known.has(call.source)) {
      await page.goto(addressOf(isOwn ? '/account/keyboard' : 'inbox/closed'));
      await page.locator('main').getByRole('heading').first().waitFor();
    }
    known.add(call.source);
  }

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
  /** Calls are repeated below the screen first, after pauses. */
  const soon = (check: () => Promise<void>) =>
    eventually(
      async () => {
        await page.clock.fastForward(1000);
        await check();
      },
      { timeoutMs: 15_000, everyMs: 50 },
    );
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
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(addressOf(screen))})`);
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
    await everywhere('unreachable', cut, () => says('Parley cannot be reached.'));
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
      await everywhere(status, refuse(status, code, { 'retry-after': '4' }), () => says(/Next try in \d seconds?/));
    },
    300_000,
  );

  it('show what another person has stored meanwhile, and store what is chosen', async () => {
    const project = app.projectId;
    const forms: [screen: string, label: string, record: string][] = [
      ['settings/project', 'Name of the project', `/projects/${project}`],
      ['team/groups/{group}', 'Name', `/${project}/groups/${ids.group}`],
      ['bots/{bot}/settings', 'Name', `/${project}/bots/${ids.bot}`],
    ];
    for (const [screen, label, record] of forms) {
      await page.goto(addressOf(screen));
      const field = page.locator('#content').getByLabel(label, { exact: true });
      await field.fill('Mine');
      const { status } = await ada.call('PUT', record, { name: 'Theirs' });
      expect([screen, status]).toEqual([screen, 200]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const changed = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Take theirs' }) });
      await changed.getByText('Theirs', { exact: true }).waitFor();
      await changed.getByRole('button', { name: 'Keep mine' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      expect([screen, (await ada.call('GET', record)).body.name]).toEqual([screen, 'Mine']);
    }
  }, 120_000);

  it('show it in the dialog of one record, too', async () => {
    const own = `/${app.projectId}`;
    const made = async (records: string, body: object) => {
      const { body: record } = await ada.call('POST', `${own}/${records}`, body);
      return `${own}/${records}/${record._id}`;
    };
    const { body: people } = await ada.call('GET', `${own}/project_users`);
    const linus = people.find(({ id_user }: { id_user: { firstname: string } }) => id_user.firstname === 'Linus');
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
    const dialogs = [
      {
        ...{ screen: 'settings/tags', record: await made('tags', { tag: 'before' }), open: () => press('Edit before') },
        ...{ label: 'Tag', member: 'tag', theirs: 'theirs', mine: 'mine' },
      },
      {
        ...{ screen: 'settings/canned', record: await made('canned', { title: 'Before', text: 'Text' }) },
        ...{ open: () => press('Edit Before'), label: 'Title', member: 'title', theirs: 'Theirs', mine: 'Mine' },
      },
      {
        ...{ screen: 'settings/properties', record: await made('properties', { label: 'Before', name: 'before' }) },
        ...{ open: () => press('Edit Before'), label: 'Label', member: 'label', theirs: 'Theirs', mine: 'Mine' },
      },
      {
        ...{ screen: 'settings/webhooks/{subscription}', record: `${own}/subscriptions/${ids.subscription}` },
        ...{ open: () => press('Change address'), label: 'Address', member: 'target' },
        ...{ theirs: 'https://example.com/theirs', mine: 'https://example.com/mine' },
      },
      {
        ...{ screen: 'team/people', record: `${own}/project_users/${linus._id}` },
        open: async () => {
          await press(/^Actions for Linus/);
          await page.getByRole('menuitem', { name: 'Role and limit' }).click();
        },
        ...{ label: 'Conversations at once', member: 'max_served_chat', theirs: 7, mine: 9 },
      },
    ];
    for (const { screen, record, open, label, member, theirs, mine } of dialogs) {
      await page.goto(addressOf(screen));
      await open();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(label, { exact: true }).fill(String(mine));
      const { status } = await ada.call('PUT', record, { [member]: theirs });
      expect([screen, status]).toEqual([screen, 200]);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.getByRole('alert').getByText(String(theirs), { exact: true }).waitFor();
      // The log of the project names who changed a teammate, and knows nothing of the others.
      const who = screen === 'team/people' ? 'Ada Lovelace' : 'Another person';
      await dialog.getByRole('alert').getByText(`${who} changed this meanwhile`, { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Keep mine' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect([screen, (await ada.call('GET', record)).body[member]]).toEqual([screen, mine]);
    }
  }, 120_000);

  it('save by themselves when the API has said when to try again', async () => {
    await page.goto(app.address('settings/project'));
    const save = /\/v3\/projects\/\w+$/;
    let isRefused = true;
    const limited = refuse(429, 'rate_limited', { 'retry-after': '4' });
    await page.route(save, (route) =>
      isRefused && route.request().method() !== 'GET' ? limited(route) : route.fallback(),
    );
    await page.getByLabel('Name of the project').fill('Demo shop of Ada');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Refused by rate_limited.' });
    await soon(async () => expect(await refusal.getByText(/Next try in \d seconds?/).count()).toBe(1));
    isRefused = false;
    await soon(async () => expect(await page.getByText('Saved', { exact: true }).count()).toBe(1));
    expect((await ada.call('GET', `/projects/${app.projectId}`)).body.name).toBe('Demo shop of Ada');
    await ada.call('PUT', `/projects/${app.projectId}`, { name: 'Demo shop' });
  }, 60_000);

  it('leave the rest of the screen usable when one part of it cannot be drawn', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const history = /\/requests\/[\w-]+\/history/;
    await page.route(history, (route) => route.fulfill({ contentType: 'application/json', body: '[null]' }));
    await page.goto(app.address(`inbox/all/${ids.request}`));
    const contact = page.getByRole('complementary', { name: 'Contact' });
    await contact.getByText('History', { exact: true }).click();
    await contact.getByRole('alert').getByText('Something went wrong on this page.').waitFor();
    await page.getByRole('textbox', { name: /^Write to/ }).fill('Still here');
    await contact.getByRole('textbox', { name: 'Add a tag' }).waitFor();

    await page.unroute(history);
    await page.reload();
    await contact.getByText('History', { exact: true }).click();
    await contact.getByRole('listitem').last().waitFor();
    expect(await contact.getByRole('alert').count()).toBe(0);
    const kept = () => page.getByRole('textbox', { name: /^Write to/ }).inputValue();
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
    await alert().getByText('Parley cannot be reached.').waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await page.unroute(session, cut);
    await alert().getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /Vera/ }).waitFor();
  }, 60_000);

  it('keep the failure of an action in view until it succeeds, is closed, or the person goes elsewhere', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(app.address(`inbox/all/${ids.request}`));
    const lineOf = (words: string) => page.getByRole('alert').filter({ hasText: words });
    const [tagRefused, seatRefused] = [lineOf('Refused by tag_refused.'), lineOf('Refused by seat_refused.')];
    const available = page.getByRole('switch', { name: 'Available' });
    const tag = page.getByRole('textbox', { name: 'Add a tag' });
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
    await page.goto(app.address(`inbox/all/${ids.request}`));
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
    await ada.call('PUT', `/${app.projectId}/requests/${ids.request}/reopen`);
    await notReopened.getByRole('button', { name: 'Close' }).click();
  }, 90_000);

  it.each([
    [429, 'rate_limited'],
    [503, 'database_unavailable'],
  ] as const)(
    'count down after %s to an action, and repeat it by themselves or by a click',
    async (status, code) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(app.address(`inbox/all/${ids.request}`));
      const line = page.getByRole('alert').filter({ hasText: `Refused by ${code}.` });
      const tagOf = async () => (await ada.call('GET', `/${app.projectId}/requests/${ids.request}`)).body.tags;
      const box = page.getByRole('textbox', { name: 'Add a tag' });
      let isRefused = true;
      await page.route(/\/tag$/, (route) =>
        isRefused ? refuse(status, code, { 'retry-after': '90' })(route) : route.fallback(),
      );

      await box.fill(`slow-${status}`);
      await box.press('Enter');
      await line.getByText(/Next try in \d+ seconds/).waitFor();
      isRefused = false;
      await page.clock.fastForward(60_000);
      await line.getByText(/Next try in [1-3]\d seconds/).waitFor();
      expect((await tagOf()).map(({ tag }: { tag: string }) => tag)).not.toContain(`slow-${status}`);
      await page.clock.fastForward(31_000);
      await page.getByRole('button', { name: `Remove slow-${status}` }).waitFor();
      expect(await line.count()).toBe(0);
      expect(await box.inputValue()).toBe('');

      isRefused = true;
      await box.fill(`fast-${status}`);
      await box.press('Enter');
      await line.getByText(/Next try in \d+ seconds/).waitFor();
      isRefused = false;
      await line.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: `Remove fast-${status}` }).waitFor();
      expect(await line.count()).toBe(0);
      await page.unroute(/\/tag$/);
    },
    60_000,
  );

  it('count down in a confirmation, and do then what was confirmed', async () => {
    const { body: tag } = await ada.call('POST', `/${app.projectId}/tags`, { tag: 'short-lived' });
    await page.goto(app.address('settings/tags'));
    let isRefused = true;
    await page.route(/\/tags\/\w+$/, (route) =>
      isRefused ? refuse(503, 'database_unavailable', { 'retry-after': '90' })(route) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Remove short-lived' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByText(/Next try in \d+ seconds/).waitFor();
    isRefused = false;
    await page.clock.fastForward(91_000);
    await dialog.waitFor({ state: 'detached' });
    await page.unroute(/\/tags\/\w+$/);
    expect((await ada.call('GET', `/${app.projectId}/tags/${tag._id}`)).status).toBe(404);
  }, 60_000);

  it('say at once that a change cannot be made without a network, and keep what was typed', async () => {
    await page.goto(app.address('settings/project'));
    const name = page.getByLabel('Name of the project');
    await name.fill('Offline shop');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Parley cannot be reached.' });
    await soon(async () => expect(await refusal.count()).toBe(1));
    expect(await name.inputValue()).toBe('Offline shop');
    await context.setOffline(false);
    expect((await ada.call('GET', `/projects/${app.projectId}`)).body.name).toBe('Demo shop');
    // What the browser says of calls without a network.
    app.faults = app.faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'));
  }, 60_000);

  it('count down after a note that is limited, whose words are back in the composer', async () => {
    await page.goto(app.address(`inbox/all/${ids.request}`));
    await page.getByRole('textbox', { name: /^Write to/ }).waitFor();
    await page.keyboard.press('n');
    const note = page.getByRole('textbox', { name: 'Write a note that only the team sees' });
    await note.fill('Kept for later');
    await page.route(/\/notes$/, refuse(429, 'rate_limited', { 'retry-after': '90' }));
    await note.press('Control+Enter');
    const line = page.getByRole('alert').filter({ hasText: 'Refused by rate_limited.' });
    await line.getByText(/Next try in \d+ seconds/).waitFor();
    expect(await note.inputValue()).toBe('Kept for later');
    expect(await line.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.unroute(/\/notes$/);
    await note.press('Control+Enter');
    await page.getByText('Note added', { exact: true }).waitFor();
    await line.waitFor({ state: 'detached' });
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
