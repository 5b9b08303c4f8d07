/** Reads a file as it passes: how many records it holds so far, and in the end whether it is whole. */
export interface RowCounter {
  readonly rows: number;
  read(bytes: Uint8Array): void;
  isWhole(): boolean;
}

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Counts the records of a CSV file below its header. A whole file ends in CRLF, outside of quotes. */
export class CsvCounter implements RowCounter {
  #lines = 0;
  #isQuoted = false;
  #last = 0;
  #secondLast = 0;

  get rows(): number {
    return Math.max(0, this.#lines - 1);
  }

  read(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === quote) this.#isQuoted = !this.#isQuoted;
      else if (byte === lineFeed && !this.#isQuoted) this.#lines += 1;
      this.#secondLast = this.#last;
      this.#last = byte;
    }
  }

  isWhole(): boolean {
    return !this.#isQuoted && this.#secondLast === carriageReturn && this.#last === lineFeed;
  }
}

/** Longest last line that can be the end of an export. */
const longestEnd = 4096;

/** Counts the records of the export of a person, between its first line and its last, which says that it is whole. */
export class SubjectExportCounter implements RowCounter {
  #lines = 0;
  #line: number[] = [];
  #lastLine = '';

  get rows(): number {
    return Math.max(0, this.#lines - 1);
  }

  read(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte !== lineFeed) {
        if (this.#line.length < longestEnd) this.#line.push(byte);
        continue;
      }
      this.#lines += 1;
      this.#lastLine = this.#line.length < longestEnd ? new TextDecoder().decode(Uint8Array.from(this.#line)) : '';
      this.#line = [];
    }
  }

  isWhole(): boolean {
    return this.#line.length === 0 && this.#lastLine.startsWith('{"type":"end"');
  }
}
