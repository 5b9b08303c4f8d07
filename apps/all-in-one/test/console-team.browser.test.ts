import { describeWithProgram, eventually } from '@parley/testkit';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import type { Customer } from './mesh.ts';

describeWithProgram('chromium', 'team in the console', () => {
  let site: ConsoleBrowser;
  let ada: Customer;

  beforeAll(async () => {
    site = await ConsoleBrowser.start({ DEMO: 'true' });
    ada = await site.customer('ada');
  }, 120_000);
  checkPagesOf(() => site);

  const open: ConsoleBrowser['open'] = (...args) => site.open(...args);

  const path = (rest: string) => `/${site.projectId}/${rest}`;

  async function teammate(name: string) {
    const { body } = await ada.call('GET', path('project_users?trashed=true'));
    return body.find(({ id_user }: { id_user: { email: string } }) => id_user.email.startsWith(`${name}@`));
  }

  it('shows who is available, as it changes', async () => {
    const page = await open('ada', 'team/people');
    const row = page.getByRole('row', { name: /Linus Weaver/ });
    await row.waitFor();
    const { _id, user_available } = await teammate('linus');
    expect(user_available).toBe(true);
    await row.getByText('Available', { exact: true }).waitFor();

    const linus = await site.customer('linus');
    await linus.call('PUT', path('project_users/'), { user_available: false, profileStatus: 'At lunch' });
    await row.getByText('Unavailable').waitFor();
    await row.getByText('At lunch').waitFor();

    await ada.call('PUT', path(`project_users/${_id}`), { user_available: true });
    await row.getByText('Available', { exact: true }).waitFor();
  });

  it('changes role and limit, and shows them after loading again', async () => {
    const page = await open('ada', 'team/people');
    await page.getByRole('button', { name: 'Actions for Alan Mason' }).click();
    await page.getByRole('menuitem', { name: 'Role and limit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alan Mason' });
    await dialog.getByLabel('Role').selectOption('admin');
    await dialog.getByLabel('Max. concurrent conversations').fill('7');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await teammate('alan')).toMatchObject({ role: 'admin', max_served_chat: 7 });

    await page.reload();
    const row = page.getByRole('row', { name: /Alan Mason/ });
    await row.getByText('Admin').waitFor();
    await row.getByText(/ of 7/).waitFor();
    await ada.call('PUT', path(`project_users/${(await teammate('alan'))._id}`), {
      role: 'agent',
      max_served_chat: -1,
    });
  });

  it('does not store a role over a change that was made meanwhile', async () => {
    const page = await open('ada', 'team/people');
    await page.getByRole('button', { name: 'Actions for Alan Mason' }).click();
    await page.getByRole('menuitem', { name: 'Role and limit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alan Mason' });
    await dialog.getByLabel('Role').selectOption('admin');
    await ada.call('PUT', path(`project_users/${(await teammate('alan'))._id}`), { max_served_chat: 3 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const notice = dialog.getByRole('alert');
    await notice.getByText('3', { exact: true }).waitFor();
    await notice.getByText('Ada Lovelace has changed this in the meantime').waitFor();
    expect(await teammate('alan')).toMatchObject({ role: 'agent', max_served_chat: 3 });
  });

  it('invites, says at the field what is wrong, and withdraws', async () => {
    const page = await open('ada', 'team/people');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a teammate' });
    await dialog.getByLabel('Email address').fill('nobody@nowhere');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    const field = dialog.getByLabel('Email address');
    await eventually(async () => expect(await field.getAttribute('aria-invalid')).toBe('true'));

    await field.fill('grace@parley.example');
    await dialog.getByLabel('Role').selectOption('admin');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    const row = page
      .getByRole('region', { name: 'Pending invitations' })
      .getByRole('row', { name: /grace@parley.example/ });
    await row.getByText('Admin').waitFor();

    await row.getByRole('button', { name: 'Revoke' }).click();
    const question = page.getByRole('dialog', { name: /^Revoke/ });
    await question.getByRole('button', { name: 'Revoke' }).click();
    await question.waitFor({ state: 'detached' });
    await row.waitFor({ state: 'detached' });
    const { body } = await ada.call('GET', path('pendinginvitations'));
    expect(body).toEqual([]);
  });

  it('removes a person in a second step that says what happens, and takes it back', async () => {
    const page = await open('ada', 'team/people');
    await page.getByRole('button', { name: 'Actions for Linus Weaver' }).click();
    await page.getByRole('menuitem', { name: 'Remove from project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Linus Weaver?' });
    const count = (await teammate('linus')).number_assigned_requests as number;
    await dialog.getByText(count === 0 ? 'No open conversation' : new RegExp(`^${count} open conversation`)).waitFor();
    await dialog.getByRole('button', { name: 'Remove from project' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /Linus Weaver/ });
    await row.waitFor({ state: 'detached' });
    expect(await teammate('linus')).toMatchObject({ trashed: true, status: 'disabled' });

    await page.getByRole('link', { name: 'Removed' }).click();
    await row.getByText('Removed').waitFor();
    await page.getByRole('button', { name: 'Actions for Linus Weaver' }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await eventually(async () => expect(await teammate('linus')).toMatchObject({ trashed: false, status: 'active' }));
  });

  it('lets agents look, and calls nothing beyond their role', async () => {
    const refused: string[] = [];
    const page = await open('alan', 'inbox/all');
    page.on('response', (answer) => {
      if (answer.status() === 403 || answer.request().url().includes('pendinginvitations')) refused.push(answer.url());
    });
    for (const [screen, word] of [
      ['people', 'Ada Lovelace'],
      ['groups', 'Workshop'],
      ['departments', 'Default'],
    ] as const) {
      await page.goto(site.address(`team/${screen}`));
      await page.getByText(word).first().waitFor();
      expect(await page.getByRole('button', { name: /^(Invite|New|Actions)/ }).count()).toBe(0);
    }
    await page.goto(site.address('settings/project'));
    await page.getByText('You don’t have access to this page').waitFor();
    expect(refused).toEqual([]);
  });

  it('makes a group and a department that routes to it, and shows both after loading again', async () => {
    const page = await open('ada', 'team/groups');
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByLabel('Name').fill('Couriers');
    await page.getByRole('checkbox', { name: 'Alan Mason' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/groups\/[0-9a-f]{24}$/);
    await page.reload();
    expect(await page.getByRole('checkbox', { name: 'Alan Mason' }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: 'Linus Weaver' }).isChecked()).toBe(false);

    await page.goto(site.address('team/departments/new'));
    await page.getByLabel('Name').fill('Delivery');
    await page.getByLabel('Description').fill('Where parcels are');
    await page.getByRole('radio', { name: 'Manual', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Couriers' }).check();
    await page.getByLabel('Message when closed').fill('We are back at nine.');
    await page.getByLabel('Show in widget').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/departments\/[0-9a-f]{24}$/);
    await page.getByText('1 teammate of this department').waitFor();
    await page.reload();
    expect(await page.getByLabel('Name').inputValue()).toBe('Delivery');
    expect(await page.getByLabel('Description').inputValue()).toBe('Where parcels are');
    expect(await page.getByRole('radio', { name: 'Manual', exact: true }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: 'Couriers' }).isChecked()).toBe(true);
    expect(await page.getByLabel('Message when closed').inputValue()).toBe('We are back at nine.');
    expect(await page.getByLabel('Show in widget').isChecked()).toBe(false);

    await page.getByRole('button', { name: 'Delete department' }).click();
    await page.getByRole('dialog').getByText('No open conversations are affected.').waitFor();
    await page.keyboard.press('Escape');

    await page.goto(site.address('team/groups'));
    const row = page.getByRole('row', { name: /Couriers/ });
    await row.getByRole('button', { name: 'Delete group' }).click();
    await page.getByRole('dialog').getByText('Its member stays in the project.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await row.waitFor();
  });

  it('asks before a changed form is left', async () => {
    const page = await open('ada', 'team/departments/new');
    await page.getByLabel('Name').fill('Half done');
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Half done');
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('button', { name: 'Discard and leave' }).click();
    await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor();
  });

  it('shows the second of two admins the change of the first by name, and loses nothing', async () => {
    const { body: made } = await ada.call('POST', path('departments'), { name: 'Returns', description: 'Old' });
    await ada.call('PUT', path(`project_users/${(await teammate('alan'))._id}`), { role: 'admin' });
    const alan = await site.customer('alan');
    await eventually(async () => expect((await alan.call('GET', path('pendinginvitations'))).status).toBe(200));
    const department = async () => (await ada.call('GET', path(`departments/${made._id}`))).body;
    const second = await open('alan', `team/departments/${made._id}`);
    await second.getByLabel('Description').fill('By the second');
    await second.getByLabel('Message when open').fill('Hello');
    const first = await open('ada', `team/departments/${made._id}`);
    await first.getByLabel('Name').fill('Returns and refunds');
    await first.getByLabel('Description').fill('By the first');
    await first.getByRole('button', { name: 'Save' }).click();
    await first.getByText('Saved', { exact: true }).waitFor();

    await second.getByRole('button', { name: 'Save' }).click();
    await second.getByText('Ada Lovelace has changed this in the meantime').waitFor();
    const notice = second.getByRole('alert').filter({ hasText: 'has changed this in the meantime' });
    await notice.getByText('Returns and refunds').first().waitFor();
    await notice.getByText('By the first').waitFor();
    await notice.getByText('By the second').waitFor();
    expect(await second.getByLabel('Description').inputValue()).toBe('By the second');
    expect(await department()).toMatchObject({ name: 'Returns and refunds', description: 'By the first' });
    expect((await department()).online_msg).toBeUndefined();

    await second.getByRole('button', { name: 'Keep mine' }).click();
    await second.getByText('Saved', { exact: true }).waitFor();
    expect(await department()).toMatchObject({
      name: 'Returns and refunds',
      description: 'By the second',
      online_msg: 'Hello',
    });

    await first.getByLabel('Description').fill('Once more');
    await first.getByRole('button', { name: 'Save' }).click();
    await first.getByText('Alan Mason has changed this in the meantime').waitFor();
    await first.getByRole('button', { name: 'Use theirs' }).click();
    expect(await first.getByLabel('Description').inputValue()).toBe('By the second');
    expect(await first.getByLabel('Message when open').inputValue()).toBe('Hello');
    await ada.call('PUT', path(`project_users/${(await teammate('alan'))._id}`), { role: 'agent' });
  });

  it('shows role and availability below the name on a phone, where no table scrolls sideways', async () => {
    await ada.call('POST', path('project_users/invite'), {
      email: 'a.long.address.of.grace@parley.example',
      role: 'admin',
    });
    const page = await open('ada', 'team/people', { viewport: { width: 390, height: 844 } });
    await page
      .getByRole('row', { name: /Ada Lovelace/ })
      .getByText('Owner')
      .waitFor();
    await page
      .getByRole('row', { name: /a\.long\.address/ })
      .getByText('Admin')
      .waitFor();
    const widths = await page
      .locator('section:has(> table)')
      .evaluateAll((tables) => tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    expect(widths).toEqual([0, 0]);
    await page.goto(site.address('team/groups'));
    const groups = page.locator('section:has(> table)');
    await groups.waitFor();
    expect(await groups.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const { body } = await ada.call('GET', path('pendinginvitations'));
    for (const { _id } of body) await ada.call('DELETE', path(`pendinginvitations/${_id}`));
  });

  it('has no fault that axe finds, in both themes, at 1280 and 320 px', async () => {
    const { body: departments } = await ada.call('GET', path('departments/allstatus'));
    const page = await open('ada', 'team/people');
    for (const [screen, word] of [
      ['people', 'Ada Lovelace'],
      ['groups', 'Couriers'],
      ['departments', 'Returns and refunds'],
      [`departments/${departments[0]._id}`, 'Next assignee'],
      ['groups/new', 'Members'],
    ] as const) {
      await page.goto(site.address(`team/${screen}`));
      await page.getByText(word).first().waitFor();
      expect([screen, await faultsInEveryLook(page)]).toEqual([screen, []]);
    }
    await page.goto(site.address('team/people'));
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
  }, 120_000);
});
