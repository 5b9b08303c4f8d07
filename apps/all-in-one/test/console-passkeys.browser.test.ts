import { randomUUID } from 'node:crypto';

import { describeWithProgram, eventually } from '@parley/testkit';
import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import { Customer } from './mesh.ts';

/** An authenticator of the browser, as a phone or laptop has one built in. */
async function withAuthenticator(page: Page) {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await protocol.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    verify: (isUserVerified: boolean) => protocol.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

describeWithProgram('chromium', 'passkeys in the console', () => {
  let site: ConsoleBrowser;
  beforeAll(async () => {
    site = await ConsoleBrowser.start();
  }, 120_000);
  checkPagesOf(() => site);

  async function newPerson(firstname: string) {
    const person = {
      email: `${firstname.toLowerCase()}.${randomUUID()}@example.com`,
      password: `secret of ${firstname}`,
      ...{ firstname, lastname: 'Example' },
    };
    await new Customer(site.mesh.url).call('POST', '/auth/signup', person);
    return person;
  }

  const signInPage = async (context: BrowserContext) => {
    const page = await context.newPage();
    await page.goto(`${site.origin}/console/signin?to=/account/security`);
    return page;
  };
  /** @returns the recovery codes that come with the first one */
  const addPasskey = async (page: Page, count: number): Promise<string[]> => {
    await page.getByRole('button', { name: 'Add passkey' }).click();
    const kept = page.getByRole('button', { name: 'I’ve saved them' });
    const codes: string[] = [];
    if (count === 1) {
      await kept.waitFor();
      codes.push(...(await page.getByRole('dialog').getByRole('listitem').allTextContents()));
      await kept.click();
    }
    await eventually(async () => expect(await page.getByRole('row', { name: /Passkey/ }).count()).toBe(count));
    return codes;
  };
  const signOut = async (page: Page) => {
    const end = "fetch('/v3/auth/session', { method: 'DELETE', headers: { 'content-type': 'application/json' } })";
    expect(await page.evaluate(`${end}.then(({ status }) => status)`)).toBe(200);
    await page.goto(`${site.origin}/console/signin?to=/account/security`);
  };
  const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' });

  it('are registered on two devices and sign in without a password; a removed one does not', async () => {
    const ada = await newPerson('Ada');
    const page = await site.signIn(await site.newContext(), ada, '/account/security');
    const built = await withAuthenticator(page);
    const [recovery = ''] = await addPasskey(page, 1);
    expect(await built.credentials()).toHaveLength(1);
    expect(await faultsInEveryLook(page)).toEqual([]);

    await signOut(page);
    await usePasskey(page).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await usePasskey(page).click();
    await page.getByRole('row', { name: /Passkey/ }).waitFor();

    // Without the person’s finger or PIN it is no proof.
    await signOut(page);
    await built.verify(false);
    const isRefused = page.evaluate(`new Promise((resolve) => {
      const { get } = CredentialsContainer.prototype;
      CredentialsContainer.prototype.get = function (...args) {
        const answer = get.apply(this, args);
        answer.catch(({ name }) => resolve(name));
        return answer;
      };
    })`);
    await usePasskey(page).click();
    expect(await isRefused).toBe('NotAllowedError');
    await eventually(async () => expect(await usePasskey(page).isEnabled()).toBe(true));
    expect(page.url()).toContain('/signin');
    await built.verify(true);
    await usePasskey(page).click();
    await page.getByRole('row', { name: /Passkey/ }).waitFor();

    const phone = await signInPage(await site.newContext());
    await withAuthenticator(phone);
    await phone.getByLabel('Email address').fill(ada.email);
    await phone.getByLabel('Password').fill(ada.password);
    await phone.getByRole('button', { name: 'Sign in' }).click();
    await usePasskey(phone).waitFor();
    expect(await faultsInEveryLook(phone)).toEqual([]);
    await phone.getByLabel('Recovery code').fill(recovery);
    await phone.getByRole('button', { name: 'Sign in' }).click();
    await addPasskey(phone, 2);

    // The older one, of the first device, is removed on the other.
    await phone
      .getByRole('row', { name: /Passkey/ })
      .first()
      .getByRole('button')
      .click();
    await phone.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await eventually(async () => expect(await phone.getByRole('row', { name: /Passkey/ }).count()).toBe(1));
    await signOut(phone);
    await usePasskey(phone).click();
    await phone.getByRole('row', { name: /Passkey/ }).waitFor();

    await signOut(page);
    await usePasskey(page).click();
    await page.getByText('The email address or password is incorrect.').waitFor();
    expect(page.url()).toContain('/signin');
  }, 90_000);
});
