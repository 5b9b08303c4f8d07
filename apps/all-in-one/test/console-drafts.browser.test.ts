import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { amountOf, describeWithProgram, drawer, eventually } from '@parley/testkit';
import { startChromiumIn } from '@parley/testkit/chromium';
import type { Page } from 'playwright-core';

import { keptBy } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

describeWithProgram('chromium', 'what is written in the inbox', () => {
  const team = ConsoleTeam.ofTests();

  it('as a draft outlives a killed tab, and shows in a second one', async () => {
    const { page, box } = await team.conversation('Sara');
    const place = page.url();
    await box.fill('Dear Sara, half');
    const second = await team.context.newPage();
    await second.goto(place);
    const there = second.getByRole('textbox', { name: 'Reply to Sara' });
    await eventually(async () => expect(await there.inputValue()).toBe('Dear Sara, half'));
    await there.fill('Dear Sara, whole');
    await there.blur();
    await box.blur();
    await eventually(async () => expect(await box.inputValue()).toBe('Dear Sara, whole'));
    await page.close();
    await second.close();

    const third = await team.context.newPage();
    await third.goto(place);
    const again = third.getByRole('textbox', { name: 'Reply to Sara' });
    await eventually(async () => expect(await again.inputValue()).toBe('Dear Sara, whole'));
  });

  /** Whether the browser keeps the words in a draft of a conversation. */
  const isKept = async (page: Page, requestId: string, words: string) =>
    (await keptBy(page)).records.some((record) => {
      const [key, { text }] = record as [string, { text?: string }];
      return key.startsWith('draft:') && key.endsWith(requestId) && text === words;
    });

  it('as a draft outlives a killed browser', async () => {
    const { requestId } = await team.visitor('Tess', 'Hello');
    const folder = await mkdtemp(join(tmpdir(), 'parley-browser-'));
    const open = async () => {
      const browser = team.app.watch(await startChromiumIn(folder));
      await browser.clearCookies();
      const page = await team.open(`inbox/all/${requestId}`, { context: browser });
      return { browser, page, box: page.getByRole('textbox', { name: 'Reply to Tess' }) };
    };
    const killed = await open();
    await killed.box.fill('Dear Tess, half');
    await eventually(() => isKept(killed.page, requestId, 'Dear Tess, half'));
    const over = new Promise((resolve) => killed.browser.once('close', resolve));
    const session = await killed.browser.newCDPSession(killed.page);
    await session.send('Browser.crash').catch(() => undefined);
    await over;

    const { browser, box } = await open();
    await eventually(async () => expect(await box.inputValue()).toBe('Dear Tess, half'));
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  it('as drafts of twenty conversations is never lost and never in another one, whatever happens to two tabs', async () => {
    const visitors = await Promise.all(
      Array.from({ length: 20 }, (_, index) => team.visitor(`Walker ${index}`, 'Hello')),
    );
    const tabs = [await team.open('inbox/all'), await team.context.newPage()];
    await tabs[1]?.goto(tabs[0]?.url() ?? '');
    const written = new Map<number, string>();
    const sent = visitors.map(() => ['Hello']);

    for (let seed = 1; seed <= amountOf({ quick: 1, soak: 4, full: 200 }); seed += 1) {
      const draw = drawer(seed);
      for (let step = 0; step < 12; step += 1) {
        const [at, place, happening] = [draw(visitors.length), draw(tabs.length), draw(6)];
        const { requestId = '' } = visitors[at] ?? {};
        const page = tabs[place] as Page;
        const address = `${team.app.origin}/console/${team.project}/inbox/all/${requestId}`;
        // A tab without a page of the console has been killed.
        if (page.url() === 'about:blank') await page.goto(address);
        else await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`);
        const box = page.getByRole('textbox', { name: `Reply to Walker ${at}`, exact: true });
        await eventually(async () =>
          expect([seed, step, at, await box.inputValue()]).toEqual([seed, step, at, written.get(at) ?? '']),
        );
        const words = `${seed}.${step}`;
        await box.fill(words);
        if (happening === 0) {
          await box.press('Enter');
          sent[at]?.push(words);
          written.delete(at);
          await eventually(async () => expect(await visitors[at]?.texts()).toEqual(sent[at]));
        } else written.set(at, words);
        await box.blur();
        if (happening === 1) await page.reload();
        if (happening === 2) {
          await eventually(() => isKept(page, requestId, words));
          await page.close();
          tabs[place] = await team.context.newPage();
        }
      }
    }

    const [page] = tabs;
    await page?.goto(team.app.address('inbox/all', team.project));
    await eventually(async () => {
      const { records } = await keptBy(page as Page);
      const texts = new Map(records.map((record) => record as [string, { text?: string }]));
      const drafts = visitors.map(({ requestId }) => texts.get(`draft:${team.project}:${requestId}`)?.text);
      expect(drafts).toEqual(visitors.map((_, at) => written.get(at)));
    });
    expect(await Promise.all(visitors.map(({ texts }) => texts()))).toEqual(sent);
  }, 1_800_000);
});
