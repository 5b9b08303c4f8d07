import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { amountOf, describeWithProgram, drawer, eventually } from '@parley/testkit';
import type { Page } from 'playwright-core';

import { openWidget, visit, WidgetBrowser } from './widget-browser.ts';
import { openWidgetShop } from './widget-shop.ts';

const build = fileURLToPath(new URL('../../widget/dist', import.meta.url));

/** Each runs the commands in another order. */
const seeds = Array.from({ length: amountOf({ quick: 2, soak: 20 }) }, (_, index) => index + 1);

const commands = [
  "'open'",
  "'close'",
  "'toggle'",
  "'hide'",
  "'show'",
  "'start', { text: 'Hi' }",
  "'set', { align: 'left' }",
  "'on', 'open', handler",
  "'off', 'open', handler",
  "'consent', true",
  "'logout'",
];
const faultyOnes = {
  "'fly'": 'unknown command "fly"',
  "'open', 'now'": '"open" got faulty arguments',
  "'start', { text: 7 }": '"start" got faulty arguments',
  "'identify'": '"identify" got faulty arguments',
  "'set', { zIndex: 'high' }": '"zIndex" cannot be "high"',
  "'on', 'open'": '"on" got faulty arguments',
  "'consent', 'yes'": '"consent" got faulty arguments',
};

/** Bytes after gzip of a file, and of those that it imports outright. */
async function sizeOf(name: string): Promise<number> {
  const files = new Set([name]);
  let sum = 0;
  for (const file of files) {
    const content = await readFile(join(build, file));
    sum += gzipSync(content, { level: 9 }).length;
    for (const [, imported = ''] of content.toString().matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g))
      files.add(imported);
  }
  return sum;
}

async function builtFiles(): Promise<string[]> {
  return (await readdir(build)).filter((name) => name.endsWith('.js'));
}

