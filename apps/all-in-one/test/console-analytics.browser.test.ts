import { readFile } from 'node:fs/promises';

import { describeWithProgram, eventually } from '@parley/testkit';
import type { BrowserContext, Locator, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import { type Customer, newRequestId, newVisitor } from './mesh.ts';

const zone = 'Asia/Kathmandu';
const dayMs = 86_400_000;

describeWithProgram('chromium', 'figures and activities in the console', () => {
  let console: ConsoleBrowser;
  let context: BrowserContext;
  let owner: Customer;
  let project: string;

  beforeAll(async () => {
    console = await ConsoleBrowser.start({ DEMO: 'true' });
    project = console.projectId;
    owner = await console.customer('ada');
    await addHistory();
    await console.mesh.settled();
  }, 120_000);
  beforeEach(async () => {
    context = await console.newContext({ timezoneId: zone });
  });
  checkPagesOf(() => console);

  /** Conversations of earlier days, and one of today that a bot answers, that is tagged, rated and closed. */
  async function addHistory() {
    for (const [days, text] of [
      [2, 'two days ago'],
      [2, 'again'],
      [5, 'five days ago'],
      [9, 'before'],
      [10, 'long before'],
    ] as const)
      await owner.call('POST', `/${project}/requests?import=true`, {
        first_text: text,
        createdAt: new Date(Date.now() - days * dayMs).toISOString(),
      });
    const { body: departments } = await owner.call('GET', `/${project}/departments/allstatus`);
    const { _id: departmentid } = departments.find(({ name }: { name: string }) => name === 'Ask Robby');
    const { customer: nora } = await newVisitor(console.mesh.url, project, 'Nora');
    const request = `/${project}/requests/${newRequestId(project)}`;
    await nora.call('POST', `${request}/messages`, { text: 'Hello', departmentid });
    await owner.call('PUT', `${request}/tag`, [{ tag: 'billing' }]);
    await owner.call('PUT', `${request}/close`);
    await nora.call('PATCH', `${request}/rating`, { rate: 4 });
  }

  const open = (path: string, name = 'ada', within = context) =>
    console.signIn(within, console.person(name), `/${project}/${path}`);

  /** Whole days of the zone, counted back from today; `before` as many days earlier. */
  function daysBack(days: number, before = 0): string {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format();
    const at = (back: number) => new Date(Date.parse(today) - back * dayMs).toISOString().slice(0, 10);
    return `tz=${zone}&start_date=${at(days - 1 + before)}&end_date=${at(before)}`;
  }

  async function figures(path: string, query: string) {
    const { status, body } = await owner.call(
      'GET',
      `/${project}/analytics/${path}${path.includes('?') ? '&' : '?'}${query}`,
    );
    expect(status).toBe(200);
    return body;
  }

  const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

  /** Figures of a panel as they are written for machines. */
  async function shown(panel: Locator): Promise<number[]> {
    await panel.locator('data').first().waitFor();
    const values = await panel.locator('data').evaluateAll((found) => found.map((one) => one.getAttribute('value')));
    return values.map(Number);
  }

  it('shows on every card what the API answers for the period and for the one before', async () => {
    const page = await open('analytics/overview?days=7');
    const cards = [
      ['Conversations', 'requests/count', 'totalCount', 0],
      ['With a bot', 'requests/hasBot/count', 'totalCount', 0],
      ['Messages', 'messages/count', 'totalCount', 0],
      ['New visitors', 'project_users/count', 'totalCount', 0],
      ['Avg. wait time', 'requests/waiting', 'waiting_time_avg', undefined],
      ['Median duration', 'requests/duration', 'duration_median', undefined],
      ['Avg. rating (out of 5)', 'requests/satisfaction', 'satisfaction_avg', undefined],
    ] as const;
    for (const [title, path, member, none] of cards) {
      const answers = [await figures(path, daysBack(7)), await figures(path, daysBack(7, 7))];
      const expected = answers.map(([row]) => row?.[member] ?? none);
      await panel(page, title).getByText('Previous period').waitFor();
      expect([title, await shown(panel(page, title))]).toEqual([title, expected.filter((value) => value != null)]);
    }
    const [{ totalCount }] = await figures('requests/count', daysBack(7));
    expect(totalCount).toBeGreaterThan(5);
  });

  it('shows in the table what the API answers, day by day, with gaps where it has no row; the chart reads out the same', async () => {
    const page = await open('analytics/overview?days=7');
    const chart = panel(page, 'Messages by day');
    const slider = chart.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('Home');
    const read: string[] = [];
    for (let day = 0; day < 7; day += 1) {
      read.push((await slider.getAttribute('aria-valuetext')) ?? '');
      await page.keyboard.press('ArrowRight');
    }
    await chart.getByRole('button', { name: 'View as table' }).click();
    const rows = chart.getByRole('row');
    await rows.nth(7).waitFor();
    const cells = await rows.evaluateAll((found) =>
      found
        .slice(1)
        .map((row) =>
          [...row.querySelectorAll('td')].map(
            (cell) => cell.querySelector('data')?.getAttribute('value') ?? cell.textContent,
          ),
        ),
    );

    const answer: { date: string; received: number; sent: number }[] = await figures(
      'messages/aggregate/day',
      daysBack(7),
    );
    const from = Date.parse(/start_date=([\d-]+)/.exec(daysBack(7))?.[1] ?? '');
    const expected = Array.from({ length: 7 }, (_, index) => {
      const row = answer.find(({ date }) => Date.parse(date) === from + index * dayMs);
      return row ? [String(row.received), String(row.sent)] : ['–', '–'];
    });
    expect(cells.map(([, ...values]) => values)).toEqual(expected);
    expect(expected.some(([received]) => received === '–')).toBe(true);
    expect(read).toEqual(
      cells.map(([day, ...values]) => {
        const [received, sent] = values.map((value) => (value === '–' ? 'no data' : value));
        return `${day}: Received ${received}, Sent ${sent}`;
      }),
    );
  });

  it('shows conversations by hour, status and bot as the API counts them, and saves them as CSV', async () => {
    const page = await open('analytics/conversations');
    const week: { _id: { weekday: number; hour: number }; count: number }[] = await figures(
      'requests/aggregate/dayoftheweek/hours',
      daysBack(30),
    );
    const byWeekdayAndHour = (a: (typeof week)[number], b: (typeof week)[number]) =>
      ((a._id.weekday + 5) % 7) * 24 + a._id.hour - (((b._id.weekday + 5) % 7) * 24 + b._id.hour);
    const hours = panel(page, 'Conversations by weekday and hour');
    expect(await shown(hours)).toEqual(week.sort(byWeekdayAndHour).map(({ count }) => count));

    const status: { count: number }[] = await figures('requests/aggregate/status', daysBack(30));
    expect(await shown(panel(page, 'Conversations by status'))).toEqual(status.map(({ count }) => count));

    const bots = panel(page, 'Conversations with and without bots by day');
    await bots.getByRole('button', { name: 'View as table' }).click();
    const answer: { count: number }[] = await figures('requests/aggregate/hasBot/day', daysBack(30));
    const sum = (counts: number[]) => counts.reduce((one, other) => one + other, 0);
    expect(sum(await shown(bots))).toBe(sum(answer.map(({ count }) => count)));

    const saved = page.waitForEvent('download');
    await panel(page, 'Conversations by status').getByRole('button', { name: 'Download CSV' }).click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    expect(
      csv
        .split('\r\n')
        .slice(1, -1)
        .map((line) => Number(line.split(';')[1])),
    ).toEqual(status.map(({ count }) => count));
  });

  it('keeps the filter in the address, asks with it, and says which figures do not know it', async () => {
    const page = await open('analytics/overview');
    const { body: departments } = await owner.call('GET', `/${project}/departments/allstatus`);
    const { _id: department, name } = departments.find(({ default: isDefault }: { default: boolean }) => !isDefault);
    await page.getByLabel('Department').selectOption({ label: name });
    await page.waitForURL(/department=/);
    await page.reload();
    const [row] = await figures('requests/count', `${daysBack(30)}&department_id=${department}`);
    const [all] = await figures('requests/count', daysBack(30));
    expect(row?.totalCount ?? 0).toBeLessThan(all.totalCount);
    await eventually(async () => expect((await shown(panel(page, 'Conversations')))[0]).toBe(row?.totalCount ?? 0));
    await panel(page, 'New visitors').getByText('Not filtered by: Department').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL((url) => !url.search.includes('department'));
    await eventually(async () => expect(await page.getByLabel('Department').inputValue()).toBe(''));
  });

  it('says once how old its figures are: as old as the oldest, and so when that lags by more than a minute', async () => {
    let [lag, asOf] = ['60000', '2026-01-02T03:04:05.000Z'];
    await context.route(/analytics\/requests\/count/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'parley-lag-ms': lag, 'parley-as-of': asOf },
      });
    });
    const page = await open('analytics/overview');
    const time = page.locator('search').getByText(/^as of /);
    const shownAt = (at: string) => eventually(async () => expect(await time.getAttribute('datetime')).toBe(at));
    await shownAt(asOf);
    expect(await page.getByText(/^as of /).count()).toBe(1);
    expect(await time.textContent()).not.toContain('behind');

    [lag, asOf] = ['121000', '2026-01-02T03:05:06.000Z'];
    await page.reload();
    await shownAt(asOf);
    expect(await time.textContent()).toContain('2 minutes behind');
    // Of the other tab it is not asked for.
    await page.getByRole('link', { name: 'Tags' }).click();
    await panel(page, 'Conversations by tag').waitFor();
    await eventually(async () => expect(await time.getAttribute('datetime')).not.toBe(asOf));
  });

  it('shows the words of the API for figures that fail, leaves the others, and tries again', async () => {
    const page = await open('inbox/all');
    await page.route(/analytics\/messages\/aggregate\/day/, (route) =>
      route.fulfill({
        status: 422,
        json: { code: 'validation_failed', msg: 'Not these figures', requestId: 'r1', errors: [] },
      }),
    );
    await page.goto(`${console.origin}/console/${project}/analytics/overview`);
    const failed = panel(page, 'Messages by day');
    await failed.getByText('Not these figures').waitFor();
    await panel(page, 'Conversations by day').getByRole('slider').waitFor();
    await page.unroute(/analytics\/messages\/aggregate\/day/);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.getByRole('slider').waitFor();
  });

  it('tells an agent that figures and activities are not open to them, and asks for none', async () => {
    const asked: string[] = [];
    context.on('request', (request) => {
      if (/\/(analytics|activities)\b/.test(new URL(request.url()).pathname.replace(/^\/console.*/, '')))
        asked.push(request.url());
    });
    const page = await open('analytics/overview', 'linus');
    await page.getByText('You don’t have access to this page').waitFor();
    await page.goto(`${console.origin}/console/${project}/activity`);
    await page.getByText('You don’t have access to this page').waitFor();
    expect(asked).toEqual([]);
  });

  it('lists activities as the API does, filtered by the address, in the language of the person, and as CSV', async () => {
    const page = await open('activity?verb=REQUEST_CLOSE');
    const { body } = await owner.call('GET', `/${project}/activities?activities=REQUEST_CLOSE&limit=50`);
    expect(body.count).toBeGreaterThan(0);
    const entries = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
    await entries.first().waitFor();
    expect(await entries.count()).toBe(body.activities.length);
    await page.getByText(new RegExp(`of ${body.count} entr`)).waitFor();
    const [{ actor, target }] = body.activities;
    const bare = (text: string | null) => text?.replaceAll(/[\u2068\u2069]/g, '') ?? '';
    const sentence = bare(await entries.first().textContent());
    expect(sentence).toContain(`${actor.name} closed conversation #${target.object.ticket_id}`);

    // As in a browser that cannot write to disk as bytes arrive.
    await page.evaluate(`delete window.showSaveFilePicker`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    expect(csv.trimEnd().split('\r\n')).toHaveLength(body.count + 1);
    const dialog = page.getByRole('dialog', { name: 'Download CSV' });
    await dialog.getByText(new RegExp(`^Export complete: ${body.count} rows?\\.$`)).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.goto(`${page.url()}&lang=de`);
    await page.getByText('hat die Unterhaltung').first().waitFor();
    await page.getByLabel('Aktion').selectOption({ label: 'Gruppe gelöscht' });
    await page.getByText('Keine passenden Einträge').waitFor();
  });

  it('has no fault that axe finds, in both themes, at 1280 and 320 px', async () => {
    const page = await open('analytics/overview', 'ada');
    for (const path of [
      'analytics/overview',
      'analytics/conversations',
      'analytics/people',
      'analytics/tags',
      'analytics/reports',
      'activity',
    ]) {
      await page.goto(`${console.origin}/console/${project}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page
        .getByText(/^as of /)
        .first()
        .waitFor();
      expect([path, await faultsInEveryLook(page)]).toEqual([path, []]);
    }
  }, 120_000);
});
