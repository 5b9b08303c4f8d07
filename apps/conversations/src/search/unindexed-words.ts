import { setImmediate } from 'node:timers/promises';

import type { Database } from '@parley/service-kit/database';
import { type AskedWord, askedVector, type Weighed } from '@parley/service-kit/search';

import { readUnindexed } from './search.statements.ts';

/** What a search reads besides the index, as far as it asks for it. */
export interface Unindexed {
  /** Requests whose words differ from those of the index. */
  words: UnindexedWords[];
  /** Some requests are still indexed by the earlier tokeniser. */
  isMoving: boolean;
}

interface UnindexedWords {
  request: string;
  /** Replaces what is indexed about the request; `null`: that is up to date. */
  about: string | null;
  /** In addition to what is indexed of its messages. */
  said: string;
}

export const allIndexed: Unindexed = { words: [], isMoving: false };

interface Row {
  isMoving: boolean;
  /** `null` in the only row, if everything is indexed. */
  request: string | null;
  about: Weighed[] | null;
  said: Weighed[];
}

/** Words of what was written a moment ago, so that it is found at once. */
export async function readUnindexedWords(
  db: Database,
  projectId: string,
  asked: readonly AskedWord[],
): Promise<Unindexed> {
  if (asked.length === 0) return allIndexed;
  const rows = await db.query<Row>(readUnindexed, [projectId]);
  const words: UnindexedWords[] = [];
  let read = 0;
  for (const { request, about, said } of rows) {
    if (request === null) continue;
    read += lengthOf(about ?? []) + lengthOf(said);
    if (read > maxAtOnce) {
      await setImmediate();
      read = 0;
    }
    const found = { about: about && askedVector(about, asked), said: askedVector(said, asked) };
    if (found.about !== null || found.said !== '') words.push({ request, ...found });
  }
  return { words, isMoving: rows.some(({ isMoving }) => isMoving) };
}

/** In characters: other calls go on in between. */
const maxAtOnce = 200_000;
const lengthOf = (texts: readonly Weighed[]): number => texts.reduce((sum, { text }) => sum + text.length, 0);
