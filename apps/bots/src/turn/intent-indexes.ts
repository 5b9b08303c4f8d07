import { LRUCache } from '@parley/service-kit/concurrency';

import type { AnsweringBot } from '../bot/bot.repository.ts';
import { IntentIndex, phrasesOf } from '../engine/intent-index.ts';
import type { IntentRepository } from '../intent/intent.repository.ts';
import type { Stems } from './stems.ts';

const maxBots = 64;

/**
 * Cache of intent indexes, keyed by the version of a bot's intents. Every change raises the version in its transaction, so that an index
 * is never older than the bot record it is looked up for.
 */
export class IntentIndexes {
  readonly #intents: IntentRepository;
  readonly #stems: Stems;
  readonly #known = new LRUCache<string, Promise<IntentIndex>>({ max: maxBots });

  constructor(intents: IntentRepository, stems: Stems) {
    this.#intents = intents;
    this.#stems = stems;
  }

  of(bot: Pick<AnsweringBot, 'projectId' | 'id' | 'language' | 'intentsVersion'>): Promise<IntentIndex> {
    const key = `${bot.projectId}/${bot.id}/${bot.language}/${bot.intentsVersion}`;
    const known = this.#known.get(key);
    if (known) return known;

    const made = this.#make(bot);
    this.#known.set(key, made);
    made.catch(() => this.#known.delete(key));
    return made;
  }

  async #make({ projectId, id, language }: Pick<AnsweringBot, 'projectId' | 'id' | 'language'>): Promise<IntentIndex> {
    const intents = await this.#intents.matchable(projectId, id);
    const phrases = [...new Set(intents.flatMap(phrasesOf))];
    const stems = await this.#stems.of(phrases, language);
    const byPhrase = new Map(phrases.map((phrase, index) => [phrase, stems[index] ?? []]));
    return new IntentIndex(intents, (phrase) => byPhrase.get(phrase) ?? []);
  }
}
