import { commonErrors, type DomainEvent, type IntentSortField, intentErrors, type PageQuery } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { BotRepository } from '../bot/bot.repository.ts';
import type { Bot } from '../bot/bot.ts';
import { edited } from '../bot/bot-changes.ts';
import type { Matchable } from '../engine/intent-index.ts';
import type { Intent, IntentChange } from './intent.ts';
import { intentColumns, recordsOf, removeIntents, storeIntents } from './intent-rows.repository.ts';

/** Which intents of a bot a list shows. */
export interface IntentFilter {
  text?: string | undefined;
  name?: string | undefined;
}

const list: SortedList<IntentSortField> = {
  name: 'intents',
  columns: {
    createdAt: { sql: 'i.created_at', type: 'timestamptz' },
    intent_display_name: { sql: 'i.name', type: 'text' },
  },
  id: 'i.id',
  defaultField: 'createdAt',
};

/** Changes to the intents of a bot in one transaction. */
export interface IntentWriter {
  readonly bot: Bot;
  /** @throws intent_not_found */
  find(by: { id?: string | undefined; intentId?: string | undefined }): Promise<Intent>;
  /** @throws limit_reached; intent_name_taken; intent_id_taken */
  insert(intent: Intent, made: DomainEvent): Promise<Intent>;
  /** @throws intent_name_taken; intent_id_taken */
  store(current: Intent, change: IntentChange): Promise<Intent>;
  remove(current: Intent, change: IntentChange): Promise<Intent>;
}

/** The only writer of `intent`. A row lock on the bot serialises writers. */
export class IntentRepository {
  readonly #db: Database;
  readonly #bots: BotRepository;
  readonly #maxIntents: number;

  constructor(db: Database, bots: BotRepository, maxIntents: number) {
    this.#db = db;
    this.#bots = bots;
    this.#maxIntents = maxIntents;
  }

  /** Ordered by creation. */
  ofBot(projectId: string, botId: string): Promise<Intent[]> {
    const text = `select ${intentColumns} from intent i where i.id_project = $1 and i.id_bot = $2 order by i.created_at, i.id`;
    return this.#db.query<Intent>({ name: 'intents_of_bot', text }, [projectId, botId]);
  }

  /** The fields that matching needs, of enabled intents, oldest first. */
  matchable(projectId: string, botId: string): Promise<Matchable[]> {
    const text = `select i.id, i.intent_id as "intentId", i.name, i.question from intent i
      where i.id_project = $1 and i.id_bot = $2 and i.enabled order by i.created_at, i.id`;
    return this.#db.query<Matchable>({ name: 'intents_matchable', text }, [projectId, botId]);
  }

  /** The existing intents among these ids. */
  findAll(projectId: string, ids: readonly string[]): Promise<Intent[]> {
    const text = `select ${intentColumns} from intent i where i.id_project = $1 and i.id = any($2)`;
    return this.#db.query<Intent>({ name: 'intents_find', text }, [projectId, ids]);
  }

  /** The existing intents among these ids, and the version of the bot's intents, from one snapshot. */
  async findOf(
    projectId: string,
    botId: string,
    ids: readonly string[],
  ): Promise<{ version: number; intents: Intent[] }> {
    const rows = await this.#db.query<Intent & { intentsVersion: number }>(findOf, [projectId, botId, ids]);
    return { version: rows[0]?.intentsVersion ?? -1, intents: rows.filter(({ id }) => id !== null) };
  }

  /** @throws intent_not_found */
  async get(projectId: string, id: string): Promise<Intent> {
    const text = `select ${intentColumns} from intent i where i.id_project = $1 and i.id = $2`;
    const [intent] = await this.#db.query<Intent>({ name: 'intent_get', text }, [projectId, id]);
    if (!intent) throw intentErrors.intent_not_found();
    return intent;
  }

  /** @throws intent_not_found */
  async getByIntentId(projectId: string, botId: string, intentId: string): Promise<Intent> {
    const intent = await this.#named(projectId, botId, 'intent_id', intentId);
    if (!intent) throw intentErrors.intent_not_found();
    return intent;
  }

