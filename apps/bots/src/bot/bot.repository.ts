import { type BotSortField, botErrors, commonErrors, type DomainEvent, type PageQuery } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import { type Bot, isTrashed } from './bot.ts';
import type { BotChange, Slugs } from './bot-changes.ts';
import { botColumns, bots, isLive } from './bot-rows.repository.ts';
import { freeSlug } from './slug.ts';

/** Which bots a list shows. */
export interface BotFilter {
  text?: string | undefined;
  type?: string | undefined;
  public?: boolean | undefined;
  trashed?: boolean | undefined;
  only?: string | undefined;
}

const list: SortedList<BotSortField> = {
  name: 'bots',
  columns: {
    createdAt: { sql: 'b.created_at', type: 'timestamptz' },
    updatedAt: { sql: 'b.updated_at', type: 'timestamptz' },
    name: { sql: 'b.name', type: 'text' },
  },
  id: 'b.id',
  defaultField: 'createdAt',
};

/** A bot with the version of its intents, which keys whatever is derived from them. */
export type AnsweringBot = Bot & { intentsVersion: number };

/** Published copies kept of each bot. */
const maxCopies = 100;

/** The only writer of `bot` and `bot_project`. */
export class BotRepository {
  readonly #db: Database;
  readonly #maxBots: number;

  constructor(db: Database, maxBots: number) {
    this.#db = db;
    this.#maxBots = maxBots;
  }

  async find(projectId: string, id: string): Promise<Bot | undefined> {
    const text = `select ${botColumns} from bot b where b.id_project = $1 and b.id = $2`;
    const [bot] = await this.#db.query<Bot>({ name: 'bot_find', text }, [projectId, id]);
    return bot;
  }

  /** @throws bot_not_found */
  async get(projectId: string, id: string): Promise<Bot> {
    const bot = await this.find(projectId, id);
    if (!bot) throw botErrors.bot_not_found();
    return bot;
  }

  /** The existing bots among these ids, including those in the trash. */
  findAll(projectId: string, ids: readonly string[]): Promise<Bot[]> {
    const text = `select ${botColumns} from bot b where b.id_project = $1 and b.id = any($2) order by b.id`;
    return this.#db.query<Bot>({ name: 'bots_find', text }, [projectId, ids]);
  }

  /** The same with the version of their intents. */
  findAnswering(projectId: string, ids: readonly string[]): Promise<AnsweringBot[]> {
    const text = `select ${botColumns}, b.intents_version as "intentsVersion" from bot b where b.id_project = $1 and b.id = any($2)`;
    return this.#db.query<AnsweringBot>({ name: 'bots_answering', text }, [projectId, ids]);
  }

  /** Finds a bot in any project; never a copy. */
  async findAnywhere(id: string): Promise<Bot | undefined> {
    const text = `select ${botColumns} from bot_project p join bot b on b.id_project = p.id_project and b.id = p.id where p.id = $1`;
    const [bot] = await this.#db.query<Bot>({ name: 'bot_find_anywhere', text }, [id]);
    return bot;
  }

  /** A bot that its owner made public: the only record readable from other projects. @throws bot_not_found */
  async getPublic(id: string): Promise<Bot> {
    const bot = await this.findAnywhere(id);
    if (!bot?.isPublic || isTrashed(bot)) throw botErrors.bot_not_found();
    return bot;
  }

  /** The oldest bot with this name or slug, outside the trash. */
  async findNamed(projectId: string, name: string, slug: string): Promise<Bot | undefined> {
    const text = `select ${botColumns} from bot b where b.id_project = $1 and ${isLive}
      and (($2 <> '' and b.name = $2) or ($3 <> '' and b.slug = $3)) order by b.created_at, b.id limit 1`;
    const [bot] = await this.#db.query<Bot>({ name: 'bot_find_named', text }, [projectId, name, slug]);
    return bot;
  }

  /** Bots and published versions, those in the trash included. */
  all(projectId: string): Promise<Bot[]> {
    const text = `select ${botColumns} from bot b where b.id_project = $1 order by b.id`;
    return this.#db.query<Bot>({ name: 'bots_all', text }, [projectId]);
  }

  living(projectId: string): Promise<Bot[]> {
    const text = `select ${botColumns} from bot b where b.id_project = $1 and ${isLive} order by b.created_at, b.id`;
    return this.#db.query<Bot>({ name: 'bots_living', text }, [projectId]);
  }

  /** Newest first. */
  copies(projectId: string, rootId: string): Promise<Bot[]> {
    const text = `select ${botColumns} from bot b where b.id_project = $1 and b.root_id = $2 order by b.id desc`;
    return this.#db.query<Bot>({ name: 'bot_copies', text }, [projectId, rootId]);
  }

