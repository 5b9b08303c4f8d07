import { type Draw, eventually } from '@parley/testkit';
import type { BrowserContext, Page, WebSocketRoute } from 'playwright-core';

/** One side of a conversation in a browser, whose network can be cut. */
export class Side {
  readonly page: Page;
  /** Texts in the order in which they were sent. */
  readonly sent: string[] = [];
  readonly #context: BrowserContext;
  readonly #name: string;
  readonly #box: string;
  readonly #shown: string;
  #sockets: WebSocketRoute[] = [];
  #cut: 'after' | 'before' | undefined;

  private constructor(context: BrowserContext, page: Page, { name, box, shown }: SideOptions) {
    this.#context = context;
    this.page = page;
    this.#name = name;
    this.#box = box;
    this.#shown = shown;
  }

  static async open(context: BrowserContext, address: string, options: SideOptions): Promise<Side> {
    const page = await context.newPage();
    const side = new Side(context, page, options);
    await page.routeWebSocket(/\/v3\/ws/, (socket) => {
      socket.connectToServer();
      side.#sockets.push(socket);
    });
    await page.route(/\/messages$/, async (route) => {
      const cut = side.#cut;
      if (route.request().method() !== 'POST' || !cut) return route.continue();
      side.#cut = undefined;
      // Stored, but the page never hears of it; or lost on its way there. A reload may have ended the call already.
      if (cut === 'after') await route.fetch().catch(() => undefined);
      await route.abort().catch(() => undefined);
    });
    await page.goto(address);
    return side;
  }

  async send(text: string): Promise<void> {
    const box = this.page.locator(this.#box);
    await box.fill(text);
    await box.press('Enter');
    this.sent.push(text);
  }

  /** One thing that happens to a side. */
  async suffer(draw: Draw): Promise<void> {
    const happening = draw(9);
    if (happening < 4) await this.send(`${this.#name}${this.sent.length}`);
    else if (happening === 4) this.#cut = draw(2) === 0 ? 'after' : 'before';
    else if (happening === 5) await this.#cutSockets();
    else if (happening === 6) await this.#context.setOffline(true);
    else if (happening === 7) await this.#context.setOffline(false);
    else {
      await this.#context.setOffline(false);
      await this.page.reload();
      await this.page.locator(this.#box).waitFor();
    }
  }

  /** Nothing is cut any more. */
  async recover(): Promise<void> {
    this.#cut = undefined;
    await this.#context.setOffline(false);
  }

  /** The newest texts that stand in its thread. */
  async shown(count: number): Promise<string[]> {
    // As the browser says it when a network comes back: the next try need not wait for its timer.
    await this.page.evaluate('dispatchEvent(new Event("online"))');
    const texts = await this.page.locator(this.#shown).allTextContents();
    return newest(count, texts);
  }

  async #cutSockets(): Promise<void> {
    const sockets = this.#sockets;
    this.#sockets = [];
    for (const socket of sockets) await socket.close({ code: 1012 }).catch(() => undefined);
  }
}

interface SideOptions {
  /** Its texts begin with it: `v` or `a`. */
  name: string;
  /** Selector of where it writes. */
  box: string;
  /** Selector of the texts in its thread. */
  shown: string;
}

/** Of those that the sides have sent; none of them where none was sent. */
function newest(count: number, texts: readonly string[]): string[] {
  const ours = texts.filter((text) => /^[av]\d+$/.test(text));
  return ours.slice(Math.max(0, ours.length - count));
}

/** Lets both sides send while they are cut and loaded again, then waits until both show what the API has. */
export async function interleave(
  draw: Draw,
  sides: readonly Side[],
  stored: () => Promise<string[]>,
  seed: number,
): Promise<void> {
  const before = sides.map(({ sent }) => sent.length);
  for (let step = 0; step < 8; step += 1) await sides[draw(sides.length)]?.suffer(draw);
  for (const side of sides) await side.recover();
  const fresh = sides.map(({ sent }, index) => sent.slice(before[index]));
  const count = fresh.flat().length;
  await eventually(
    async () => {
      const shown = await Promise.all(sides.map((side) => side.shown(count)));
      const all = newest(count, await stored());
      // Each once, in the order of its sender, and the same everywhere.
      const bySender = fresh.map((texts) => all.filter((text) => texts.includes(text)));
      expect({ seed, bySender, shown }).toEqual({ seed, bySender: fresh, shown: sides.map(() => all) });
    },
    { timeoutMs: 30_000, everyMs: 200 },
  );
}
