import { describeWithProgram, eventually } from '@parley/testkit';

import { faultsInEveryLook, namesOfRows } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

const hourMs = 3_600_000;

describeWithProgram('chromium', 'snoozing and service levels in the console', () => {
  const team = ConsoleTeam.ofTests();

  const request = async (requestId: string) => (await team.call('GET', `/requests/${requestId}`)).body;
  const snoozeOf = async (requestId: string) => (await request(requestId)).snooze;

  describe('a snooze', () => {
    it('is made by keys, shown in row and header, ended, and undone both ways', async () => {
      const { visitor, page } = await team.conversation('Vera');
      const { requestId } = visitor;
      await page.getByRole('grid').getByRole('row', { name: /Vera/ }).focus();
      await page.keyboard.press('s');
      await page.getByRole('combobox', { name: 'Snooze until…' }).fill('tomorrow');
      await page.keyboard.press('Enter');
      await page.getByText('Conversation snoozed').waitFor();
      const until = new Date((await snoozeOf(requestId)).until);
      const tomorrow = new Date();
      tomorrow.setDate(tomorrow.getDate() + 1);
      expect([until.getDate(), until.getHours(), until.getMinutes()]).toEqual([tomorrow.getDate(), 9, 0]);
      await page.getByRole('row', { name: /Vera.*Snoozed until/ }).waitFor();
      const line = page.locator('header').filter({ hasText: 'Snoozed until' });
      await line.getByText('Ada Example').waitFor();

      await page.keyboard.press('z');
      await eventually(async () => expect(await snoozeOf(requestId)).toBeUndefined());
      await line.waitFor({ state: 'detached' });

      await team.call('PUT', `/requests/${requestId}/snooze`, { reason: 'Waits for the supplier' });
      await page.getByText('Snoozed until they answer').first().waitFor();
      await page.getByText('Waits for the supplier').waitFor();
      await page.getByRole('button', { name: 'Wake' }).click();
      await page.getByText('Conversation woken').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await eventually(async () =>
        expect(await snoozeOf(requestId)).toMatchObject({ wake_on_reply: true, reason: 'Waits for the supplier' }),
      );
      // The visitor's next message wakes it, before the eyes of the agent.
      await visitor.say('Any news?');
      await page.getByRole('button', { name: 'Wake' }).waitFor({ state: 'detached' });
    });

    it('takes a date and time of one’s own, with a reason, from the button of the header', async () => {
      const { visitor, page } = await team.conversation('Walter');
      await page.locator('header').getByRole('button', { name: 'Snooze' }).click();
      await page.getByRole('option', { name: 'Pick date and time' }).click();
      const form = page.getByRole('dialog', { name: 'Pick date and time' });
      const wanted = new Date(Date.now() + 48 * hourMs);
      wanted.setHours(15, 30, 0, 0);
      const typed = new Date(wanted.getTime() - wanted.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
      await form.getByLabel('Until').fill(typed);
      await form.getByLabel('Wake when they answer').uncheck();
      await form.getByLabel('Reason').fill('After the holidays');
      await form.getByRole('button', { name: 'Snooze conversation' }).click();
      await eventually(async () =>
        expect(await snoozeOf(visitor.requestId)).toMatchObject({
          until: wanted.toISOString(),
          wake_on_reply: false,
          reason: 'After the holidays',
        }),
      );
      // A message of the visitor comes, and wakes nothing.
      await visitor.say('Hello again');
      await page.getByRole('log').getByText('Hello again').waitFor();
      await page.getByText('After the holidays').waitFor();
    });

    it('is refused without a next opening, in the words of the API', async () => {
      const { visitor, page } = await team.conversation('Xenia');
      await page.locator('header').getByRole('button', { name: 'Snooze' }).click();
      await page.getByRole('option', { name: 'Next opening' }).click();
      const { body } = await team.call('PUT', `/requests/${visitor.requestId}/snooze`, { opening: 1 });
      await page.getByRole('alert').getByText(body.msg).waitFor();
    });

    it('leaves what a teammate has decided since, and says so', async () => {
      const { visitor, page } = await team.conversation('Yara');
      await page.locator('header').getByRole('button', { name: 'Snooze' }).click();
      await page.getByRole('option', { name: 'When they answer' }).click();
      await page.getByText('Conversation snoozed').waitFor();
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.hover();
      await team.call('PUT', `/requests/${visitor.requestId}/snooze`, { in: hourMs, reason: 'Mine' });
      await undo.click();
      await page.getByRole('alert').getByText('A teammate has changed the snooze since.').waitFor();
      expect(await snoozeOf(visitor.requestId)).toMatchObject({ reason: 'Mine' });
    });

    it('is given to many at once and taken back, and filters the list', async () => {
      const visitors = [await team.visitor('Zoe', 'Hello'), await team.visitor('Zora', 'Hello')];
      const other = await team.visitor('Zita', 'Hello');
      for (const { requestId } of [...visitors, other]) await team.call('PUT', `/requests/${requestId}/tag`, ['many']);
      const page = await team.open('inbox/all?tag=many&snoozed=no');
      for (const name of [/Zoe/, /Zora/]) {
        await page.getByRole('row', { name }).focus();
        await page.keyboard.press('x');
      }
      const bar = page.getByRole('region', { name: 'Bulk actions' });
      await bar.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Snooze' }).click();
      await page.getByRole('option', { name: 'When they answer' }).click();
      await page.getByText('2 conversations updated').waitFor();
      // What is snoozed leaves a list without snoozed ones.
      await page.mouse.move(1_000, 600);
      await eventually(async () => expect(await namesOfRows(page)).toEqual(['Zita']));
      for (const { requestId } of visitors) expect(await snoozeOf(requestId)).toMatchObject({ wake_on_reply: true });

      await page.getByRole('button', { name: 'Undo' }).click();
      await eventually(async () => {
        for (const { requestId } of visitors) expect(await snoozeOf(requestId)).toBeUndefined();
      });
    });
  });

  describe('service levels', () => {
    it('are made from a template, changed, ordered and removed in the settings', async () => {
      const page = await team.open('settings/service-levels');
      await page.getByText('No service levels yet').waitFor();
      await page.getByRole('link', { name: /^Important contacts/ }).click();
      await page.getByLabel('Policy name').fill('Premium');
      const first = page.getByRole('spinbutton', { name: 'All priorities: First response' });
      expect(await first.inputValue()).toBe('10');
      await first.fill('');
      const save = page.getByRole('button', { name: 'Save' });
      await eventually(async () =>
        expect(await save.getAttribute('aria-description')).toBe('Enter a number for each target'),
      );
      await first.fill('90');
      await page.getByRole('button', { name: 'Priority: Urgent' }).click();
      const unit = page.getByLabel('Priority: Urgent: Resolution: unit');
      await unit.selectOption('none');
      await page.getByRole('button', { name: 'Add condition' }).click();
      const condition = page.getByRole('group', { name: 'Condition 2' });
      await condition.getByLabel('Field').selectOption('priority');
      await condition.getByLabel('Operator').selectOption('in');
      await condition.getByRole('checkbox', { name: 'Urgent' }).check();
      await condition.getByRole('checkbox', { name: 'High' }).check();
      await save.click();
      await page.waitForURL(/service-levels\/[0-9a-f]{24}$/);

      const stored = async () => (await team.call('GET', '/sla_policies')).body.sla_policies;
      expect(await stored()).toMatchObject([
        {
          name: 'Premium',
          filters: [
            { field: 'tags', operator: 'contains', value: 'vip' },
            { field: 'priority', operator: 'in', value: ['urgent', 'high'] },
          ],
          targets: { default: { first_response: 90 * 60_000 }, urgent: { resolution: null } },
          due_soon: 5 * 60_000,
        },
      ]);
      expect(await faultsInEveryLook(page)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });

      await team.call('POST', '/sla_policies', { name: 'Everyone', targets: { default: { resolution: hourMs } } });
      await page.getByRole('main').getByRole('link', { name: 'Service levels' }).first().click();
      await page.getByText('Tags contains vip and Priority is one of Urgent, High').waitFor();
      await page.getByRole('button', { name: 'Move Everyone up' }).click();
      await eventually(async () =>
        expect((await stored()).map(({ name }: { name: string }) => name)).toEqual(['Everyone', 'Premium']),
      );
      await page.getByRole('button', { name: 'Move Everyone down' }).waitFor();
      expect(await faultsInEveryLook(page)).toEqual([]);
      for (const name of ['Everyone', 'Premium']) {
        await page.getByRole('button', { name: `Remove ${name}` }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
        await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' });
      }
    });

    describe('of a conversation', () => {
      let policies: Record<'gold' | 'basic', string>;
      beforeAll(async () => {
        for (const { _id } of (await team.call('GET', '/sla_policies')).body.sla_policies)
          await team.call('DELETE', `/sla_policies/${_id}`);
        const make = async (body: object) => (await team.call('POST', '/sla_policies', body)).body._id;
        const filters = [{ field: 'tags', operator: 'contains', value: 'gold' }];
        policies = {
          gold: await make({ name: 'Gold', filters, targets: { default: { first_response: 600_000 } } }),
          basic: await make({
            name: 'Basic',
            targets: { default: { first_response: 5 * hourMs, resolution: 48 * hourMs } },
          }),
        };
      });

      it('stand in row and header, coloured and in words, and follow what happens', async () => {
        const { visitor, page } = await team.conversation('Gina');
        const row = page.getByRole('row', { name: /Gina.*First response due in/ });
        await row.waitFor();
        await row.getByText('5 hr', { exact: true }).waitFor();
        await team.call('PUT', `/requests/${visitor.requestId}/tag`, ['gold']);
        const soon = row.getByText('10 min', { exact: true });
        await soon.waitFor();
        expect(await soon.evaluate((span) => span.parentElement?.className)).toContain('bg-warn-soft');
        const badge = page.locator('header').getByRole('button', { name: /First response due in 10 min/ });
        await badge.click();
        const explained = page.getByRole('dialog', { name: 'Service levels' });
        await explained.getByText('Running').first().waitFor();
        expect(await explained.getByLabel('Policy').inputValue()).toBe('');
        await explained.getByText('Automatic: Gold').waitFor({ state: 'attached' });
        const first = explained.getByRole('region', { name: 'First response' });
        await first.getByText('How it was counted').click();
        await first
          .getByText(/^counted/)
          .first()
          .waitFor();
        expect(await faultsInEveryLook(page)).toEqual([]);
        await page.setViewportSize({ width: 1280, height: 900 });

        await explained.getByLabel('Policy').selectOption(policies.basic);
        await eventually(async () =>
          expect((await request(visitor.requestId)).sla).toMatchObject({ policy: { name: 'Basic' }, pinned: true }),
        );
        await explained.getByLabel('Policy').selectOption('');
        await eventually(async () => expect((await request(visitor.requestId)).sla.policy.name).toBe('Gold'));
        await page.keyboard.press('Escape');

        // The answer of a human meets it: the badge goes, in row and header.
        await page.getByRole('textbox', { name: 'Reply to Gina' }).fill('I am looking into it.');
        await page.keyboard.press('Enter');
        await badge.waitFor({ state: 'detached' });
        await row.waitFor({ state: 'detached' });
      });

      it('order and filter the list', async () => {
        const [late, soon] = [await team.visitor('Ivo', 'Hello'), await team.visitor('Ida', 'Hello')];
        for (const { requestId } of [late, soon]) await team.call('PUT', `/requests/${requestId}/tag`, ['sorted']);
        await team.call('PUT', `/requests/${soon.requestId}/tag`, ['gold']);
        const page = await team.open('inbox/all?tag=sorted');
        await page.getByRole('button', { name: 'Filter', exact: true }).click();
        await page.getByLabel('Sort', { exact: true }).selectOption({ label: 'Due soonest' });
        await eventually(async () => expect(await namesOfRows(page)).toEqual(['Ida', 'Ivo']));
        expect(new URL(page.url()).searchParams.get('order')).toBe('due');
        await page.getByLabel('Service level', { exact: true }).selectOption({ label: 'Overdue' });
        await page.getByText('No matching conversations').waitFor();
        await page.getByLabel('Service level', { exact: true }).selectOption({ label: 'On time' });
        await eventually(async () => expect(await namesOfRows(page)).toEqual(['Ida', 'Ivo']));

        // One that is answered has no due time of its first response any more; a row that changes takes its place.
        await team.call('POST', `/requests/${soon.requestId}/messages`, { text: 'Hello Ida' });
        await page.mouse.move(1_000, 600);
        await eventually(async () => expect(await namesOfRows(page)).toEqual(['Ivo']));
      });
    });
  });

  it('holidays are kept beside the operating hours', async () => {
    await openAlways();
    const page = await team.open('settings/hours');
    await page.getByRole('button', { name: 'Add holiday' }).click();
    const form = page.getByRole('dialog', { name: 'Add holiday' });
    await form.getByLabel('Holiday').fill('Founders’ day');
    const today = new Date().toISOString().slice(0, 10);
    await form.getByLabel('First day').fill(today);
    await form.getByLabel('Every year').check();
    await form.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /Founders’ day/ });
    await row.getByText('Every year').waitFor();
    await page.getByRole('status').getByText('Founders’ day').waitFor();
    expect((await team.call('GET', '/holidays')).body).toMatchObject([{ from: today, to: today, yearly: true }]);
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });

    await row.getByRole('button', { name: 'Edit Founders’ day' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit holiday' });
    await edit.getByRole('button', { name: /^Add hours on/ }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await row.getByText(/^\d\d:\d\d–/).waitFor();
    await row.getByRole('button', { name: 'Remove Founders’ day' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No holidays yet').waitFor();
    expect((await team.call('GET', '/holidays')).body).toEqual([]);
  });

  async function openAlways(): Promise<void> {
    const day = [{ start: '00:00', end: '24:00' }];
    const operatingHours = { tzname: 'UTC', 0: day, 1: day, 2: day, 3: day, 4: day, 5: day, 6: day };
    await team.ada.customer.call('PUT', `/projects/${team.project}`, { operatingHours, activeOperatingHours: true });
  }
});
