import { amountOf, describeWithProgram, eventually } from '@parley/testkit';

import { SocketGate, textsOfThread } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

const pageOfMessages = 30;

describeWithProgram('chromium', 'what is written and shown in the inbox over a poor line', () => {
  const team = ConsoleTeam.ofTests();

  it('offline for minutes: five replies and what arrives meanwhile are there once, in order, without loading the page again', async () => {
    await team.context.clock.install();
    const { visitor, page, box } = await team.conversation('Otto');
    await page.evaluate('globalThis.sameDocument = true');
    await team.context.setOffline(true);
    await page.getByText(/You’re offline|Connection lost/).waitFor();
    const replies = ['r1', 'r2', 'r3', 'r4', 'r5'];
    for (const text of replies) {
      await box.fill(text);
      await box.press('Enter');
    }
    const arriving = Array.from({ length: 20 }, (_, index) => `v${index}`);
    for (const text of arriving) await visitor.say(text);
    await page.clock.fastForward('05:00');
    await team.context.setOffline(false);

    const all = ['Hello', ...arriving, ...replies];
    await eventually(async () => expect(await visitor.texts()).toEqual(all), { timeoutMs: 30_000 });
    await eventually(async () => expect(await textsOfThread(page)).toEqual(all), { timeoutMs: 15_000 });
    await page.getByText(/You’re offline|Connection lost/).waitFor({ state: 'detached' });
    expect(await page.evaluate('globalThis.sameDocument')).toBe(true);
    await page.getByRole('row', { name: /Otto.*r5/ }).waitFor();
    const { body } = await team.call('GET', '/requests/counters');
    await page.getByRole('link', { name: new RegExp(`^All open.*\\b${body.views.all.open}\\b`) }).waitFor();
  }, 60_000);

  it('is in order and once when answers are cut at random, with reloads between', async () => {
    const { visitor, page, box } = await team.conversation('Rita');
    let cuts = amountOf({ quick: 16, soak: 16, full: 50 });
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
      { timeoutMs: amountOf({ quick: 60_000, soak: 300_000 }), everyMs: 300 },
    );
    await eventually(async () => expect(await textsOfThread(page)).toEqual(['Hello', ...texts]));
    expect(cuts).toBe(0);
  }, 360_000);

  it('equals the database after each cut connection, an outage of realtime, and an expired cursor', async () => {
    const gate = await SocketGate.on(team.context);
    await team.context.clock.install();
    const { visitor, page } = await team.conversation('Nina');
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
          const texts = await textsOfThread(page);
          expect(texts.length).toBeGreaterThanOrEqual(Math.min(said.length, pageOfMessages));
          expect(texts).toEqual(said.slice(-texts.length));
          expect(await page.getByRole('row', { name: new RegExp(`Nina.*${said.at(-1)}(?!\\d)`) }).count()).toBe(1);
        },
        { timeoutMs: 30_000 },
      );
    const bar = page.getByText('Connection lost');
    await page.evaluate('globalThis.sameDocument = true');

    for (let round = 0; round < amountOf({ quick: 4, soak: 6, full: 60 }); round += 1) {
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
    await team.context.setOffline(true);
    await team.context.setOffline(false);
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
    const gate = await SocketGate.on(team.context);
    await team.context.addInitScript(`
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
    await team.context.clock.install();
    const page = await team.open('inbox/all');
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
});
