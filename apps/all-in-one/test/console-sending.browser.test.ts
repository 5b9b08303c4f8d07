import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { amountOf, describeWithProgram, drawer, eventually } from '@parley/testkit';
import { startChromiumIn } from '@parley/testkit/chromium';
import type { BrowserContext, Page } from 'playwright-core';

import { axeFaults, keptBy, SocketGate, tabTo } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

const pageOfMessages = 30;
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describeWithProgram('chromium', 'what is written in the inbox', () => {
  let team: ConsoleTeam;
  let context: BrowserContext;

  beforeAll(async () => {
    team = await ConsoleTeam.start({ MEDIA_FILE_BYTES: '1048576' });
  }, 120_000);
  beforeEach(async () => {
    team.app.faults.length = 0;
    context = await team.app.newContext();
  });
  afterEach(async () => {
    await context.close();
    expect(team.app.faults).toEqual([]);
  });
  afterAll(() => team?.app.stop());

  async function conversation(name: string) {
    const visitor = await team.visitor(name, 'Hello');
    const page = await team.open(context, `inbox/all/${visitor.requestId}`);
    const box = page.getByRole('textbox', { name: `Write to ${name}` });
    await box.waitFor();
    return { visitor, page, box };
  }

  /** Texts of the thread, from the top. */
  const shown = (page: Page) => page.getByRole('log').locator('span[dir="auto"]').allTextContents();

  it('is sent once however often Enter is pressed, and what follows is not lost', async () => {
    const { visitor, page, box } = await conversation('Vera');
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
    const { visitor, page } = await conversation('Mina');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/\/notes$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByText('Note', { exact: true }).click();
    const note = page.getByRole('textbox', { name: 'Write a note that only the team sees' });
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
    const { visitor, page, box } = await conversation('Yuki');
    await box.fill('にほん');
    await page.evaluate(`document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }))`);
    await box.press('Control+Enter');
    await eventually(async () => expect(await visitor.texts()).toEqual(['Hello', 'にほん']));
    await page.getByRole('log').getByText('Sent').or(page.getByRole('log').getByText('Delivered')).first().waitFor();
  });

  it('takes a canned response with Enter instead of sending the slash', async () => {
    await team.call('POST', '/canned', { title: 'greeting', text: 'Hello $recipient_name, I am $agent_name.' });
    const { visitor, page, box } = await conversation('Nora');
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

  it('takes an emoji by the keyboard where the caret stands, and offers it first afterwards', async () => {
    const { visitor, page, box } = await conversation('Lara');
    await box.fill('Thanks!');
    await box.press('ArrowLeft');
    await tabTo(page, 'Emoji');
    await page.route(/emoji-palette/, (route) => route.abort());
    // The focus is where the last Tab has led, also when parts of the page have come meanwhile.
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Emoji');
    await page.keyboard.press('Enter');
    await page.getByText('Parley cannot be reached.').waitFor();
    await page.unroute(/emoji-palette/);
    await page.keyboard.press('Enter');
    const palette = page.getByRole('toolbar', { name: 'Emoji' });
    await palette.getByRole('button', { name: '🙂' }).waitFor();
    await page.getByText('Parley cannot be reached.').waitFor({ state: 'detached' });
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
    const { visitor, page, box } = await conversation('Ines');
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
    await page.getByRole('textbox', { name: 'Write to Jo' }).waitFor();
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
    const { visitor, page, box } = await conversation('Emil');
    const uploads: string[] = [];
    page.on('request', (request) => request.url().endsWith('/files/chat') && uploads.push(request.url()));
    const image = { name: 'parcel.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') };
    const film = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1_048_577) };
    await page.locator('input[type="file"]').setInputFiles([film, image]);
    const composer = page.locator('div').filter({ has: box }).last();
    await composer.getByRole('alert').getByText('film.mp4 is too large: at most 1 MB a file.').waitFor();
    await composer.getByRole('button', { name: 'Remove parcel.png' }).waitFor();
    expect(uploads).toHaveLength(1);
    const widthOfImage = `document.querySelector('li img')?.naturalWidth`;
    await eventually(async () => expect(await page.evaluate(widthOfImage)).toBe(1));
    await composer.getByRole('button', { name: 'Attach a file of up to 1 MB' }).focus();
    await composer.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await composer.getByRole('alert').waitFor({ state: 'detached' });
    expect(await axeFaults(page)).toEqual([]);
    await page.getByText('Note', { exact: true }).click();
    await page.getByText('Files wait for your next reply; notes carry none.').waitFor();
    await page.getByText('Reply', { exact: true }).click();
    await box.press('Enter');
    await eventually(async () => expect(await visitor.texts()).toEqual(['Hello', '']));
    await page.getByRole('log').getByRole('img', { name: 'Image parcel.png' }).waitFor();
  });

  it('offline for minutes: five replies and what arrives meanwhile are there once, in order, without loading the page again', async () => {
    await context.clock.install();
    const { visitor, page, box } = await conversation('Otto');
    await page.evaluate('globalThis.sameDocument = true');
    await context.setOffline(true);
    await page.getByText(/You are offline|Connection lost/).waitFor();
    const replies = ['r1', 'r2', 'r3', 'r4', 'r5'];
    for (const text of replies) {
      await box.fill(text);
      await box.press('Enter');
    }
    const arriving = Array.from({ length: 20 }, (_, index) => `v${index}`);
    for (const text of arriving) await visitor.say(text);
    await page.clock.fastForward('05:00');
    await context.setOffline(false);

    const all = ['Hello', ...arriving, ...replies];
    await eventually(async () => expect(await visitor.texts()).toEqual(all), { timeoutMs: 30_000 });
    await eventually(async () => expect(await shown(page)).toEqual(all), { timeoutMs: 15_000 });
    await page.getByText(/You are offline|Connection lost/).waitFor({ state: 'detached' });
    expect(await page.evaluate('globalThis.sameDocument')).toBe(true);
    await page.getByRole('row', { name: /Otto.*r5/ }).waitFor();
    const { body } = await team.call('GET', '/requests/counters');
    await page.getByRole('link', { name: new RegExp(`^All open.*\\b${body.views.all.open}\\b`) }).waitFor();
  }, 60_000);

  it('is in order and once when answers are cut at random, with reloads between', async () => {
    const { visitor, page, box } = await conversation('Rita');
    let cuts = amountOf({ usual: 16, soak: 16, whole: 50 });
    await page.route(/\/messages$/, async (route) => {
      if (route.request().method() !== 'POST' || cuts === 0) return route.continue();
      cuts -= 1;
      // Stored, but the page never hears of it; or lost on its way there. A reload may have ended the call already.
      if (cuts % 2 === 0) await route.fetch().catch(() => undefined);
      await route.abort().catch(() => undefined);
    });
    const texts = Array.from({ length: cuts / 2 }, (_, index) => `t${index}`);
    for (const [index, text] of texts.entries()) {
      await box.fill(text);
      await box.press('Enter');
      if (index % 3 === 2) {
        await page.reload();
        await box.waitFor();
      }
    }

    await eventually(
      async () => {
        // As the browser says it when a network comes back: the next try need not wait for its timer.
        await page.evaluate('dispatchEvent(new Event("online"))');
        expect(await visitor.texts()).toEqual(['Hello', ...texts]);
      },
      { timeoutMs: amountOf({ usual: 60_000, soak: 300_000 }), everyMs: 300 },
    );
    await eventually(async () => expect(await shown(page)).toEqual(['Hello', ...texts]));
    expect(cuts).toBe(0);
  }, 360_000);

  it('stands beside what the database has, after each cut of the line, an outage of it, and an expired cursor', async () => {
    const gate = await SocketGate.on(context);
    await context.clock.install();
    const { visitor, page } = await conversation('Nina');
    const said = ['Hello'];
    const say = async () => {
      said.push(`n${said.length}`);
      await visitor.say(said.at(-1) ?? '');
    };
    const isEqual = () =>
      eventually(
        async () => {
          await page.evaluate('dispatchEvent(new Event("online"))');
          expect(await visitor.texts()).toEqual(said);
          // What came in a gap may be more than the newest page, which is what is shown then.
          const texts = await shown(page);
          expect(texts.length).toBeGreaterThanOrEqual(Math.min(said.length, pageOfMessages));
          expect(texts).toEqual(said.slice(-texts.length));
          expect(await page.getByRole('row', { name: new RegExp(`Nina.*${said.at(-1)}(?!\\d)`) }).count()).toBe(1);
        },
        { timeoutMs: 30_000 },
      );
    const bar = page.getByText('Connection lost');
    await page.evaluate('globalThis.sameDocument = true');

    for (let round = 0; round < amountOf({ usual: 4, soak: 6, whole: 60 }); round += 1) {
      // Before, between and after what is said.
      for (let step = 0; step < 4; step += 1) {
        if (step === round % 4 || step === (round * 3) % 4) gate.cut();
        if (step < 3) await say();
      }
      await isEqual();
    }

    gate.isShut = true;
    // No timer has to run for the bar to be there: it does not wait.
    await page.clock.pauseAt(Date.now() + 60_000);
    gate.cut();
    await bar.waitFor();
    await page.clock.resume();
    await say();
    // By streams, after some tries.
    await bar.waitFor({ state: 'detached' });
    await isEqual();
    gate.isShut = false;
    await context.setOffline(true);
    await context.setOffline(false);
    await say();
    await isEqual();

    await page.reload();
    await isEqual();
    await eventually(() => expect(gate.size).toBe(1));
    await page.evaluate('globalThis.sameDocument = true');
    const place = `/${team.project}`;
    await gate.expire([`${place}/inbox`, `${place}/requests/${visitor.requestId}/messages`], async () => {
      for (let count = 0; count < 35; count += 1) await say();
    });
    await isEqual();
    expect(await page.evaluate('globalThis.sameDocument')).toBe(true);
  }, 360_000);

  it('is there at once after the computer has slept, with one notification for all of it', async () => {
    const gate = await SocketGate.on(context);
    await context.addInitScript(`
      globalThis.sounds = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...given) {
        globalThis.sounds += 1;
        return start.apply(this, given);
      };`);
    const settings = { message: 'sound', assigned: 'none', inView: true, volume: 50 };
    await team.call('PUT', '/project_users', { 'settings.console.notifications': settings });
    const visitors = [await team.visitor('Sina', 'Hello'), await team.visitor('Timo', 'Hello')];
    for (const { requestId } of visitors) await team.call('PUT', `/requests/${requestId}/participants`, [team.ada.id]);
    await context.clock.install();
    const page = await team.open(context, 'inbox/all');
    await page.getByRole('heading', { name: 'All open' }).click();
    await page.getByRole('row', { name: /Timo/ }).waitFor();
    await eventually(() => expect(gate.size).toBe(1));
    // What calls is loaded after the rest.
    const isCalling = `navigator.locks.query().then(({ held }) => held.some(({ name }) => name.startsWith('parley-notices:')))`;
    await eventually(async () => expect(await page.evaluate(isCalling)).toBe(true));
    expect(await page.evaluate('globalThis.sounds')).toBe(0);
    // Timers stand still meanwhile; the connection is dead, but no event says so to the page.
    gate.freeze();
    for (const { say } of visitors) for (const text of ['one', 'two', 'three']) await say(text);
    await page.clock.setSystemTime(Date.now() + 600_000);

    for (const name of ['Sina', 'Timo']) await page.getByRole('row', { name: new RegExp(`${name}.*three`) }).waitFor();
    await eventually(async () => expect(await page.evaluate('globalThis.sounds')).toBe(1));
    // Whatever else would call by now.
    await page.clock.fastForward(5_000);
    expect(await page.evaluate('globalThis.sounds')).toBe(1);
  }, 60_000);

  it('as a draft outlives a killed tab, and shows in a second one', async () => {
    const { page, box } = await conversation('Sara');
    const place = page.url();
    await box.fill('Dear Sara, half');
    const second = await context.newPage();
    await second.goto(place);
    const there = second.getByRole('textbox', { name: 'Write to Sara' });
    await eventually(async () => expect(await there.inputValue()).toBe('Dear Sara, half'));
    await there.fill('Dear Sara, whole');
    await there.blur();
    await box.blur();
    await eventually(async () => expect(await box.inputValue()).toBe('Dear Sara, whole'));
    await page.close();
    await second.close();

    const third = await context.newPage();
    await third.goto(place);
    const again = third.getByRole('textbox', { name: 'Write to Sara' });
    await eventually(async () => expect(await again.inputValue()).toBe('Dear Sara, whole'));
  });

  /** Whether the browser keeps the words in a draft of a conversation. */
  const isKept = async (page: Page, requestId: string, words: string) =>
    (await keptBy(page)).records.some((record) => {
      const [key, { text }] = record as [string, { text?: string }];
      return key.startsWith('draft:') && key.endsWith(requestId) && text === words;
    });

  it('as a draft outlives a killed browser', async () => {
    const { requestId } = await team.visitor('Tess', 'Hello');
    const folder = await mkdtemp(join(tmpdir(), 'parley-browser-'));
    const open = async () => {
      const browser = team.app.watch(await startChromiumIn(folder));
      await browser.clearCookies();
      const page = await team.open(browser, `inbox/all/${requestId}`);
      return { browser, page, box: page.getByRole('textbox', { name: 'Write to Tess' }) };
    };
    const killed = await open();
    await killed.box.fill('Dear Tess, half');
    await eventually(() => isKept(killed.page, requestId, 'Dear Tess, half'));
    const over = new Promise((resolve) => killed.browser.once('close', resolve));
    const session = await killed.browser.newCDPSession(killed.page);
    await session.send('Browser.crash').catch(() => undefined);
    await over;

    const { browser, box } = await open();
    await eventually(async () => expect(await box.inputValue()).toBe('Dear Tess, half'));
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  it('as drafts of twenty conversations is never lost and never in another one, whatever happens to two tabs', async () => {
    const visitors = await Promise.all(
      Array.from({ length: 20 }, (_, index) => team.visitor(`Walker ${index}`, 'Hello')),
    );
    const tabs = [await team.open(context, 'inbox/all'), await context.newPage()];
    await tabs[1]?.goto(tabs[0]?.url() ?? '');
    const written = new Map<number, string>();
    const sent = visitors.map(() => ['Hello']);

    for (let seed = 1; seed <= amountOf({ usual: 1, soak: 4, whole: 200 }); seed += 1) {
      const draw = drawer(seed);
      for (let step = 0; step < 12; step += 1) {
        const [at, place, happening] = [draw(visitors.length), draw(tabs.length), draw(6)];
        const { requestId = '' } = visitors[at] ?? {};
        const page = tabs[place] as Page;
        const address = `${team.app.origin}/console/${team.project}/inbox/all/${requestId}`;
        // A tab without a page of the console has been killed.
        if (page.url() === 'about:blank') await page.goto(address);
        else await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`);
        const box = page.getByRole('textbox', { name: `Write to Walker ${at}`, exact: true });
        await eventually(async () =>
          expect([seed, step, at, await box.inputValue()]).toEqual([seed, step, at, written.get(at) ?? '']),
        );
        const words = `${seed}.${step}`;
        await box.fill(words);
        if (happening === 0) {
          await box.press('Enter');
          sent[at]?.push(words);
          written.delete(at);
          await eventually(async () => expect(await visitors[at]?.texts()).toEqual(sent[at]));
        } else written.set(at, words);
        await box.blur();
        if (happening === 1) await page.reload();
        if (happening === 2) {
          await eventually(() => isKept(page, requestId, words));
          await page.close();
          tabs[place] = await context.newPage();
        }
      }
    }

    const [page] = tabs;
    await page?.goto(team.app.address('inbox/all', team.project));
    await eventually(async () => {
      const { records } = await keptBy(page as Page);
      const texts = new Map(records.map((record) => record as [string, { text?: string }]));
      const drafts = visitors.map(({ requestId }) => texts.get(`draft:${team.project}:${requestId}`)?.text);
      expect(drafts).toEqual(visitors.map((_, at) => written.get(at)));
    });
    expect(await Promise.all(visitors.map(({ texts }) => texts()))).toEqual(sent);
  }, 1_800_000);
});
