/** One record of a CSV file. */
export interface CsvRecord {
  /** On which it begins, from 1. */
  line: number;
  cells: string[];
}

/** A quote that is not closed would take the whole rest of a file for one cell. */
const longestRecord = 2_000_000;

/** A record is longer than any contact can be: most likely a quote was never closed. */
export class CsvTooLongError extends Error {
  override name = 'CsvTooLongError';
  readonly line: number;

  constructor(line: number) {
    super(`The record of line ${line} is too long.`);
    this.line = line;
  }
}

/** Reads CSV (RFC 4180, any line ends) in pieces, as it comes from a stream. Empty lines are no records. */
export class CsvReader {
  readonly #delimiter: string;
  #line = 1;
  #begun = 1;
  #cells: string[] = [];
  #cell = '';
  #length = 0;
  #state: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  #afterReturn = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The records that end in this piece. @throws CsvTooLongError */
  read(text: string): CsvRecord[] {
    const records: CsvRecord[] = [];
    for (const character of text) {
      if (this.#afterReturn) {
        this.#afterReturn = false;
        if (character === '\n') continue;
      }
      this.#take(character, records);
    }
    return records;
  }

  /** The last record, when no line end follows it. */
  end(): CsvRecord[] {
    const records: CsvRecord[] = [];
    if (this.#state !== 'start' || this.#cells.length > 0) this.#endRecord(records);
    return records;
  }

  #take(character: string, records: CsvRecord[]): void {
    const isBreak = character === '\n' || character === '\r';
    if (this.#state === 'quoted') {
      if (character === '"') this.#state = 'quote';
      else this.#append(character);
      if (character === '\n') this.#line += 1;
      return;
    }
    if (character === '"' && this.#state === 'start') {
      this.#state = 'quoted';
      return;
    }
    if (character === '"' && this.#state === 'quote') {
      this.#append('"');
      this.#state = 'quoted';
      return;
    }
    if (character === this.#delimiter) {
      this.#endCell();
      return;
    }
    if (isBreak) {
      this.#afterReturn = character === '\r';
      this.#line += 1;
      this.#endRecord(records);
      return;
    }
    this.#append(character);
    this.#state = 'plain';
  }

  #append(character: string): void {
    this.#length += 1;
    if (this.#length > longestRecord) throw new CsvTooLongError(this.#begun);
    this.#cell += character;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  #endRecord(records: CsvRecord[]): void {
    const isEmpty = this.#state === 'start' && this.#cells.length === 0;
    this.#endCell();
    if (!isEmpty) records.push({ line: this.#begun, cells: this.#cells });
    this.#cells = [];
    this.#length = 0;
    this.#begun = this.#line;
  }
}

/** One line of CSV, so that it reads back as it was. */
export function csvLine(cells: readonly string[], delimiter: string): string {
  const safe = (cell: string) =>
    /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  // A single empty cell would be an empty line.
  const line = cells.map(safe).join(delimiter);
  return `${line === '' ? '""' : line}\r\n`;
}

const delimiters = [';', ',', '\t', '|'] as const;

/** The delimiter that divides the first line into most cells. */
export function delimiterOf(beginning: string): string {
  const countOf = (delimiter: string) => new CsvReader(delimiter).read(`${beginning}\n`)[0]?.cells.length ?? 0;
  return delimiters.reduce<string>((best, one) => (countOf(one) > countOf(best) ? one : best), delimiters[0]);
}
