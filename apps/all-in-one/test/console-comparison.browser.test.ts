import { describeWithProgram, eventually } from '@parley/testkit';
import type { Locator, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
import { ConsoleBrowser, faultsInEveryLook } from './console-page.ts';
import { type Customer, newRequestId } from './mesh.ts';

const zone = 'Asia/Kathmandu';
const dayMs = 86_400_000;

describeWithProgram('chromium', 'figures that are compared', () => {
  let site: ConsoleBrowser;
  let owner: Customer;

  beforeAll(async () => {
    site = await ConsoleBrowser.start({ DEMO: 'true' });
    owner = await site.customer('ada');
    await addHistory();
    await site.mesh.settled();
  }, 120_000);
  checkPagesOf(() => site);

  /** Closed conversations of two periods: of each person and department some, with different times and ratings. */
  async function addHistory() {
    const own = `/${site.projectId}`;
    const { body: departments } = await owner.call('GET', `${own}/departments`);
    const { body: teammates } = await owner.call('GET', `${own}/project_users`);
    const { body: lead } = await owner.call('POST', `${own}/leads`, { fullname: 'Paula Past' });
    const people: string[] = teammates.map(({ id_user }: { id_user: { _id: string } }) => id_user._id);
    for (let index = 0; index < 14; index += 1) {
      const at = Date.now() - (2 + index * 4) * dayMs;
      const after = (minutes: number) => new Date(at + minutes * 60_000).toISOString();
      const request = `${own}/requests/${newRequestId(site.projectId)}`;
      const person = people[index % people.length] ?? '';
      const created = {
        ...{ sender: lead.lead_id, first_text: 'Hello', departmentid: departments[index % departments.length]._id },
        ...{ participants: [person], status: 1000, closed_by: person },
        ...{ createdAt: after(0), closed_at: after(20 + index * 7) },
      };
      await owner.call('POST', `${request}?import=true`, created);
      await owner.call('POST', `${request}/messages/multi?import=true`, [
        { text: 'Hello', sender: lead.lead_id, createdAt: after(0), external_id: `${index}.0` },
        { text: 'Good day', sender: person, createdAt: after(1 + (index % 5) * 2), external_id: `${index}.1` },
      ]);
      await owner.call('PATCH', `${request}/rating`, { rate: (index % 4) + 2 });
    }
  }

  const open = (screen: string) => site.open('ada', screen, { timezoneId: zone });
  const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

  /** Rows of the API for whole days of the zone, counted back from today; `before` as many days earlier. */
  async function figures(path: string, days: number, before = 0) {
    const today = Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format());
    const at = (back: number) => new Date(today - back * dayMs).toISOString().slice(0, 10);
    const range = `tz=${zone}&start_date=${at(days - 1 + before)}&end_date=${at(before)}`;
    const { status, body } = await owner.call('GET', `/${site.projectId}/analytics/${path}?${range}`);
    expect(status).toBe(200);
    return body;
  }

  it('say against the period before how much more or less it is, and whether that is better', async () => {
    const page = await open('analytics/overview');
    for (const [title, path, member, isBetterWhen] of [
      ['Conversations', 'requests/count', 'totalCount', undefined],
      ['Avg. wait time', 'requests/waiting', 'waiting_time_avg', 'less'],
      ['Median duration', 'requests/duration', 'duration_median', 'less'],
      ['Duration, 90th percentile', 'requests/duration', 'duration_p90', 'less'],
      ['Avg. rating (out of 5)', 'requests/satisfaction', 'satisfaction_avg', 'more'],
    ] as const) {
      const [[{ [member]: now }], [{ [member]: then }]] = [await figures(path, 30), await figures(path, 30, 30)];
      const change = (now - then) / then;
      const card = panel(page, title);
      const percent = new Intl.NumberFormat('en', {
        ...{ style: 'percent', maximumFractionDigits: 0 },
        signDisplay: 'exceptZero',
      }).format(change);
      await card.getByText(percent, { exact: true }).waitFor();
      const words = ['better', 'worse'];
      const shown: string[] = [];
      for (const word of words) if (await card.getByText(word, { exact: true }).count()) shown.push(word);
      const isSame = Math.abs(change) < 0.005;
      const expected = isBetterWhen && !isSame ? [change > 0 === (isBetterWhen === 'more') ? 'better' : 'worse'] : [];
      expect([title, shown]).toEqual([title, expected]);
      expect(await card.locator('svg[preserveAspectRatio="none"]').count()).toBe(1);
    }
  });

  it('say whether a target is kept, on how many days, and draw it; it holds for all who look', async () => {
    const page = await open('analytics/overview');
    const card = panel(page, 'Avg. wait time');
    await card.locator('data').first().waitFor();
    expect(await card.getByText(/target/i).count()).toBe(0);
    const setTarget = async (minutes: string) => {
      await page.getByRole('button', { name: 'Targets' }).click();
      await page.getByLabel('Avg. wait time, in minutes at most').fill(minutes);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    const [{ waiting_time_avg }] = await figures('requests/waiting', 30);
    const days = (await figures('requests/waiting/day', 30)).flatMap(
      ({ waiting_time_avg: mean }: { waiting_time_avg: number | null }) => mean ?? [],
    );
    for (const [minutes, word] of [
      [Math.ceil(waiting_time_avg / 60_000), /^Within target/],
      [Math.floor(waiting_time_avg / 60_000 / 2) || 0.1, /^Target missed/],
    ] as const) {
      await setTarget(String(minutes));
      await card.getByText(word).waitFor();
      const met = days.filter((mean: number) => mean <= minutes * 60_000).length;
      await card.getByText(`${met} of ${days.length} days within target`).waitFor();
      const { body } = await owner.call('GET', `/projects/${site.projectId}`);
      expect(body.settings.analytics_targets).toEqual({ waiting: minutes * 60_000 });
    }
    await panel(page, 'Avg. wait time by day')
      .getByText(/^Target /)
      .waitFor();
    await setTarget('');
    await card
      .getByText(/target/i)
      .first()
      .waitFor({ state: 'detached' });
  });

  it('stand side by side for departments and for people as the API has them, and lead to each alone', async () => {
    const page = await open('analytics/people');
    for (const [title, path, key] of [
      ['Departments', 'requests/aggregate/department', 'department'],
      ['Teammates and bots', 'requests/aggregate/participant', 'participant'],
    ] as const) {
      const rows: Record<string, number | null>[] = await figures(path, 30);
      expect([title, rows.length > 1]).toEqual([title, true]);
      const table = panel(page, title);
      await table.locator('data').first().waitFor();
      const shown = await table
        .getByRole('row')
        .evaluateAll((found) =>
          found
            .slice(1)
            .map((row) =>
              [...row.querySelectorAll('td')].slice(1).map((cell) => cell.querySelector('data')?.getAttribute('value')),
            ),
        );
      const members = ['count', 'closed', 'waiting_time_avg', 'duration_median', 'duration_p90', 'satisfaction_avg'];
      expect([key, shown]).toEqual([
        key,
        rows.map((row) => members.map((member) => (row[member] === null ? undefined : String(row[member])))),
      ]);
    }
    const [{ _id, count }] = await figures('requests/aggregate/department', 30);
    await panel(page, 'Departments').getByRole('link').first().click();
    await page.waitForURL((url) => url.searchParams.get('department') === _id.department);
    await page.getByRole('link', { name: 'Overview' }).click();
    await eventually(async () =>
      expect(await panel(page, 'Conversations').locator('data').first().getAttribute('value')).toBe(String(count)),
    );
  });

  it('name the busiest hour of the week', async () => {
    const rows: { _id: { weekday: number; hour: number }; count: number }[] = await figures(
      'requests/aggregate/dayoftheweek/hours',
      30,
    );
    const most = Math.max(...rows.map(({ count }) => count));
    const page = await open('analytics/conversations');
    const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
    const names = rows.filter(({ count }) => count === most).map(({ _id }) => days[_id.weekday - 1]);
    const said = await panel(page, 'Conversations by weekday and hour')
      .getByText(/^Busiest: /)
      .textContent();
    expect(names).toContain(/Busiest: (\w+),/.exec(said ?? '')?.[1]);
  });

  it('are drawn in the colours of the system where it asks for high contrast, the parts of a bar still apart', async () => {
    const page = await open('analytics/overview');
    const chart = panel(page, 'Messages by day');
    await chart.getByRole('slider').waitFor();
    const coloursOf = () =>
      page.evaluate<string[]>(`(() => {
        const canvas = document.querySelector('section[aria-label="Messages by day"] canvas');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const found = new Set();
        for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) found.add(data.slice(at, at + 3).join());
        return [...found];
      })()`);
    const accent = '31,79,216';
    expect(await coloursOf()).toContain(accent);
    await page.emulateMedia({ forcedColors: 'active' });
    await eventually(async () => expect(await coloursOf()).not.toContain(accent));
    // Text and ground.
    expect(await coloursOf()).toEqual(expect.arrayContaining(['0,0,0', '255,255,255']));
  });

  it('tell a project without conversations what fills them', async () => {
    const { body: project } = await owner.call('POST', '/projects', { name: 'Fresh' });
    const page = await open(site.address('analytics/overview', project._id));
    await page.getByText('No conversations yet').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
    expect(await page.locator('search').count()).toBe(0);
    await page.getByRole('link', { name: 'Install the widget' }).click();
    await page.waitForURL(/settings\/widget$/);
  }, 60_000);
});
