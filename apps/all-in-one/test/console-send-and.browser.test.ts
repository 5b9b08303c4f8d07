import { describeWithProgram, eventually } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { textsOfThread } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

const closed = 1000;

describeWithProgram('chromium', 'what follows a reply', () => {
  const team = ConsoleTeam.ofTests();

  const statusOf = async (requestId: string) => (await team.call('GET', `/requests/${requestId}`)).body.status;
  const choose = async (page: Page, what: string) => {
    await page.getByRole('button', { name: 'More send options' }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };

  it('closes the conversation once the reply has arrived, and can be undone', async () => {
    const { visitor, page, box } = await team.conversation('Vera');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const calls: string[] = [];
    await page.route(/\/(messages|close)$/, async (route) => {
      const { pathname } = new URL(route.request().url());
      calls.push(pathname.split('/').at(-1) ?? '');
      if (pathname.endsWith('/messages')) await held;
      await route.continue();
    });
    await box.fill('You are welcome.');
    await choose(page, 'Send and close');
    await eventually(() => expect(calls).toEqual(['messages']));
    expect(await statusOf(visitor.requestId)).not.toBe(closed);
    letGo();

    const undo = page.getByRole('button', { name: 'Undo' });
    // It waits for as long as it is pointed at.
    await undo.hover();
    await page.getByText('Conversation closed').waitFor();
    expect(calls).toEqual(['messages', 'close']);
    expect(await statusOf(visitor.requestId)).toBe(closed);
    expect(await visitor.texts()).toContain('You are welcome.');
    await undo.click();
    await eventually(async () => expect(await statusOf(visitor.requestId)).not.toBe(closed));
  });

  it('closes by Ctrl, Shift and Enter, where Ctrl and Enter only send', async () => {
    const { visitor, page, box } = await team.conversation('Mina');
    await box.fill('one');
    await box.press('Control+Enter');
    await eventually(async () => expect(await visitor.texts()).toEqual(['Hello', 'one']));
    await box.fill('two');
    await box.press('Control+Shift+Enter');
    await page.getByText('Conversation closed').waitFor();
    expect((await visitor.texts()).slice(0, 3)).toEqual(['Hello', 'one', 'two']);
  });

  it('leaves the conversation open when the reply is refused', async () => {
    const { visitor, page, box } = await team.conversation('Nora');
    const closes: string[] = [];
    page.on('request', (request) => request.url().endsWith('/close') && closes.push(request.url()));
    await page.route(/\/messages$/, (route) =>
      route.fulfill({ status: 422, json: { success: false, code: 'validation_failed', msg: 'Not this' } }),
    );
    await box.fill('Never taken');
    await choose(page, 'Send and close');
    await page.getByText('Not sent: Not this').waitFor();
    await page.unroute(/\/messages$/);
    // Taken back and sent again by itself, it closes nothing.
    await page.getByRole('button', { name: 'Retry' }).click();
    await eventually(async () => expect(await visitor.texts()).toEqual(['Hello', 'Never taken']));
    expect(closes).toEqual([]);
    expect(await statusOf(visitor.requestId)).not.toBe(closed);
  });

  it('opens the next conversation, and behind the last one the list', async () => {
    const [lara, olga] = [await team.visitor('Lara', 'first'), await team.visitor('Olga', 'second')];
    for (const { requestId } of [lara, olga]) await team.call('PUT', `/requests/${requestId}/tag`, ['walk']);
    const page = await team.open(`inbox/all/${olga.requestId}?tag=walk`);
    await page.getByRole('row', { name: /Lara/ }).waitFor();
    await page.getByRole('textbox', { name: 'Reply to Olga' }).fill('to Olga');
    await choose(page, 'Send and open next');

    await page.waitForURL((url) => url.pathname.endsWith(lara.requestId));
    await eventually(async () => expect(await olga.texts()).toEqual(['second', 'to Olga']));
    await eventually(async () => expect(await textsOfThread(page)).toEqual(['first']));
    await page.getByRole('textbox', { name: 'Reply to Lara' }).fill('to Lara');
    // Olga's has risen above; below Lara's there is none.
    await choose(page, 'Send and open next');
    await page.waitForURL(/\/inbox\/all\?tag=walk$/);
    await eventually(async () => expect(await lara.texts()).toEqual(['first', 'to Lara']));
  });

  it('says why an agent who does not take part may not close, and then Ctrl, Shift and Enter only send', async () => {
    const visitor = await team.visitor('Paula', 'Hello');
    const page = await team.open(`inbox/all/${visitor.requestId}`, { person: team.linus });
    const box = page.getByRole('textbox', { name: 'Reply to Paula' });
    await box.fill('one');
    await page.getByRole('button', { name: 'More send options' }).click();
    const item = page.getByRole('menuitem', { name: 'Send and close' });
    expect(await item.getAttribute('aria-disabled')).toBe('true');
    await page.getByText('Only participants can do this').waitFor();
    await page.keyboard.press('Escape');
    await box.press('Control+Shift+Enter');
    await eventually(async () => expect(await visitor.texts()).toEqual(['Hello', 'one']));
    expect(await statusOf(visitor.requestId)).not.toBe(closed);
  });
});