  async list(
    projectId: string,
    botId: string,
    filter: IntentFilter,
    query: PageQuery<IntentSortField>,
  ): Promise<{ intents: Intent[]; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId, botId];
    const bind = binder(values);
    const conditions = [
      ...(filter.name === undefined ? [] : [`i.name = ${bind(filter.name)}`]),
      ...(filter.text === undefined ? [] : [wordCondition(bind(filter.text))]),
    ].map((condition) => ` and ${condition}`);
    const rows = await this.#db.query<Intent & Placed>(
      `select ${intentColumns}, ${page.columns} from intent i where i.id_project = $1 and i.id_bot = $2${conditions.join('')}
       and ${page.after(bind)} order by ${page.order} ${page.limit(bind)}`,
      values,
    );
    const { rows: intents, next } = page.cut(rows);
    return { intents, ...(next && { next }) };
  }

  /** Runs `work` in a transaction that holds the lock of the bot. @throws bot_not_found; bot_trashed; bot_is_copy */
  write<T>(projectId: string, botId: string, at: Date, work: (writer: IntentWriter) => Promise<T>): Promise<T> {
    return this.#db.transaction(async () => {
      const bot = await this.#bots.lock(projectId, botId);
      const change = edited(bot, at);
      let isEdited = false;
      const done = (): void => {
        isEdited = true;
      };
      const result = await work(this.#writerOf(bot, done));
      if (isEdited) await this.#bots.store(bot, change);
      return result;
    });
  }

  /** Stores intents of a bot that is new or locked; the caller has checked names and ids. */
  async insertAll(intents: readonly Intent[]): Promise<void> {
    if (intents.length > 0) await this.#db.query(storeIntents, [recordsOf(intents)]);
  }

  /** @throws limit_reached */
  checkCount(count: number): void {
    if (count > this.#maxIntents) throw commonErrors.limit_reached({ limit: 'INTENTS_MAX', max: this.#maxIntents });
  }

  async removeAll(projectId: string, ids: readonly string[]): Promise<void> {
    await this.#db.query(removeIntents, [projectId, ids]);
  }

  async removeOfBots(projectId: string, botIds: readonly string[]): Promise<void> {
    await this.#db.query('delete from intent where id_project = $1 and id_bot = any($2)', [projectId, botIds]);
  }

  #writerOf(bot: Bot, done: () => void): IntentWriter {
    const { projectId } = bot;
    return {
      bot,
      find: async ({ id, intentId }) => {
        const intent =
          intentId !== undefined
            ? await this.getByIntentId(projectId, bot.id, intentId)
            : await this.get(projectId, id ?? '');
        if (intent.botId !== bot.id) throw intentErrors.intent_not_found();
        checkIfMatch(intent.version);
        return intent;
      },
      insert: async (intent, made) => {
        const count = await this.#count(projectId, bot.id);
        this.checkCount(count + 1);
        await this.#checkFree(intent);
        await this.insertAll([intent]);
        await this.#announce(intent, [made]);
        done();
        return intent;
      },
      store: async (current, { next, events }) => {
        if (next === current) return current;
        await this.#checkFree(next);
        await this.insertAll([next]);
        await this.#announce(next, events);
        done();
        return next;
      },
      remove: async (current, { next, events }) => {
        await this.removeAll(projectId, [current.id]);
        await this.#announce(next, events);
        done();
        return next;
      },
    };
  }

  /** The lock of the bot keeps the names free until the transaction ends. @throws intent_name_taken; intent_id_taken */
  async #checkFree({ projectId, botId, id, name, intentId }: Intent): Promise<void> {
    const named = await this.#named(projectId, botId, 'name', name);
    if (named && named.id !== id) throw intentErrors.intent_name_taken({ conflict: named.id });
    const other = await this.#named(projectId, botId, 'intent_id', intentId);
    if (other && other.id !== id) throw intentErrors.intent_id_taken({ conflict: other.id });
  }

  async #named(
    projectId: string,
    botId: string,
    column: 'name' | 'intent_id',
    value: string,
  ): Promise<Intent | undefined> {
    const text = `select ${intentColumns} from intent i where i.id_project = $1 and i.id_bot = $2 and i.${column} = $3`;
    const [intent] = await this.#db.query<Intent>({ name: `intent_by_${column}`, text }, [projectId, botId, value]);
    return intent;
  }

  async #count(projectId: string, botId: string): Promise<number> {
    const text = 'select count(*)::int as count from intent where id_project = $1 and id_bot = $2';
    const [all] = await this.#db.query<{ count: number }>({ name: 'intents_count', text }, [projectId, botId]);
    return all?.count ?? 0;
  }

  #announce(intent: Intent, events: DomainEvent[]): Promise<void> {
    const { projectId, id, version } = intent;
    return announce(this.#db, { noun: 'intent', projectId, id, version, partitionKey: intent.botId }, events);
  }
}

const findOf = {
  name: 'intents_of_bot_find',
  text: `select b.intents_version as "intentsVersion", ${intentColumns} from bot b
    left join intent i on i.id_project = b.id_project and i.id_bot = b.id and i.id = any($3)
    where b.id_project = $1 and b.id = $2`,
};

function wordCondition(place: string): string {
  const found = (sql: string) => `strpos(lower(${sql}), lower(${place})) > 0`;
  return `(${found('i.name')} or ${found(`coalesce(i.question, '')`)} or ${found(`coalesce(i.answer, '')`)})`;
}
