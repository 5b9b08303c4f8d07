import type { Actor, InputOf, requestExportApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { csvLine, type RawOperation, streamText } from '@parley/service-kit/http';
import { viewRequest } from '../access/request.view.ts';
import type { Context } from '../context.ts';
import type { Column } from '../request-state/columns.ts';
import { requestTable } from '../request-state/request.columns.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import { queryOf } from './link-next.ts';

type ExportRequests = RawOperation<typeof requestExportApi.exportRequests, Context>;
type Input = InputOf<typeof requestExportApi.exportRequests>;

const rowsAtOnce = 200;

export const exportRequests: ExportRequests = async (context, actor, input, raw) => {
  const { next, pages } = await (input.full_text === undefined ? exportOfList : exportOfSearch)(context, actor, input);
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="requests.csv"',
    ...(next !== undefined && { link: nextLink(next, queryOf(input)) }),
  };
  await streamText(raw, headers, lines(pages));
  return undefined;
};

interface ExportFile {
  /** Cursor of the next file, if the list is longer than this one. */
  next: string | undefined;
  pages: AsyncIterable<RequestWithCopies[]>;
}

/** Exports a list, read page by page while it is sent. */
async function exportOfList(context: Context, actor: Actor, input: Input): Promise<ExportFile> {
  const { EXPORT_ROWS: maxRows } = context.config;
  const next = await context.requestExports.cursorAfter(actor, input.id_project, input, maxRows);
  async function* pages() {
    let { cursor } = input;
    let left = maxRows;
    do {
      const query = {
        ...input,
        page: 0,
        cursor,
        limit: Math.min(rowsAtOnce, left),
        no_count: true,
        no_populate: false,
      };
      const page = await context.requestQueries.list(actor, input.id_project, query);
      yield page.requests;
      left -= query.limit;
      cursor = page.next;
    } while (cursor !== undefined && left > 0);
  }
  return { next, pages: pages() };
}

/** Exports a text search: it runs once, because each page would cost as much as the whole search. */
async function exportOfSearch(context: Context, actor: Actor, input: Input): Promise<ExportFile> {
  const query = { ...input, no_populate: false };
  const { ids, next } = await context.requestQueries.find(actor, input.id_project, query, context.config.EXPORT_ROWS);
  async function* pages() {
    for (let from = 0; from < ids.length; from += rowsAtOnce)
      yield await context.requestQueries.some(actor, input.id_project, query, ids.slice(from, from + rowsAtOnce));
  }
  return { next, pages: pages() };
}

async function* lines(pages: AsyncIterable<RequestWithCopies[]>): AsyncGenerator<string> {
  yield csvLine(columns.map(([, name]) => name));
  for await (const requests of pages) yield requests.map((request) => csvLine(cellsOf(request))).join('');
}

/** A request in the team's full form. */
type Row = Extract<ReturnType<typeof viewRequest>, { lead: { lead_id: string } }>;
type Cell = (row: Row) => unknown;

/** Cells that are made of other records, with their places. */
const composed: readonly CsvColumn[] = [
  [9, 'department_name', (row) => row.department?.name],
  [10, 'lead_fullname', (row) => row.lead.fullname],
  [11, 'lead_email', (row) => row.lead.email],
];

/** Columns whose cells differ from the member on the wire. */
const cells: Partial<Record<keyof Row, readonly [name: string, cell: Cell]>> = {
  channel: ['channel_name', (row) => row.channel.name],
  participants: ['participants', (row) => row.participants.join(',')],
  tags: ['tags', (row) => row.tags.map(({ tag }) => tag).join(',')],
};

type CsvColumn = readonly [place: number, name: string, cell: Cell];

const columns = [...Object.values<Column>(requestTable).flatMap(columnOf), ...composed].toSorted(
  ([place], [other]) => place - other,
);

function columnOf({ csv, wire }: Column): CsvColumn[] {
  if (csv === undefined || wire === undefined) return [];
  const [name, cell] = cells[wire as keyof Row] ?? [wire, (row) => row[wire as keyof Row]];
  return [[csv, name, cell]];
}

function cellsOf(request: RequestWithCopies): unknown[] {
  const row = viewRequest(request, 'full') as Row;
  return columns.map(([, , cell]) => cell(row));
}
