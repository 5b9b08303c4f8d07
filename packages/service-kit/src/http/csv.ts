/** Begins a formula where spreadsheets open the file. */
const formula = /^[=+\-@\t\r]/;
const number = /^[+-][\d\s()./-]*\d[\d\s()./-]*$/;

export interface CsvOptions {
  /** Numbers and telephone numbers stay as they are, though they begin with a sign. */
  keepNumbers?: boolean;
}

/** A line of a file whose cells are separated by `;`, CRLF at its end. A cell that would be a formula gets a leading `'`. */
export function csvLine(cells: readonly unknown[], options: CsvOptions = {}): string {
  return `${cells.map((cell) => cellOf(cell, options)).join(';')}\r\n`;
}

function cellOf(value: unknown, { keepNumbers = false }: CsvOptions): string {
  if (value === undefined || value === null) return '';
  const text = String(value);
  const isInert = !formula.test(text) || (keepNumbers && number.test(text));
  const safe = isInert ? text : `'${text}`;
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
