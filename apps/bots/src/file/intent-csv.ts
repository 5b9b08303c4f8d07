import { BooleanWord, type FieldFault, intentFields } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { CsvFault, type CsvRow, csvLine, readCsv } from '@parley/service-kit/http';
import { z } from 'zod';

import { fieldsOf, type Intent, newIntent, update } from '../intent/intent.ts';
import { refused } from './bot-file.ts';
import type { ImportPlan } from './import-plan.ts';

const columns = ['question', 'answer', 'intent_id', 'intent_display_name', 'webhook_enabled'] as const;

/** One row of a file; empty cells are absent. */
const Row = z
  .object({
    ...{ question: intentFields.question, answer: intentFields.answer, intent_id: intentFields.intent_id },
    ...{ intent_display_name: intentFields.intent_display_name, webhook_enabled: BooleanWord.optional() },
  })
  .partial();

/** An intent of a file, with the line it starts at. */
export interface CsvIntent {
  line: number;
  written: z.output<typeof Row>;
}

/** The allowed cell separators; a tab may be written as `\t`. */
export const Delimiter = z
  .enum([';', ',', '\t', '\\t', '|'], 'Must be ; , | or a tab')
  .default(';')
  .transform((word) => (word === '\\t' ? '\t' : word));

/** Generates the file line by line. */
export async function* csvOf(intents: readonly Intent[]): AsyncGenerator<string> {
  yield csvLine(columns);
  for (const { question, answer, intentId, name, webhookEnabled } of intents)
    yield csvLine([question, answer, intentId, name, webhookEnabled], { reversible: true });
}

/** @throws validation_failed with each invalid line */
export function readIntents(text: string, delimiter: string): CsvIntent[] {
  const rows = rowsOf(text, delimiter);
  const [first] = rows;
  const isHeader = first?.cells.every((cell, place) => cell.trim().toLowerCase() === columns[place]);
  const faults: FieldFault[] = [];
  const intents = rows.slice(isHeader ? 1 : 0).flatMap(({ line, cells }) => {
    const named = columns.map((name, place) => [name, cells[place]] as const).filter(([, cell]) => cell);
    const { data, error } = Row.safeParse(Object.fromEntries(named));
    for (const { path, message } of error?.issues ?? []) faults.push(faultIn(line, `${path.join('.')}: ${message}`));
    return data ? [{ line, written: data }] : [];
  });
  if (faults.length > 0) throw refused(faults);
  return intents;
}

function rowsOf(text: string, delimiter: string): CsvRow[] {
  try {
    return readCsv(text, delimiter);
  } catch (error) {
    if (error instanceof CsvFault) throw refused([faultIn(error.line, 'The quotes do not fit')]);
    throw error;
  }
}

function faultIn(line: number, msg: string): FieldFault {
  return { param: `line ${line}`, location: 'body', msg };
}

/**
 * A row with the `intent_id`, else the name, of an existing intent updates it; any other row creates one.
 * @throws validation_failed for rows that match the same intent, use the name or `intent_id` of another, or lack a question
 */
export function planCsv(
  existing: readonly Intent[],
  rows: readonly CsvIntent[],
  about: Pick<Intent, 'projectId' | 'botId' | 'createdBy' | 'createdAt'> & { language: string },
): ImportPlan & { updated: number } {
  const { language, ...made } = about;
  const names = new Map(existing.map((intent) => [intent.name, intent.id]));
  const intentIds = new Map(existing.map((intent) => [intent.intentId, intent.id]));
  const known = new Map(existing.map((intent) => [intent.id, intent]));
  const faults: FieldFault[] = [];
  const result = new Map<string, Intent>();
  let updated = 0;

  for (const { line, written } of rows) {
    const { intent_id: intentId, intent_display_name: name } = written;
    const id = (intentId && intentIds.get(intentId)) ?? (name && names.get(name));
    const old = id === undefined ? undefined : known.get(id);
    if (id !== undefined && (old === undefined || result.has(id))) {
      faults.push(faultIn(line, 'The intent stands twice in the file'));
      continue;
    }
    if (old === undefined && !written.question) faults.push(faultIn(line, 'question: Required'));
    const fields = fieldsOf(written);
    const next = old
      ? update(old, fields, language, about.createdAt).next
      : newIntent({ ...made, id: newId(about.createdAt) }, fields);
    const holders = [names.get(next.name), intentIds.get(next.intentId)];
    if (holders.some((holder) => holder !== undefined && holder !== next.id))
      faults.push(faultIn(line, 'Another intent has its name or intent_id'));

    if (old) updated += 1;
    names.set(next.name, next.id);
    intentIds.set(next.intentId, next.id);
    result.set(next.id, next);
  }
  if (faults.length > 0) throw refused(faults);

  const store = [...result.values()].filter((intent) => known.get(intent.id) !== intent);
  const created = result.size - updated;
  const replaced = store.length - created;
  const counts = { created, replaced, kept: existing.length - replaced, deleted: 0 };
  return { store, remove: [], count: existing.length + created, counts, updated };
}
