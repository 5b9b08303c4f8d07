/** What the dispatcher needs of a key event. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
  /** The part that has the focus took it. */
  defaultPrevented: boolean;
  target: EventTarget | null;
  preventDefault(): void;
}

/** Keys as `j`, `g i` (one after the other), `mod+k` (Ctrl or Cmd), `shift+ArrowDown`. */
export type Bindings = Readonly<Record<string, () => void>>;

export interface ShortcutsOptions {
  /** Whether letters are to be written there. */
  isTextField(target: EventTarget | null): boolean;
  /** A dialog, menu or list has the keys. */
  isCovered(): boolean;
  /** Whether the person has shortcuts of single letters. */
  isOn(): boolean;
  now(): number;
}

/** The second key of a sequence has to come within this time. */
const sequenceMs = 1500;

/** Shortcuts of all parts of the page, the latest bound first. Source: contract 80 section 4.2. */
export class Shortcuts {
  readonly #options: ShortcutsOptions;
  readonly #bound: Bindings[] = [];
  #first: { key: string; at: number } | undefined;

  constructor(options: ShortcutsOptions) {
    this.#options = options;
  }

  /** @returns what takes them away */
  bind(bindings: Bindings): () => void {
    this.#bound.unshift(bindings);
    return () => {
      const at = this.#bound.indexOf(bindings);
      if (at >= 0) this.#bound.splice(at, 1);
    };
  }

  press(event: KeyPress): void {
    if (
      event.defaultPrevented ||
      event.isComposing ||
      event.altKey ||
      /^(?:Shift|Control|Meta|CapsLock)$/.test(event.key)
    )
      return;
    const work = this.#workOf(event);
    if (!work) return;
    event.preventDefault();
    work();
  }

  #workOf(event: KeyPress): (() => void) | undefined {
    const { isTextField, isCovered, isOn, now } = this.#options;
    const first = this.#first;
    this.#first = undefined;
    if (event.ctrlKey || event.metaKey)
      return event.shiftKey ? undefined : this.#find(`mod+${event.key.toLowerCase()}`);
    if (isTextField(event.target) || isCovered() || (event.key.length === 1 && !isOn())) return undefined;
    const isWithin = first && now() - first.at < sequenceMs;
    const sequence = isWithin ? this.#find(`${first.key} ${event.key}`) : undefined;
    if (sequence) return sequence;
    if (this.#bound.some((bindings) => Object.keys(bindings).some((keys) => keys.startsWith(`${event.key} `)))) {
      this.#first = { key: event.key, at: now() };
      return () => undefined;
    }
    // A letter that needs Shift, such as `?`, is known by itself.
    return this.#find(event.shiftKey && event.key.length > 1 ? `shift+${event.key}` : event.key);
  }

  #find(keys: string): (() => void) | undefined {
    return this.#bound.find((bindings) => bindings[keys])?.[keys];
  }
}
