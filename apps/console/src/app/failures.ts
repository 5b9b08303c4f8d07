/** An action that failed, and why. */
export interface ActionFailure {
  action: string;
  error: unknown;
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
  show(action: string, error: unknown): void {
    this.#set([{ action, error }, ...this.#without(action)]);
  }

  /** Shows why the work fails; what it answers is not looked at. */
  watch(action: string, work: Promise<unknown>): void {
    work.then(
      () => this.clear(action),
      (error: unknown) => this.show(action, error),
    );
  }

  clear(action: string): void {
    const others = this.#without(action);
    if (others.length < this.#shown.length) this.#set(others);
  }

  clearAll(): void {
    if (this.#shown.length > 0) this.#set([]);
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
