import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { CsvFault, readCsv } from '@parley/service-kit/http';

import { Refused } from '../config.ts';
import { type Line, linesOfFile } from './file-lines.ts';
import type { Document, Found } from './origin.ts';

const suffix = /\.(?:csv|jsonl|ndjson|json)(?:\.gz)?$/;
/** Of one row with quoted line breaks. */
const maxRow = 16 * 2 ** 20;

/** Files of a folder by the name of what they hold. @throws Refused */
export async function filesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new Refused(`${folder} cannot be read.`, { cause: error });
  });
  const names = entries.filter((entry) => entry.isFile() && suffix.test(entry.name)).map(({ name }) => name);
  return new Map(names.sort().map((name) => [name.replace(suffix, ''), join(folder, name)]));
}

/** Rows of a file of lines: CSV with a header, or a JSON object a line. */
export function rowsOf(file: string): AsyncGenerator<Found> {
  return /\.csv(?:\.gz)?$/.test(basename(file)) ? csvRows(file) : jsonRows(file);
}

/** A line may also be a page of an API, `{ "<member>": [ … ] }`: its objects are the rows. */
export async function* jsonRows(file: string, pageMember?: string): AsyncGenerator<Found> {
  for await (const line of linesOfFile(file)) {
    if (line.fault === undefined && line.text.trim() === '') continue;
    const value = line.fault === undefined ? parsed(line.text) : undefined;
    if (value === undefined)
      yield { at: line.at, line: line.line, fault: line.fault ?? 'a line that is no JSON object' };
    else for (const document of pageOf(value, pageMember)) yield { at: line.at, line: line.line, document };
  }
}

function parsed(text: string): Document | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : undefined;
  } catch {
    return undefined;
  }
}

function pageOf(value: Document, member: string | undefined): Document[] {
  const page = member === undefined ? undefined : value[member];
  if (!Array.isArray(page)) return [value];
  return page.filter((one): one is Document => typeof one === 'object' && one !== null && !Array.isArray(one));
}

async function* csvRows(file: string): AsyncGenerator<Found> {
  let header: string[] | undefined;
  let delimiter = ',';
  for await (const row of csvRecords(file)) {
    if (row.fault !== undefined) {
      yield row;
      if (!header) return;
      continue;
    }
    delimiter = header ? delimiter : delimiterOf(row.text);
    const cells = cellsIn(row.text, delimiter);
    if (!cells) yield { at: row.at, line: row.line, fault: 'quotes that do not fit' };
    else if (!header) header = cells.map((cell) => cell.trim());
    else if (cells.length > header.length)
      yield { at: row.at, line: row.line, fault: 'more cells than the header has' };
    else if (cells.some((cell) => cell !== ''))
      yield { at: row.at, line: row.line, document: documentOf(header, cells) };
  }
}

/** Records as RFC 4180 has them: a line break within quotes does not end one. */
async function* csvRecords(file: string): AsyncGenerator<Line> {
  let open: { at: number; line: number; text: string } | undefined;
  for await (const line of linesOfFile(file)) {
    if (line.fault !== undefined) {
      open = undefined;
      yield line;
      continue;
    }
    const text = open ? `${open.text}\n${line.text}` : line.text;
    const at = open?.at ?? line.at;
    const number = open?.line ?? line.line;
    open = isWhole(text) ? undefined : { at, line: number, text };
    if (!open) yield { at, line: number, text };
    else if (text.length > maxRow) {
      yield { at, line: number, fault: `a row of more than ${maxRow} bytes` };
      return;
    }
  }
  if (open) yield { at: open.at, line: open.line, fault: 'quotes that do not fit' };
}

function isWhole(text: string): boolean {
  let quotes = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) quotes += 1;
  return quotes % 2 === 0;
}

function delimiterOf(header: string): string {
  return header.split(';').length > header.split(',').length ? ';' : ',';
}

function cellsIn(text: string, delimiter: string): string[] | undefined {
  try {
    return readCsv(text, delimiter)[0]?.cells ?? [];
  } catch (error) {
    if (error instanceof CsvFault) return undefined;
    throw error;
  }
}

/** `attributes.<key>` columns make an object; an empty cell is no value. */
function documentOf(header: readonly string[], cells: readonly string[]): Document {
  const document: Document = {};
  const nested = new Map<string, [string, string][]>();
  for (const [place, name] of header.entries()) {
    const cell = cells[place] ?? '';
    const [, outer, inner] = /^(attributes|properties)\.(.+)$/.exec(name) ?? [];
    if (cell === '') continue;
    if (outer && inner) nested.set(outer, [...(nested.get(outer) ?? []), [inner, cell]]);
    else document[name] = cell;
  }
  for (const [outer, members] of nested) document[outer] = Object.fromEntries(members);
  return document;
}
