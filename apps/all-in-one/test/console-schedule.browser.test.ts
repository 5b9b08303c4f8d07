import { describeWithProgram, eventually } from '@parley/testkit';

import { faultsInEveryLook } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

const hourMs = 3_600_000;

describeWithProgram('chromium', 'scheduled messages in the console', () => {
  const team = ConsoleTeam.ofTests();
  const scheduled = async (requestId: string) =>
    (await team.call('GET', `/requests/${requestId}/scheduled`)).body.scheduled;

  it('are written now, shown with their time, and undone into nothing', async () => {
    const { visitor, page, box } = await team.conversation('Vera');
    const { requestId } = visitor;
    await box.fill('Did the parcel arrive?');
    await page.getByRole('button', { name: 'More send options' }).click();
    await page.getByRole('menuitem', { name: 'Send later…' }).click();
    await page.getByRole('combobox', { name: 'Send at…' }).fill('tomorrow');
    await page.keyboard.press('Enter');
    await page.getByText('Message scheduled').waitFor();
    const [one] = await scheduled(requestId);
    const tomorrow = new Date();
    tomorrow.setDate(tomorrow.getDate() + 1);
    const at = new Date(one.at);
    expect([at.getDate(), at.getHours(), at.getMinutes()]).toEqual([tomorrow.getDate(), 9, 0]);
    expect(one).toMatchObject({ state: 'pending', text: 'Did the parcel arrive?' });
    const list = page.getByRole('list', { name: 'Scheduled messages' });
    await list.getByText('Did the parcel arrive?').waitFor();
    expect(await box.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await list.waitFor({ state: 'detached' });
    expect(await scheduled(requestId)).toMatchObject([{ state: 'cancelled', why: 'person' }]);
  });

  it('take a date of one’s own, and are cancelled by hand or by the visitor’s words', async () => {
    const { visitor, page, box } = await team.conversation('Walter');
    const { requestId } = visitor;
    const wanted = new Date(Date.now() + 48 * hourMs);
    wanted.setHours(15, 30, 0, 0);
    const typed = new Date(wanted.getTime() - wanted.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    for (const text of ['First', 'Second']) {
      await box.fill(text);
      await page.getByRole('button', { name: 'More send options' }).click();
      await page.getByRole('menuitem', { name: 'Send later…' }).click();
      await page.getByRole('option', { name: 'Pick date and time' }).click();
      const form = page.getByRole('dialog', { name: 'Send later' });
      await form.getByLabel('Send at').fill(typed);
      await form.getByRole('button', { name: 'Send later' }).click();
      await page.getByRole('list', { name: 'Scheduled messages' }).getByText(text).waitFor();
    }
    expect(await faultsInEveryLook(page)).toEqual([]);
    expect(await scheduled(requestId)).toMatchObject([
      { at: wanted.toISOString(), cancel_on: ['requester_message', 'closed'] },
      { at: wanted.toISOString() },
    ]);
    const list = page.getByRole('list', { name: 'Scheduled messages' });
    await list.getByRole('listitem').filter({ hasText: 'First' }).getByRole('button', { name: 'Cancel' }).click();
    await list.getByText('First').waitFor({ state: 'detached' });
    await visitor.say('It has arrived');
    await list.waitFor({ state: 'detached' });
    await eventually(async () =>
      expect((await scheduled(requestId)).map(({ why }: { why: string }) => why).sort()).toEqual([
        'person',
        'requester_message',
      ]),
    );
  });

  it('stay in the composer where they are refused, and the page says why', async () => {
    const { page, box } = await team.conversation('Xenia');
    await box.fill('At the next opening');
    await page.getByRole('button', { name: 'More send options' }).click();
    await page.getByRole('menuitem', { name: 'Send later…' }).click();
    await page.getByRole('option', { name: 'Next opening' }).click();
    await page.getByRole('alert').waitFor();
    expect(await box.inputValue()).toBe('At the next opening');
  });
});
