import { eventually } from '@parley/testkit';
import type { BrowserContext, Page, Route } from 'playwright-core';

import type { ConsoleBrowser } from './console-page.ts';
import type { Customer } from './mesh.ts';

/** One record of each kind in the demo project: ids by the word that stands for it in the address of a screen. */
export class DemoRecords {
  readonly #app: ConsoleBrowser;
  readonly ids: Record<'request' | 'lead' | 'segment' | 'bot' | 'group' | 'department' | 'subscription', string>;

  private constructor(app: ConsoleBrowser, ids: DemoRecords['ids']) {
    this.#app = app;
    this.ids = ids;
  }

  static async of(app: ConsoleBrowser, ada: Customer): Promise<DemoRecords> {
    const first = async (records: string, member?: string) => {
      const { body } = await ada.call('GET', `/${app.projectId}/${records}`);
      return (member ? body[member] : body)[0];
    };
    const made = async (records: string, body: object) =>
      (await ada.call('POST', `/${app.projectId}/${records}`, body)).body;
    const filters = [{ field: 'email', operator: 'is not null' }];
    return new DemoRecords(app, {
      request: (await first('requests', 'requests')).request_id,
      lead: (await first('leads', 'leads'))._id,
      segment: (await made('segments', { name: 'With address', match: 'all', filters }))._id,
      bot: (await first('bots'))._id,
      group: (await first('groups'))._id,
      department: (await first('departments/allstatus'))._id,
      subscription: (await made('subscriptions', { event: 'tag.created', target: 'https://example.com/hook' }))._id,
    });
  }

  /** The address of a screen of the project, or of one outside projects: `bots/{bot}/settings`, `/account/profile`. */
  addressOf(screen: string): string {
    const path = screen.replace(/\{(\w+)\}/, (_, name) => this.ids[name as keyof DemoRecords['ids']] ?? 'none');
    return path.startsWith('/') ? `${this.#app.origin}/console${path}` : this.#app.address(path);
  }
}

/** A page of Ada's on the closed conversations, whose clock the test moves. */
export async function openDemoPage(app: ConsoleBrowser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await app.newContext();
  await context.clock.install();
  const page = await app.signIn(context, app.person('ada'), `/${app.projectId}/inbox/closed`);
  await page.locator('#content').getByRole('heading').first().waitFor();
  return { context, page };
}

/** A call that does not arrive. */
export const cut = (route: Route) => route.abort();

/** A call that the API refuses. */
export const refuse =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.fulfill({
      status,
      headers,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status, code, msg: `Refused by ${code}.`, requestId: `request-${code}` }),
    });

/** Calls are repeated below the screen first, after pauses: on a page whose clock is installed they pass at once. */
export const soonOn = (page: Page, check: () => Promise<void>) =>
  eventually(
    async () => {
      await page.clock.fastForward(1000);
      await check();
    },
    { timeoutMs: 15_000, everyMs: 50 },
  );
