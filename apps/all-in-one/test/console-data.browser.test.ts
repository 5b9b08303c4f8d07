import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import { newId } from '@parley/service-kit/call';
import { describeWithProgram, Mover } from '@parley/testkit';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';

describeWithProgram('chromium', 'export and import in the console', () => {
  let site: ConsoleBrowser;
  beforeAll(async () => {
    site = await ConsoleBrowser.start({ DEMO: 'true' });
  }, 120_000);
  checkPagesOf(() => site);

  it('exports the project, hands out its parts, and deletes the export', async () => {
    const page = await site.open('ada', 'settings/data');
    await page.getByRole('heading', { name: 'Import', exact: true }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start export' }).click();
    await page.getByRole('progressbar', { name: 'Export in progress' }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);

    await page.getByRole('row', { name: /Ada.*Ready/ }).waitFor({ timeout: 60_000 });
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: /^Download export of/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Download export' });
    const link = dialog.getByRole('link', { name: /part-000001.tar/ });
    await link.waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/^[0-9a-f]{24}-part-000001\.tar$/);
    expect(await download.failure()).toBeNull();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: /^Delete export of/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('row', { name: /Ready/ }).waitFor({ state: 'detached' });
  }, 120_000);

  /** Calls workspace as the program does that imports. */
  async function mover(): Promise<Mover> {
    const env = parseEnv(await readFile(join(site.mesh.dataFolder, 'transfer.env'), 'utf8'));
    return new Mover({ env, addresses: { grpc: String(env.WORKSPACE_GRPC), http: '', ops: '' } }, 'workspace');
  }

  it('follows an import of its owner, from the first records until it is verified', async () => {
    const program = await mover();
    const projectId = newId();
    const { body: ada } = await (await site.customer('ada')).call('GET', '/users');
    const made = { createdBy: ada._id, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
    const kinds = (done: number) => ({
      lead: { done: 1_000, total: 1_000, quarantined: 0 },
      message: { done, total: 9_000, quarantined: 2 },
    });
    const report = (state: string, done: number) =>
      program.calls.report({
        ...{ idProject: projectId, import: program.import, state, source: 'tiledesk', startedBy: 'Grace' },
        ...{ kind: 'message', rate: 3_000, kinds: kinds(done) },
      });
    await program.begin(projectId);
    await program.load(projectId, 'project', [{ ...made, _id: projectId, name: 'Old shop' }]);
    await program.load(projectId, 'membership', [{ ...made, _id: newId(), id_user: ada._id, role: 'owner' }]);
    await report('loading', 3_000);

    const page = await site.open('ada', 'settings/data');
    const bar = page.getByRole('progressbar', { name: 'Import of Old shop' });
    await bar.waitFor();
    expect(await bar.getAttribute('aria-valuenow')).toBe('4000');
    await page.getByText('4,000 of 10,000 records (message)').waitFor();
    await page.getByText('3,000 records per second, 2 sec left').waitFor();
    await page.getByRole('row', { name: /Old shop.*From Tiledesk.*Loading.*2 quarantined.*Grace/ }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);

    await report('loading', 6_000);
    await page.getByText('7,000 of 10,000 records (message)').waitFor();
    await report('verified', 9_000);
    const ready = page.getByRole('row', { name: /Old shop/ }).filter({ hasText: 'Ready to activate' });
    await ready.filter({ hasText: '9,998 imported' }).waitFor();
    expect(await bar.count()).toBe(0);
    expect(await faultsInEveryLook(page)).toEqual([]);

    for (let done = false; !done; )
      ({ done } = await program.calls.discard({ idProject: projectId, import: program.import }));
    program.close();
    await Promise.all([page.waitForResponse(/\/v3\/imports$/), page.reload()]);
    await page.getByRole('row', { name: /Old shop/ }).waitFor({ state: 'detached' });
  }, 120_000);

  it('is for owners alone', async () => {
    const page = await site.open('alan', 'settings');
    await page.getByRole('navigation', { name: 'Settings' }).waitFor();
    expect(await page.getByRole('link', { name: 'Export and import' }).count()).toBe(0);
  });
});
