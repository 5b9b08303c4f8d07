import { describeWithProgram, eventually } from '@parley/testkit';

import { allTransitions, axeFaults, faultsInEveryLook } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

/** More stops of Tab than inbox and conversation have. */
const maxStops = 150;

describeWithProgram('chromium', 'how inbox and conversation look', () => {
  const team = ConsoleTeam.ofTests();

  it('has the head of a conversation in one line, with all that is changed there, at every width', async () => {
    const vera = await team.visitor('Vera Wilhelmina Weissenberger', 'Where is my parcel?');
    await team.call('PATCH', `/requests/${vera.requestId}`, { priority: 'urgent' });
    await team.call('PUT', `/requests/${vera.requestId}/participants`, [team.linus.id]);
    const page = await team.open(`inbox/all/${vera.requestId}`);
    const faults: unknown[] = [];
    for (const lang of ['en', 'de']) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${team.app.origin}/console/${team.project}/inbox/all/${vera.requestId}?lang=${lang}`);
      await page
        .getByRole('button', { name: /Linus Example/ })
        .first()
        .waitFor();
      for (const width of [1440, 1280, 1024, 768, 390, 320]) {
        await page.setViewportSize({ width, height: 900 });
        const lines = await page.evaluate<{ scrolls: boolean; middles: number[]; name: number }>(headOfConversation);
        if (lines.scrolls || new Set(lines.middles).size > 1 || lines.name < 20) faults.push([lang, width, lines]);
      }
    }
    expect(faults).toEqual([]);
  }, 60_000);

  it('shows a usual name whole in the head of a conversation beside the contact at 1440 px, with any assignee', async () => {
    const oskar = await team.visitor('Oskar Lindholm', 'Charged twice.');
    await team.call('PATCH', `/requests/${oskar.requestId}`, { priority: 'urgent' });
    const page = await team.open(`inbox/all/${oskar.requestId}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    const title = page.getByRole('heading', { name: 'Oskar Lindholm' }).first();
    const panel = page.getByRole('complementary', { name: 'Contact' });
    await title.waitFor();
    // So wide a window shows it without being asked.
    await panel.waitFor();
    for (const people of [[team.linus.id], [team.ada.id], [team.ada.id, team.linus.id]]) {
      await team.call('PUT', `/requests/${oskar.requestId}/participants`, people);
      await eventually(async () => {
        const hidden = await title.evaluate(hiddenWidth);
        expect([people.length, hidden]).toEqual([people.length, 0]);
      });
    }
  }, 60_000);

  it('gives a contact one colour everywhere, and keeps it when the name changes', async () => {
    const vera = await team.visitor('Mina', 'Hello');
    const page = await team.open(`inbox/all/${vera.requestId}`);
    await page.getByRole('button', { name: 'Contact', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Contact' });
    await page.getByRole('log').getByText('Hello').waitFor();
    const faces = async () => [
      await page.getByRole('row', { name: /Mina/ }).locator('[data-face]').first().getAttribute('data-face'),
      await panel.locator('[data-face]').first().getAttribute('data-face'),
      await page.getByRole('log').locator('[data-face]').first().getAttribute('data-face'),
    ];
    const before = await faces();
    expect(new Set(before).size).toBe(1);
    const { body } = await team.call('GET', `/requests/${vera.requestId}`);
    await team.call('PUT', `/leads/${body.lead._id}`, { fullname: 'Mina Solano' });
    await page.reload();
    await page.getByRole('row', { name: /Mina Solano/ }).waitFor();
    await page.getByRole('log').getByText('Hello').waitFor();
    await page.getByRole('button', { name: 'Contact', exact: true }).click();
    expect(await faces()).toEqual(before);
  }, 60_000);

  it('says status and priority of a row in words, and how much is unread', async () => {
    const nora = await team.visitor('Nora', 'Hello');
    await team.call('PATCH', `/requests/${nora.requestId}`, { priority: 'urgent' });
    const page = await team.open('inbox/all');
    const row = page.getByRole('row', { name: /Nora/ });
    await row.getByText('Urgent', { exact: true }).waitFor();
    expect(await row.getByText('Unassigned', { exact: true }).isVisible()).toBe(true);
    await team.call('PUT', `/requests/${nora.requestId}/participants`, [team.linus.id]);
    await row.getByText('Linus Example', { exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
  }, 60_000);

  it('moves nothing when a message that was sent has been stored', async () => {
    const { page, box } = await team.conversation('Olga');
    await page.getByRole('log').getByText('Hello', { exact: true }).waitFor();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/\/messages$/, async (route) => {
      await held;
      await route.continue();
    });
    for (const text of ['It left today', 'and comes tomorrow']) {
      await box.fill(text);
      await box.press('Enter');
    }
    const log = page.getByRole('log');
    const places = async () =>
      Promise.all(
        ['It left today', 'and comes tomorrow'].map(async (text) => (await log.getByText(text).boundingBox())?.y),
      );
    await log.getByText('and comes tomorrow').waitFor();
    const before = await places();
    letGo();
    await log.getByText('Sent', { exact: true }).waitFor();
    await eventually(async () => expect(await log.locator('[data-state]').count()).toBe(0));
    const after = await places();
    expect((after[1] ?? 0) - (after[0] ?? 0)).toBe((before[1] ?? 0) - (before[0] ?? 0));
  }, 60_000);

  it('keeps the place of the contact until the conversation has come', async () => {
    const paul = await team.visitor('Paul', 'Hello');
    const page = await team.open('inbox/all');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('row', { name: /Paul/ }).waitFor();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(new RegExp(`/requests/${paul.requestId}$`), async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('row', { name: /Paul/ }).click();
    const box = page.getByRole('textbox', { name: 'Reply to Paul' });
    await page.locator('[data-contact-panel]').waitFor();
    const before = await box.boundingBox();
    letGo();
    await page.getByRole('complementary', { name: 'Contact' }).waitFor();
    expect(await box.boundingBox()).toEqual(before);
  }, 60_000);

  it('keeps what was folded beside a conversation, for the next one and after loading again', async () => {
    const [rosa, sara] = [await team.visitor('Rosa', 'Hello'), await team.visitor('Sara', 'Hello')];
    const page = await team.open(`inbox/all/${rosa.requestId}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    const panel = page.getByRole('complementary', { name: 'Contact' });
    const tag = panel.getByRole('textbox', { name: 'Add tag' });
    await tag.waitFor();
    await panel.getByText('Tags', { exact: true }).click();
    await tag.waitFor({ state: 'detached' });
    await panel.getByText('History', { exact: true }).click();
    await panel.getByText('Rosa started the conversation').waitFor();
    await page.getByRole('row', { name: /Sara/ }).click();
    await page.waitForURL((url) => url.pathname.endsWith(sara.requestId));
    await panel.getByText('Sara started the conversation').waitFor();
    expect(await tag.count()).toBe(0);
    expect(await faultsInEveryLook(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await panel.getByText('Sara started the conversation').waitFor();
    expect(await tag.count()).toBe(0);
    // By keys, too.
    await panel.locator('summary', { hasText: 'Tags' }).focus();
    await page.keyboard.press('Enter');
    await tag.waitFor();
  }, 60_000);

  it('shows the focus at each of its controls', async () => {
    const tara = await team.visitor('Tara', 'See https://elsewhere.example/a');
    const page = await team.open(`inbox/all/${tara.requestId}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('complementary', { name: 'Contact' }).getByText('Files and links').waitFor();
    await page.getByRole('textbox', { name: 'Reply to Tara' }).fill('A draft');
    const unseen = new Set<string>();
    const stops = new Set<string>();
    await page.locator('a[href="#content"]').focus();
    for (let stop = 0; stop < maxStops; stop += 1) {
      await page.keyboard.press('Tab');
      await page.evaluate(allTransitions);
      const { name, isSeen } = await page.evaluate<{ name: string; isSeen: boolean }>(focusSeen);
      if (stops.has(name) && name.startsWith('BODY')) break;
      stops.add(name);
      if (!isSeen) unseen.add(name);
    }
    expect(stops.size).toBeGreaterThan(25);
    expect([...unseen]).toEqual([]);
  }, 60_000);

  it('moves for 120 ms, and not at all for those who want less motion', async () => {
    const { page } = await team.conversation('Uma');
    const times = () =>
      page.evaluate<string[]>(
        `[...new Set([...document.querySelectorAll('#content *')].flatMap((one) => {
          const { transitionProperty, transitionDuration } = getComputedStyle(one);
          return transitionProperty === 'all' && transitionDuration === '0s' ? [] : [transitionDuration];
        }))]`,
      );
    expect(await times()).toEqual(['0.12s']);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await times()).toEqual(['0s']);
  }, 60_000);

  it('teaches in an empty view what fills it', async () => {
    const page = await team.open('inbox/bot');
    await page.getByText('No conversations with a bot').waitFor();
    for (const [view, text] of [
      ['followed', 'Press F in a conversation to follow it'],
      ['mentioned', 'When a teammate writes @ and your name in a note'],
    ] as const) {
      await page.goto(`${team.app.origin}/console/${team.project}/inbox/${view}`);
      await page.getByText(text).waitFor();
    }
    await page.getByText('No conversation selected').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
  }, 60_000);
});

/** Runs in the page: whether the head is wider than its place, and the middles of what is seen in it, in px. */
const headOfConversation = `(() => {
  const head = [...document.querySelectorAll('main header')].find((one) => one.querySelector('h2'));
  const line = head.firstElementChild;
  const seen = [...line.querySelectorAll('h2, button, time')].filter((one) => one.checkVisibility());
  const middles = seen.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2));
  return {
    scrolls: line.scrollWidth > line.clientWidth + 1 || seen.some((one) => one.getBoundingClientRect().right > innerWidth),
    // A pixel of rounding.
    middles: [...new Set(middles.map((middle) => Math.round(middle / 3)))],
    name: head.querySelector('h2').getBoundingClientRect().width,
  };
})()`;

/** How much of a text is cut off, in px. */
const hiddenWidth = ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) =>
  scrollWidth - clientWidth;

/** Runs in the page: what has the focus, and whether a ring at it or around it says so. */
const focusSeen = `(() => {
  const { activeElement: element } = document;
  const name = element.tagName + ' ' + (element.ariaLabel ?? element.textContent).trim().slice(0, 60);
  const hasRing = (one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  };
  const around = [element, ...(element.matches('input, textarea') ? [element.parentElement, element.closest('label')] : [])];
  return { name, isSeen: element === document.body || around.some((one) => one && hasRing(one)) };
})()`;
