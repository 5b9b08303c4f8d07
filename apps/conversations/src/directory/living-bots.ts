import { AppError } from '@parley/contracts';
import { isId } from '@parley/service-kit/call';
import type { Logger } from '@parley/service-kit/observability';

import type { BotsClient } from '../clients/bots.client.ts';
import type { ReadModels } from '../read-models/read-models.repository.ts';
import type { CopiedRecord } from '../request-state/request.copies.ts';
import type { Directory } from './directory.repository.ts';

/** Circuit breaker: no calls for this long after a failure. */
const cooldownMs = 5_000;

export interface LivingBot {
  /** `_id`. */
  id: string;
  record: CopiedRecord;
}

/** Bots that are neither deleted nor in the trash: from the read model, and from the bots service those that it lacks. */
export class LivingBots {
  readonly #directory: Directory;
  readonly #readModels: ReadModels;
  readonly #bots: BotsClient;
  readonly #log: Logger;
  #cooldownUntil = 0;

  constructor(parts: { directory: Directory; readModels: ReadModels; bots: BotsClient; log: Logger }) {
    this.#directory = parts.directory;
    this.#readModels = parts.readModels;
    this.#bots = parts.bots;
    this.#log = parts.log;
  }

  /**
   * Bots with these `_id`s, for routing, which must not fail or wait when the bots service does not answer: then only those of
   * the read model.
   */
  async findForRouting(projectId: string, ids: readonly string[]): Promise<LivingBot[]> {
    const known = await this.#directory.findBots(projectId, ids);
    const missing = ids.filter((id) => !known.some((bot) => bot.id === id));
    if (missing.length === 0) return known;

    const gone = await this.#directory.goneBots(projectId, missing);
    const unknown = missing.filter((id) => !gone.includes(id));
    return unknown.length === 0 ? known : [...known, ...(await this.#ask(projectId, unknown))];
  }

  /**
   * Bots with these `_id`s, as a caller named them. A caller may name a new or restored bot before its event reaches the read
   * model.
   * @throws dependency_down when the read model lacks one of them and the bots service does not answer
   */
  async findNamed(projectId: string, ids: readonly string[]): Promise<LivingBot[]> {
    const known = await this.#directory.findBots(projectId, ids);
    const missing = ids.filter((id) => isId(id) && !known.some((bot) => bot.id === id));
    return missing.length === 0 ? known : [...known, ...(await this.#fetch(projectId, missing))];
  }

  async #ask(projectId: string, ids: readonly string[]): Promise<LivingBot[]> {
    if (performance.now() < this.#cooldownUntil) return [];
    try {
      return await this.#fetch(projectId, ids);
    } catch (error) {
      this.#cooldownUntil = performance.now() + cooldownMs;
      if (!(error instanceof AppError))
        this.#log.warn({ err: error, projectId }, 'the bots service failed; using the read model');
      return [];
    }
  }

  async #fetch(projectId: string, ids: readonly string[]): Promise<LivingBot[]> {
    const bots = await this.#bots.getBots(projectId, ids);
    for (const bot of bots) await this.#readModels.keepBot({ projectId, ...bot, deleted: false });
    return bots.filter(({ record }) => record.trashed !== true);
  }
}
