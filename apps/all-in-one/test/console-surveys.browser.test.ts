import { describeWithProgram, eventually } from '@parley/testkit';

import { faultsInEveryLook } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

describeWithProgram('chromium', 'surveys and reports in the console', () => {
  const team = ConsoleTeam.ofTests();

  it('are made in the settings, answered by the link that a customer gets, and counted in the reports', async () => {
    const page = await team.open('settings/surveys');
    await page.getByText('No surveys yet').waitFor();
    await page.getByRole('button', { name: 'New survey' }).click();
    const dialog = page.getByRole('dialog', { name: 'New survey' });
    await dialog.getByLabel('Name').fill('After every conversation');
    await dialog.getByLabel('Question').fill('Did we help you?');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'After every conversation' })
      .getByText('All conversations')
      .waitFor();
    expect((await team.call('GET', '/surveys')).body.surveys).toMatchObject([
      { name: 'After every conversation', ask: 'Did we help you?', enabled: true, delay: 0, cooldown: 86_400_000 },
    ]);
    await page.getByRole('button', { name: 'New survey' }).click();
    await dialog.getByLabel('Name').fill('After urgent ones');
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    await dialog.getByLabel('Field').selectOption('Priority');
    await dialog.getByLabel('Value').selectOption('Urgent');
    expect(await faultsInEveryLook(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const urgent = page.getByRole('listitem').filter({ hasText: 'After urgent ones' });
    await urgent.getByText('Priority is Urgent').waitFor();
    await urgent.getByRole('button', { name: 'Move After urgent ones up' }).click();
    await eventually(async () =>
      expect((await team.call('GET', '/surveys')).body.surveys).toMatchObject([
        { name: 'After urgent ones', filters: [{ field: 'priority', operator: '=', value: 'urgent' }] },
        { name: 'After every conversation', filters: [] },
      ]),
    );
    expect(await faultsInEveryLook(page)).toEqual([]);

    const { _id: gone } = (await team.call('POST', '/departments', { name: 'Repairs', routing: 'pooled' })).body;
    const surveys: { _id: string; name: string }[] = (await team.call('GET', '/surveys')).body.surveys;
    const after = surveys.find(({ name }) => name === 'After urgent ones')?._id;
    const urgentOrRepairs = ['priority', 'department'].map((field, place) => ({
      ...{ field, operator: '=', value: place === 0 ? 'urgent' : gone },
    }));
    await eventually(async () =>
      expect((await team.call('PUT', `/surveys/${after}`, { filters: urgentOrRepairs })).status).toBe(200),
    );
    expect((await team.call('DELETE', `/departments/${gone}`)).status).toBe(200);
    await eventually(async () => {
      await page.reload();
      await urgent.getByText('Refers to something that no longer exists: condition 2').waitFor({ timeout: 2_000 });
    });
    expect(await faultsInEveryLook(page)).toEqual([]);

    const targets = { default: { resolution: 3_600_000 } };
    await team.call('POST', '/sla_policies', { name: 'Everyone', targets });
    const visitor = await team.visitor('Vera', 'Where is my parcel?');
    await team.call('POST', `/requests/${visitor.requestId}/messages`, { text: 'On its way.' });
    await team.call('PUT', `/requests/${visitor.requestId}/close`);
    let link = '';
    await eventually(async () => {
      link = /https?:\S+#\/survey\/\S+/.exec((await visitor.texts()).join(' '))?.[0] ?? '';
      expect(link).not.toBe('');
    });

    const customer = await (await team.app.newContext()).newPage();
    await customer.goto(`${team.app.origin}/console/${link.slice(link.indexOf('#'))}`);
    await customer.getByRole('heading', { name: 'Did we help you?' }).waitFor();
    expect(await faultsInEveryLook(customer)).toEqual([]);
    await customer.setViewportSize({ width: 1280, height: 900 });
    await customer.getByText('4', { exact: true }).click();
    await customer.getByLabel('Comment (optional)').fill('Quick and kind');
    await customer.getByRole('button', { name: 'Send rating' }).click();
    await customer.getByText('Thank you! Acme has received your rating.').waitFor();
    expect((await team.call('GET', `/requests/${visitor.requestId}`)).body).toMatchObject({
      rating: 4,
      rating_message: 'Quick and kind',
      survey: { answered_at: expect.any(String) },
    });
    await customer.getByRole('button', { name: 'Change rating' }).click();
    await customer.getByText('5', { exact: true }).click();
    await customer.getByRole('button', { name: 'Send rating' }).click();
    await eventually(async () =>
      expect((await team.call('GET', `/requests/${visitor.requestId}`)).body.rating).toBe(5),
    );
    await customer.goto(`${team.app.origin}/console/#/survey/${team.project}-${'x'.repeat(43)}`);
    await customer.getByRole('alert').getByText('There is no such survey').waitFor();

    await eventually(async () =>
      expect((await team.call('GET', '/analytics/requests/satisfaction/report')).body).toMatchObject([
        { asked: 1, answered: 1, satisfaction_avg: 5 },
      ]),
    );
    await page.goto(`${team.app.origin}/console/${team.project}/analytics/reports`);
    const levels = page.getByRole('region', { name: 'Service levels', exact: true });
    await levels.getByRole('row', { name: /Resolution/ }).waitFor();
    await page.getByRole('region', { name: 'Service levels by policy' }).getByText('Everyone').waitFor();
    await page
      .getByRole('region', { name: 'Surveys and ratings' })
      .getByRole('row', { name: /General|Default/ })
      .waitFor();
    const scores = page.getByRole('region', { name: 'Ratings by score' });
    await scores.getByRole('row', { name: /^5/ }).getByText('1').waitFor();
    const comment = page.getByRole('region', { name: 'Comments on ratings' }).getByRole('listitem');
    await comment.getByText('Quick and kind').waitFor();
    await comment.getByLabel('Rated 5').waitFor();
    await comment.getByRole('link', { name: /^Conversation \d+$/ }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
  }, 120_000);
});
