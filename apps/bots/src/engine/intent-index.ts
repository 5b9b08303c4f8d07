import { normalised } from './words.ts';

/** The fields of an intent that matching needs. */
export interface Matchable {
  id: string;
  intentId: string;
  name: string;
  /** One training phrase per line. */
  question: string | null;
}

/** An intent that matches a text. */
export interface Candidate {
  intent: Matchable;
  /** 0 to 1. */
  score: number;
  /** The phrase that matches best. */
  phrase: string;
}

/** The stems of a text, stop words left out, each once. */
export type StemsOf = (text: string) => readonly string[];

/**
 * Search index over the enabled intents of a bot. Ties go to the older intent, in every step.
 * Source: contract 60 section 7.2.
 */
export class IntentIndex {
  readonly #intents: readonly Matchable[];
  readonly #byId = new Map<string, Matchable>();
  readonly #byIntentId = new Map<string, Matchable>();
  readonly #byName = new Map<string, Matchable>();
  readonly #byFoldedName = new Map<string, Matchable>();
  readonly #byPhrase = new Map<string, Matchable>();
  readonly #exact = new Map<string, Candidate>();
  readonly #phrases: string[] = [];
  /** Per phrase: the index of its intent, and its number of stems. */
  readonly #owners: number[] = [];
  readonly #sizes: number[] = [];
  /** Per stem: the phrases that have it. */
  readonly #postings = new Map<string, number[]>();

  /** @param intents enabled ones, the oldest first */
  constructor(intents: readonly Matchable[], stemsOf: StemsOf) {
    this.#intents = intents;
    for (const [owner, intent] of intents.entries()) {
      putFirst(this.#byId, intent.id, intent);
      putFirst(this.#byIntentId, intent.intentId, intent);
      putFirst(this.#byName, intent.name, intent);
      putFirst(this.#byFoldedName, intent.name.toLowerCase(), intent);
      for (const phrase of phrasesOf(intent)) this.#addPhrase(owner, intent, phrase, stemsOf(phrase));
    }
  }

  /** Finds an intent by the reference of an action: `#intent_id`, `_id`, `intent_id`, name, name in any case. */
  find(word: string): Matchable | undefined {
    if (word.startsWith('#')) return this.#byIntentId.get(word.slice(1));
    return (
      this.#byId.get(word) ??
      this.#byIntentId.get(word) ??
      this.#byName.get(word) ??
      this.#byFoldedName.get(word.toLowerCase())
    );
  }

  /** Finds an intent by exact name, else by exact phrase. */
  named(name: string, phrase = name): Matchable | undefined {
    return this.#byName.get(name) ?? this.#byPhrase.get(phrase);
  }

  /** Finds the intent with a phrase equal to the text after normalisation. */
  exact(text: string): Candidate | undefined {
    return this.#exact.get(normalised(text));
  }

  /** Matching intents by descending score, each scored by its best phrase. */
  ranked(stems: readonly string[], limit: number): Candidate[] {
    if (stems.length === 0) return [];
    const shared = new Map<number, number>();
    for (const stem of stems) {
      for (const phrase of this.#postings.get(stem) ?? []) shared.set(phrase, (shared.get(phrase) ?? 0) + 1);
    }
    const best = new Map<number, { score: number; phrase: number }>();
    for (const [phrase, count] of shared) {
      const owner = this.#owners[phrase] ?? 0;
      const score = (2 * count) / (stems.length + (this.#sizes[phrase] ?? 0));
      const known = best.get(owner);
      if (!known || score > known.score || (score === known.score && phrase < known.phrase))
        best.set(owner, { score, phrase });
    }
    const sorted = [...best].sort(([one, { score }], [other, { score: than }]) => than - score || one - other);
    return sorted.slice(0, limit).flatMap(([owner, { score, phrase }]) => {
      const intent = this.#intents[owner];
      return intent ? [{ intent, score, phrase: this.#phrases[phrase] ?? '' }] : [];
    });
  }

  #addPhrase(owner: number, intent: Matchable, phrase: string, stems: readonly string[]): void {
    putFirst(this.#byPhrase, phrase, intent);
    putFirst(this.#exact, normalised(phrase), { intent, score: 1, phrase });
    const place = this.#phrases.push(phrase) - 1;
    this.#owners.push(owner);
    this.#sizes.push(stems.length);
    for (const stem of stems) {
      const postings = this.#postings.get(stem);
      if (postings) postings.push(place);
      else this.#postings.set(stem, [place]);
    }
  }
}

/** The training phrases of an intent. */
export function phrasesOf({ question }: Pick<Matchable, 'question'>): string[] {
  const lines = (question ?? '').split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

/** Keeps the first entry: intents come oldest first. */
function putFirst<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}
