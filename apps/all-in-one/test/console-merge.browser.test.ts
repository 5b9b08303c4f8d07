import { describeWithProgram, eventually } from '@parley/testkit';

import { faultsInEveryLook } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';
import { newRequestId } from './mesh.ts';

describeWithProgram('chromium', 'merged and linked conversations in the console', () => {
  const team = ConsoleTeam.ofTests();
  const request = async (requestId: string) => (await team.call('GET', `/requests/${requestId}`)).body;

  /** A visitor with two conversations, the first one open in the page of Ada. */
  async function twice(name: string) {
    const one = await team.conversation(name);
    const second = newRequestId(team.project);
    const { token } = one.visitor;
    const path = `/v3/${team.project}/requests/${second}/messages`;
    const answer = await fetch(`${team.app.mesh.url}${path}`, {
      method: 'POST',
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'And my other parcel?' }),
    });
    expect(answer.status).toBe(200);
    return { ...one, first: one.visitor.requestId, second };
  }

  it('are chosen, read side by side, merged and separated again', async () => {
    const { page, first, second } = await twice('Vera');
    await page.locator('header').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Merge with another conversation' }).click();
    await page.getByRole('option', { name: /And my other parcel/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge with another conversation' });
    await dialog.getByText('And my other parcel?').nth(1).waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'Hello' }).waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Merge #/ }).click();
    await page.getByText('Conversations merged').waitFor();
    const { ticket_id: merged } = await request(second);
    const part = page.getByRole('log').getByRole('group', { name: `From #${merged}, merged into this conversation:` });
    await part.getByText('And my other parcel?').last().waitFor();
    expect(await page.getByRole('log').getByText('The conversation was closed').count()).toBe(0);
    await page.getByRole('log').getByText(`#${merged} was merged into this conversation`).waitFor();
    expect(await request(second)).toMatchObject({ status: 1000, merged_into: { request_id: first } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect((await request(second)).merged_into).toBeUndefined());
    await part.waitFor({ state: 'detached' });

    // Into the other one: the page goes there.
    await page.locator('header').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Merge with another conversation' }).click();
    await page.getByRole('option', { name: /And my other parcel/ }).click();
    await team.call('PUT', `/requests/${second}/reopen`);
    await dialog.getByRole('radio').nth(1).check();
    await dialog.getByRole('button', { name: /^Merge #/ }).click();
    await page.waitForURL(new RegExp(second));
    const { ticket_id: ended, merged_into } = await request(first);
    expect(merged_into).toMatchObject({ request_id: second });
    await page
      .getByRole('log')
      .getByRole('group', { name: `From #${ended},` })
      .getByText('Hello')
      .last()
      .waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);

    await page.goto(team.app.address(`inbox/closed/${first}`, team.project));
    const { ticket_id } = await request(second);
    await page.getByRole('link', { name: `Continues in #${ticket_id}` }).waitFor();
    await page.getByRole('button', { name: 'Undo merge' }).click();
    await page.getByRole('link', { name: `Continues in #${ticket_id}` }).waitFor({ state: 'detached' });
    expect((await request(first)).merged_into).toBeUndefined();
  });

  it('are linked from the contact panel, listed on both, and unlinked', async () => {
    const { page, first, second } = await twice('Walter');
    const { ticket_id } = await request(second);
    const panel = page.getByRole('complementary', { name: 'Contact' });
    await page.getByRole('button', { name: 'Contact', exact: true }).click();
    await panel.getByRole('button', { name: 'Link a conversation' }).click();
    await page.getByRole('option', { name: /And my other parcel/ }).click();
    const link = panel.getByRole('link', { name: new RegExp(`#${ticket_id} And my other parcel`) });
    await link.first().waitFor();
    expect((await team.call('GET', `/requests/${second}/links`)).body.links).toMatchObject([{ request_id: first }]);
    await panel.getByRole('button', { name: `Remove the link to #${ticket_id}` }).scrollIntoViewIfNeeded();
    await panel.getByRole('button', { name: `Remove the link to #${ticket_id}` }).click();
    await eventually(async () => expect((await team.call('GET', `/requests/${second}/links`)).body.links).toEqual([]));
    await panel.getByRole('button', { name: `Remove the link to #${ticket_id}` }).waitFor({ state: 'detached' });
  });
});