describeWithProgram('chromium', 'a page with the widget', () => {
  const app = WidgetBrowser.ofTests();

  const visited = (address: string, within = app.context) => visit(within, address);
  const opened = (address: string, within = app.context) => openWidget(within, address);

  it('loads 5 kB while nothing is opened, 28 kB at the first opening, 60 kB in all', async () => {
    const files = await builtFiles();
    const named = (start: string) => files.find((name) => name.startsWith(`${start}-`)) ?? '';
    const all = await Promise.all(
      files.map(async (name) => gzipSync(await readFile(join(build, name)), { level: 9 }).length),
    );
    expect(await sizeOf('widget.js')).toBeLessThanOrEqual(5 * 1024);
    expect((await sizeOf(named('panel'))) + (await sizeOf(named('en')))).toBeLessThanOrEqual(28 * 1024);
    expect(all.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(60 * 1024);
  });

  /** Boxes and colours of all that the widget shows. */
  const look = (page: Page) =>
    page.evaluate<
      unknown[]
    >(`[...document.querySelector('parley-widget').shadowRoot.querySelectorAll('*')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, font, display } = getComputedStyle(element);
      return [element.className.baseVal ?? element.className, x, y, width, height, color, backgroundColor, font, display];
    })`);

  it('cannot change the widget by any style', async () => {
    const css = `* { color: #f0f !important; background: #0f0 !important; font: 700 40px/3 fantasy !important; padding: 17px !important;
      margin: 9px !important; display: inline !important; width: 33px !important; box-sizing: content-box !important;
      transform: rotate(3deg) !important; opacity: 0.5 !important; filter: blur(1px) !important; direction: rtl !important; }
      div, button, iframe, section, :not(:defined), parley-widget { display: none !important; visibility: hidden !important; }`;
    const plain = await opened(app.site.page(app.shop.id));
    const hostile = await visitedHostile(app.site.page(app.shop.id, { css }));
    expect(await look(hostile)).toEqual(await look(plain));
  });

  /** Nothing of such a page can be relied on to be visible. */
  async function visitedHostile(address: string): Promise<Page> {
    const page = await app.context.newPage();
    await page.goto(address);
    await page.locator('parley-widget .launcher').click();
    await page.locator('parley-widget .start-card .primary').waitFor();
    return page;
  }

  /** Where everything of the page itself stands. */
  const layout = (page: Page) =>
    page.evaluate<unknown[]>(`[...document.querySelectorAll('html, head, body, body *:not(script)')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.localName, element.getAttributeNames(), x, y, width, height];
    })`);

  it('stands as it would without the widget, closed and open', async () => {
    const bare = await app.context.newPage();
    await bare.goto(app.site.page(app.shop.id, { withoutWidget: true }));
    const page = await visited(app.site.page(app.shop.id));
    expect(await layout(page)).toEqual(await layout(bare));
    await page.locator('parley-widget .launcher').click();
    await page.locator('parley-widget .start-card .primary').waitFor();
    expect(await layout(page)).toEqual(await layout(bare));
  });

  it('is as it was after the shutdown', async () => {
    const state = `[Object.keys(globalThis).filter((key) => key !== 'parley').sort(), document.documentElement.getAttributeNames(),
      document.body.getAttributeNames(), document.querySelectorAll('*').length, document.title]`;
    const page = await app.context.newPage();
    await page.goto(app.site.page(app.shop.id, { withoutWidget: true }));
    const before = await page.evaluate(state);
    const withWidget = await opened(app.site.page(app.shop.id));
    await withWidget.evaluate("parley('shutdown')");
    await withWidget.evaluate("document.querySelector('script').remove()");
    expect(await withWidget.evaluate(state)).toEqual(before);
    expect(await withWidget.getByRole('dialog').count()).toBe(0);
  });

  it('leaves nothing behind after ten mounts: listeners, elements, timers, prototypes, connections, locks', async () => {
    const page = await app.context.newPage();
    const open = new Set<unknown>();
    page.on('websocket', (socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    await page.addInitScript(`globalThis.timers = new Map();
      for (const [set, clear] of [['setTimeout', 'clearTimeout'], ['setInterval', 'clearInterval']]) {
        const [begin, end] = [globalThis[set], globalThis[clear]];
        globalThis[set] = (work, ms, ...given) => {
          const id = begin((...more) => { if (set === 'setTimeout') timers.delete(id); work(...more); }, ms, ...given);
          timers.set(id, ms);
          return id;
        };
        globalThis[clear] = (id) => { timers.delete(id); end(id); };
      }
      globalThis.membersOf = () => new Map(Object.getOwnPropertyNames(globalThis).flatMap((name) => {
        const { value, get } = Object.getOwnPropertyDescriptor(globalThis, name);
        const members = Object.getOwnPropertyDescriptors(Object(value?.prototype));
        return [[name, name === 'parley' ? undefined : value ?? get], ...Object.entries(members).map(([key, { value, get }]) => [name + '.' + key, value ?? get])];
      }));`);
    // The policy of the other pages lets no script add another.
    await page.goto(app.site.page(app.shop.id, { withoutWidget: true, withoutPolicy: true }));
    await page.evaluate('globalThis.members = undefined; globalThis.members = membersOf(); undefined');
    const session = await app.context.newCDPSession(page);
    const listenersOf = async (expression: string) => {
      const { result } = await session.send('Runtime.evaluate', { expression });
      const { objectId = '' } = result;
      const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId });
      return listeners.map(({ type }) => `${expression} ${type}`);
    };
    const left = async () => [
      ...(await Promise.all(['window', 'document', 'document.body', 'visualViewport'].map(listenersOf))).flat(),
      await page.evaluate(
        `[document.querySelectorAll('*').length, document.documentElement.getAttributeNames(), history.length]`,
      ),
      await page.evaluate('[...timers.values()]'),
      await page.evaluate('navigator.locks.query().then(({ held, pending }) => [held.length, pending.length])'),
    ];
    const mount = `document.head.append(Object.assign(document.createElement('script'), { src: '${app.mesh.url}/widget.js' }));
      document.querySelector('script').dataset.project = '${app.shop.id}';`;
    const before = await left();
    for (let times = 0; times < 10; times += 1) {
      await page.evaluate(mount);
      await page.locator('parley-widget .launcher').waitFor();
      await page.evaluate("parley('open')");
      const start = page.locator('parley-widget .start-card .primary');
      const box = page.getByRole('textbox', { name: /message/ });
      await start.or(box).first().waitFor();
      // The first one begins a conversation, whose connection each later one opens again.
      if (times === 0) {
        await start.click();
        await box.fill('Ten times');
        await page.keyboard.press('Enter');
        await page.getByText('Sent', { exact: true }).waitFor();
      } else await page.getByText('Ten times').waitFor();
      await eventually(() => expect(open.size).toBe(1));
      await page.evaluate("parley('shutdown'); document.querySelector('script').remove()");
      await eventually(() => expect(open.size).toBe(0));
    }
    await eventually(async () => expect(await left()).toEqual(before));
    const isChanged = `[...membersOf()].filter(([key, value]) => key !== 'parley' && !Object.is(members.get(key), value)).map(([key]) => key)`;
    expect(await page.evaluate(isChanged)).toEqual(['members']);
  }, 60_000);

  it('asks again each minute while the API is down, without an error of the page', async () => {
    const page = await app.context.newPage();
    await page.clock.install();
    let calls = 0;
    let isDown = true;
    await page.route(/\/widgets\?/, async (route) => {
      calls += 1;
      if (!isDown) return route.continue();
      return calls % 2 === 1 ? route.abort() : route.fulfill({ status: 503, body: '' });
    });
    await page.goto(app.site.page(app.shop.id));
    const launcher = page.locator('parley-widget .launcher');
    const afterMinutes = (check: () => void | Promise<void>) =>
      eventually(
        async () => {
          await page.clock.fastForward(60_000);
          await check();
        },
        { everyMs: 200 },
      );
    await afterMinutes(() => expect(calls).toBeGreaterThan(2));
    expect(await launcher.count()).toBe(0);
    isDown = false;
    await afterMinutes(async () => expect(await launcher.isVisible()).toBe(true));
  });

  it('runs commands that came before the script, and warns once of faulty ones', async () => {
    const warnings: string[] = [];
    const page = await app.context.newPage();
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await page.addInitScript(`globalThis.seen = [];
      for (const name of ['ready', 'open', 'close']) addEventListener('parley:' + name, () => seen.push(name));
      globalThis.parley = (...command) => (parley.q = parley.q || []).push(command);
      parley('on', 'open', () => seen.push('handler'));
      parley('set', { align: 'up', themeColor: '#0b6e4f' });
      parley('open');`);
    await page.goto(app.site.page(app.shop.id));
    await page.getByRole('dialog').waitFor();
    await page.evaluate("parley('fly'); parley('fly'); parley('close')");
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('seen')).toEqual(['open', 'handler', 'ready', 'close']);
    expect(warnings).toEqual(['parley: "align" cannot be "up"', 'parley: unknown command "fly"']);
  });

  it.each(seeds)('runs every command in any order, before it is there and after (seed %i)', async (seed) => {
    const draw = drawer(seed);
    const all = [...commands, ...commands, ...Object.keys(faultyOnes), ...Object.keys(faultyOnes)];
    const order = all.map((command) => ({ command, at: draw(1_000) })).toSorted((one, other) => one.at - other.at);
    const early = order.slice(0, draw(order.length)).map(({ command }) => command);
    const late = order.slice(early.length).map(({ command }) => command);
    const model = { isOpen: false, isHidden: false, told: [] as string[], listening: 0, handled: 0 };
    const turn = (isOpen: boolean) => {
      if (model.isOpen === isOpen) return;
      Object.assign(model, { isOpen, handled: model.handled + (isOpen ? model.listening : 0) });
      model.told.push(isOpen ? 'open' : 'close');
    };
    const listen = (command: string) => {
      if (command.startsWith("'on', 'open', ")) model.listening += 1;
      if (command.startsWith("'off'")) model.listening = 0;
    };
    const act = (command: string) => {
      if (command === "'open'" || command.startsWith("'start', { text: 'Hi'")) turn(true);
      if (command === "'close'" || command === "'hide'") turn(false);
      if (command === "'toggle'") turn(!model.isOpen);
      if (command === "'hide'" || command === "'show'") model.isHidden = command === "'hide'";
    };
    // What needs the widget waits for it; who listens is noted at once.
    for (const command of early) listen(command);
    for (const command of early) act(command);
    model.told.push('ready');
    for (const command of late) {
      listen(command);
      act(command);
    }

    const warnings: string[] = [];
    const page = await app.context.newPage();
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    const run = (list: string[]) => list.map((command) => `parley(${command});`).join('');
    await page.addInitScript(`globalThis.told = []; globalThis.handled = 0; globalThis.handler = () => { handled += 1; };
      for (const name of ['ready', 'open', 'close', 'loggedout']) addEventListener('parley:' + name, () => told.push(name));
      globalThis.parley = (...command) => (parley.q = parley.q || []).push(command);
      ${run(early)}`);
    await page.goto(app.site.page(app.shop.id));
    await eventually(async () => expect(await page.evaluate('told')).toContain('ready'));
    await page.evaluate(run(late));
    const told = await page.evaluate<string[]>('told');
    expect(told.filter((name) => name !== 'loggedout')).toEqual(model.told);
    expect(await page.evaluate('handled')).toBe(model.handled);
    expect(await page.locator('parley-widget .launcher').isVisible()).toBe(!model.isHidden);
    await eventually(async () => expect(await page.getByRole('dialog').count()).toBe(model.isOpen ? 1 : 0));
    await eventually(async () =>
      expect((await page.evaluate<string[]>('told')).filter((name) => name === 'loggedout')).toHaveLength(2),
    );
    const expected = Object.values(faultyOnes).map((warning) => `parley: ${warning}`);
    expect(warnings.toSorted()).toEqual(expected.toSorted());
  });

  it('shows everything in another language by a command, keeps what was typed, and goes back', async () => {
    const page = await opened(app.site.page(app.shop.id));
    await page.locator('parley-widget .start-card .primary').click();
    await page.getByRole('textbox', { name: 'Type your message' }).fill('half a sen');
    /** All that can be read, and what stands in attributes for it. */
    const words = () =>
      page.evaluate<
        string[]
      >(`[...document.querySelector('parley-widget').shadowRoot.querySelectorAll('*')].flatMap((element) => [
        ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data),
        element.getAttribute('aria-label'), element.placeholder]).filter((text) => /\\p{L}/u.test(text ?? ''))`);
    const english = await words();
    await page.evaluate("parley('set', { lang: 'it' }); parley('set', { lang: 'de' })");
    const box = page.getByRole('textbox', { name: 'Nachricht' });
    await eventually(async () => expect(await box.inputValue()).toBe('half a sen'));
    const german = await words();
    expect(german).toHaveLength(english.length);
    const same = german.filter((text, index) => text === english[index]);
    // A name, and words that are the same in both.
    expect(new Set(same)).toEqual(new Set(['Paper & Pencil', 'Chat', 'Emoji']));
    await page.evaluate("parley('set', { lang: 'ar' })");
    const frame = page.locator('parley-widget .root');
    await eventually(async () => expect(await frame.getAttribute('dir')).toBe('rtl'));
    await page.evaluate("parley('set', { lang: 'en' })");
    await eventually(async () => expect(await words()).toEqual(english));
    expect(await frame.getAttribute('lang')).toBe('en');
  });

  it.each([
    ['an unknown project', 'project_not_found', () => 'f'.repeat(24)],
    [
      'a site that is not listed',
      'origin_not_allowed',
      async () => {
        const settings = { 'settings.allowed_urls': true, 'settings.allowed_urls_list': ['https://other.example'] };
        return (await openWidgetShop(app.mesh.url, settings)).id;
      },
    ],
    [
      'a banned address',
      'banned',
      async () => {
        const closed = await openWidgetShop(app.mesh.url);
        await closed.owner.customer.call('POST', `/projects/${closed.id}/ban`, { ip: '127.0.0.1' });
        return closed.id;
      },
    ],
    [
      'a deleted project',
      'project_not_found',
      async () => {
        const deleted = await openWidgetShop(app.mesh.url);
        await deleted.owner.customer.call('DELETE', `/projects/${deleted.id}`);
        return deleted.id;
      },
    ],
  ])('shows nothing for %s, and says so once', async (_, code, project) => {
    const warnings: string[] = [];
    const page = await app.context.newPage();
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await page.goto(app.site.page(await project()));
    await eventually(() => expect(warnings).toEqual([`parley: ${code}`]));
    expect(await page.locator('parley-widget').count()).toBe(0);
  });
});
