import { describeWithProgram, eventually } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { axeFaults, tabTo } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

describeWithProgram('chromium', 'the link of a message', () => {
  const team = ConsoleTeam.ofTests();
  beforeEach(() => team.context.grantPermissions(['clipboard-read', 'clipboard-write']));

  const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
  const lineOf = (page: Page, text: string) =>
    page
      .getByRole('log')
      .locator('[data-line]')
      .filter({ has: page.getByText(text, { exact: true }) });
  const isInView = (page: Page, text: string) =>
    page.evaluate<boolean>(`(() => {
      const log = document.querySelector('[role="log"]');
      const holds = (line) => [...line.querySelectorAll('span[dir="auto"]')].some(({ textContent }) => textContent === '${text}');
      const line = [...log.querySelectorAll('[data-line]')].find(holds);
      if (!line?.className.includes('outline')) return false;
      const [{ top, bottom }, view] = [line.getBoundingClientRect(), log.getBoundingClientRect()];
      return top >= view.top - 1 && bottom <= view.bottom + 1;
    })()`);

  it('is copied beside the message, and opens the conversation there', async () => {
    const { visitor, page } = await team.conversation('Vera');
    await visitor.say('Where is it?');
    await lineOf(page, 'Hello').hover();
    await lineOf(page, 'Hello').getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    const link = await copied(page);
    expect(link).toBe(`${team.app.address(`inbox/all/${visitor.requestId}`, team.project)}#message-1`);

    const other = await team.context.newPage();
    await other.goto(link);
    await lineOf(other, 'Hello').waitFor();
    await eventually(async () => expect(await isInView(other, 'Hello')).toBe(true));
    expect(await lineOf(other, 'Where is it?').getAttribute('class')).not.toContain('outline');
  });

  it('opens a message far above, which is read for it, and one above of the same conversation', async () => {
    const visitor = await team.visitor('Nora', 'number 1');
    const rest = Array.from({ length: 200 }, (_, index) => ({ text: `number ${index + 2}`, sender: visitor.id }));
    await team.call('POST', `/requests/${visitor.requestId}/messages/multi`, rest);
    const page = await team.open(`inbox/all/${visitor.requestId}`);
    await page.getByText('number 201').first().waitFor();
    await page.goto(`${team.app.address(`inbox/all/${visitor.requestId}`, team.project)}#message-20`);
    await page.reload();
    await lineOf(page, 'number 20').waitFor();
    await eventually(async () => expect(await isInView(page, 'number 20')).toBe(true));

    await page.evaluate(`location.hash = '#message-150'`);
    await lineOf(page, 'number 150').waitFor();
    await eventually(async () => expect(await isInView(page, 'number 150')).toBe(true));
    // A place that there is not leaves the conversation where it is.
    await page.evaluate(`location.hash = '#message-9999'`);
    await page.getByText('number 150', { exact: true }).waitFor();
  });

  it('is reached by keys: Tab leads to the newest message, arrows to the others', async () => {
    const { visitor, page } = await team.conversation('Mina');
    await visitor.say('second');
    await lineOf(page, 'second').waitFor();
    await tabTo(page, 'Copy link');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByText('Link copied').waitFor();
    expect(await copied(page)).toMatch(/#message-1$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await copied(page)).toMatch(/#message-2$/));
    expect(await axeFaults(page)).toEqual([]);
  });

  it('of a closed conversation leads to where it is listed', async () => {
    const { visitor, page } = await team.conversation('Olga');
    await team.call('PUT', `/requests/${visitor.requestId}/close`);
    await page.getByRole('button', { name: 'Reopen' }).first().waitFor();
    await lineOf(page, 'Hello').hover();
    await lineOf(page, 'Hello').getByRole('button', { name: 'Copy link' }).click();
    await eventually(async () => expect(await copied(page)).toContain(`/inbox/closed/${visitor.requestId}#`));
  });
});
