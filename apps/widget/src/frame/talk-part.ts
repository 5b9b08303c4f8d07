import { type Signal, signal } from '@preact/signals';

export type Talk = typeof import('../talk.ts');

/** The part with all that a conversation needs, loaded when one is near. */
export class TalkPart {
  readonly loaded: Signal<Talk | undefined> = signal(undefined);
  /** Why it could not be loaded. */
  readonly fault: Signal<unknown> = signal(undefined);
  readonly #root: ShadowRoot;
  #loading: Promise<Talk | undefined> | undefined;

  constructor(root: ShadowRoot) {
    this.#root = root;
  }

  /** @returns undefined when it could not be loaded */
  load(): Promise<Talk | undefined> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      // The network may be back at the next try.
      this.#loading = undefined;
      this.fault.value = error;
      return undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<Talk> {
    const part = await import('../talk.ts');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(part.css);
    this.#root.adoptedStyleSheets = [...this.#root.adoptedStyleSheets, sheet];
    this.fault.value = undefined;
    this.loaded.value = part;
    return part;
  }
}
