import { platform, type TextStore } from './platform.ts';

export type Persistence = 'local' | 'session' | 'none';

/** Members of one object, stored as JSON under one key; in memory if the browser stores nothing. */
export class Store<Members extends object> {
  readonly #key: string;
  #persistence: Persistence;
  #memory: Partial<Members> = {};

  constructor(key: string, persistence: Persistence) {
    this.#key = key;
    this.#persistence = persistence;
  }

  read(): Partial<Members> {
    try {
      const text = this.#kept()?.getItem(this.#key);
      const value: unknown = text ? JSON.parse(text) : undefined;
      if (typeof value === 'object' && value !== null) return value as Partial<Members>;
      // Cleared meanwhile, or refused on write.
      return this.#memory;
    } catch {
      return this.#memory;
    }
  }

  /** `undefined` removes a member. */
  change(members: Partial<Members>): void {
    this.#memory = { ...this.read(), ...members };
    try {
      this.#kept()?.setItem(this.#key, JSON.stringify(this.#memory));
    } catch {
      // Full or forbidden: the stored value is outdated and must not be read again.
      this.#forget();
      this.#persistence = 'none';
    }
  }

  erase(): void {
    this.#memory = {};
    this.#forget();
  }

  /** Switches the persistence and moves the current values. */
  keepIn(persistence: Persistence): void {
    const members = this.read();
    this.#forget();
    this.#persistence = persistence;
    this.change(members);
  }

  #forget(): void {
    try {
      this.#kept()?.removeItem(this.#key);
    } catch {
      // Nothing was stored.
    }
  }

  #kept(): TextStore | undefined {
    if (this.#persistence === 'none') return undefined;
    return this.#persistence === 'local' ? platform.localStorage : platform.sessionStorage;
  }
}
