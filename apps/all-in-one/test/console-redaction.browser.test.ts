import { describeWithProgram, eventually } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { faultsInEveryLook } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

describeWithProgram('chromium', 'redaction in the console', () => {
  const team = ConsoleTeam.ofTests();

  const lineOf = (page: Page, text: string) => page.getByRole('log').locator('[data-line]').filter({ hasText: text });

  async function redactIn(page: Page, text: string) {
    await lineOf(page, text).hover();
    await lineOf(page, text).getByRole('button', { name: 'Redact…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Redact message' });
    await dialog.waitFor();
    return dialog;
  }

  it('takes out selected words for good, in each open page, and says by whom and why', async () => {
    const { visitor, page } = await team.conversation('Vera');
    await visitor.say('My card is 4111 1111 1111 1111, thank you');
    const colleague = await team.open(`inbox/all/${visitor.requestId}`, {
      ...{ person: team.grace, context: await team.app.newContext() },
    });
    await colleague.getByText('My card is 4111').first().waitFor();

    const dialog = await redactIn(page, 'My card is');
    await dialog.getByLabel('Selected words').check();
    await dialog.getByRole('button', { name: 'Redact', exact: true }).click();
    await dialog.getByText('Select words in the message and add them first.').waitFor();
    await dialog.getByRole('textbox', { name: 'Message' }).evaluate((field) => {
      (field as unknown as { setSelectionRange(from: number, to: number): void }).setSelectionRange(11, 30);
    });
    await dialog.getByRole('button', { name: 'Add selection' }).click();
    await dialog.getByRole('button', { name: 'Remove “4111 1111 1111 1111”' }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await dialog.getByLabel('Reason').fill('Card number');
    await dialog.getByRole('button', { name: 'Redact', exact: true }).click();

    await page.getByText('Message redacted').waitFor();
    for (const shown of [page, colleague]) {
      const line = lineOf(shown, 'My card is [redacted], thank you');
      await line.getByText('Redacted by Ada Example: Card number').waitFor();
      await eventually(async () => expect(await shown.getByText('4111').count()).toBe(0));
    }
    expect(await visitor.texts()).toContain('My card is [redacted], thank you');
  });

  it('takes out a whole message, reached by keys', async () => {
    const { visitor, page } = await team.conversation('Nora');
    await visitor.say('I live at 5 Elm Street');
    await lineOf(page, 'Elm Street').getByRole('button', { name: 'Copy link' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Redact message' });
    await dialog.getByLabel('The whole message').waitFor();
    await dialog.getByRole('button', { name: 'Redact', exact: true }).click();
    await page.getByRole('log').getByText('[redacted]', { exact: true }).waitFor();
    await eventually(async () => expect(await page.getByText('Elm Street').count()).toBe(0));
  });

  it('is offered to admins, and to authors for what they have just written', async () => {
    const { visitor } = await team.conversation('Olga');
    await team.call('POST', `/requests/${visitor.requestId}/messages`, { text: 'By Grace' }, team.grace);
    await team.call('POST', `/requests/${visitor.requestId}/messages`, { text: 'By Ada' });
    const page = await team.open(`inbox/all/${visitor.requestId}`, {
      ...{ person: team.grace, context: await team.app.newContext() },
    });
    await lineOf(page, 'By Ada').waitFor();
    expect(await lineOf(page, 'By Ada').getByRole('button', { name: 'Copy link' }).count()).toBe(1);
    for (const text of ['Hello', 'By Ada'])
      expect(await lineOf(page, text).getByRole('button', { name: 'Redact…' }).count()).toBe(0);
    expect(await lineOf(page, 'By Grace').getByRole('button', { name: 'Redact…' }).count()).toBe(1);
  });
});
