import { amountOf, describeWithProgram, eventually } from '@parley/testkit';
import { startChromium } from '@parley/testkit/chromium';
import type { Browser, Page } from 'playwright-core';

import { ConsoleTeam } from './console-team.ts';

describeWithProgram('chromium', 'several agents in the inbox', () => {
  const team = ConsoleTeam.ofTests();

  async function open(path: string, person = team.ada): Promise<Page> {
    const context = await team.app.newContext();
    await context.addInitScript(recordNotifications);
    return team.open(path, { person, context });
  }

  const notified = (page: Page) => page.evaluate<string[]>('globalThis.notified');
  const setProject = (settings: object) => team.ada.customer.call('PATCH', `/projects/${team.project}`, { settings });

  it('are led from an empty list of their own to what waits for a hand, and assign it from its header', async () => {
    const runa = await team.visitor('Runa', 'Anyone there?');
    const page = await open('inbox/mine', team.grace);
    await page.getByRole('link', { name: 'View unassigned conversations' }).click();
    await page.getByRole('row', { name: /Runa/ }).click();
    const header = page.locator('header').filter({ hasText: 'Runa' });
    await header.getByRole('button', { name: 'Assignee: Unassigned' }).click();
    await page.getByRole('option', { name: /Grace Example/ }).click();
    await header.getByRole('button', { name: 'Assignee: Grace Example' }).waitFor();
    await team.call('PUT', `/requests/${runa.requestId}/close`);
  });

  it('see each other, and who is replying; an answer over a newer one needs a second step', async () => {
    const vera = await team.visitor('Vera', 'Where is my parcel?');
    const [ada, linus] = [
      await open(`inbox/all/${vera.requestId}`),
      await open(`inbox/all/${vera.requestId}`, team.linus),
    ];
    await ada.getByRole('button', { name: 'Also viewing: Linus Example' }).waitFor();
    await linus.getByRole('button', { name: 'Also viewing: Ada Example' }).waitFor();

    await ada.getByRole('textbox', { name: 'Reply to Vera' }).fill('It is on its way');
    await linus.getByText('Ada Example is replying').waitFor();
    await linus.getByRole('textbox', { name: 'Reply to Vera' }).fill('It left today');
    await linus.keyboard.press('Enter');
    await ada.getByText('Linus Example replied while you were writing.').waitFor();
    await ada.getByRole('textbox', { name: 'Reply to Vera' }).press('Enter');
    expect(await vera.texts()).toEqual(['Where is my parcel?', 'It left today']);
    await ada.getByRole('button', { name: 'Send anyway' }).click();
    await eventually(async () =>
      expect(await vera.texts()).toEqual(['Where is my parcel?', 'It left today', 'It is on its way']),
    );

    await linus.goto(`${team.app.origin}/console/${team.project}/inbox/all`);
    await ada.getByRole('button', { name: 'Also viewing: Linus Example' }).waitFor({ state: 'detached' });
  });

  it('see that a colleague has gone whose browser was killed', async () => {
    const otto = await team.visitor('Otto', 'Is it still on sale?');
    const ada = await open(`inbox/all/${otto.requestId}`);
    const browser = await startChromium();
    await team.open(`inbox/all/${otto.requestId}`, { person: team.linus, context: await browser.newContext() });
    await ada.getByRole('button', { name: 'Also viewing: Linus Example' }).waitFor();

    await kill(browser);
    await ada.getByRole('button', { name: 'Also viewing: Linus Example' }).waitFor({ state: 'detached' });
  });

  it('ban a visitor at a second step, which can be taken back at once; an agent reads whose it is', async () => {
    const rex = await team.visitor('Rex', 'Buy followers');
    // The contact is another record than the visitor, whose id it no longer has.
    const lead = await team.call('POST', '/leads', { lead_id: 'customer-4711', fullname: 'Rex' });
    await team.call('PATCH', `/requests/${rex.requestId}`, { lead: lead.body._id });
    const banned = async () => (await team.ada.customer.call('GET', `/projects/${team.project}`)).body.bannedUsers;
    const linus = await open(`inbox/all/${rex.requestId}`, team.linus);
    await linus.getByRole('button', { name: 'More', exact: true }).click();
    const refused = linus.getByRole('menuitem', { name: 'Ban visitor' });
    expect(await refused.getAttribute('aria-disabled')).toBe('true');
    expect(await refused.textContent()).toContain('It requires the admin role');

    const ada = await open(`inbox/all/${rex.requestId}`);
    await ada.getByRole('button', { name: 'More', exact: true }).click();
    await ada.getByRole('menuitem', { name: 'Ban visitor' }).click();
    const dialog = ada.getByRole('dialog', { name: 'Ban Rex?' });
    expect(await banned()).toEqual([]);
    await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
    await ada.getByText('Rex has been banned.').waitFor();
    expect((await rex.say('Buy more')).status).not.toBe(200);
    expect(await banned()).toHaveLength(1);

    await ada.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await banned()).toEqual([]));
  });

  it('mention a colleague in a note, which notifies that colleague alone and lets them read the conversation', async () => {
    await setProject({ current_agent_my_chats_only: true });
    const mina = await team.visitor('Mina', 'Do you ship to Portugal?');
    const notifications = { mention: 'both', inView: true, volume: 50 };
    for (const person of [team.linus, team.grace])
      await team.call('PUT', '/project_users', { 'settings.console.notifications': notifications }, person);
    const linus = await open(`inbox/all/${mina.requestId}`, team.linus);
    await linus.getByText('Page not found').waitFor();
    await linus.goto(`${team.app.origin}/console/${team.project}/inbox/mentioned`);
    const grace = await open('inbox/mentioned', team.grace);
    const ada = await open(`inbox/all/${mina.requestId}`);
    await ada.getByText('Note', { exact: true }).click();
    const note = ada.getByRole('textbox', { name: 'Write a note only your team can see' });
    await note.pressSequentially('Please look, @lin');
    await ada.getByRole('option', { name: 'Linus Example' }).waitFor();
    await ada.keyboard.press('Enter');
    expect(await note.inputValue()).toBe('Please look, @Linus Example ');
    await ada.keyboard.press('Enter');
    await ada.getByText('Note added').waitFor();
    expect(await note.inputValue()).toBe('');

    await linus.getByRole('row', { name: /Mina.*You were mentioned/ }).waitFor();
    await linus.getByRole('link', { name: /Mentions.*1 unread/ }).waitFor();
    await eventually(async () => expect(await notified(linus)).toEqual(['Ada Example mentioned you']));
    await linus.getByRole('row', { name: /Mina/ }).click();
    await linus.getByRole('log').getByText('Do you ship to Portugal?').waitFor();
    await linus.getByRole('link', { name: /Mentions.*unread/ }).waitFor({ state: 'detached' });
    expect(await grace.getByRole('row').count()).toBe(0);
    expect(await notified(grace)).toEqual([]);
    expect(await mina.texts()).toEqual(['Do you ship to Portugal?']);
    await setProject({ current_agent_my_chats_only: false });
  });

  it('claim at once: one has it, the other reads who', async () => {
    const nora = await team.visitor('Nora', 'Hello');
    const [linus, grace] = [
      await open(`inbox/all/${nora.requestId}`, team.linus),
      await open(`inbox/all/${nora.requestId}`, team.grace),
    ];
    const claims = [linus, grace].map((page) => page.getByRole('button', { name: 'Claim' }));
    await Promise.all(claims.map((claim) => claim.waitFor()));
    await Promise.all(claims.map((claim) => claim.click()));

    const { body } = await eventually(async () => {
      const answer = await team.call('GET', `/requests/${nora.requestId}`);
      expect(answer.body.participants).toHaveLength(1);
      return answer;
    });
    const [winner, loser] = body.participants[0] === team.linus.id ? ['Linus', grace] : ['Grace', linus];
    await loser.getByText('Someone else already serves this request.').waitFor();
    await loser.getByRole('banner').or(loser.locator('header')).getByText(`${winner} Example`).first().waitFor();
    // It is no toast, which would go by itself.
    const refusal = loser.locator('header').getByRole('alert');
    await refusal.getByText('Someone else already serves this request.').waitFor();
    await refusal.getByRole('button', { name: 'Close' }).click();
    await refusal.waitFor({ state: 'detached' });

    // The colleague who was slower may not close it: the button says why before a click, and so does the shortcut.
    const close = loser.locator('header').getByRole('button', { name: 'Close', exact: true });
    expect(await close.getAttribute('aria-disabled')).toBe('true');
    await close.hover();
    await loser.getByText('Only participants can do this. Claim the conversation first.').waitFor();
    await loser.keyboard.press('e');
    await loser.getByText('Only a participant of the request may do this.').waitFor();
    expect((await team.call('GET', `/requests/${nora.requestId}`)).body.status).toBe(200);
  });

  it('set a conversation to pending and take it back, and see where it belongs', async () => {
    const nils = await team.visitor('Nils', 'I ask my wife first');
    const page = await open(`inbox/all/${nils.requestId}`);
    const header = page.locator('header').filter({ hasText: 'Nils' });
    await header.getByRole('button', { name: 'Department: General' }).waitFor();
    const choose = async (item: string) => {
      await header.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    const stored = async () => (await team.call('GET', `/requests/${nils.requestId}`)).body.workingStatus;
    await choose('Mark as pending');
    await header.getByText('Pending', { exact: true }).waitFor();
    await page.getByRole('row', { name: /Nils/ }).getByText('Pending', { exact: true }).waitFor();
    expect(await stored()).toBe('pending');
    await choose('Remove pending');
    await header.getByText('Pending', { exact: true }).waitFor({ state: 'detached' });
    expect(await stored()).toBe('open');
  });

  it('see who has no capacity left before they assign, and why an assignment was refused when the last seat has just been taken', async () => {
    const [held, next] = [await team.visitor('Ines', 'Hello'), await team.visitor('Jana', 'Hello')];
    const { body: members } = await team.call('GET', '/project_users');
    const grace = members.find(({ id_user }: { id_user: { _id: string } }) => id_user._id === team.grace.id);
    await team.call('PUT', `/project_users/${grace._id}`, { max_served_chat: 0 });
    const page = await open(`inbox/all/${next.requestId}`, team.linus);
    await page.getByRole('textbox', { name: 'Reply to Jana' }).waitFor();
    await team.call('PUT', `/requests/${held.requestId}/participants`, [team.grace.id]);
    await page.keyboard.press('a');
    const option = page.getByRole('option', { name: /Grace Example/ });
    await option.getByText('At capacity').waitFor();
    await option.click();
    await page.getByText('The teammate is at capacity.').waitFor();
    expect((await team.call('GET', `/requests/${next.requestId}`)).body.participants).toEqual([]);
    await team.call('PUT', `/project_users/${grace._id}`, { max_served_chat: -1 });
  });

  it('close many at once of which some are refused: those are named, and tried again', async () => {
    const count = amountOf({ quick: 60, soak: 200 });
    const [allowed, refused] = [count * 0.85, count * 0.15];
    const ids: string[] = [];
    for (let batch = 0; batch < count / 20; batch += 1) {
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, index) => team.visitor(`Guest ${batch * 20 + index}`, 'Hello')),
      );
      ids.push(...made.map(({ requestId }) => requestId));
    }
    await team.call('POST', '/requests/bulk', { request_ids: ids, operation: 'tag', args: { tags: ['bulk'] } });
    const assign = (request_ids: string[], member: string) =>
      team.call('POST', '/requests/bulk', { request_ids, operation: 'assign', args: { member } });
    await assign(ids.slice(0, allowed), team.linus.id);
    await assign(ids.slice(allowed), team.grace.id);

    const page = await open('inbox/all?tag=bulk', team.linus);
    const rows = page.getByRole('row');
    await rows.first().focus();
    await page.keyboard.press('x');
    await page.keyboard.press('End');
    await page.getByRole('button', { name: `Select all ${count} loaded` }).click();
    await page.getByText(`${count} selected`).waitFor();
    const progress = page.getByRole('dialog', { name: /of \d+ done/ });
    await page.route(/\/requests\/bulk$/, async (route) => {
      await progress.getByRole('button', { name: 'Stop' }).click();
      await route.continue();
    });
    await page
      .getByRole('region', { name: 'Bulk actions' })
      .getByRole('button', { name: 'Close', exact: true })
      .click();
    const result = page.getByRole('dialog', { name: 'Not completed' });
    // The newest stand first, and a call is of fifty.
    const [doneAtFirst, left] = [50 - refused, count - 50];
    await result
      .getByText(`${doneAtFirst} conversations updated · ${refused} failed · ${left} not attempted`)
      .waitFor();
    const stillOpen = async () => (await team.call('GET', '/requests?tags=bulk&limit=1&view=row')).body.count;
    expect(await stillOpen()).toBe(count - doneAtFirst);
    await page.unroute(/\/requests\/bulk$/);
    // A call that is refused as a whole says why, and nothing of it was begun.
    const problem = { status: 403, code: 'role_too_low', msg: 'This is for others.', requestId: 'call-1' };
    await page.route(/\/requests\/bulk$/, (route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    );
    await result.getByRole('button', { name: `Retry ${refused + left}` }).click();
    await result.getByRole('alert').getByText('This is for others.').waitFor();
    await result.getByText('role_too_low · call-1').waitFor();
    await result.getByText(`${doneAtFirst} conversations updated · ${refused + left} not attempted`).waitFor();
    await page.unroute(/\/requests\/bulk$/);
    await result.getByRole('button', { name: `Retry ${refused + left}` }).click();
    await result.getByText(`${allowed} conversations updated · ${refused} failed`).waitFor();
    expect(await result.getByRole('listitem').count()).toBe(refused);
    await result.getByText('Only participants can do this. Claim the conversation first.').first().waitFor();
    expect(await stillOpen()).toBe(refused);

    await assign(ids.slice(allowed), team.linus.id);
    await result.getByRole('button', { name: `Retry ${refused}` }).click();

    await page.getByText(`${count} conversations updated`).waitFor();
    await result.waitFor({ state: 'detached' });
    expect(await stillOpen()).toBe(0);
  }, 120_000);

  it('are called once for a message, in one of two tabs, and see it as new until it is read, in all tabs and browsers', async () => {
    const paul = await team.visitor('Paul', 'Hello');
    const mine = async () =>
      (await team.call('GET', '/requests?view=row&mine=true&limit=100', undefined, team.linus)).body.requests;
    // Nothing else of Linus is unread.
    for (const { request_id } of await mine())
      await team.call('PUT', `/requests/${request_id}/read`, { upto: 100 }, team.linus);
    await team.call(
      'PUT',
      '/project_users',
      {
        'settings.console.notifications': { assigned: 'sound', message: 'sound', inView: true, volume: 50 },
      },
      team.linus,
    );
    await team.context.addInitScript(`
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...given) {
        const channel = new BroadcastChannel('sounds');
        channel.postMessage('sound');
        return start.apply(this, given);
      };
      globalThis.sounds = 0;
      new BroadcastChannel('sounds').onmessage = () => { globalThis.sounds += 1; };`);
    const counter = await team.context.newPage();
    await counter.goto(`${team.app.origin}/console/signin`);
    const first = await team.open('inbox/mine', { person: team.linus });
    const second = await team.context.newPage();
    await second.goto(`${team.app.origin}/console/${team.project}/inbox/all/${paul.requestId}`);
    const sounds = () => counter.evaluate<number>('globalThis.sounds');
    for (const page of [first, second])
      await page
        .getByRole('heading', { name: /Mine|All open/ })
        .first()
        .click();
    await second.getByRole('button', { name: 'Claim' }).click();
    await first.getByRole('row', { name: /Paul/ }).waitFor();
    expect(await sounds()).toBe(0);

    await eventually(async () => {
      const rows: { request_id: string; read: { unread: number } }[] = await mine();
      expect(rows.find(({ request_id }) => request_id === paul.requestId)?.read.unread).toBe(0);
    });
    await second.getByRole('link', { name: /^Closed/ }).click();
    const elsewhere = await open('inbox/mine', team.linus);
    const icon = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href');
    const isMarked = (page: Page, place = 'Inbox') =>
      eventually(async () => {
        expect(await page.title()).toBe(`(1) ${place} · Acme`);
        expect(decodeURIComponent((await icon(page)) ?? '')).toContain('>1</text>');
      });
    const isPlain = (page: Page, place = 'Inbox') =>
      eventually(async () => {
        expect(await page.title()).toBe(`${place} · Acme`);
        expect(await icon(page)).not.toContain('text');
      });
    for (const page of [first, second, elsewhere]) await isPlain(page);
    const onContacts = await open('contacts', team.linus);
    // This one begins to follow the inbox only after the message, which it has not counted.
    const said = Promise.withResolvers<void>();
    await onContacts.route(/\/requests\?.*limit=1(?:&|$)/, async (route) => {
      await said.promise;
      await route.continue();
    });
    const counted = onContacts.waitForResponse(/\/requests\/counters/);
    await onContacts.reload();
    await counted;
    await isPlain(onContacts, 'Contacts');

    await paul.say('Are you there?');
    said.resolve();
    for (const page of [first, elsewhere])
      await page
        .getByRole('row', { name: /Paul/ })
        .filter({ hasText: 'Are you there?' })
        .getByText('1 unread')
        .waitFor();
    for (const page of [first, second, elsewhere]) {
      await page.getByRole('link', { name: /^Mine.*1 unread/ }).waitFor();
      await isMarked(page);
    }
    await isMarked(onContacts, 'Contacts');
    await eventually(async () => expect(await sounds()).toBe(1));

    await first.getByRole('row', { name: /Paul/ }).click();
    await first.getByRole('log').getByText('Are you there?').waitFor();
    for (const page of [first, elsewhere])
      await page.getByRole('row', { name: /Paul.*1 unread/ }).waitFor({ state: 'detached' });
    for (const page of [first, second, elsewhere]) {
      await page.getByRole('link', { name: /^Mine.*unread/ }).waitFor({ state: 'detached' });
      await isPlain(page);
    }
    await isPlain(onContacts, 'Contacts');
    expect(await sounds()).toBe(1);
  });
});

/** Leaves it no chance to close what it has open. */
async function kill(browser: Browser): Promise<void> {
  const ended = new Promise((resolve) => browser.once('disconnected', resolve));
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const main = processInfo.find(({ type }) => type === 'browser');
  if (!main) throw new Error('The browser names no process of its own.');
  process.kill(main.id, 'SIGKILL');
  await ended;
}

/** The browser would ask for a permission that no test can give. */
const recordNotifications = `
  globalThis.notified = [];
  globalThis.Notification = class {
    static permission = 'granted';
    constructor(title) { globalThis.notified.push(title); }
    addEventListener() {}
    close() {}
  };`;
