/** Begins a formula where spreadsheets open the file. */
const formula = /^[=+\-@\t\r]/;
const number = /^[+-][\s()./-]*\d[\d\s()./-]*$/;

/** What a file begins with, so that spreadsheets read it as UTF-8 rather than in the local code page. */
export const byteOrderMark = '\uFEFF';

export interface CsvOptions {
  /** Numbers and telephone numbers stay as they are, though they begin with a sign. */
  keepNumbers?: boolean;
  /** A leading `'` of the text itself gets another one, so that `readCsv` gives back what was written. */
  reversible?: boolean;
}

/** A line of a file whose cells are separated by `;`, CRLF at its end. A cell that would be a formula gets a leading `'`. */
export function csvLine(cells: readonly unknown[], options: CsvOptions = {}): string {
  return `${cells.map((cell) => cellOf(cell, options)).join(';')}\r\n`;
}

function cellOf(value: unknown, { keepNumbers = false, reversible = false }: CsvOptions): string {
  if (value === undefined || value === null) return '';
  const text = String(value);
  const isInert = !(formula.test(text) || (reversible && text.startsWith("'"))) || (keepNumbers && number.test(text));
  const safe = isInert ? text : `'${text}`;
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of a file as it was written; a quoted cell may make it several lines of text. */
export interface CsvRow {
  /** Where it begins; the first one is 1. */
  line: number;
  cells: string[];
}

/**
 * Reads a file as RFC 4180 and `csvLine` write it, without the `'` before what would be a formula. Empty lines are none.
 * @throws CsvFault for a quote that never ends, or is followed by more
 */
export function readCsv(text: string, delimiter = ';'): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  let at = text.startsWith(byteOrderMark) ? 1 : 0;
  while (at < text.length) {
    const { cells, lines, end } = rowAt(text, { at, line, delimiter });
    if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
    line += lines;
    at = end;
  }
  return rows;
}

function rowAt(text: string, { at, line, delimiter }: { at: number; line: number; delimiter: string }) {
  const cells: string[] = [];
  let lines = 1;
  for (let start = at; ; start += 1) {
    const cell = text[start] === '"' ? quotedCell(text, start, line) : bareCell(text, start, delimiter);
    cells.push(withoutGuard(cell.text));
    lines += cell.lines;
    start = cell.end;
    if (text[start] === delimiter) continue;
    if (start < text.length && text[start] !== '\n' && text[start] !== '\r') throw new CsvFault(line);
    return { cells, lines, end: start + (text.startsWith('\r\n', start) ? 2 : 1) };
  }
}

/** A file whose quotes do not fit. */
export class CsvFault extends Error {
  override name = 'CsvFault';
  readonly line: number;

  constructor(line: number) {
    super(`the quotes of line ${line} do not fit`);
    this.line = line;
  }
}

interface Cell {
  text: string;
  /** Line breaks in it. */
  lines: number;
  /** Where its delimiter stands. */
  end: number;
}

function bareCell(text: string, start: number, delimiter: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(start, end), lines: 0, end };
}

function quotedCell(text: string, start: number, line: number): Cell {
  const parts: string[] = [];
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw new CsvFault(line);
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') {
      const whole = parts.join('"');
      return { text: whole, lines: whole.split(/\r\n|[\r\n]/).length - 1, end: quote + 1 };
    }
    from = quote + 2;
  }
}

/** A `'` of the writer's own, before anything else, is part of the text. */
function withoutGuard(text: string): string {
  return /^'['=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}
