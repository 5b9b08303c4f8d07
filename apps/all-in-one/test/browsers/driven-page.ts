import { eventually } from '@parley/testkit';

/** A device and what it does, in the words of WebDriver, classic and BiDi alike. */
export type InputSource =
  | { type: 'key'; id: 'keyboard'; actions: { type: 'keyDown' | 'keyUp'; value: string }[] }
  | { type: 'pointer'; id: 'mouse'; actions: object[] };

/** A browser with a window, by the protocol that it speaks. */
export interface Driver {
  /** Errors that its page has logged, as far as the browser reports them. */
  readonly faults: string[];
  open(url: string): Promise<void>;
  /** The value of an expression in the page: texts only. A promise is awaited. */
  evaluate(expression: string): Promise<string>;
  perform(sources: InputSource[]): Promise<void>;
  /** Chooses a file in the field that an expression yields. */
  upload(expression: string, path: string): Promise<void>;
  /** Of the page alone, as PNG. */
  screenshot(): Promise<Buffer>;
  stop(): Promise<void>;
}

/** Keys that write nothing, as WebDriver encodes them. */
export const keys = { Enter: '\uE007', Escape: '\uE00C', Control: '\uE009' } as const;

/** Runs in the page. Finds elements, also in shadow roots, by selector and accessible name. */
const inPage = String.raw`((css, name, scroll) => {
  const all = (root) => [...root.querySelectorAll('*')].flatMap((one) => one.shadowRoot ? [one, ...all(one.shadowRoot)] : [one]);
  const textOf = (one) => (one?.innerText ?? one?.textContent ?? '').trim().replace(/\s+/g, ' ');
  const labelOf = (one) => (one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => one.getRootNode().getElementById(id));
  const nameOf = (one) => one.getAttribute('aria-label') ?? (textOf(labelOf(one)[0]) || textOf(one.labels?.[0]) || textOf(one) || one.querySelector('img')?.alt);
  const matches = (one) => !name || (name.source ? new RegExp(name.source, name.flags).test(nameOf(one)) : nameOf(one) === name.text);
  for (const one of all(document)) {
    if (!one.matches(css) || !matches(one)) continue;
    if (scroll) one.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = one.getBoundingClientRect();
    if (width * height === 0 || getComputedStyle(one).visibility !== 'visible') continue;
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot?.elementFromPoint(x, y) && hit.shadowRoot.elementFromPoint(x, y) !== hit) hit = hit.shadowRoot.elementFromPoint(x, y);
    return { x, y, isOnTop: one.contains(hit) || Boolean(hit?.contains(one)), text: textOf(one), value: one.value };
  }
})`;

interface Found {
  x: number;
  y: number;
  /** A pointer would meet it. */
  isOnTop: boolean;
  text: string;
  value?: string;
}

/** How people use a page: they look, point and type. The same in every browser. */
export class DrivenPage {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  open(url: string): Promise<void> {
    return this.#driver.open(url);
  }

  async evaluate<T>(expression: string): Promise<T> {
    return JSON.parse(
      await this.#driver.evaluate(`Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`),
    );
  }

  /** The first visible element of this selector, and of this accessible name; waits for it. */
  find(css: string, name?: string | RegExp): Promise<Found> {
    return eventually(
      async () => {
        const found = await this.#look(css, name, false);
        if (!found) throw new Error(`There is no ${css} ${name ?? ''}: ${(await this.text()).slice(0, 500)}`);
        return found;
      },
      { timeoutMs: 15_000, everyMs: 50 },
    );
  }

  async click(css: string, name?: string | RegExp): Promise<void> {
    let last: Found | undefined;
    const { x, y } = await eventually(
      async () => {
        const [before, found] = [last, await this.#look(css, name, true)];
        last = found ?? undefined;
        if (!found?.isOnTop)
          throw new Error(`No ${css} ${name ?? ''} can be clicked: ${(await this.text()).slice(0, 500)}`);
        // What moves would be missed.
        if (found.x !== before?.x || found.y !== before.y) throw new Error(`${css} ${name ?? ''} does not stand still`);
        return found;
      },
      { timeoutMs: 15_000, everyMs: 50 },
    );
    const actions = [
      { type: 'pointerMove', x, y, origin: 'viewport', duration: 0 },
      ...['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 })),
    ];
    await this.#driver.perform([{ type: 'pointer', id: 'mouse', actions }]);
  }

  async press(...pressed: string[]): Promise<void> {
    const actions = pressed.flatMap((value) => (['keyDown', 'keyUp'] as const).map((type) => ({ type, value })));
    await this.#driver.perform([{ type: 'key', id: 'keyboard', actions }]);
  }

  type(text: string): Promise<void> {
    return this.press(...text);
  }

  async fill(css: string, name: string | RegExp, text: string): Promise<void> {
    await this.click(css, name);
    await this.type(text);
  }

  /** Chooses a file in the first field for files. */
  async upload(path: string): Promise<void> {
    const field = `((all) => all(document).find((one) => one.matches('input[type=file]')))(function all(root) {
      return [...root.querySelectorAll('*')].flatMap((one) => (one.shadowRoot ? [one, ...all(one.shadowRoot)] : [one]));
    })`;
    await eventually(async () => expect(await this.evaluate(`${field} !== undefined`)).toBe(true));
    await this.#driver.upload(field, path);
  }

  /** All that the page shows, also in shadow roots. */
  text(): Promise<string> {
    return this.evaluate(`[document.body, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => [...(shadowRoot?.children ?? [])])]
      .map(({ innerText }) => innerText).join('\\n')`);
  }

  /** Waits for words. */
  async shows(words: string): Promise<void> {
    await eventually(async () => expect(await this.text()).toContain(words), { timeoutMs: 15_000, everyMs: 50 });
  }

  async #look(css: string, name: string | RegExp | undefined, scroll: boolean): Promise<Found | null> {
    const asked = name instanceof RegExp ? { source: name.source, flags: name.flags } : name && { text: name };
    return this.evaluate(`${inPage}(${JSON.stringify(css)}, ${JSON.stringify(asked ?? null)}, ${scroll})`);
  }
}
