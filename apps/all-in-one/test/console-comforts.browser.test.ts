import { describeWithProgram, eventually } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { faultsInEveryLook } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

describeWithProgram('chromium', 'what makes a day in the inbox lighter', () => {
  const team = ConsoleTeam.ofTests();

  it('is that files are taken wherever they are dropped on a conversation, or pasted', async () => {
    const { visitor, page } = await team.conversation('Vera');
    await drag(page, '[role="log"]', 'dragenter', 'dragover');
    await page.getByText('Drop files to attach them').waitFor();
    await drag(page, '[role="log"]', 'drop');
    await page.getByText('Drop files to attach them').waitFor({ state: 'detached' });
    const attached = page.getByRole('button', { name: 'Remove note.txt' });
    await attached.waitFor();
    await page.evaluate(paste('document.body'));
    await eventually(async () => expect(await attached.count()).toBe(2));

    // Another field keeps what is pasted into it; beside the conversation the file would take the place of the page.
    await page.evaluate(paste('document.getElementById("inbox-search")'));
    expect(await drag(page, '[role="grid"]', 'dragover', 'drop')).toEqual([true, true]);
    expect(await attached.count()).toBe(2);

    await team.call('PUT', `/requests/${visitor.requestId}/close`);
    await page.getByRole('button', { name: 'Reopen' }).first().waitFor();
    await drag(page, '[role="log"]', 'dragenter', 'dragover');
    await page.getByText('This conversation is closed', { exact: true }).waitFor();
    await drag(page, '[role="log"]', 'drop');
    await page.getByText('This conversation is closed', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Reopen' }).first().click();
    await attached.first().waitFor();
    expect(await attached.count()).toBe(2);
  }, 60_000);

  it.each(['inbox/all', 'contacts', 'settings/tags'])(
    'is that a file dropped on %s does not take the page away',
    async (screen) => {
      const page = await team.open(screen);
      await page.getByRole('main').waitFor();
      expect(await drag(page, 'main', 'dragover', 'drop')).toEqual([true, true]);
    },
  );

  it('is that saved views stand in an order of one’s own, made by dragging or by keys, and kept', async () => {
    for (const [position, name] of ['First', 'Second', 'Third'].entries())
      await team.call('POST', '/views', { name, query: { tags: name }, position });
    const page = await team.open('inbox/all');
    const order = () => page.locator('[data-view] bdi').allTextContents();
    const stored = async () => (await team.call('GET', '/views')).body.views.map(({ name }: { name: string }) => name);
    await page.getByRole('link', { name: 'Third' }).waitFor();
    await page.getByRole('button', { name: 'Move First down' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('First: 2 of 3').waitFor({ state: 'attached' });
    await eventually(async () => expect(await stored()).toEqual(['Second', 'First', 'Third']));
    // The focus stays with the view.
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await stored()).toEqual(['Second', 'Third', 'First']));
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Move First up');

    await page.getByRole('link', { name: 'First' }).dragTo(page.getByRole('link', { name: 'Second' }));
    await eventually(async () => expect(await stored()).toEqual(['First', 'Second', 'Third']));
    await page.reload();
    await page.getByRole('link', { name: 'Third' }).waitFor();
    expect(await order()).toEqual(['First', 'Second', 'Third']);
    expect(await faultsInEveryLook(page)).toEqual([]);
  }, 60_000);

  it('is to look into a conversation without opening it: by Space, or while the pointer rests', async () => {
    const nils = await team.visitor('Nils', 'Where is my parcel?');
    await nils.say('It was due on Monday.');
    const mara = await team.visitor('Mara', 'Can I pay by card?');
    for (const { requestId } of [nils, mara]) await team.call('PUT', `/requests/${requestId}/tag`, ['peek']);
    const page = await team.open('inbox/all?tag=peek');
    const reads: string[] = [];
    page.on('request', (call) => call.method() === 'PUT' && reads.push(call.url()));
    await page.getByRole('row', { name: /Mara/ }).focus();
    await page.keyboard.press(' ');
    await page.getByRole('status', { name: 'Preview: Mara' }).getByText('Can I pay by card?').waitFor();
    await page.keyboard.press('ArrowDown');
    const preview = page.getByRole('status', { name: 'Preview: Nils' });
    await preview.getByText('It was due on Monday.').waitFor();
    await nils.say('Hello?');
    await preview.getByText('Hello?').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    await page.waitForURL(/\/inbox\/all\?tag=peek$/);

    await page.getByRole('row', { name: /Mara/ }).hover();
    const resting = page.getByRole('tooltip', { name: 'Preview: Mara' });
    await resting.getByText('Can I pay by card?').waitFor();
    // It takes no click from what lies below.
    await page.mouse.move(900, 300);
    await resting.waitFor({ state: 'detached' });
    expect(reads).toEqual([]);
    await page.getByRole('row', { name: /Nils.*3 unread/ }).waitFor();
  }, 60_000);

  it('is to read, while there is no network, how many messages wait for it', async () => {
    const { visitor, page, box } = await team.conversation('Otto');
    await team.context.setOffline(true);
    await page.getByText('You’re offline.').waitFor();
    expect(await page.getByText(/queued\./).count()).toBe(0);
    await box.fill('one');
    await box.press('Enter');
    await page.getByText('1 message is queued.').waitFor();
    await box.fill('two');
    await box.press('Enter');
    await page.getByText('2 messages are queued.').waitFor();
    await team.context.setOffline(false);
    await page.getByText('You’re offline.').waitFor({ state: 'detached' });
    await eventually(async () => expect(await visitor.texts()).toEqual(['Hello', 'one', 'two']));
  }, 60_000);

  it('is a mark at a message that says, pointed at, how far it has come', async () => {
    const { visitor, page, box } = await team.conversation('Pia');
    await box.fill('On its way');
    await box.press('Enter');
    const log = page.getByRole('log');
    await log.getByText('Sent', { exact: true }).hover();
    await page.getByText('Parley has it. The visitor’s browser has not received it yet.').last().waitFor();
    const { body } = await team.call('GET', `/requests/${visitor.requestId}/messages`);
    const { seq } = body.at(-1);
    for (const [status, word] of [
      [250, 'Delivered'],
      [300, 'Seen'],
    ] as const) {
      await visitor.call('PUT', '/messages/status', { status, upto: seq });
      await log.getByText(word, { exact: true }).waitFor();
    }
    await log.getByText('Seen', { exact: true }).hover();
    await page.getByText('The visitor has had it on their screen.').last().waitFor();
  }, 60_000);

  it('is to find images, files and links of a conversation beside it, loaded from nowhere else', async () => {
    const vera = await team.visitor('Rosa', 'See https://elsewhere.example/orders/4711');
    const src = `${team.app.origin}/v3/files?path=none.png`;
    const send = (from: string, name: string) =>
      vera.call('POST', '/messages', { type: 'image', text: '', metadata: { src: from, name, width: 10, height: 10 } });
    await send(src, 'box.png');
    await send('https://elsewhere.example/cat.png', 'cat.png');
    const page = await team.open(`inbox/all/${vera.requestId}`);
    await page.getByRole('button', { name: 'Contact', exact: true }).click();
    const shared = page.locator('details', { hasText: 'Files and links' });
    await shared.getByRole('link', { name: 'elsewhere.example/orders/4711' }).waitFor();
    await shared.getByRole('link', { name: 'cat.png' }).waitFor();
    expect(await shared.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('src')))).toEqual([
      src,
    ]);
  }, 60_000);

  it('is a sound of one’s own choice, heard when it is chosen', async () => {
    const page = await team.open('inbox/all');
    await page.addInitScript(`
      globalThis.heard = [];
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (...at) { heard.push(this.frequency.value); return start.apply(this, at); };`);
    await page.goto(`${team.app.origin}/console/account/notifications?project=${team.project}`);
    const choice = page.getByLabel('Sound', { exact: true });
    await choice.selectOption('Bell');
    const heard = () => page.evaluate<number[]>('heard');
    await eventually(async () => expect((await heard()).length).toBeGreaterThan(0));
    const before = (await heard()).length;
    await page.getByRole('button', { name: 'Play' }).click();
    await eventually(async () => expect((await heard()).length).toBe(before + 1));
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => {
      const { body } = await team.call('GET', '/project_users/me');
      expect(body[0].settings['console.notifications']).toMatchObject({ sound: 'bell' });
    });
    await page.reload();
    await eventually(async () => expect(await choice.inputValue()).toBe('bell'));
  }, 60_000);
});

/** Runs in the page. */
const transfer = `(() => {
  const files = new DataTransfer();
  files.items.add(new File(['words'], 'note.txt', { type: 'text/plain' }));
  return files;
})()`;

/** Drags a file over an element. @returns whether the page has kept the browser from opening it, event by event */
function drag(page: Page, selector: string, ...events: string[]): Promise<boolean[]> {
  return page.evaluate<boolean[]>(`(() => {
    const dataTransfer = ${transfer};
    return ${JSON.stringify(events)}.map((name) => !document
      .querySelector(${JSON.stringify(selector)})
      .dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer })));
  })()`);
}

const paste = (element: string) =>
  `${element}.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: ${transfer} }))`;
