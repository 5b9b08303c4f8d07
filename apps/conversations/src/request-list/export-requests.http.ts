import type { Actor, InputOf, requestExportApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { csvLine, type RawOperation, streamText } from '@parley/service-kit/http';
import { viewRequest } from '../access/request.view.ts';
import type { Context } from '../context.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import { queryOf } from './link-next.ts';

type ExportRequests = RawOperation<typeof requestExportApi.exportRequests, Context>;
type Input = InputOf<typeof requestExportApi.exportRequests>;

const rowsAtOnce = 200;

export const exportRequests: ExportRequests = async (context, actor, input, exchange) => {
  const { next, pages } = await (input.full_text === undefined ? exportOfList : exportOfSearch)(context, actor, input);
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="requests.csv"',
    ...(next !== undefined && { link: nextLink(next, queryOf(input)) }),
  };
  await streamText(exchange, headers, lines(pages));
  return undefined;
};

interface ExportFile {
  /** Cursor of the next file, if the list is longer than this one. */
  next: string | undefined;
  pages: AsyncIterable<RequestWithCopies[]>;
}

/** Exports a list, read page by page while it is sent. */
async function exportOfList(context: Context, actor: Actor, input: Input): Promise<ExportFile> {
  const { EXPORT_ROWS: mostRows } = context.config;
  const next = await context.requestExports.cursorAfter(actor, input.id_project, input, mostRows);
  async function* pages() {
    let { cursor } = input;
    let left = mostRows;
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
  yield csvLine(columns.map(([name]) => name));
  for await (const requests of pages) yield requests.map((request) => csvLine(cellsOf(request))).join('');
}

type Row = Extract<ReturnType<typeof fullForm>, { lead: { lead_id: string } }>;

function fullForm(request: RequestWithCopies) {
  return viewRequest(request, 'full');
}

const columns: readonly [name: string, cell: (request: Row) => unknown][] = [
  ['ticket_id', (request) => request.ticket_id],
  ['request_id', (request) => request.request_id],
  ['createdAt', (request) => request.createdAt],
  ['status', (request) => request.status],
  ['subject', (request) => request.subject],
  ['first_text', (request) => request.first_text],
  ['priority', (request) => request.priority],
  ['channel_name', (request) => request.channel.name],
  ['department_name', (request) => request.department?.name],
  ['lead_fullname', (request) => request.lead.fullname],
  ['lead_email', (request) => request.lead.email],
  ['participants', (request) => request.participants.join(',')],
  ['tags', (request) => request.tags.map(({ tag }) => tag).join(',')],
  ['rating', (request) => request.rating],
  ['rating_message', (request) => request.rating_message],
  ['waiting_time', (request) => request.waiting_time],
  ['duration', (request) => request.duration],
  ['first_response_at', (request) => request.first_response_at],
  ['assigned_at', (request) => request.assigned_at],
  ['closed_at', (request) => request.closed_at],
  ['closed_by', (request) => request.closed_by],
  ['hasBot', (request) => request.hasBot],
  ['language', (request) => request.language],
  ['sourcePage', (request) => request.sourcePage],
];

function cellsOf(request: RequestWithCopies): unknown[] {
  const row = fullForm(request) as Row;
  return columns.map(([, cell]) => cell(row));
}
