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

  it('has legal holds in the menu of a conversation and on the page of a contact, which show them', async () => {
    const { visitor, page } = await team.conversation('Nora');
    const openMenu = async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Legal hold' }).click();
    };
    const dialog = page.getByRole('dialog', { name: 'Legal hold' });
    await openMenu();
    await dialog.getByLabel('Reason for the hold').fill('Claim 2031/18');
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await dialog.getByRole('button', { name: 'Place hold' }).click();
    await page.getByRole('button', { name: 'Contact', exact: true }).click();
    const panel = page.getByRole('complementary').filter({ hasText: 'Claim 2031/18' });
    await panel.getByText(/^Since .*, by Ada Example$/).waitFor();
    expect((await team.call('DELETE', `/requests/${visitor.requestId}`)).body.code).toBe('on_hold');

    await panel.getByRole('link', { name: 'Nora' }).click();
    await page.getByText('The conversation is on hold: Claim 2031/18').waitFor();
    await openMenu();
    await dialog.getByLabel('Reason for the hold').fill('All of Nora');
    await dialog.getByRole('button', { name: 'Place hold' }).click();
    await page.getByText('The contact is on hold: All of Nora').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await openMenu();
    await dialog.getByRole('button', { name: 'End hold' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('The contact is on hold').waitFor({ state: 'hidden' });

    await page.goBack();
    await openMenu();
    await dialog.getByRole('button', { name: 'End hold' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await panel.waitFor({ state: 'hidden' });
    expect((await team.call('DELETE', `/requests/${visitor.requestId}`)).status).toBe(200);
  });

  it('takes the numbers that are chosen, and what patterns of the project match, out of what visitors write', async () => {
    const page = await team.open('settings/security');
    const never = page.getByRole('region', { name: 'Data that is never stored' });
    await never.getByLabel('Card numbers').check();
    await never.getByRole('button', { name: 'Add pattern' }).click();
    await never.getByLabel('Name').fill('order');
    await never.getByLabel('Pattern', { exact: true }).fill('(ORD-');
    await never.getByRole('button', { name: 'Save' }).click();
    await never.getByText('Must be a pattern of RE2').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await never.getByLabel('Pattern', { exact: true }).fill('ORD-\\d{4}');
    await never.getByRole('button', { name: 'Save' }).click();
    await never.getByText('Saved').waitFor();

    const visitor = await team.visitor('Vera', 'ORD-1234 and 4111 1111 1111 1111');
    const { body } = await team.call('GET', `/requests/${visitor.requestId}/messages`);
    expect(JSON.stringify(body)).toContain('[redacted: order] and [redacted: card]');
    await page.reload();
    expect(await never.getByLabel('Card numbers').isChecked()).toBe(true);
    expect(await never.getByLabel('Bank account numbers (IBAN)').isChecked()).toBe(false);
    await never.getByRole('button', { name: 'Remove pattern 1' }).click();
    await never.getByRole('button', { name: 'Save' }).click();
    await never.getByText('Saved').waitFor();
    const { body: project } = await team.ada.customer.call('GET', `/projects/${team.project}`);
    expect(project.settings.redact_patterns).toEqual(['card']);
  });
});
