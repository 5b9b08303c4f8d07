import { describeWithProgram, eventually } from '@parley/testkit';

import { axeFaults, faultsInEveryLook, tabTo } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';
import { Customer } from './mesh.ts';

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describeWithProgram('chromium', 'what is written in the inbox', () => {
  const team = ConsoleTeam.ofTests({ MEDIA_FILE_BYTES: '1048576' });

  it('is sent once however often Enter is pressed, and what follows is not lost', async () => {
    const { visitor, page, box } = await team.conversation('Vera');
    await box.fill('one');
    // In one task: no drawing comes between the two.
    await page.evaluate(`for (let times = 0; times < 2; times += 1) document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))`);
    await page.keyboard.type('two');
    await eventually(async () => expect(await visitor.texts()).toEqual(['Hello', 'one']));
    expect(await box.inputValue()).toBe('two');

    await page.keyboard.press('Enter');
    await eventually(async () => expect(await visitor.texts()).toEqual(['Hello', 'one', 'two']));
    await page.reload();
    await box.waitFor();
    expect(await box.inputValue()).toBe('');
    expect(await visitor.texts()).toEqual(['Hello', 'one', 'two']);
  });

  it('stays in the composer when a note is written while the former is on its way, and is no reply', async () => {
    const { visitor, page } = await team.conversation('Mina');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/\/notes$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByText('Note', { exact: true }).click();
    const note = page.getByRole('textbox', { name: 'Write a note only your team can see' });
    await note.fill('first');
    await note.press('Enter');
    await page.keyboard.type('second');
    letGo();
    const notes = async () =>
      (await team.call('GET', `/requests/${visitor.requestId}`)).body.notes.map(({ text }: { text: string }) => text);
    await eventually(async () => expect(await notes()).toEqual(['first']));
    expect(await note.inputValue()).toBe('second');
    await note.press('Enter');

    await eventually(async () => expect(await notes()).toEqual(['first', 'second']));
    expect(await visitor.texts()).toEqual(['Hello']);
  });

  it('is not sent by the Enter of an input method', async () => {
    const { visitor, page, box } = await team.conversation('Yuki');
    await box.fill('にほん');
    await page.evaluate(`document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }))`);
    await box.press('Control+Enter');
    await eventually(async () => expect(await visitor.texts()).toEqual(['Hello', 'にほん']));
    await page.getByRole('log').getByText('Sent').or(page.getByRole('log').getByText('Delivered')).first().waitFor();
  });

  it('takes a canned response with Enter instead of sending the slash', async () => {
    await team.call('POST', '/canned', { title: 'greeting', text: 'Hello $recipient_name, I am $agent_name.' });
    const { visitor, page, box } = await team.conversation('Nora');
    await box.fill('/gree');
    await page.getByRole('option', { name: /greeting/ }).waitFor();
    await box.press('Enter');
    expect(await box.inputValue()).toBe('Hello Nora, I am Ada Example.');
    expect(await visitor.texts()).toEqual(['Hello']);

    await box.fill('');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('greeting');
    await page.getByRole('option', { name: /Canned response · Hello Nora/ }).click();
    await eventually(async () => expect(await box.inputValue()).toBe('Hello Nora, I am Ada Example.'));
  });

  it('takes a canned response from the palette with its first open placeholder selected, as from the slash', async () => {
    await team.call('POST', '/canned', {
      title: 'tracking',
      text: 'Hello $recipient_name, see $tracking_link or $home.',
    });
    const { page, box } = await team.conversation('Nora');
    const written = 'Hello Nora, see https://example.com/1 or $home.';
    await box.fill('/track');
    await page.getByRole('option', { name: /tracking/ }).waitFor();
    await box.press('Enter');
    await page.keyboard.type('https://example.com/1');
    expect(await box.inputValue()).toBe(written);

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('tracking');
    await page.getByRole('option', { name: /Canned response · Hello Nora/ }).click();
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.selectionEnd - document.activeElement.selectionStart')).toBe(
        '$tracking_link'.length,
      ),
    );
    await page.keyboard.type('https://example.com/2');
    expect(await box.inputValue()).toBe(`${written}\n${written.replace('1', '2')}`);
  });

  it('takes an emoji by the keyboard where the caret stands, and offers it first afterwards', async () => {
    const { visitor, page, box } = await team.conversation('Lara');
    await box.fill('Thanks!');
    await box.press('ArrowLeft');
    await tabTo(page, 'Emoji');
    await page.route(/emoji-palette/, (route) => route.abort());
    // The focus is where the last Tab has led, also when parts of the page have come meanwhile.
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Emoji');
    await page.keyboard.press('Enter');
    await page.getByText('Can’t reach Parley.').waitFor();
    await page.unroute(/emoji-palette/);
    await page.keyboard.press('Enter');
    const palette = page.getByRole('toolbar', { name: 'Emoji' });
    await palette.getByRole('button', { name: '🙂' }).waitFor();
    await page.getByText('Can’t reach Parley.').waitFor({ state: 'detached' });
    expect(await axeFaults(page)).toEqual([]);
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await eventually(async () => expect(await box.inputValue()).toBe('Thanks👎!'));
    await eventually(async () => expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA'));
    await page.keyboard.press('Backspace');
    await eventually(async () => expect(await box.inputValue()).toBe('Thanks!'));

    await page.getByRole('button', { name: 'Emoji' }).click();
    await palette.getByRole('button').first().click();
    await eventually(async () => expect(await box.inputValue()).toBe('Thanks👎!'));
    await box.press('Enter');
    await eventually(async () => expect(await visitor.texts()).toEqual(['Hello', 'Thanks👎!']));
  });

  it('waits for a file that is on its way, before it is sent and before the page goes, also from another conversation', async () => {
    await team.visitor('Jo', 'Hi');
    const { visitor, page, box } = await team.conversation('Ines');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/\/files\/chat/, async (route) => {
      await held;
      await route.continue();
    });
    const file = { name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('12.50') };
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByText('receipt.txt').waitFor();
    await page.getByRole('row', { name: /Jo/ }).click();
    await page.getByRole('textbox', { name: 'Reply to Jo' }).waitFor();
    expect(await page.getByText('receipt.txt').count()).toBe(0);
    await page.getByRole('row', { name: /Ines/ }).click();
    await page.getByText('receipt.txt').waitFor();
    await box.fill('Here it is');
    await box.press('Enter');
    expect(await box.inputValue()).toBe('Here it is');
    await page.getByRole('row', { name: /Jo/ }).click();

    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();

    letGo();
    await page.getByRole('row', { name: /Ines/ }).click();
    // Refused until the file has arrived.
    await eventually(async () => {
      await box.press('Enter');
      expect(await visitor.texts()).toEqual(['Hello', 'receipt.txt', 'Here it is']);
    });
  });

  it('shows an image before it is sent, and tells of a file that is too large before it goes up', async () => {
    const { visitor, page, box } = await team.conversation('Emil');
    const uploads: string[] = [];
    page.on('request', (request) => request.url().endsWith('/files/chat') && uploads.push(request.url()));
    const image = { name: 'parcel.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') };
    const film = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1_048_577) };
    await page.locator('input[type="file"]').setInputFiles([film, image]);
    const composer = page.locator('div').filter({ has: box }).last();
    await composer.getByRole('alert').getByText('film.mp4 is too large. The limit is 1 MB per file.').waitFor();
    await composer.getByRole('button', { name: 'Remove parcel.png' }).waitFor();
    expect(uploads).toHaveLength(1);
    const widthOfImage = `document.querySelector('li img')?.naturalWidth`;
    await eventually(async () => expect(await page.evaluate(widthOfImage)).toBe(1));
    await composer.getByRole('button', { name: 'Attach file (up to 1 MB)' }).focus();
    await composer.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await composer.getByRole('alert').waitFor({ state: 'detached' });
    expect(await axeFaults(page)).toEqual([]);
    await page.getByText('Note', { exact: true }).click();
    await page.getByText('Files are sent with your next reply. Notes can’t have attachments.').waitFor();
    await page.getByText('Reply', { exact: true }).click();
    await box.press('Enter');
    await eventually(async () => expect(await visitor.texts()).toEqual(['Hello', '']));
    await page.getByRole('log').getByRole('img', { name: 'Image parcel.png' }).waitFor();
  });

  it('is refused while the channel carries no reply, which the composer says with what can still be written', async () => {
    const { visitor, page, box } = await team.conversation('Wanda');
    const wanted = { name: 'Connector', role: 'agent', expires_in: 3_600 };
    const { token } = (await team.call('POST', '/api_tokens', wanted)).body;
    const connector = new Customer(team.app.mesh.url, `Bearer ${token}`);
    const state = async (channel_window: object | null) => {
      const path = `/${team.project}/requests/${visitor.requestId}`;
      expect((await connector.call('PATCH', path, { channel_window })).status).toBe(200);
    };
    await box.fill('Where are you?');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    expect(await send.getAttribute('aria-disabled')).toBeNull();

    await state({ templates_only: true });
    const onlyTemplates = 'Only templates reach Wanda until they write again. You can still add a note.';
    await page.getByRole('status').getByText(onlyTemplates).waitFor();
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    expect(await send.getAttribute('aria-description')).toBe(onlyTemplates);
    await box.press('Control+Enter');
    await page.getByRole('button', { name: 'More send options' }).click();
    for (const name of ['Send and close', 'Send and open next', 'Send later…'])
      expect([name, await page.getByRole('menuitem', { name }).getAttribute('aria-disabled')]).toEqual([name, 'true']);
    await page.keyboard.press('Escape');
    expect(await faultsInEveryLook(page)).toEqual([]);

    await page.getByText('Note', { exact: true }).click();
    await page.getByText(onlyTemplates).waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Write a note only your team can see' }).press('Enter');
    await page.getByText('Note added').waitFor();
    await page.getByText('Reply', { exact: true }).click();

    await state({ templates_only: false, closes_at: new Date(Date.now() - 1_000).toISOString() });
    await page.getByText('Replies don’t reach Wanda until they write again. You can still add a note.').waitFor();
    // The customer writes, and their channel is open again.
    await visitor.say('Here I am');
    await state(null);
    await eventually(async () => expect(await send.getAttribute('aria-description')).toBe('Reply to Wanda'));
    await box.fill('Good to hear');
    await box.press('Control+Enter');
    await eventually(async () => expect(await visitor.texts()).toEqual(['Hello', 'Here I am', 'Good to hear']));
  });
});
