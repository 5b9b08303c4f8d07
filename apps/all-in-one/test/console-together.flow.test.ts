import { describeWithProgram, eventually } from '@parley/testkit';
import { startChromium } from '@parley/testkit/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import { ConsoleTeam } from './console-team.ts';

describeWithProgram('chromium', 'several agents in the inbox', () => {
  let team: ConsoleTeam;
  let contexts: BrowserContext[];

  beforeAll(async () => {
    team = await ConsoleTeam.start();
  }, 120_000);
  beforeEach(() => {
    team.app.faults.length = 0;
    contexts = [];
  });
  afterEach(async () => {
    for (const context of contexts) await context.close();
    expect(team.app.faults).toEqual([]);
  });
  afterAll(() => team?.app.stop());

  async function open(path: string, person = team.ada): Promise<Page> {
    const context = await team.app.newContext();
    contexts.push(context);
    return team.open(context, path, person);
  }

  it('see each other, and who is replying; an answer over a newer one needs a second step', async () => {
    const vera = await team.visitor('Vera', 'Where is my parcel?');
    const [ada, linus] = [
      await open(`inbox/all/${vera.requestId}`),
      await open(`inbox/all/${vera.requestId}`, team.linus),
    ];
    await ada.getByRole('button', { name: 'Also here: Linus Example' }).waitFor();
    await linus.getByRole('button', { name: 'Also here: Ada Example' }).waitFor();

    await ada.getByRole('textbox', { name: 'Write to Vera' }).fill('It is on its way');
    await linus.getByText('Ada Example is replying').waitFor();
    await linus.getByRole('textbox', { name: 'Write to Vera' }).fill('It left today');
    await linus.keyboard.press('Enter');
    await ada.getByText('Linus Example answered while you wrote.').waitFor();
    await ada.getByRole('textbox', { name: 'Write to Vera' }).press('Enter');
    expect(await vera.texts()).toEqual(['Where is my parcel?', 'It left today']);
    await ada.getByRole('button', { name: 'Send anyway' }).click();
    await eventually(async () =>
      expect(await vera.texts()).toEqual(['Where is my parcel?', 'It left today', 'It is on its way']),
    );

    await linus.goto(`${team.app.origin}/console/${team.project}/inbox/all`);
    await ada.getByRole('button', { name: 'Also here: Linus Example' }).waitFor({ state: 'detached' });
  });

  it('see that a colleague has gone whose browser was killed', async () => {
    const otto = await team.visitor('Otto', 'Is it still on sale?');
    const ada = await open(`inbox/all/${otto.requestId}`);
    const browser = await startChromium();
    await team.open(await browser.newContext(), `inbox/all/${otto.requestId}`, team.linus);
    await ada.getByRole('button', { name: 'Also here: Linus Example' }).waitFor();

    await kill(browser);
    await ada.getByRole('button', { name: 'Also here: Linus Example' }).waitFor({ state: 'detached' });
  });

  it('mention a colleague in a note, which reaches that one and no visitor', async () => {
    const mina = await team.visitor('Mina', 'Do you ship to Portugal?');
    const linus = await open('inbox/mentioned', team.linus);
    const grace = await open('inbox/mentioned', team.grace);
    const ada = await open(`inbox/all/${mina.requestId}`);
    await ada.getByText('Note', { exact: true }).click();
    const note = ada.getByRole('textbox', { name: 'Write a note that only the team sees' });
    await note.pressSequentially('Please look, @lin');
    await ada.getByRole('option', { name: 'Linus Example' }).waitFor();
    await ada.keyboard.press('Enter');
    expect(await note.inputValue()).toBe('Please look, @Linus Example ');
    await ada.keyboard.press('Enter');
    await ada.getByText('Note added').waitFor();
    expect(await note.inputValue()).toBe('');

    await linus.getByRole('row', { name: /Mina.*You are mentioned/ }).waitFor();
    await linus.getByRole('link', { name: /Mentions.*1 unread/ }).waitFor();
    expect(await grace.getByRole('row').count()).toBe(0);
    expect(await mina.texts()).toEqual(['Do you ship to Portugal?']);
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
    await loser.getByText('Somebody else serves this request already.').waitFor();
    await loser.getByRole('banner').or(loser.locator('header')).getByText(`${winner} Example`).first().waitFor();
  });

  it('close many at once of which some are refused: those are named, and tried again', async () => {
    const count = 60;
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
    await page
      .getByRole('region', { name: 'Actions for the selected conversations' })
      .getByRole('button', { name: 'Close', exact: true })
      .click();
    const result = page.getByRole('dialog', { name: 'What was not done' });
    await result.getByText(`${allowed} conversations changed · ${refused} were refused`).waitFor();
    expect(await result.getByRole('listitem').count()).toBe(refused);
    await result.getByText('Only a participant may do this; claim it first').first().waitFor();
    const { body } = await team.call('GET', '/requests?tags=bulk&limit=1&view=row');
    expect(body.count).toBe(refused);

    await assign(ids.slice(allowed), team.linus.id);
    await result.getByRole('button', { name: `Try ${refused} again` }).click();

    await page.getByText(`${count} conversations changed`).waitFor();
    await result.waitFor({ state: 'detached' });
    const { body: after } = await team.call('GET', '/requests?tags=bulk&limit=1&view=row');
    expect(after.count).toBe(0);
  }, 120_000);

  it('are called once for a message, in one of two tabs, and never for what they did themselves', async () => {
    const paul = await team.visitor('Paul', 'Hello');
    await team.call(
      'PUT',
      '/project_users',
      {
        'settings.console.notifications': { assigned: 'sound', message: 'sound', inView: true, volume: 50 },
      },
      team.linus,
    );
    const context = await team.app.newContext();
    contexts.push(context);
    await context.addInitScript(`
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...given) {
        const channel = new BroadcastChannel('sounds');
        channel.postMessage('sound');
        return start.apply(this, given);
      };
      globalThis.sounds = 0;
      new BroadcastChannel('sounds').onmessage = () => { globalThis.sounds += 1; };`);
    const counter = await context.newPage();
    await counter.goto(`${team.app.origin}/console/signin`);
    const first = await team.open(context, 'inbox/mine', team.linus);
    const second = await context.newPage();
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

    await paul.say('Are you there?');
    await first.getByRole('row', { name: /Paul.*Are you there/ }).waitFor();
    await second.getByRole('log').getByText('Are you there?').waitFor();
    await eventually(async () => expect(await sounds()).toBe(1));
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
