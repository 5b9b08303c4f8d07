import { describeWithProgram, eventually } from '@parley/testkit';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import { Customer } from './mesh.ts';

describeWithProgram('chromium', 'API tokens in the console', () => {
  let site: ConsoleBrowser;
  beforeAll(async () => {
    site = await ConsoleBrowser.start({ DEMO: 'true' });
  }, 120_000);
  checkPagesOf(() => site);

  it('are made, shown once, rotated and revoked', async () => {
    const page = await site.open('ada', 'settings/tokens');
    await page.getByRole('button', { name: 'New API token' }).click();
    const form = page.getByRole('dialog', { name: 'New API token' });
    await form.getByLabel('Name').fill('Nightly export');
    await form.getByLabel('Allowed addresses').fill('127.0.0.1\nexample.com');
    await form.getByRole('button', { name: 'Create token' }).click();
    const addresses = form.getByLabel('Allowed addresses');
    await eventually(async () => expect(await addresses.getAttribute('aria-invalid')).toBe('true'));
    await addresses.fill('127.0.0.0/8\n::1');
    await form.getByRole('button', { name: 'Create token' }).click();

    const shown = page.getByRole('dialog', { name: 'New secret' });
    const secret = (await shown.locator('code').first().textContent()) ?? '';
    expect(secret).toMatch(/^pat_\w{39}$/);
    const address = await shown.locator('code').last().textContent();
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { accept: 'application/json, text/event-stream' };
    const agent = new Customer(site.mesh.url, `Bearer ${secret}`);
    const path = new URL(address ?? '').pathname.replace('/v3', '');
    expect((await agent.call('POST', path, message, headers)).body.result.tools.length).toBe(50);
    await shown.getByRole('button').last().click();
    expect(await page.content()).not.toContain(secret);
    const program = new Customer(site.mesh.url, `Bearer ${secret}`);
    const leads = `/${site.projectId}/leads`;
    expect((await program.call('GET', leads)).status).toBe(200);

    await page.reload();
    const row = page.getByRole('row', { name: /Nightly export/ });
    await row.getByText('127.0.0.1').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await row.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const rotated = (await shown.locator('code').first().textContent()) ?? '';
    await shown.getByRole('button').last().click();
    expect(rotated).not.toBe(secret);
    expect((await program.call('GET', leads)).status).toBe(200);

    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    expect((await program.call('GET', leads)).status).toBe(401);
  }, 60_000);
});
