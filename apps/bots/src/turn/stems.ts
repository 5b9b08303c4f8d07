import type { Database } from '@parley/service-kit/database';

import { isShingled, wordsOf } from '../engine/words.ts';

/** PostgreSQL's stemmers by ISO 639-1 code. */
const dictionaries: Readonly<Record<string, string>> = {
  ...{
    ar: 'arabic_stem',
    ca: 'catalan_stem',
    da: 'danish_stem',
    de: 'german_stem',
    el: 'greek_stem',
    en: 'english_stem',
  },
  ...{ es: 'spanish_stem', et: 'estonian_stem', eu: 'basque_stem', fi: 'finnish_stem', fr: 'french_stem' },
  ...{ ga: 'irish_stem', hi: 'hindi_stem', hu: 'hungarian_stem', hy: 'armenian_stem', id: 'indonesian_stem' },
  ...{ it: 'italian_stem', lt: 'lithuanian_stem', ne: 'nepali_stem', nl: 'dutch_stem', no: 'norwegian_stem' },
  ...{ nb: 'norwegian_stem', pl: 'polish_stem', pt: 'portuguese_stem', ro: 'romanian_stem', ru: 'russian_stem' },
  ...{ sr: 'serbian_stem', sv: 'swedish_stem', ta: 'tamil_stem', tr: 'turkish_stem', yi: 'yiddish_stem' },
};
const noStems = 'simple';

const maxWords = 50_000;
const wordsAtOnce = 5_000;

/** Stems words with PostgreSQL's dictionaries, and caches them: most texts need no query. */
export class Stems {
  readonly #db: Database;
  /** By dictionary; `null` is a stop word. */
  readonly #known = new Map<string, Map<string, string | null>>();
  #installed: Promise<ReadonlySet<string>> | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The distinct stems of each text, without stop words. */
  async of(texts: readonly string[], language: string): Promise<string[][]> {
    const words = texts.map((text) => wordsOf(text, language));
    if (isShingled(language)) return words;
    const known = await this.#lookUp(new Set(words.flat()), language);
    return words.map((own) => [...new Set(own.map((word) => known.get(word) ?? ''))].filter((stem) => stem !== ''));
  }

  async #lookUp(words: ReadonlySet<string>, language: string): Promise<ReadonlyMap<string, string | null>> {
    const dictionary = await this.#dictionaryOf(language);
    const cached = this.#known.get(dictionary) ?? new Map<string, string | null>();
    const missing = [...words].filter((word) => !cached.has(word));
    // A full cache is replaced, not cleared: concurrent callers still read theirs.
    const known = cached.size + missing.length > maxWords ? new Map<string, string | null>() : cached;
    this.#known.set(dictionary, known);
    const wanted = known === cached ? missing : [...words];
    for (let from = 0; from < wanted.length; from += wordsAtOnce) {
      const some = wanted.slice(from, from + wordsAtOnce);
      const rows = await this.#db.query<{ word: string; stem: string | null }>(lexize, [dictionary, some]);
      for (const { word, stem } of rows) known.set(word, stem);
    }
    return known;
  }

  async #dictionaryOf(language: string): Promise<string> {
    const dictionary = dictionaries[language] ?? noStems;
    this.#installed ??= this.#db
      .query<{ name: string }>('select dictname as name from pg_ts_dict')
      .then((rows) => new Set(rows.map(({ name }) => name)));
    const installed = await this.#installed.catch((error: unknown) => {
      this.#installed = undefined;
      throw error;
    });
    return installed.has(dictionary) ? dictionary : noStems;
  }
}

/** `ts_lexize` returns an empty list for a stop word. */
const lexize = {
  name: 'stems',
  text: 'select word, (ts_lexize($1::regdictionary, word))[1] as stem from unnest($2::text[]) as word',
};
