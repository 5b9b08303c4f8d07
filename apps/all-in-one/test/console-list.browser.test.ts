import { amountOf, describeWithProgram, eventually } from '@parley/testkit';

import { namesOfRows, textsOfThread } from './console-page.ts';
import { ConsoleTeam } from './console-team.ts';

const count = amountOf({ quick: 350, soak: 1_000, full: 10_000 });
const maxAtOnce = 200;
/** Less than is drawn at once. */
const stepPx = 900;

describeWithProgram('chromium', 'the list of the inbox', () => {
  const team = ConsoleTeam.ofTests();

  it('moves no row under the pointer, counts what waits, and keeps the focus on its row', async () => {
    const visitors = [];
    for (const name of ['Ann', 'Ben', 'Cleo']) visitors.push(await team.visitor(name, 'Hello'));
    const page = await team.open('inbox/all');
    await page.getByRole('row', { name: /Cleo/ }).waitFor();
    await page.getByRole('row', { name: /Ben/ }).hover();
    expect(await namesOfRows(page)).toEqual(['Cleo', 'Ben', 'Ann']);
    await page.getByRole('row', { name: /Ben/ }).focus();

    await visitors[0]?.say('News of Ann');
    await page.getByRole('row', { name: /Ann.*News of Ann/ }).waitFor();
    await team.visitor('Dora', 'Hello');
    await page.getByRole('button', { name: '2 updates' }).waitFor();
    expect(await namesOfRows(page)).toEqual(['Cleo', 'Ben', 'Ann']);

    await page.mouse.move(900, 500);
    await eventually(async () => expect(await namesOfRows(page)).toEqual(['Dora', 'Ann', 'Cleo', 'Ben']));
    for (let index = 0; index < 100; index += 1) await visitors[2]?.say(`Cleo ${index}`);
    await page.getByRole('row', { name: /Cleo 99/ }).waitFor();
    expect(await page.evaluate('document.activeElement.querySelector("bdi").textContent')).toBe('Ben');
  });

  it('loads what the inbox shows, and what a conversation needs when a hand moves', async () => {
    const page = await team.open('inbox/all');
    await page.getByRole('grid').or(page.getByRole('log')).first().waitFor();
    await page.waitForLoadState('networkidle');
    const scripts = () =>
      page.evaluate<[string, number][]>(
        "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ name, encodedBodySize }) => [name, encodedBodySize])",
      );
    const untilIdle = await scripts();
    expect(untilIdle.length).toBeGreaterThan(3);
    expect(untilIdle.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(240_000);
    expect(untilIdle.filter(([name]) => name.includes('conversation-panel'))).toEqual([]);

    await page.mouse.move(300, 300);
    await eventually(async () =>
      expect((await scripts()).map(([name]) => name)).toContainEqual(expect.stringContaining('conversation-panel')),
    );
  });

  it('shows each of many once, with few elements and a call for each page, by wheel and by keys, and changes one in its place', async () => {
    const ids: string[] = [];
    for (let batch = 0; batch < count / 25; batch += 1) {
      const made = await Promise.all(
        Array.from({ length: 25 }, (_, index) =>
          team.call('POST', '/requests?import=true', {
            first_text: `Number ${batch * 25 + index}`,
            createdAt: new Date(Date.UTC(2024, 0, 1) + (batch * 25 + index) * 60_000).toISOString(),
          }),
        ),
      );
      ids.push(...made.map(({ body }) => body.request_id));
    }
    for (let at = 0; at < count; at += maxAtOnce)
      await team.call('POST', '/requests/bulk', {
        request_ids: ids.slice(at, at + maxAtOnce),
        operation: 'tag',
        args: { tags: ['old'] },
      });
    await team.app.mesh.settled();
    let calls = 0;
    team.context.on('response', (response) => {
      if (/\/requests\?.*view=row/.test(response.url())) calls += 1;
    });
    const page = await team.open('inbox/all?tag=old');
    const pages = Math.ceil(count / 100);
    const patience = { timeoutMs: 30_000 + count * 60 };

    // By wheel, which passes by every row.
    await page.getByRole('row').first().hover();
    const places = new Map<string, number>();
    await eventually(async () => {
      const { rows, elements } = await page.evaluate<{ rows: [string, number][]; elements: number }>(drawnRows);
      expect(elements).toBeLessThanOrEqual(1500);
      for (const [id, place] of rows) {
        expect([id, places.get(id) ?? place]).toEqual([id, place]);
        places.set(id, place);
      }
      await page.mouse.wheel(0, stepPx);
      expect(places.size).toBe(count);
    }, patience);
    const inOrder = [...places].sort(([, one], [, other]) => one - other);
    expect(inOrder.map(([, place]) => place)).toEqual(ids.map((_, index) => index + 1));
    expect(new Set(places.keys())).toEqual(new Set(ids));
    expect(calls).toBe(pages);

    const rowAt = (place: number) => page.locator(`[role="row"][data-request="${inOrder[place - 1]?.[0]}"]`);
    const place = Math.round(count * 0.9);
    const row = rowAt(place);
    await page.mouse.wheel(0, -72 * (count - place));
    await row.waitFor();
    const before = await row.boundingBox();
    await team.call('PUT', `/requests/${inOrder[place - 1]?.[0]}/tag`, [{ tag: 'changed' }]);
    await row.filter({ hasText: 'changed' }).waitFor();
    expect(await row.getAttribute('aria-rowindex')).toBe(`${place}`);
    expect(await row.boundingBox()).toEqual(before);

    // By keys, each time to the end of what is loaded; what cannot be loaded is said, and loaded later.
    const last = rowAt(count);
    calls = 0;
    const further = /\/requests\?.*cursor=/;
    await page.route(further, (route) => route.abort());
    await page.reload();
    await page.getByRole('row').first().focus();
    await page.keyboard.press('End');
    const alert = page.getByRole('alert').filter({ hasText: 'Can’t reach Parley.' });
    await alert.waitFor();
    await page.unroute(further);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor({ state: 'detached' });
    await page.getByRole('row').first().focus();
    await eventually(async () => {
      await page.keyboard.press('End');
      expect(await last.count()).toBe(1);
    }, patience);
    expect(calls).toBe(pages);
    await page.keyboard.press('End');
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.dataset.request')).toBe(inOrder.at(-1)?.[0]),
    );
  }, 2_400_000);

  it('draws at most 120 lines of a long conversation, in order, and moves none that is looked at', async () => {
    const vera = await team.visitor('Vera', 'Line 0.');
    for (let line = 1; line < 300; line += 1) await vera.say(`Line ${line}.`);
    const page = await team.open(`inbox/all/${vera.requestId}`);
    const log = page.getByRole('log');
    await log.getByText('Line 299.').waitFor();
    const seen = new Set<number>();
    const scroll = async (by: number) => {
      const { lines, ...place } = await page.evaluate<{
        lines: number[];
        scrolled: number;
        moved: number;
        top: number;
      }>(scrollThread(by));
      expect(lines.length).toBeLessThanOrEqual(120);
      expect(lines).toEqual(lines.map((_, index) => (lines[0] ?? 0) + index));
      expect(Math.abs(place.moved - place.scrolled)).toBeLessThanOrEqual(1);
      for (const line of lines) seen.add(line);
      return place;
    };

    await scroll(0);
    await eventually(async () => {
      await scroll(-350);
      expect(seen.size).toBe(300);
    });
    await eventually(async () => expect((await scroll(-350)).top).toBe(0));
    await vera.say('Line 300.');
    await page.getByRole('button', { name: '1 new' }).waitFor();
    expect(seen.has(300)).toBe(false);
    await eventually(async () => {
      await scroll(350);
      expect(seen.has(300)).toBe(true);
    });
    await scroll(10_000);
    await page.getByRole('button', { name: '1 new' }).waitFor({ state: 'detached' });

    await eventually(async () => {
      await scroll(-350);
      expect(await log.getByText('Line 100.', { exact: true }).count()).toBe(1);
    });
    await page.getByLabel('Reply to Vera').fill('At the end');
    await page.keyboard.press('Enter');
    await log.getByText('At the end').waitFor();
    await eventually(async () => expect(await log.getByText('At the end').isVisible()).toBe(true));
    await log.getByText('Line 300.').waitFor();
  }, 90_000);

  it('is read in one browser when it is read in the other', async () => {
    // The only one of her name: a row of another test may be unread.
    const nadia = await team.visitor('Nadia', 'Hello');
    await nadia.say('Is anybody there?');
    const other = await team.app.newContext();
    const there = await team.open('inbox/all', { context: other });
    await there.getByRole('row', { name: /Nadia.*2 unread/ }).waitFor();
    const here = await team.open('inbox/all');
    await here.getByRole('row', { name: /Nadia.*2 unread/ }).click();

    await here.getByRole('row', { name: /Nadia.*unread/ }).waitFor({ state: 'detached' });
    await there.getByRole('row', { name: /Nadia.*unread/ }).waitFor({ state: 'detached' });
    await other.close();
  });

  it('opens a conversation again from memory, with what has come since, also without a network', async () => {
    const iris = await team.visitor('Iris', 'Do you deliver on Sundays?');
    await team.visitor('Jo', 'Hi');
    const page = await team.open(`inbox/all/${iris.requestId}`);
    const log = page.getByRole('log');
    const reads: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'GET' && pathname.includes(`/requests/${iris.requestId}`)) reads.push(pathname);
    });
    const goTo = async (name: string, text: string) => {
      await page.getByRole('row', { name: new RegExp(name) }).click();
      await log.getByText(text).waitFor();
    };
    await log.getByText('Do you deliver on Sundays?').waitFor();
    await goTo('Jo', 'Hi');
    await iris.say('Before noon, I mean.');
    reads.length = 0;
    await goTo('Iris', 'Before noon, I mean.');
    await iris.say('Still there?');
    await log.getByText('Still there?').waitFor();
    expect(await textsOfThread(page)).toEqual(['Do you deliver on Sundays?', 'Before noon, I mean.', 'Still there?']);
    expect(reads).toEqual([]);

    await team.context.setOffline(true);
    await goTo('Jo', 'Hi');
    await goTo('Iris', 'Still there?');
    await iris.say('Hello?');
    await team.context.setOffline(false);
    await log.getByText('Hello?').waitFor();
  });
});

/** Runs in the page. Ids of the drawn rows with their places in the list, and the number of elements. */
const drawnRows = `(async () => {
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  return {
    rows: [...document.querySelectorAll('[role="row"]')].map((row) => [row.dataset.request, Number(row.ariaRowIndex)]),
    elements: document.querySelectorAll('[role="grid"] *').length,
  };
})()`;

/** Scrolls the thread, and tells how far the line at its top has moved on the screen, and which lines are drawn. */
const scrollThread = (by: number) => `(async () => {
  const log = document.querySelector('[role="log"]');
  const lines = () => [...log.querySelectorAll('[data-line]')];
  const topOf = (line) => line.getBoundingClientRect().top;
  const fixed = lines().find((line) => topOf(line) >= log.getBoundingClientRect().top);
  const [from, at] = [log.scrollTop, topOf(fixed)];
  log.scrollTop += ${by};
  const scrolled = log.scrollTop - from;
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  const numbers = lines().flatMap((line) => /Line (\\d+)\\./.exec(line.textContent)?.[1] ?? []).map(Number);
  return { lines: numbers, scrolled, moved: at - topOf(fixed), top: log.scrollTop };
})()`;
