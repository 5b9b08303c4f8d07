/** Begins a formula where spreadsheets open the file. */
const formula = /^[=+\-@\t\r]/;

/** A line of a file whose cells are separated by `;`. A cell that would be a formula gets a leading `'`. */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(cellOf).join(';')}\r\n`;
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = String(value);
  const safe = formula.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