  async list(
    projectId: string,
    filter: BotFilter,
    query: PageQuery<BotSortField>,
  ): Promise<{ bots: Bot[]; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const conditions = [
      filter.trashed ? 'b.trashed_at is not null and b.root_id is null' : isLive,
      ...(filter.only === undefined ? [] : [`b.id = ${bind(filter.only)}`]),
      ...(filter.type === undefined ? [] : [`b.type = ${bind(filter.type)}`]),
      ...(filter.public === undefined ? [] : [`b.is_public = ${bind(filter.public)}`]),
      ...(filter.text === undefined ? [] : [wordCondition(bind(filter.text))]),
    ];
    const rows = await this.#db.query<Bot & Placed>(
      `select ${botColumns}, ${page.columns} from bot b where b.id_project = $1 and ${conditions.join(' and ')}
       and ${page.after(bind)} order by ${page.order} ${page.limit(bind)}`,
      values,
    );
    const { rows: bots, next } = page.cut(rows);
    return { bots, ...(next && { next }) };
  }

  /** Bots moved to the trash before a time. */
  async trashedBefore(at: Date, limit: number): Promise<Pick<Bot, 'projectId' | 'id'>[]> {
    return this.#db.query<Pick<Bot, 'projectId' | 'id'>>(
      `select b.id_project as "projectId", b.id from bot b
       where b.trashed_at < $1 and b.root_id is null order by b.trashed_at limit $2`,
      [at, limit],
    );
  }

  /**
   * Stores a new bot and, in the same transaction, what `more` stores. A taken slug gets a number.
   * @throws limit_reached
   */
  insert(bot: Bot, more: (stored: Bot) => Promise<DomainEvent[]>): Promise<Bot> {
    return this.#db.transaction(async () => {
      const slugs = await this.#lockSlugs(bot.projectId);
      if (slugs.size >= this.#maxBots) throw commonErrors.limit_reached({ limit: 'BOTS_MAX', max: this.#maxBots });
      const stored = { ...bot, slug: freeSlug(bot.slug, (slug) => slugs.has(slug)) };
      await this.#db.query(bots.insert, [bots.parameter(stored)]);
      await this.#db.query('insert into bot_project (id, id_project) values ($1, $2)', [bot.id, bot.projectId]);
      await this.announce(stored, await more(stored));
      return stored;
    });
  }

  /** Locks a bot and stores what `decide` returns. @throws bot_not_found */
  update(projectId: string, id: string, decide: (current: Bot) => BotChange): Promise<Bot> {
    return this.#db.transaction(async () => {
      const current = await this.lock(projectId, id);
      checkIfMatch(current.version);
      return this.store(current, decide(current));
    });
  }

  /** Like `update`, for changes that may alter the slug. @throws bot_not_found; limit_reached */
  updateNamed(projectId: string, id: string, decide: (current: Bot, slugs: Slugs) => BotChange): Promise<Bot> {
    return this.#db.transaction(async () => {
      const slugs = await this.#lockSlugs(projectId);
      const current = await this.lock(projectId, id);
      checkIfMatch(current.version);
      const change = decide(current, slugs);
      const isBack = current.trashedAt !== null && change.next.trashedAt === null;
      if (isBack && slugs.size >= this.#maxBots)
        throw commonErrors.limit_reached({ limit: 'BOTS_MAX', max: this.#maxBots });
      return this.store(current, change);
    });
  }

  /** Stores a published copy and deletes the oldest beyond the limit. @returns `_id`s of the deleted copies */
  async insertCopy(copy: Bot): Promise<string[]> {
    await this.#db.query(bots.insert, [bots.parameter(copy)]);
    const kept = await this.copies(copy.projectId, copy.rootId ?? '');
    const old = kept.slice(maxCopies).map(({ id }) => id);
    if (old.length > 0) await this.#db.query(removeBots, [copy.projectId, old]);
    return old;
  }

  /** Deletes a locked bot and its copies. @returns `_id`s of all of them */
  async removeRows(current: Bot, { next, events }: BotChange): Promise<string[]> {
    const { projectId, id } = current;
    const ids = [id, ...(await this.copies(projectId, id)).map((copy) => copy.id)];
    await this.#db.query(removeBots, [projectId, ids]);
    await this.#db.query('delete from bot_project where id = $1', [id]);
    await this.announce(next, events);
    return ids;
  }

  /** Locks a bot until the transaction ends. @throws bot_not_found */
  async lock(projectId: string, id: string): Promise<Bot> {
    const text = `select ${botColumns} from bot b where b.id_project = $1 and b.id = $2 for update`;
    const [bot] = await this.#db.query<Bot>({ name: 'bot_lock', text }, [projectId, id]);
    if (!bot) throw botErrors.bot_not_found();
    return bot;
  }

  /** Stores a change of a locked bot. */
  async store(current: Bot, { next, events }: BotChange): Promise<Bot> {
    if (next === current) return current;
    await this.#db.query(bots.update, [bots.parameter(next)]);
    await this.announce(next, events);
    return next;
  }

  announce(bot: Bot, events: DomainEvent[]): Promise<void> {
    const { projectId, id, version } = bot;
    return announce(this.#db, { noun: 'bot', projectId, id, version }, events);
  }

  /** Serialises the assignment of slugs per project. */
  async #lockSlugs(projectId: string): Promise<Map<string, string>> {
    await this.#db.query(`select pg_advisory_xact_lock(hashtextextended('bot-slugs/' || $1, 0))`, [projectId]);
    const rows = await this.#db.query<{ slug: string; id: string }>(
      `select b.slug, b.id from bot b where b.id_project = $1 and ${isLive}`,
      [projectId],
    );
    return new Map(rows.map(({ slug, id }) => [slug, id]));
  }
}

function wordCondition(place: string): string {
  const found = (sql: string) => `strpos(lower(${sql}), lower(${place})) > 0`;
  return `(${found('b.name')} or ${found(`coalesce(b.description, '')`)} or ${found(`array_to_string(b.tags, ' ')`)})`;
}

const removeBots = { name: 'bots_remove', text: 'delete from bot where id_project = $1 and id = any($2)' };
