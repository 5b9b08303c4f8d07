import { join } from 'node:path';

import type { Part } from '@parley/service-kit/archive';

import { Refused } from '../config.ts';
import { bytesOfFile } from '../origin/bytes-of-file.ts';

/** A line may be as long as the largest record, and a little more. */
const maxLine = 17 * 2 ** 20;

export type ArchivedRecord = Record<string, unknown>;

/** Lines of a part. @throws Refused when it is cut, or no text */
export async function* linesOf(folder: string, { name }: Pick<Part, 'name'>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  try {
    for await (const bytes of bytesOfFile(join(folder, name))) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > maxLine) throw new Refused(`${name} has a line that is too long.`);
      yield* lines;
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(`${name} cannot be read to its end.`, { cause: error });
  }
  if (rest !== '') throw new Refused(`${name} ends within a line.`);
}

/** @throws Refused */
export function recordOf({ name, kind }: Pick<Part, 'name' | 'kind'>, line: string): ArchivedRecord {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch (error) {
    throw new Refused(`${name} has a line that is not JSON.`, { cause: error });
  }
  const { k, r } = Object(parsed) as { k?: unknown; r?: unknown };
  if (k !== kind || typeof r !== 'object' || r === null) throw new Refused(`${name} has a line that is no ${kind}.`);
  return r as ArchivedRecord;
}

export async function* recordsOf(folder: string, parts: readonly Part[]): AsyncGenerator<ArchivedRecord> {
  for (const part of parts) for await (const line of linesOf(folder, part)) yield recordOf(part, line);
}
