import { describeWithProgram } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { cut, DemoRecords, openDemoPage, refuse, soonOn } from './console-demo.ts';
import { ConsoleBrowser } from './console-page.ts';
import type { Customer } from './mesh.ts';

describeWithProgram('chromium', 'the forms of the console', () => {
  let app: ConsoleBrowser;
  let page: Page;
  let ada: Customer;
  let records: DemoRecords;
  beforeAll(async () => {
    app = await ConsoleBrowser.start({ DEMO: 'true' });
    ada = await app.customer('ada');
    records = await DemoRecords.of(app, ada);
  }, 120_000);
  beforeEach(async () => {
    ({ page } = await openDemoPage(app));
  });
  checkPagesOf(() => app);

  it('show what another person has stored meanwhile, and store what is chosen', async () => {
    const project = app.projectId;
    const forms: [screen: string, label: string, record: string][] = [
      ['settings/project', 'Project name', `/projects/${project}`],
      ['team/groups/{group}', 'Name', `/${project}/groups/${records.ids.group}`],
      ['bots/{bot}/settings', 'Name', `/${project}/bots/${records.ids.bot}`],
    ];
    for (const [screen, label, record] of forms) {
      await page.goto(records.addressOf(screen));
      const field = page.locator('#content').getByLabel(label, { exact: true });
      await field.fill('Mine');
      const { status } = await ada.call('PUT', record, { name: 'Theirs' });
      expect([screen, status]).toEqual([screen, 200]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const changed = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Use theirs' }) });
      await changed.getByText('Theirs', { exact: true }).waitFor();
      await changed.getByRole('button', { name: 'Keep mine' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      expect([screen, (await ada.call('GET', record)).body.name]).toEqual([screen, 'Mine']);
    }
  }, 120_000);

  it('show it in the dialog of one record, too', async () => {
    const own = `/${app.projectId}`;
    const made = async (records: string, body: object) => {
      const { body: record } = await ada.call('POST', `${own}/${records}`, body);
      return `${own}/${records}/${record._id}`;
    };
    const { body: people } = await ada.call('GET', `${own}/project_users`);
    const linus = people.find(({ id_user }: { id_user: { firstname: string } }) => id_user.firstname === 'Linus');
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
    const dialogs = [
      {
        ...{ screen: 'settings/tags', record: await made('tags', { tag: 'before' }), open: () => press('Edit before') },
        ...{ label: 'Tag', member: 'tag', theirs: 'theirs', mine: 'mine' },
      },
      {
        ...{ screen: 'settings/canned', record: await made('canned', { title: 'Before', text: 'Text' }) },
        ...{ open: () => press('Edit Before'), label: 'Title', member: 'title', theirs: 'Theirs', mine: 'Mine' },
      },
      {
        ...{ screen: 'settings/properties', record: await made('properties', { label: 'Before', name: 'before' }) },
        ...{ open: () => press('Edit Before'), label: 'Label', member: 'label', theirs: 'Theirs', mine: 'Mine' },
      },
      {
        ...{ screen: 'settings/webhooks/{subscription}', record: `${own}/subscriptions/${records.ids.subscription}` },
        ...{ open: () => press('Change URL'), label: 'URL', member: 'target' },
        ...{ theirs: 'https://example.com/theirs', mine: 'https://example.com/mine' },
      },
      {
        ...{ screen: 'team/people', record: `${own}/project_users/${linus._id}` },
        open: async () => {
          await press(/^Actions for Linus/);
          await page.getByRole('menuitem', { name: 'Role and limit' }).click();
        },
        ...{ label: 'Max. concurrent conversations', member: 'max_served_chat', theirs: 7, mine: 9 },
      },
    ];
    for (const { screen, record, open, label, member, theirs, mine } of dialogs) {
      await page.goto(records.addressOf(screen));
      await open();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(label, { exact: true }).fill(String(mine));
      const { status } = await ada.call('PUT', record, { [member]: theirs });
      expect([screen, status]).toEqual([screen, 200]);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.getByRole('alert').getByText(String(theirs), { exact: true }).waitFor();
      // The log of the project names who changed a teammate, and knows nothing of the others.
      const who = screen === 'team/people' ? 'Ada Lovelace' : 'Someone';
      await dialog.getByRole('alert').getByText(`${who} has changed this in the meantime`, { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Keep mine' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect([screen, (await ada.call('GET', record)).body[member]]).toEqual([screen, mine]);
    }
  }, 120_000);

  it('show the person what they have changed elsewhere', async () => {
    const changed = page.getByRole('alert').filter({ hasText: 'You changed this elsewhere in the meantime' });
    await page.goto(records.addressOf('/account/profile'));
    await page.getByLabel('Last name').fill('Mine');
    await page.getByLabel('About you').fill('Kept beside it.');
    await ada.call('PUT', '/users', { lastname: 'King' });
    await page.getByRole('button', { name: 'Save' }).click();
    await changed.getByText('King', { exact: true }).waitFor();
    await changed.getByRole('button', { name: 'Use saved values' }).click();
    expect(await page.getByLabel('Last name').inputValue()).toBe('King');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const stored = (await ada.call('GET', '/users')).body;
    expect(stored).toMatchObject({ lastname: 'King', description: 'Kept beside it.' });
    await ada.call('PUT', '/users', { lastname: 'Lovelace' });

    const name = 'settings.console.notifications';
    const own = { assigned: 'sound', message: 'sound', mention: 'sound', waiting: 'none', inView: false, volume: 60 };
    await page.goto(records.addressOf('/account/notifications'));
    await page.getByLabel('Volume').fill('25');
    await ada.call('PUT', `/${app.projectId}/project_users`, { [name]: { ...own, mention: 'none' } });
    await page.getByRole('button', { name: 'Save' }).click();
    await changed.getByText('None', { exact: true }).waitFor();
    await changed.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { body: me } = await ada.call('GET', `/${app.projectId}/project_users/me`);
    expect(me[0].settings['console.notifications']).toEqual({
      ...own,
      ...{ mention: 'none', volume: 25, sound: 'chime' },
    });
  }, 60_000);

  it('show a switch what it would be switched over', async () => {
    const record = `/${app.projectId}/subscriptions/${records.ids.subscription}`;
    const switched = async () => (await ada.call('GET', record)).body.status;
    const changed = page.getByRole('alert').filter({ hasText: 'Someone has changed this in the meantime' });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(records.addressOf('settings/webhooks/{subscription}'));
    await page.getByRole('button', { name: 'Disable', exact: true }).waitFor();
    await ada.call('PUT', record, { target: 'https://example.com/first' });
    await press('Disable');
    await changed.getByText('https://example.com/first', { exact: true }).waitFor();
    await press('Use theirs');
    await changed.waitFor({ state: 'detached' });
    await page.getByRole('definition').getByText('https://example.com/first', { exact: true }).waitFor();
    expect(await switched()).toBe('active');

    await ada.call('PUT', record, { target: 'https://example.com/second' });
    await press('Disable');
    await changed.getByText('https://example.com/second', { exact: true }).waitFor();
    await press('Keep mine');
    await page.getByRole('button', { name: 'Enable', exact: true }).waitFor();
    expect(await switched()).toBe('disabled');

    // Both want the same: there is nothing to decide.
    await ada.call('PUT', record, { status: 'active' });
    await press('Enable');
    await page.getByRole('button', { name: 'Disable', exact: true }).waitFor();
    expect(await changed.count()).toBe(0);
  }, 60_000);

  it('save by themselves when the API has said when to try again', async () => {
    await page.goto(app.address('settings/project'));
    const save = /\/v3\/projects\/\w+$/;
    let isRefused = true;
    const limited = refuse(429, 'rate_limited', { 'retry-after': '4' });
    await page.route(save, (route) =>
      isRefused && route.request().method() !== 'GET' ? limited(route) : route.fallback(),
    );
    await page.getByLabel('Project name').fill('Demo shop of Ada');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Refused by rate_limited.' });
    await soonOn(page, async () => expect(await refusal.getByText(/Trying again in \d seconds?/).count()).toBe(1));
    expect(await refusal.getByText('rate_limited · request-rate_limited').count()).toBe(1);
    isRefused = false;
    await soonOn(page, async () => expect(await page.getByText('Saved', { exact: true }).count()).toBe(1));
    expect((await ada.call('GET', `/projects/${app.projectId}`)).body.name).toBe('Demo shop of Ada');
    await ada.call('PUT', `/projects/${app.projectId}`, { name: 'Demo shop' });
  }, 60_000);

  it('keep what was typed when the form cannot be sent', async () => {
    await page.goto(`${app.origin}/console/account/profile`);
    await page.getByLabel('About you').fill('Kept over a cut line.');
    const save = /\/v3\/users$/;
    await page.route(save, cut);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Can’t reach Parley.').waitFor();
    await page.unroute(save, cut);
    expect(await page.getByLabel('About you').inputValue()).toBe('Kept over a cut line.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
  }, 60_000);
});
