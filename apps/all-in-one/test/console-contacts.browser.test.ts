import { describeWithProgram, eventually } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import { ConsoleProject, newPerson, type Person } from './console-project.ts';
import { newRequestId, newVisitor } from './mesh.ts';

describeWithProgram('chromium', 'contacts in the console', () => {
  let app: ConsoleBrowser;
  let context: BrowserContext;
  let ada: Person;
  let project: ConsoleProject;

  beforeAll(async () => {
    app = await ConsoleBrowser.start();
    ada = await newPerson(app, 'Ada');
  }, 120_000);
  beforeEach(async () => {
    context = await app.newContext();
    project = await ConsoleProject.create(app, ada);
  });
  checkPagesOf(() => app);

  const open = (path: string) => project.open(context, path);
  const newContact = (contact: Record<string, unknown>) => project.call('POST', '/leads', contact);
  const statusOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
  const names = (page: Page) => page.getByRole('table').locator('tbody tr td:first-child').allInnerTexts();

  it('finds contacts as one types, and drops answers that were overtaken', async () => {
    await newContact({ fullname: 'Vera Weiss', email: 'vera@example.com', tags: ['vip'] });
    await newContact({ fullname: 'Vero Nord' });
    await newContact({ fullname: 'Paul Ito' });
    const page = await open('contacts');
    await page.getByRole('link', { name: 'Paul Ito' }).waitFor();

    const searches: string[] = [];
    let letGo: (() => void) | undefined;
    await page.route(/\/leads\?.*full_text/, async (route) => {
      const words = new URL(route.request().url()).searchParams.get('full_text') ?? '';
      searches.push(words);
      // The answer to the first search comes after that to the second.
      if (words === 'ver') await new Promise<void>((resolve) => (letGo = resolve));
      await route.continue().catch(() => undefined);
    });
    const box = page.getByRole('searchbox', { name: 'Search contacts' });
    await box.pressSequentially('ver', { delay: 10 });
    await eventually(() => expect(letGo).toBeDefined());
    await box.pressSequentially('a', { delay: 10 });
    await eventually(async () => expect(await names(page)).toEqual(['Vera Weiss']));
    letGo?.();
    expect(searches).toEqual(['ver', 'vera']);
    expect(new URL(page.url()).searchParams.get('q')).toBe('vera');
    expect(await names(page)).toEqual(['Vera Weiss']);

    await page.goto(page.url());
    await statusOf(page, '1 of 1 contact').waitFor();
    await page.getByRole('link', { name: 'vip' }).click();
    await page.waitForURL(/tag=vip/);
    await box.fill('nobody');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await eventually(async () =>
      expect((await names(page)).toSorted()).toEqual(['Paul Ito', 'Vera Weiss', 'Vero Nord']),
    );
  });

  it('shows the columns that this browser has chosen', async () => {
    await newContact({ fullname: 'Vera Weiss', city: 'Wien' });
    const page = await open('contacts');
    await page.getByRole('link', { name: 'Vera Weiss' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'City' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'City' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('cell', { name: 'Wien' }).waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'Wien' }).waitFor();
  });

  it('creates a contact, and offers the one that has the identifier', async () => {
    const page = await open('contacts');
    await page.getByText('No contacts yet').waitFor();
    await page.getByRole('button', { name: 'New contact' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New contact' });
    await dialog.getByLabel('Name', { exact: true }).fill('Ada King');
    await dialog.getByLabel('Email').fill('nowhere');
    await dialog.getByLabel('External ID').fill('crm-7');
    await dialog.getByRole('button', { name: 'Create contact' }).click();
    await dialog.getByText('Must be an email address').waitFor();
    expect(await dialog.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Email').fill('ada@example.com');
    await dialog.getByRole('button', { name: 'Create contact' }).click();
    await page.getByRole('heading', { name: 'Ada King', level: 1 }).waitFor();
    const own = new URL(page.url()).pathname;

    await page.getByRole('link', { name: 'All contacts' }).click();
    await page.getByRole('link', { name: 'Ada King' }).waitFor();
    await page.getByRole('button', { name: 'New contact' }).click();
    await dialog.getByLabel('External ID').fill('crm-7');
    await dialog.getByRole('button', { name: 'Create contact' }).click();
    await dialog.getByRole('link', { name: 'Open contact' }).click();
    await page.waitForURL((url) => url.pathname === own);
  });

  it('saves texts, tags, attributes and properties, and shows them as the API has them', async () => {
    await project.call('POST', '/properties', { label: 'Plan', name: 'plan' });
    const { _id } = await newContact({ fullname: 'Vera', attributes: { seats: 5, lead: 'old', cart: [1, 2] } });
    const page = await open(`contacts/${_id}`);
    await page.getByLabel('Company').fill('Weiss & Söhne');
    await page.getByLabel('Note').fill('Calls back\non Monday');
    await page.getByRole('region', { name: 'Details' }).getByRole('button', { name: 'Save' }).click();
    await eventually(async () => expect((await project.call('GET', `/leads/${_id}`)).company).toBe('Weiss & Söhne'));

    const properties = page.getByRole('region', { name: 'Custom fields' });
    await properties.getByRole('textbox', { name: 'Plan' }).fill('gold');
    await properties.getByRole('button', { name: 'Save' }).click();
    await eventually(async () =>
      expect((await project.call('GET', `/leads/${_id}`)).properties).toEqual({ plan: 'gold' }),
    );

    const attributes = page.getByRole('region', { name: 'Attributes' });
    await attributes.getByRole('button', { name: 'Remove cart' }).click();
    expect(await attributes.getByRole('textbox', { name: 'Plan' }).count()).toBe(0);
    const [lead, seats] = [attributes.getByLabel('Value').nth(0), attributes.getByLabel('Value').nth(1)];
    await lead.fill('new');
    await seats.fill('many');
    await attributes.getByText('Enter a number.').waitFor();
    await seats.fill('7');
    await attributes.getByRole('button', { name: 'Save' }).click();

    await page.getByRole('textbox', { name: 'Add tag' }).fill('vip');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove vip' }).waitFor();
    await eventually(async () =>
      expect(await project.call('GET', `/leads/${_id}`)).toMatchObject({
        company: 'Weiss & Söhne',
        note: 'Calls back\non Monday',
        attributes: { seats: 7, lead: 'new' },
        properties: { plan: 'gold' },
        tags: ['vip'],
      }),
    );
    expect((await project.call('GET', `/leads/${_id}`)).attributes).toEqual({ seats: 7, lead: 'new' });

    await page.reload();
    await page.getByRole('heading', { name: 'Vera', level: 1 }).waitFor();
    expect(await page.getByLabel('Company').inputValue()).toBe('Weiss & Söhne');
    expect(await page.getByLabel('Note').inputValue()).toBe('Calls back\non Monday');
    expect(await properties.getByRole('textbox', { name: 'Plan' }).inputValue()).toBe('gold');
    expect(await seats.inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Remove vip' }).click();
    await eventually(async () => expect((await project.call('GET', `/leads/${_id}`)).tags).toEqual([]));
  });

  it('shows what was changed elsewhere before it is overwritten, and loses nothing', async () => {
    const { _id } = await newContact({ fullname: 'Vera', city: 'Wien', phone: '1' });
    const page = await open(`contacts/${_id}`);
    await page.getByLabel('City').fill('Graz');
    await page.getByLabel('Company').fill('Weiss');
    await project.call('PUT', `/leads/${_id}`, { city: 'Linz', phone: '2' });
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByRole('button', { name: 'Save' }).click();
    const changed = details.getByRole('alert');
    await changed.getByText('Saved: Linz').waitFor();
    await changed.getByText('Yours: Graz').waitFor();
    await changed.getByText('Saved: 2').waitFor();
    expect(await changed.getByText('Yours:').count()).toBe(1);
    expect(await page.getByLabel('City').inputValue()).toBe('Graz');

    await details.getByRole('button', { name: 'Use theirs' }).click();
    expect(await page.getByLabel('City').inputValue()).toBe('Linz');
    expect(await page.getByLabel('Phone').inputValue()).toBe('2');
    await details.getByRole('button', { name: 'Save' }).click();
    await eventually(async () =>
      expect(await project.call('GET', `/leads/${_id}`)).toMatchObject({ city: 'Linz', phone: '2', company: 'Weiss' }),
    );
  });

  it('keeps attributes that a program stores while others are edited', async () => {
    const { _id } = await newContact({ fullname: 'Vera', attributes: { plan: 'gold', seats: 5 } });
    const page = await open(`contacts/${_id}`);
    const attributes = page.getByRole('region', { name: 'Attributes' });
    await attributes.getByLabel('Value').first().fill('silver');
    await project.call('PATCH', `/leads/${_id}/attributes`, { seats: 9, cart: 'full' });
    await attributes.getByRole('button', { name: 'Save' }).click();
    await attributes.getByRole('alert').getByText('Saved: 9').waitFor();
    await attributes.getByRole('button', { name: 'Keep mine' }).click();
    await attributes.getByText('Saved', { exact: true }).waitFor();
    expect((await project.call('GET', `/leads/${_id}`)).attributes).toEqual({ plan: 'silver', seats: 9, cart: 'full' });
  });

  it('asks before what was typed is left', async () => {
    const { _id } = await newContact({ fullname: 'Vera' });
    const page = await open(`contacts/${_id}`);
    await page.getByLabel('City').fill('Graz');
    await page.getByRole('link', { name: 'All contacts' }).click();
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
    await asked.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByLabel('City').inputValue()).toBe('Graz');
    await page.getByRole('link', { name: 'All contacts' }).click();
    await asked.getByRole('button', { name: 'Discard and leave' }).click();
    await page.getByRole('link', { name: 'Vera' }).waitFor();
  });

  it('moves a contact to the trash, takes that back, and restores from the trash', async () => {
    const { _id } = await newContact({ fullname: 'Vera' });
    const storedStatus = async () => (await project.call('GET', `/leads/${_id}`)).status;
    const page = await open(`contacts/${_id}`);
    await page.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByText('This contact is in the trash').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Move to trash' }).waitFor();
    expect(await storedStatus()).toBe(100);

    await page.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByText('This contact is in the trash').waitFor();
    await page.getByRole('link', { name: 'All contacts' }).click();
    await page.getByText('No contacts yet').waitFor();
    await page.getByRole('button', { name: 'Trash' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('The trash is empty').waitFor();
    expect(await storedStatus()).toBe(100);
  });

  it('leads from a contact to its conversations', async () => {
    const visitor = await newVisitor(app.mesh.url, project.id, 'Nora');
    const request = newRequestId(project.id);
    await visitor.customer.call('POST', `/${project.id}/requests/${request}/messages`, { text: 'Is it on its way?' });
    const page = await open('contacts');
    await eventually(async () => {
      await page.reload();
      await page.getByRole('link', { name: 'Nora' }).click({ timeout: 2_000 });
    });
    await page.getByRole('link', { name: 'Is it on its way?' }).click();
    await page.getByRole('log').getByText('Is it on its way?').waitFor();
  });

  it('counts who belongs to a segment as it is written, and says what is wrong at the row', async () => {
    await newContact({ fullname: 'Vera', country: 'Italy', attributes: { plan: 'gold', seats: 5 } });
    await newContact({ fullname: 'Paul', country: 'Italy', attributes: { seats: 2 } });
    await newContact({ fullname: 'Mina', country: 'France' });
    const page = await open('segments');
    await page.getByRole('button', { name: 'New segment' }).first().click();
    await page.getByLabel('Segment name').fill('Gold in Italy');
    await statusOf(page, '3 contacts').waitFor();
    await page.getByRole('button', { name: 'Add condition' }).click();
    const first = page.getByRole('group', { name: 'Condition 1' });
    await page.getByText('Complete every condition').waitFor();
    await first.getByLabel('Field', { exact: true }).selectOption('Country');
    await first.getByLabel('Operator').selectOption('is');
    await first.getByLabel('Value').fill('italy');
    await statusOf(page, '2 contacts').waitFor();

    await page.getByRole('button', { name: 'Add condition' }).click();
    const second = page.getByRole('group', { name: 'Condition 2' });
    await second.getByLabel('Field', { exact: true }).selectOption('Attribute…');
    await second.getByLabel('Field name').fill('seats');
    await second.getByLabel('Operator').selectOption('is greater than');
    await second.getByLabel('Value').fill('many');
    await page
      .getByRole('listitem')
      .filter({ has: second })
      .getByText('Must be a number, a time or a duration')
      .waitFor();
    expect(await second.getByLabel('Field name').getAttribute('aria-invalid')).toBe('true');
    await second.getByLabel('Value').fill('3');
    await statusOf(page, '1 contact').waitFor();
    expect(await names(page)).toEqual(['Vera']);

    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Gold in Italy', level: 1 }).waitFor();
    const { segments } = await project.call('GET', '/segments');
    expect(segments).toMatchObject([
      {
        name: 'Gold in Italy',
        match: 'all',
        filters: [
          { field: 'country', operator: '=', value: 'italy' },
          { field: 'attributes.seats', operator: '>', value: 3 },
        ],
      },
    ]);

    await page.getByLabel('Contacts match').selectOption('any condition');
    await statusOf(page, '2 contacts').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => expect((await project.call('GET', '/segments')).segments[0].match).toBe('any'));
    await page.reload();
    expect(await page.getByLabel('Contacts match').inputValue()).toBe('any');
    await page.getByRole('link', { name: 'View contacts' }).click();
    await eventually(async () => expect((await names(page)).toSorted()).toEqual(['Paul', 'Vera']));
    await page.getByLabel('Segment').selectOption('All contacts');
    await statusOf(page, '3 of 3 contacts').waitFor();
  });

  it('counts from now where a condition is relative, and shows it so again', async () => {
    await newContact({ fullname: 'Vera', attributes: { ends: new Date(Date.now() + 36 * 3_600_000).toISOString() } });
    await newContact({ fullname: 'Paul', attributes: { ends: new Date(Date.now() + 96 * 3_600_000).toISOString() } });
    const page = await open('segments/new');
    await page.getByLabel('Segment name').fill('Ends soon');
    for (const _ of [1, 2]) await page.getByRole('button', { name: 'Add condition' }).click();
    const [first, second] = [1, 2].map((place) => page.getByRole('group', { name: `Condition ${place}` }));
    await first?.getByLabel('Field', { exact: true }).selectOption('Created');
    await first?.getByLabel('Operator').selectOption('is after');
    await first?.getByLabel('Type').selectOption('Relative');
    await page.getByText('Complete every condition').waitFor();
    await first?.getByLabel('Value').fill('7');
    await second?.getByLabel('Field', { exact: true }).selectOption('Attribute…');
    await second?.getByLabel('Field name').fill('ends');
    await second?.getByLabel('Operator').selectOption('is less than');
    await second?.getByLabel('Type').selectOption('Relative');
    await second?.getByLabel('Unit').selectOption('days from now');
    await second?.getByLabel('Value').fill('2');
    await statusOf(page, '1 contact').waitFor();
    expect(await names(page)).toEqual(['Vera']);
    expect(await faultsInEveryLook(page)).toEqual([]);

    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Ends soon', level: 1 }).waitFor();
    const { segments } = await project.call('GET', '/segments');
    expect(segments[0].filters).toEqual([
      { field: 'createdAt', operator: '>', value: '-P7D' },
      { field: 'attributes.ends', operator: '<', value: 'P2D' },
    ]);
    await page.reload();
    expect(await first?.getByLabel('Value').inputValue()).toBe('7');
    expect(await first?.getByLabel('Unit').inputValue()).toBe('ago.days');
    expect(await second?.getByLabel('Unit').inputValue()).toBe('ahead.days');
  });

  it('offers for each field only comparisons that the API takes', async () => {
    const page = await open('segments/new');
    await page.getByRole('button', { name: 'Add condition' }).click();
    const row = page.getByRole('group', { name: 'Condition 1' });
    const valuesOf = (label: string) =>
      row
        .getByLabel(label, { exact: true })
        .locator('option')
        .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''));
    const refused: unknown[] = [];
    for (const field of await valuesOf('Field')) {
      await row.getByLabel('Field', { exact: true }).selectOption(field);
      const named = /^(attributes|properties)$/.test(field) ? `${field}.a` : field;
      for (const operator of await valuesOf('Operator')) {
        const one = /At$/.test(field) ? '2026-01-01' : /[<>]/.test(operator) ? 1 : 'x';
        const value = /^(not )?in$/.test(operator) ? [one] : one;
        const { status } = await ada.customer.call('POST', `/${project.id}/segments/preview`, {
          filters: [{ field: named, operator, value }],
        });
        if (status !== 200) refused.push([field, operator, status]);
      }
    }
    expect(refused).toEqual([]);
  });
});
