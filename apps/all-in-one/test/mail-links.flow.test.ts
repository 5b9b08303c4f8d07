import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeWithProgram, eventually, findProgram } from '@parley/testkit';
import { type Browser, chromium, type Page } from 'playwright-core';

import type { AllInOne } from '../src/service.ts';
import { Customer, newUser, startMesh } from './mesh.ts';

describeWithProgram('chromium', 'the links of mails, in a browser', () => {
  let mesh: AllInOne;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    mesh = await startMesh();
    browser = await chromium.launch({
      executablePath: findProgram('chromium'),
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    page = await browser.newPage();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await mesh?.stop();
  });

  /** The link of the mail to this address that holds these words. */
  async function linkTo(email: string, words: string): Promise<string> {
    const folder = join(mesh.dataFolder, 'mail');
    return eventually(async () => {
      const files = (await readdir(folder)).filter((file) => file.endsWith('.eml'));
      const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
      // Long lines are folded with `=`, which itself is written `=3D`.
      const mails = texts.map((text) => text.replaceAll('=\n', '').replaceAll('=3D', '='));
      const link = mails.find((text) => text.includes(email) && text.includes(words))?.match(/http:\S+\/#\/\S+/)?.[0];
      if (link === undefined) throw new Error(`There is no mail to ${email} about ${words}.`);
      return link;
    });
  }

  it('confirm an address, set a password and take an invitation', async () => {
    const ada = await newUser(mesh.url, 'Ada');
    await page.goto(await linkTo(ada.email, 'confirm'));
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await page.getByText('The address is confirmed.').waitFor();
    expect((await ada.customer.call('GET', '/users')).body.emailverified).toBe(true);

    await new Customer(mesh.url).call('PUT', '/auth/requestresetpsw', { email: ada.email });
    await page.goto(await linkTo(ada.email, 'new password'));
    await page.getByLabel('New password').fill('another secret of Ada');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('The new password is set').waitFor();
    const again = { email: ada.email, password: 'another secret of Ada' };
    const { body: signedIn } = await new Customer(mesh.url).call('POST', '/auth/signin', again);
    const owner = new Customer(mesh.url, signedIn.token);

    const { body: project } = await owner.call('POST', '/projects', { name: "Ada's shop" });
    const grace = 'grace@example.com';
    await owner.call('POST', `/${project._id}/project_users/invite`, { email: grace, firstname: 'Grace' });
    await page.goto(await linkTo(grace, 'invites you'));
    await page.getByRole('heading', { name: "Join Ada's shop" }).waitFor();
    const form = page.locator('form').first();
    await form.getByLabel('E-mail address').fill(grace);
    await form.getByLabel('Last name').fill('Hopper');
    await form.getByLabel('Password').fill('correct horse');
    await form.getByRole('button').click();
    await page.getByText('You have joined.').waitFor();
    const { body: team } = await owner.call('GET', `/${project._id}/project_users`);
    expect(team.map(({ id_user }: { id_user: { email: string } }) => id_user.email).toSorted()).toEqual(
      [ada.email, grace].toSorted(),
    );
  }, 120_000);
});
