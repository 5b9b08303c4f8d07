import { AppError } from '@parley/contracts';
import { isId } from '@parley/service-kit/call';
import type { Logger } from '@parley/service-kit/observability';

import type { BotsClient } from '../clients/bots.client.ts';
import type { Copies } from '../read-models/copies.repository.ts';
import type { CopiedRecord } from '../request-state/request.copies.ts';
import type { Directory } from './directory.repository.ts';

/** After a failure the bots service is left in peace for so long. */
const peaceMs = 5_000;

export interface LivingBot {
  /** `_id`. */
  id: string;
  record: CopiedRecord;
}

/** Bots that are alive: from the copies, and from the bots service those that the copies lack. */
export class LivingBots {
  readonly #directory: Directory;
  readonly #copies: Copies;
  readonly #bots: BotsClient;
  readonly #log: Logger;
  #peaceUntil = 0;

  constructor(parts: { directory: Directory; copies: Copies; bots: BotsClient; log: Logger }) {
    this.#directory = parts.directory;
    this.#copies = parts.copies;
    this.#bots = parts.bots;
    this.#log = parts.log;
  }

  /**
   * Those of these `_id`s, for routing, which a bots service that does not answer never fails or delays: then those that the
   * copies know.
   */
  async find(projectId: string, ids: readonly string[]): Promise<LivingBot[]> {
    const known = await this.#directory.findBots(projectId, ids);
    const missing = ids.filter((id) => !known.some((bot) => bot.id === id));
    if (missing.length === 0) return known;

    const gone = await this.#directory.goneBots(projectId, missing);
    const unknown = missing.filter((id) => !gone.includes(id));
    return unknown.length === 0 ? known : [...known, ...(await this.#ask(projectId, unknown))];
  }

  /**
   * Those of these `_id`s, which a caller has named. One that was just made, or taken out of the trash, may be named before the
   * event reaches the copies.
   * @throws dependency_down when the copies do not know one of them and the bots service does not answer
   */
  async named(projectId: string, ids: readonly string[]): Promise<LivingBot[]> {
    const known = await this.#directory.findBots(projectId, ids);
    const missing = ids.filter((id) => isId(id) && !known.some((bot) => bot.id === id));
    return missing.length === 0 ? known : [...known, ...(await this.#fetch(projectId, missing))];
  }

  async #ask(projectId: string, ids: readonly string[]): Promise<LivingBot[]> {
    if (performance.now() < this.#peaceUntil) return [];
    try {
      return await this.#fetch(projectId, ids);
    } catch (error) {
      this.#peaceUntil = performance.now() + peaceMs;
      if (!(error instanceof AppError)) this.#log.warn({ err: error, projectId }, 'bots from the copy');
      return [];
    }
  }

  async #fetch(projectId: string, ids: readonly string[]): Promise<LivingBot[]> {
    const bots = await this.#bots.getBots(projectId, ids);
    for (const bot of bots) await this.#copies.keepBot({ projectId, ...bot, deleted: false });
    return bots.filter(({ record }) => record.trashed !== true);
  }
}
