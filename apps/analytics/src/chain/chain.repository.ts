import { randomBytes } from 'node:crypto';
import type { Database, Scanned } from '@parley/service-kit/database';

import { type ChainedContent, type ChainLink, chainStart, nextLink } from './chain.ts';

/** A link with what is there of its activity. */
export interface StoredLink extends ChainLink {
  /** Null: the content that the digest covers was erased. */
  salt: Buffer | null;
  /** Whether a later link says what the activity is now. */
  isSuperseded: boolean;
  /** Null: it is there no more. */
  content: ChainedContent | null;
  /** Whether the content waits for a link of its own, after an erasure or redaction. */
  isChanging: boolean;
}

/** The newest link of a project. */
export interface ChainHead {
  seq: number;
  hash: Buffer;
  /** Activities of before may be missing: their retention has ended. */
  expiredBefore: Date | null;
}

const batchSize = 500;
const batchesPerCall = 10;
const beginning: ChainHead = { seq: 0, hash: chainStart, expiredBefore: null };

/** The only writer of `activity_chain` and `activity_link`. */
export class ChainRepository {
  readonly #db: Database;
  readonly #exportDb: Database;

  constructor(db: Database, exportDb: Database) {
    this.#db = db;
    this.#exportDb = exportDb;
  }

  /** Projects whose chain has begun, with activities that no link says yet, after this one. */
  async waiting(after: string): Promise<string[]> {
    const rows = await this.#db.query<{ id: string }>(waiting, [after]);
    return rows.map(({ id }) => id);
  }

  /** Appends a batch of activities, under the lock of the project's head. @returns whether there may be more */
  append(projectId: string): Promise<boolean> {
    return this.#db.transaction(async () => {
      await this.#db.query(openChain, [projectId, chainStart]);
      const [head = beginning] = await this.#db.query<ChainHead>(lockHead, [projectId]);
      const contents = await this.#db.query<ChainedContent>(unchained, [projectId]);
      if (contents.length === 0) return false;
      let last: { seq: number; hash: Buffer } = head;
      const links = contents.map((content) => {
        const link = nextLink(last, randomBytes(16), content);
        last = link;
        return link;
      });
      const hex = (bytes: Buffer) => bytes.toString('hex');
      const rows = links.map(({ salt, digest, hash, ...link }) => ({
        ...link,
        ...{ salt: hex(salt), digest: hex(digest), hash: hex(hash) },
      }));
      await this.#db.query(appendLinks, [projectId, JSON.stringify(rows), last.seq, last.hash]);
      return contents.length === batchSize;
    });
  }

  /** Begins the chain of a project, and takes in what waits for it, as far as a call has time; a job does the rest. */
  async extend(projectId: string): Promise<void> {
    for (let batch = 0; batch < batchesPerCall; batch += 1) if (!(await this.append(projectId))) return;
  }

  async head(projectId: string): Promise<ChainHead> {
    const [head] = await this.#db.query<ChainHead>(findHead, [projectId]);
    return head ?? beginning;
  }

  /** Runs reads on one snapshot. */
  snapshot<Result>(read: () => Promise<Result>): Promise<Result> {
    return this.#db.transaction(async () => {
      await this.#db.query('set transaction isolation level repeatable read');
      return read();
    });
  }

  /** The next links after `seq`, with the activities that they are about. */
  links(projectId: string, seq: number, limit: number): Promise<StoredLink[]> {
    return this.#db.query<StoredLink>(nextLinks, [projectId, seq, limit]);
  }

  /** Activities that say they are in the chain, and are not. */
  async unknown(projectId: string, limit: number): Promise<string[]> {
    const rows = await this.#db.query<{ id: string }>(unknown, [projectId, limit]);
    return rows.map(({ id }) => id);
  }

  /** All links from one on up to another, from one snapshot. */
  scan(projectId: string, from: number, until: number): AsyncIterable<Scanned<StoredLink>> {
    const text = `${stored} and l.seq >= $2 and l.seq <= $3 order by l.seq`;
    return this.#exportDb.scan<StoredLink>({ text }, [projectId, from, until]);
  }
}

const content = (
  a: string,
) => `${a}.id, ${a}.created_at as "createdAt", ${a}.verb, ${a}.actor, ${a}.action_obj as "actionObj",
  ${a}.target, ${a}.related`;

const waiting = {
  name: 'chain_waiting',
  text: `select c.id_project as id from activity_chain c where c.id_project > $1
      and exists (select from activity a where a.id_project = c.id_project and not a.chained)
    order by c.id_project limit 500`,
};

const openChain = {
  name: 'chain_open',
  text: 'insert into activity_chain (id_project, seq, hash) values ($1, 0, $2) on conflict do nothing',
};
const headColumns = 'seq::float8 as seq, hash, expired_before as "expiredBefore"';
const findHead = { name: 'chain_head', text: `select ${headColumns} from activity_chain where id_project = $1` };
const lockHead = { name: 'chain_lock', text: `${findHead.text} for update` };

const unchained = {
  name: 'chain_unchained',
  text: `select ${content('a')} from activity a where a.id_project = $1 and not a.chained
    order by a.created_at, a.id limit ${batchSize} for update skip locked`,
};

/** Salts of earlier versions are destroyed, so that nothing reveals what was erased. */
const appendLinks = {
  name: 'chain_append',
  text: `with links as (
      select * from json_to_recordset($2::json) as link(seq bigint, activity text, "createdAt" timestamptz, salt text, digest text, hash text)),
    superseded as (update activity_link l set salt = null from links n
      where l.id_project = $1 and l.activity = n.activity and l.salt is not null),
    added as (insert into activity_link (id_project, seq, activity, created_at, salt, digest, hash)
      select $1, seq, activity, "createdAt", decode(salt, 'hex'), decode(digest, 'hex'), decode(hash, 'hex') from links),
    marked as (update activity a set chained = true from links n where a.id_project = $1 and a.id = n.activity)
    update activity_chain set seq = $3, hash = $4 where id_project = $1`,
};

const stored = `select l.seq::float8 as seq, l.activity, l.created_at as "createdAt", l.salt, l.digest, l.hash,
    exists (select from activity_link n where n.id_project = l.id_project and n.activity = l.activity and n.seq > l.seq) as "isSuperseded",
    coalesce(not a.chained, false) as "isChanging",
    case when a.id is not null then json_build_object('id', a.id, 'createdAt', a.created_at, 'verb', a.verb, 'actor', a.actor,
      'actionObj', a.action_obj, 'target', a.target, 'related', a.related) end as content
  from activity_link l left join activity a on a.id_project = l.id_project and a.id = l.activity
  where l.id_project = $1`;

const nextLinks = { name: 'chain_links', text: `${stored} and l.seq > $2 order by l.seq limit $3` };

const unknown = {
  name: 'chain_unknown',
  text: `select a.id from activity a where a.id_project = $1 and a.chained
      and not exists (select from activity_link l where l.id_project = $1 and l.activity = a.id)
    order by a.id limit $2`,
};
