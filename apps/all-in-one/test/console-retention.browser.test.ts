import { describeWithProgram } from '@parley/testkit';

import { faultsInEveryLook } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

describeWithProgram('chromium', 'retention in the console', () => {
  const team = ConsoleTeam.ofTests();

  it('is counted before it is saved, and legal holds are made and ended', async () => {
    const page = await team.open('settings/security');
    const retention = page.getByRole('region', { name: 'Retention' });
    await retention.getByLabel('Delete closed conversations after (days)').fill('365');
    await retention.getByText('0 would be deleted now').waitFor();
    await retention.getByRole('button', { name: 'Save' }).click();
    await retention.getByText('Saved').waitFor();
    const { body: project } = await team.ada.customer.call('GET', `/projects/${team.project}`);
    expect(project.settings.retention).toEqual({ closed_requests: 365 });

    const visitor = await team.visitor('Vera', 'Where is my parcel?');
    await page.getByRole('button', { name: 'Add hold' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add hold' });
    await dialog.getByLabel('ID').fill(visitor.requestId);
    await dialog.getByLabel('Reason').fill('Claim 2031/17');
    await dialog.getByRole('button', { name: 'Add hold' }).click();
    await page.getByRole('row', { name: /Claim 2031\/17/ }).waitFor();
    expect((await team.call('DELETE', `/requests/${visitor.requestId}`)).body.code).toBe('on_hold');
    expect(await faultsInEveryLook(page)).toEqual([]);

    await page.getByRole('button', { name: 'End hold' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End hold' }).click();
    await page.getByText('Nothing is on hold').waitFor();
  });

  it('takes the numbers that are chosen out of what visitors write', async () => {
    const page = await team.open('settings/security');
    const numbers = page.getByRole('region', { name: 'Numbers that are never stored' });
    await numbers.getByLabel('Card numbers').check();
    await numbers.getByRole('button', { name: 'Save' }).click();
    await numbers.getByText('Saved').waitFor();

    expect((await team.ada.customer.call('GET', `/projects/${team.project}`)).body.settings.redact_patterns).toEqual([
      'card',
    ]);
    await page.reload();
    expect(await numbers.getByLabel('Card numbers').isChecked()).toBe(true);
    expect(await numbers.getByLabel('Bank account numbers (IBAN)').isChecked()).toBe(false);
  });
});
