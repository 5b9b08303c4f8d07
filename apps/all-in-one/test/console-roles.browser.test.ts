import { describeWithProgram, eventually } from '@parley/testkit';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import { Customer } from './mesh.ts';

describeWithProgram('chromium', 'custom roles in the console', () => {
  let site: ConsoleBrowser;
  beforeAll(async () => {
    site = await ConsoleBrowser.start({ DEMO: 'true' });
  }, 120_000);
  checkPagesOf(() => site);

  const path = (rest: string) => `/${site.projectId}/${rest}`;

  it('are made, given to a teammate, changed and deleted', async () => {
    const page = await site.open('ada', 'settings/roles');
    await page.getByRole('button', { name: 'New role' }).click();
    const form = page.getByRole('dialog', { name: 'New role' });
    await form.getByLabel('Name').fill('Supervisor');
    await form.getByLabel('Export contacts').uncheck();
    await form.getByLabel('View analytics').check();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Supervisor/ }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);

    const alan = await site.customer('alan');
    expect((await alan.call('GET', path('leads/csv'))).status).toBe(200);
    await page.goto(page.url().replace('settings/roles', 'team/people'));
    await page.getByRole('button', { name: 'Actions for Alan Mason' }).click();
    await page.getByRole('menuitem', { name: 'Role and limit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alan Mason' });
    await dialog.getByLabel('Role').selectOption({ label: 'Supervisor (Agent)' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Alan Mason.*Supervisor/ }).waitFor();
    await eventually(async () => {
      expect((await alan.call('GET', path('leads/csv'))).body).toMatchObject({
        code: 'right_missing',
        right: 'leads.export',
      });
      expect((await alan.call('GET', path('analytics/requests/count'))).status).not.toBe(403);
    });

    await page.goto(page.url().replace('team/people', 'settings/roles'));
    await page.getByRole('button', { name: 'Edit Supervisor' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit role' });
    await edit.getByLabel('Own departments').check();
    expect(await edit.getByLabel('View analytics').isDisabled()).toBe(true);
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Supervisor.*Own departments/ }).waitFor();

    await page.getByRole('button', { name: 'Remove Supervisor' }).click();
    const refused = page.getByRole('dialog');
    await refused.getByRole('button', { name: 'Remove' }).click();
    await refused.getByText('Teammates have this role; give them another one first.').waitFor();
    const ada = await site.customer('ada');
    const { body: team } = await ada.call('GET', path('project_users'));
    const { _id } = team.find(({ role_id }: { role_id?: string }) => role_id);
    expect((await ada.call('PUT', path(`project_users/${_id}`), { role_id: '' })).status).toBe(200);
    await refused.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No custom roles').waitFor();
  }, 60_000);

  it('limit the rights of an API token', async () => {
    const page = await site.open('ada', 'settings/tokens');
    await page.getByRole('button', { name: 'New API token' }).click();
    const form = page.getByRole('dialog', { name: 'New API token' });
    await form.getByLabel('Name').fill('Reader');
    await form.getByLabel('Limit what it can do').check();
    await form.getByRole('button', { name: 'Create token' }).click();
    await eventually(async () =>
      expect(await form.getByLabel('Limit what it can do').getAttribute('aria-invalid')).toBe('true'),
    );
    await form.getByLabel('View contacts').check();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await form.getByRole('button', { name: 'Create token' }).click();
    const shown = page.getByRole('dialog', { name: 'New secret' });
    const secret = (await shown.locator('code').first().textContent()) ?? '';
    await shown.getByRole('button').last().click();
    await page.getByRole('row', { name: /Reader.*1 right/ }).waitFor();

    const program = new Customer(site.mesh.url, `Bearer ${secret}`);
    expect((await program.call('GET', path('leads'))).status).toBe(200);
    expect((await program.call('GET', path('requests'))).body).toMatchObject({ code: 'right_missing' });
  }, 60_000);
});
