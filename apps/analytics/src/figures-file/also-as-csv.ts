import {
  bodyOf,
  byteOrderMark,
  csvLine,
  type HttpRoute,
  type HttpTable,
  headersOf,
  Reply,
} from '@parley/service-kit/http';

import { columnsOf, type FigureRow } from './columns.ts';

/** Lets the operations of a table that answer rows answer them as a file with `format=csv`. Source: contract 40 section 1.5. */
export function alsoAsCsv<Context>({ routes }: HttpTable<Context>): HttpTable<Context> {
  return {
    routes: routes.map((route) =>
      route.endpoint.produces?.includes('text/csv') ? { ...route, run: asAsked(route) } : route,
    ),
  };
}

function asAsked({ endpoint, run }: HttpRoute): HttpRoute['run'] {
  const columns = columnsOf(endpoint.response);
  return async (context, actor, input, raw) => {
    const answered = await run(context, actor, input, raw);
    if ((input as { format?: 'csv' }).format === undefined) return answered;
    const rows = bodyOf(answered) as readonly FigureRow[];
    const shown = columns.filter(({ isOptional, cell }) => !isOptional || rows.some((row) => cell(row) !== undefined));
    const lines = [shown.map(({ name }) => name), ...rows.map((row) => shown.map(({ cell }) => cell(row)))];
    return new Reply({
      text: byteOrderMark + lines.map((cells) => csvLine(cells)).join(''),
      headers: {
        ...headersOf(answered),
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${endpoint.operation}.csv"`,
      },
    });
  };
}
