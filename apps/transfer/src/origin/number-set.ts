const bitsOfPage = 2 ** 16;

/** Numbers of records, a bit each, in pages: one far above the others costs a page. */
export class NumberSet {
  readonly #pages = new Map<number, Uint8Array>();

  has(number: number): boolean {
    const bits = this.#pages.get(Math.floor(number / bitsOfPage));
    const place = number % bitsOfPage;
    return bits !== undefined && ((bits[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0;
  }

  add(number: number): void {
    const page = Math.floor(number / bitsOfPage);
    const bits = this.#pages.get(page) ?? new Uint8Array(bitsOfPage / 8);
    this.#pages.set(page, bits);
    const place = number % bitsOfPage;
    bits[place >>> 3] = (bits[place >>> 3] ?? 0) | (1 << (place & 7));
  }
}
