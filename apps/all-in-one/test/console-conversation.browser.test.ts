import { describeWithProgram, eventually } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { SocketClient } from './client.ts';
import { axeFaults } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

/** Smallest picture there is. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const buttons = [
  { type: 'text', value: 'Track a parcel' },
  { type: 'action', value: 'Returns', action: 'returns', show_echo: true },
];

describeWithProgram('chromium', 'what the inbox shows of a conversation', () => {
  const team = ConsoleTeam.ofTests();

  async function open(path: string, person = team.ada): Promise<Page> {
    const context = await team.app.newContext();
    return team.open(path, { person, context });
  }

  const messagesOf = async (requestId: string) => (await team.call('GET', `/requests/${requestId}/messages`)).body;

  it('shows in the list who answers, by picture, and who has it open now', async () => {
    const vera = await team.visitor('Vera', 'Where is my parcel?');
    const photo = new File([picture], 'grace.png', { type: 'image/png' });
    expect((await team.grace.customer.upload(`/${team.project}/files/users/photo`, photo)).status).toBe(201);
    await team.call('POST', `/requests/${vera.requestId}/participants`, { member: team.grace.id });
    const ada = await open('inbox/all');
    const row = ada.getByRole('row', { name: /Vera/ });
    await row.getByTitle('Grace Example').locator('img').waitFor();
    const calls: string[] = [];
    ada.on('request', (request) => calls.push(request.url()));

    const linus = await open(`inbox/all/${vera.requestId}`, team.linus);
    await row.getByTitle('Also viewing: Linus Example').waitFor();
    await linus.goto(`${team.app.origin}/console/${team.project}/team/people`);
    await row.getByTitle('Also viewing: Linus Example').waitFor({ state: 'detached' });
    // Nothing is asked for it: it comes over the socket. Counters are, a while after each frame of the inbox.
    expect(calls.filter((url) => url.includes('/v3/') && !url.endsWith('/counters'))).toEqual([]);
  }, 60_000);

  it('shows whether the visitor is there, live', async () => {
    const vera = await team.visitor('Mira', 'Is it still on sale?');
    const ada = await open(`inbox/all/${vera.requestId}`);
    await ada.getByRole('button', { name: 'Contact', exact: true }).click();
    const panel = ada.getByRole('complementary', { name: 'Contact' });
    await panel.getByText('Offline').waitFor();
    const socket = new SocketClient(team.app.mesh.url, vera.token, []);
    socket.connect();
    try {
      await panel.getByText('Online').waitFor();
    } finally {
      socket.stop();
    }
  }, 60_000);

  it('names the country of the visitor in the language of the agent', async () => {
    const { body } = await team.call('POST', '/requests', {
      ...{ first_text: 'Dove siete?', location: { city: 'Lecce', country: 'Italy', countryCode: 'IT' } },
    });
    const page = await open(`inbox/all/${body.request_id}?lang=de`);
    await page.getByRole('button', { name: 'Kontakt', exact: true }).click();
    await page.getByText('Lecce, Italien', { exact: true }).waitFor();
  });

  it('shows what another person has made of a field of the contact meanwhile, and keeps what they changed beside it', async () => {
    const vera = await team.visitor('Ivana', 'Hello');
    const lead: string = (await team.call('GET', `/requests/${vera.requestId}`)).body.lead._id;
    const page = await open(`inbox/all/${vera.requestId}`);
    await page.getByRole('button', { name: 'Contact', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Contact' });
    const phone = panel.getByRole('textbox', { name: 'Phone' });
    const stored = async () => (await team.call('GET', `/leads/${lead}`)).body;
    const matched: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().endsWith(`/leads/${lead}`))
        matched.push(request.headers()['if-match']);
    });
    async function edit(text: string, theirs: object) {
      await panel.getByRole('button', { name: 'Edit Phone' }).click();
      await phone.fill(text);
      expect((await team.call('PUT', `/leads/${lead}`, theirs)).status).toBe(200);
      await page.keyboard.press('Enter');
    }

    await edit('+39 1', { company: 'Acme' });
    await panel.getByText('+39 1', { exact: true }).waitFor();
    expect(await stored()).toMatchObject({ phone: '+39 1', company: 'Acme' });

    await edit('+39 2', { phone: '+39 3' });
    const changed = panel.getByRole('alert').filter({ hasText: 'Someone has changed this in the meantime' });
    await changed.getByText('+39 3', { exact: true }).waitFor();
    await changed.getByText('+39 2', { exact: true }).waitFor();
    expect((await stored()).phone).toBe('+39 3');
    expect(await axeFaults(page)).toEqual([]);
    await changed.getByRole('button', { name: 'Keep mine' }).click();
    await panel.getByText('+39 2', { exact: true }).waitFor();
    expect((await stored()).phone).toBe('+39 2');

    await edit('+39 4', { phone: '+39 5' });
    await changed.getByRole('button', { name: 'Use theirs' }).click();
    await panel.getByRole('button', { name: /^\+39 5\. Edit Phone/ }).waitFor();
    expect((await stored()).phone).toBe('+39 5');
    expect(matched.length).toBeGreaterThanOrEqual(4);
    expect(matched.filter((version) => !/^"\d+"$/.test(version ?? ''))).toEqual([]);
  }, 60_000);

  it("marks which of a bot's buttons the visitor pressed", async () => {
    const vera = await team.visitor('Rosa', 'Hello');
    const ask = (text: string) =>
      team.call('POST', `/requests/${vera.requestId}/messages`, {
        text,
        attributes: { attachment: { type: 'template', buttons } },
      });
    await ask('What can I do for you?');
    const ada = await open(`inbox/all/${vera.requestId}`);
    const shown = ada.getByRole('list', { name: 'Buttons shown to the visitor' });
    await shown.getByText('Returns').waitFor();
    const pressed = shown.getByRole('listitem').filter({ hasText: 'clicked by the visitor' });
    expect(await pressed.count()).toBe(0);

    await vera.say('Returns', { action: 'returns' });
    await pressed.waitFor();
    expect(await pressed.textContent()).toContain('Returns');
    await ask('Anything else?');
    await vera.say('Track a parcel');
    await eventually(async () => expect(await pressed.allTextContents()).toHaveLength(2));
    expect((await pressed.allTextContents())[1]).toContain('Track a parcel');
    // They press nothing.
    expect(await shown.getByRole('button').count()).toBe(0);
  }, 60_000);

  it('sends what is written literally, and as micro-language where the switch says so, for one message', async () => {
    const vera = await team.visitor('Otto', 'Do you ship to Portugal?');
    const ada = await open(`inbox/all/${vera.requestId}`);
    const composer = ada.getByRole('textbox', { name: 'Reply to Otto' });
    const source = 'Which one?\n* The blue one\n* The red one';
    const micro = ada.getByRole('button', { name: 'Convert text to buttons and images' });
    const send = async () => {
      await composer.fill(source);
      await composer.press('Enter');
    };
    await send();
    await micro.click();
    await ada.getByText('Each line starting with * becomes a button.').waitFor();
    await send();
    await ada.getByRole('list', { name: 'Buttons shown to the visitor' }).getByText('The red one').waitFor();
    expect(await micro.getAttribute('aria-pressed')).toBe('false');
    await send();
    await eventually(async () => {
      const sent = (await messagesOf(vera.requestId)).slice(1);
      expect(sent.map(({ text }: { text: string }) => text)).toEqual([source, 'Which one?', source]);
      expect(sent.map((one: { attributes: { attachment?: object } }) => one.attributes.attachment)).toEqual([
        undefined,
        {
          type: 'template',
          buttons: [
            { type: 'text', value: 'The blue one' },
            { type: 'text', value: 'The red one' },
          ],
        },
        undefined,
      ]);
    });
  }, 60_000);

  it('covers nothing with the word that the browser lets nothing sound', async () => {
    const ada = await open('inbox/all');
    // What a test runs in a page counts as a gesture there: only a click does here.
    await ada.addInitScript(`
      let isClicked = false;
      addEventListener('click', () => { isClicked = true; }, true);
      Object.defineProperty(UserActivation.prototype, 'hasBeenActive', { get: () => isClicked });`);
    await ada.reload();
    for (const width of [1280, 390]) {
      await ada.setViewportSize({ width, height: 900 });
      const enable = ada.getByRole('button', { name: 'Turn on sound' });
      await enable.waitFor();
      const covered = await ada.evaluate<string[]>(`(() => {
        const button = [...document.querySelectorAll('[role=status] button')].find((one) => one.textContent === 'Turn on sound');
        const { left, right, top, bottom } = button.parentElement.getBoundingClientRect();
        const points = [[left + 2, top + 2], [right - 2, bottom - 2], [(left + right) / 2, (top + bottom) / 2]];
        return points
          .flatMap(([x, y]) => document.elementsFromPoint(x, y))
          .filter((one) => !one.contains(button) && !button.parentElement.contains(one))
          .map(({ outerHTML }) => outerHTML.slice(0, 100));
      })()`);
      expect([width, covered]).toEqual([width, []]);
    }
    await ada.getByRole('button', { name: 'Turn on sound' }).click();
    await ada.getByRole('button', { name: 'Turn on sound' }).waitFor({ state: 'detached' });
  }, 60_000);
});
