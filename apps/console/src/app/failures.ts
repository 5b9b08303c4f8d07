/** An action that failed, and why. */
export interface ActionFailure {
  action: string;
  error: unknown;
  /** Does it once more, and reports how that ends; none where another try would do harm, or something else. */
  repeat?: () => void;
  /** It is being done once more. */
  isPending?: true;
}

/**
 * Failures of actions that have no place of their own on the screen. Each stands in the bar until the same action succeeds, the
 * person closes it or goes elsewhere. Source: contract 80 section 4.
 */
export class Failures {
  #shown: readonly ActionFailure[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The newest first; the same array until one comes or goes. */
  readonly shown = (): readonly ActionFailure[] => this.#shown;

  /** @param action names what was tried; its former failure gives way */
  show(action: string, error: unknown, repeat?: () => void): void {
    this.#set([{ action, error, ...(repeat && { repeat }) }, ...this.#without(action)]);
  }

  /** Shows why the work fails; what it answers is not looked at. */
  watch(action: string, work: Promise<unknown>): void {
    this.#report(action, work);
  }

  /** Does what may be done once more when it fails, and shows why it does. */
  run(action: string, work: () => Promise<unknown>): void {
    this.#report(action, work(), () => this.run(action, work));
  }

  /** Does once more what failed. The failure stands until that has ended. */
  repeat(action: string): void {
    const found = this.#shown.find((one) => one.action === action);
    if (!found?.repeat || found.isPending) return;
    this.#set(this.#shown.map((one) => (one === found ? { ...one, isPending: true } : one)));
    found.repeat();
  }

  clear(action: string): void {
    const others = this.#without(action);
    if (others.length < this.#shown.length) this.#set(others);
  }

  clearAll(): void {
    if (this.#shown.length > 0) this.#set([]);
  }

  #report(action: string, work: Promise<unknown>, repeat?: () => void): void {
    work.then(
      () => this.clear(action),
      (error: unknown) => this.show(action, error, repeat),
    );
  }

  #without(action: string): readonly ActionFailure[] {
    return this.#shown.filter((one) => one.action !== action);
  }

  #set(shown: readonly ActionFailure[]): void {
    this.#shown = shown;
    for (const listener of this.#listeners) listener();
  }
}

/** Of this page. A mutation reports to them by its `meta.action`. */
export const failures = new Failures();
