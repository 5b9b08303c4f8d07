import { describeWithProgram, Endpoint, eventually } from '@parley/testkit';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser } from './console-page.ts';
import type { Customer } from './mesh.ts';

describeWithProgram('chromium', 'webhooks and security in the console', () => {
  let site: ConsoleBrowser;
  let ada: Customer;

  beforeAll(async () => {
    site = await ConsoleBrowser.start({ DEMO: 'true', OUTBOUND_ALLOW: '127.0.0.1' });
    ada = await site.customer('ada');
  }, 120_000);
  checkPagesOf(() => site);

  const open: ConsoleBrowser['open'] = (...args) => site.open(...args);

  const path = (rest: string) => `/${site.projectId}/${rest}`;
  const project = async () => (await ada.call('GET', `/projects/${site.projectId}`)).body;

  it('replays what was skipped, and shows how far it is', async () => {
    const receiver = await new Endpoint().start();
    const { body: made } = await ada.call('POST', path('subscriptions'), {
      event: 'tag.deleted',
      target: receiver.url,
    });
    const subscription = path(`subscriptions/${made._id}`);
    await ada.call('PUT', subscription, { status: 'disabled' });
    for (const tag of ['one', 'two', 'three']) {
      const { body } = await ada.call('POST', path('tags'), { tag });
      await ada.call('DELETE', path(`tags/${body._id}`));
    }
    await eventually(async () => {
      const { body } = await ada.call('GET', `${subscription}/deliveries?state=skipped`);
      expect(body.count).toBe(3);
    });
    await ada.call('PUT', subscription, { status: 'active' });
    const held = Promise.withResolvers<void>();
    receiver.answering = (res) => void held.promise.then(() => res.end('{}'));

    const page = await open('ada', `settings/webhooks/${made._id}`);
    await page.getByRole('button', { name: 'Replay a period' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay a period' });
    await dialog.getByRole('button', { name: 'Replay' }).click();
    const bar = page.getByRole('progressbar', { name: 'Replay a period' });
    await page.getByText('0 of 3 deliveries resent').waitFor();
    expect(await bar.getAttribute('aria-valuemax')).toBe('3');
    held.resolve();
    await page.getByText('3 of 3 deliveries resent').waitFor();
    expect(await bar.getAttribute('aria-valuenow')).toBe('3');
    // The ledger beside it follows.
    await eventually(async () => expect(await page.getByRole('row').getByText('Delivered').count()).toBe(3));
    await ada.call('DELETE', subscription);
    receiver.stop();
  });

  it('makes a webhook, shows its secret once, tests it, and sends a delivery again', async () => {
    const receiver = await new Endpoint().start();
    const { body: known } = await ada.call('GET', path('subscriptions'));
    for (const { _id } of known) await ada.call('DELETE', path(`subscriptions/${_id}`));
    const page = await open('ada', 'settings/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    await dialog.getByLabel('Event').fill('tag.created');
    await dialog.getByLabel('URL').fill('https://169.254.169.254/latest');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const target = dialog.getByLabel('URL');
    await eventually(async () => expect(await target.getAttribute('aria-invalid')).toBe('true'));
    await target.fill(receiver.url);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('link', { name: 'tag.created' }).click();
    expect(await page.content()).not.toContain('whsec_');

    await page.getByRole('button', { name: 'Send test call' }).click();
    await page.getByText(/Succeeded with 200/).waitFor();
    await ada.call('POST', path('tags'), { tag: 'announced' });
    await eventually(() =>
      expect(receiver.calls.filter(({ body }) => body.payload?.tag?.tag === 'announced')).toHaveLength(1),
    );
    await eventually(async () => {
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByRole('row').getByText('Delivered').first().waitFor({ timeout: 1000 });
    });
    await page.getByRole('region', { name: 'Deliveries' }).getByRole('link').first().click();
    await page.getByRole('dialog', { name: 'Delivery' }).getByText('"announced"').waitFor();
    await page.reload();
    await page.getByRole('dialog', { name: 'Delivery' }).getByRole('button', { name: 'Resend' }).click();
    await eventually(() =>
      expect(receiver.calls.filter(({ body }) => body.payload?.tag?.tag === 'announced')).toHaveLength(2),
    );
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByText('The old secret is valid until').waitFor();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByRole('dialog').getByText('No deliveries are pending.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('No webhooks yet').waitFor();
    receiver.stop();
  }, 60_000);

  it('bans and lifts, and refuses rules that would lock their author out', async () => {
    const page = await open('ada', 'settings/security');
    await page.getByRole('button', { name: 'Ban', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Ban' });
    await dialog.getByLabel('IP address or range').fill('203.0.113.7/99');
    await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
    const address = dialog.getByLabel('IP address or range');
    await eventually(async () => expect(await address.getAttribute('aria-invalid')).toBe('true'));
    await address.fill('203.0.113.7');
    await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
    const row = page.getByRole('row', { name: /203\.0\.113\.7/ });
    await row.getByText('Ada Lovelace').waitFor();

    const rules = page.getByRole('region', { name: 'IP access rules' });
    await rules.getByLabel('Allow only these addresses').check();
    const allowed = rules.getByLabel('Allowed addresses');
    await allowed.fill('x');
    await rules.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => expect(await allowed.getAttribute('aria-invalid')).toBe('true'));
    await allowed.fill('198.51.100.0/24');
    await rules.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => expect(await rules.getByRole('alert').textContent()).toMatch(/lock|refuse/i));
    expect((await project()).ipFilterEnabled).toBe(false);
    await rules.getByRole('button', { name: 'Discard changes' }).click();

    await row.getByRole('button', { name: 'Lift ban' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lift ban' }).click();
    await page.getByText('No bans.').waitFor();
    expect((await project()).bannedUsers).toEqual([]);
  });

  it('shows the shared secret once', async () => {
    const { body: made } = await ada.call('POST', '/projects', { name: 'Spare shop' });
    const page = await open('ada', site.address('settings/security', made._id));
    await page.getByRole('button', { name: 'Create secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'New secret' });
    const secret = (await dialog.locator('code').textContent()) ?? '';
    expect(secret.length).toBeGreaterThan(30);
    await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByText('In use since').waitFor();
    await page.reload();
    await page.getByText('In use since').waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  it('deletes a project only after its name was typed', async () => {
    const { body: made } = await ada.call('POST', '/projects', { name: 'Closing down' });
    const page = await open('ada', site.address('settings/danger', made._id));
    await page.getByRole('button', { name: 'Delete project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Closing down?' });
    await dialog.getByRole('textbox').fill('Closing');
    await dialog.getByRole('textbox').press('Enter');
    await dialog.getByRole('button', { name: 'Delete project', disabled: true }).waitFor();
    expect((await ada.call('GET', `/projects/${made._id}`)).status).toBe(200);
    await dialog.getByRole('textbox').fill('Closing down');
    await dialog.getByRole('button', { name: 'Delete project' }).click();
    await page.getByRole('heading', { name: 'Choose a project' }).waitFor();
    expect((await ada.call('GET', `/projects/${made._id}`)).status).toBe(403);
  });
});
