import type { GuestSession } from '@parley/sdk/browser';

/**
 * Unsent text of the visitor, by conversation, deleted with the visitor. Not the console's drafts: those are stored per teammate in
 * IndexedDB, with mentions and files, and return when a send fails.
 */
export class Drafts {
  readonly #guest: Pick<GuestSession, 'read' | 'write'>;
  readonly #isBegun: (requestId: string) => boolean;

  /** @param isBegun whether a conversation has a message; one without messages gets a new id each time */
  constructor(guest: Pick<GuestSession, 'read' | 'write'>, isBegun: (requestId: string) => boolean) {
    this.#guest = guest;
    this.#isBegun = isBegun;
  }

  of(requestId: string): string {
    return this.#all()[this.#keyOf(requestId)] ?? '';
  }

  keep(requestId: string, text: string): void {
    const key = this.#keyOf(requestId);
    const { [key]: known = '', ...others } = this.#all();
    if (known !== text) this.#guest.write('drafts', text === '' ? others : { ...others, [key]: text });
  }

  #all(): Record<string, string> {
    return (this.#guest.read('drafts') ?? {}) as Record<string, string>;
  }

  #keyOf(requestId: string): string {
    return this.#isBegun(requestId) ? requestId : 'new';
  }
}
