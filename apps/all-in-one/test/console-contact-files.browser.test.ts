import { amountOf, describeWithProgram, eventually } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import { ConsoleProject, newPerson, type Person, textOf } from './console-project.ts';

/** Contacts that one call takes. */
const perCall = 500;

describeWithProgram('chromium', 'files of contacts in the console', () => {
  let app: ConsoleBrowser;
  let context: BrowserContext;
  let ada: Person;
  let linus: Person;
  let project: ConsoleProject;

  beforeAll(async () => {
    app = await ConsoleBrowser.start();
    ada = await newPerson(app, 'Ada');
    linus = await newPerson(app, 'Linus');
  }, 120_000);
  beforeEach(async () => {
    context = await app.newContext({ acceptDownloads: true });
    project = await ConsoleProject.create(app, ada, linus);
  });
  checkPagesOf(() => app);

  const open = (path: string, person = ada) => project.open(context, path, person);
  const newContact = (contact: Record<string, unknown>) => project.call('POST', '/leads', contact);

  /** The whole amount has 37 faulty ones. */
  const lines = amountOf({ quick: 1_500, soak: 5_000 });
  /** Contacts of an export. */
  const exported = amountOf({ quick: 0, soak: 0, full: 50_000 });
  /** An erasure comes after all that was announced before it: by then of each contact of the export, too. */
  const erasedMs = amountOf({ quick: 60_000, soak: 60_000, full: 300_000 });
  const isFaulty = (line: number) => line % 135 === 0;
  const faultyLines = Array.from({ length: lines }, (_, index) => index + 1).filter(isFaulty);
  /** The console finds faulty addresses; the API refuses control characters in an id. */
  const idOf = (line: number) => (isFaulty(line) && line % 2 === 0 ? `c\u0007${line}` : `c${line}`);
  const csv = [
    'Customer ID;Name;E-mail;Tags;Shoe size',
    ...Array.from({ length: lines }, (_, index) => {
      const line = index + 1;
      return `${idOf(line)};Contact ${line};${isFaulty(line) && line % 2 === 1 ? 'nowhere' : `c${line}@example.com`};"new; 2026";${line % 50}`;
    }),
  ].join('\r\n');

  it('imports each line once, also when the page is loaded again in the middle', async () => {
    const whole = lines - faultyLines.length;
    const page = await open('contacts/import');
    let calls = 0;
    await page.route(/\/leads\/multi/, async (route) => {
      calls += 1;
      // Every third call has its effect, but is not answered.
      if (calls % 3 !== 0) return route.continue();
      // A reload may have ended the call already.
      await route.fetch({ timeout: 60_000 }).catch(() => undefined);
      await route.abort().catch(() => undefined);
    });
    await page
      .getByLabel('Choose file')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByText('First 50 lines checked: no errors').waitFor();
    await page.getByLabel('Field for Shoe size').selectOption('Attribute Shoe size');
    await page.getByRole('button', { name: `Import ${lines.toLocaleString('en')} contacts` }).click();
    const doneSoFar = async () => Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'));
    await eventually(async () => expect(await doneSoFar()).toBeGreaterThanOrEqual(lines / 2), { timeoutMs: 120_000 });
    await page.reload();
    await page.getByText('Import finished').waitFor({ timeout: 180_000 });

    expect(await page.getByRole('definition').allInnerTexts()).toEqual(
      [whole, 0, 0, faultyLines.length].map((count) => count.toLocaleString('en')),
    );
    const { count } = await project.call('GET', '/leads?limit=1');
    expect(count).toBe(whole);
    const [sample] = (await project.call('GET', '/leads?lead_id=c134')).leads;
    expect(sample).toMatchObject({ fullname: 'Contact 134', tags: ['new', '2026'], attributes: { 'Shoe size': '34' } });

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download lines with errors' }).click(),
    ]);
    const [, ...faulty] = (await textOf(download)).trim().split('\r\n');
    expect(faulty.map((line) => line.split(';')[0])).toEqual(faultyLines.map(idOf));
    expect(faulty[0]).toBe('c135;Contact 135;nowhere;"new; 2026";35;136;E-mail: Not an email address.');
    expect(faulty[1]).toContain('lead_id: Must not contain control characters');

    await page.getByRole('button', { name: 'Import another file' }).click();
    await page.getByLabel('Choose file').waitFor();

    for (let from = whole; from < exported; from += perCall) {
      const contacts = Array.from({ length: Math.min(perCall, exported - from) }, (_, index) => ({
        lead_id: `more${from + index}`,
        fullname: `Contact of an export ${from + index}`,
      }));
      await project.call('POST', '/leads/multi', contacts);
    }
    await exports(page, Math.max(whole, exported));
  }, 900_000);

  async function exports(page: Page, count: number) {
    await page.goto(project.addressOf('contacts'));
    const network = await context.newCDPSession(page);
    const limit = (downloadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        uploadThroughput: -1,
        downloadThroughput,
      });
    await network.send('Network.enable');
    await limit(20_000);
    await page.getByRole('button', { name: 'Export contacts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export contacts' });
    await page.evaluate(`delete window.showSaveFilePicker`);
    await dialog.getByRole('button', { name: 'Export contacts' }).click();
    await dialog.getByText(/^[1-9][\d,]* of [\d,]+ rows$/).waitFor();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByText(/^Stopped after [\d,]+ rows\. No file was saved\.$/).waitFor();

    await limit(-1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export again' }).click(),
    ]);
    await dialog.getByText(`Export complete: ${count.toLocaleString('en')} rows.`).waitFor();
    const rows = (await textOf(download)).trim().split('\r\n');
    expect(rows).toHaveLength(count + 1);
    expect(new Set(rows.map((row) => row.split(';')[0])).size).toBe(count + 1);

    // Where the browser can, it writes to the file that was chosen; this one lies in its own storage.
    await page.evaluate(`
      window.showSaveFilePicker = async ({ suggestedName }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });`);
    await dialog.getByRole('button', { name: 'Export again' }).click();
    await eventually(async () => {
      const size = await page.evaluate<number>(`
        navigator.storage.getDirectory()
          .then((folder) => folder.getFileHandle('contacts.csv'))
          .then((handle) => handle.getFile())
          .then(({ size }) => size)`);
      expect(size).toBeGreaterThan(count * 50);
    });
  }

  it(
    'exports what is held of a person, erases it after its name was typed, and shows the receipt',
    async () => {
      const { _id } = await newContact({ fullname: 'Sappho', email: 'sappho@example.com' });
      const page = await open(`contacts/${_id}`);
      const more = () => page.getByRole('button', { name: 'More' }).last().click();
      await more();
      await page.getByRole('menuitem', { name: 'Export personal data' }).click();
      const dialog = page.getByRole('dialog', { name: 'Export personal data' });
      await page.evaluate(`delete window.showSaveFilePicker`);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Export personal data' }).click(),
      ]);
      const records = (await textOf(download))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(records.at(0)).toMatchObject({ type: 'export', lead: _id });
      expect(records).toContainEqual(expect.objectContaining({ type: 'lead' }));
      expect(records.at(-1)).toMatchObject({ type: 'end' });
      await page.keyboard.press('Escape');

      await more();
      await page.getByRole('menuitem', { name: 'Erase personal data…' }).click();
      const asked = page.getByRole('dialog', { name: 'Erase personal data' });
      const erase = asked.getByRole('button', { name: 'Erase permanently' });
      await asked.getByLabel('Type Sappho to confirm').fill('sappho');
      expect(await erase.getAttribute('aria-disabled')).toBe('true');
      await asked.getByLabel('Type Sappho to confirm').fill('Sappho');
      await asked.getByLabel('Reason (optional)').fill('Asked for by mail');
      await erase.click();
      await page.getByRole('heading', { name: 'Personal data erased' }).waitFor({ timeout: erasedMs });
      const [receipt] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download receipt' }).click(),
      ]);
      expect(await textOf(receipt)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      expect((await project.call('GET', '/leads?status=all')).count).toBe(0);
    },
    erasedMs + 60_000,
  );

  it('gives an agent contacts and segments, but neither export of a person nor erasure', async () => {
    const { _id } = await newContact({ fullname: 'Vera' });
    const page = await open(`contacts/${_id}`, linus);
    await page.getByRole('button', { name: 'More' }).last().click();
    for (const name of ['Export personal data', 'Erase personal data…'])
      expect(await page.getByRole('menuitem', { name }).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await page.goto(project.addressOf('contacts/64f0c0a1b2c3d4e5f6a7b8c9'));
    await page.getByText('Page not found').waitFor();
    await page.goto(project.addressOf('segments'));
    await page.getByText('No segments yet').waitFor();
  });

  const screens = [
    'contacts',
    'contacts?trash=true',
    'contacts/LEAD',
    'segments',
    'segments/SEGMENT',
    'contacts/import',
  ];

  it('has no fault that axe finds, in both themes, at 1280 and 320 px', async () => {
    const { _id } = await newContact({
      fullname: 'Vera',
      email: 'vera@example.com',
      tags: ['vip'],
      attributes: { a: 1 },
    });
    const segment = await project.call('POST', '/segments', {
      name: 'Gold',
      filters: [
        { field: 'attributes.plan', operator: 'in', value: ['gold'] },
        { field: 'createdAt', operator: '>', value: '2026-01-01' },
      ],
    });
    const page = await project.open(context, 'contacts');
    for (const screen of screens) {
      const path = screen.replace('LEAD', _id).replace('SEGMENT', segment._id);
      await page.goto(project.addressOf(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([screen, await faultsInEveryLook(page)]).toEqual([screen, []]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(project.addressOf('contacts'));
    await page.getByRole('button', { name: 'New contact' }).first().click();
    await page.getByRole('dialog').getByLabel('Email').fill('nowhere');
    await page.getByRole('button', { name: 'Create contact' }).click();
    await page.getByText('Must be an email address').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
  }, 120_000);
});
