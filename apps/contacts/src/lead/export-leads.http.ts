import { type leadApi, leadTexts } from '@parley/contracts';
import { byteOrderMark, csvLine, type RawOperation, streamText } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { type Lead, viewOf } from './lead.ts';
import type { LeadFilter } from './lead-filter.ts';

type ExportLeads = RawOperation<typeof leadApi.exportLeads, Context>;

const headers = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="leads.csv"',
};

/** Source: contract 30 section 2.4. */
export const exportLeads: ExportLeads = async (context, _actor, input, raw) => {
  const { id_project, segment, attributes, ...query } = input;
  const within = segment === undefined ? undefined : await context.segments.ready(id_project, segment);
  const filter: LeadFilter = { ...query, status: query.status ?? 'living', within };
  await streamText(raw, headers, lines(context, id_project, filter, attributes === 'true'));
  return undefined;
};

async function* lines(
  context: Context,
  projectId: string,
  filter: LeadFilter,
  withObjects: boolean,
): AsyncGenerator<string> {
  const columns = withObjects ? [...plain, ...objects] : plain;
  yield byteOrderMark + csvLine(columns.map(([name]) => name));
  for await (const { rows } of context.leadQueries.scan(projectId, filter)) {
    // One chunk per batch: one per row would mean thousands of small writes.
    yield rows.map((lead) => csvLine(cellsOf(lead, columns), { keepNumbers: true })).join('');
  }
}

type View = ReturnType<typeof viewOf>;
type Column = readonly [name: string, cell: (lead: View) => unknown];

const plain: readonly Column[] = [
  ...(['_id', 'lead_id', ...leadTexts] as const).map((name): Column => [name, (lead) => lead[name]]),
  ['tags', (lead) => lead.tags?.join(', ')],
  ...(['status', 'createdBy', 'createdAt', 'updatedAt'] as const).map((name): Column => [name, (lead) => lead[name]]),
];

const objects: readonly Column[] = [
  ['attributes', (lead) => JSON.stringify(lead.attributes)],
  ['properties', (lead) => JSON.stringify(lead.properties)],
];

function cellsOf(lead: Lead, columns: readonly Column[]): unknown[] {
  const view = viewOf(lead);
  return columns.map(([, cell]) => cell(view));
}
