import { type Actor, maxLinks, maxMerged, type RelatedRequestView, requestErrors } from '@parley/contracts';
import { binder, type Database } from '@parley/service-kit/database';

import { viewerOf, visibleSql } from '../access/visibility.ts';

/** The request in which the conversation of a merged one continues. */
export interface FinalTarget {
  requestId: string;
  requester: string;
}

interface RelatedRow {
  kind: 'merged' | 'link';
  isVisible: boolean;
  view: RelatedRequestView;
}

/** Reads which requests belong together, and writes links. */
export class MergeRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The last request of the chain of merges; `undefined` when it is gone, or the request is not merged. */
  async finalTarget(projectId: string, requestId: string): Promise<FinalTarget | undefined> {
    const [found] = await this.#db.query<FinalTarget>(finalTarget, [projectId, requestId]);
    return found;
  }

  /** How many requests are merged into this one, and link to it. */
  async counts(projectId: string, { id, requestId }: { id: string; requestId: string }) {
    const [found] = await this.#db.query<{ merged: number; links: number }>(counts, [projectId, requestId, id]);
    return found ?? { merged: 0, links: 0 };
  }

  /** What belongs to a request, as far as the caller sees it. @throws request_not_found */
  async related(actor: Actor, projectId: string, requestId: string) {
    const values: unknown[] = [projectId, requestId];
    const viewer = viewerOf(actor);
    const visible = visibleSql(viewer, '$1', binder(values));
    const text = relatedText(visible);
    const rows = await this.#db.query<RelatedRow>({ name: `related_${viewer.sees}`, text }, values);
    if (rows.length === 0) throw requestErrors.request_not_found();
    const shown = (kind: RelatedRow['kind']) =>
      rows.flatMap((row) => (row.kind === kind && row.isVisible ? [row.view] : []));
    const hidden = rows.filter(({ kind, isVisible }) => kind === 'link' && !isVisible);
    return { merged: shown('merged'), links: shown('link'), links_hidden: hidden.length };
  }

  /** Whether two requests are linked. */
  async areLinked(projectId: string, one: string, other: string): Promise<boolean> {
    const rows = await this.#db.query(areLinked, [projectId, one, other]);
    return rows.length > 0;
  }

  /** In the transaction that has noted it on both. */
  async link(projectId: string, one: string, other: string): Promise<void> {
    await this.#db.query(link, [projectId, one, other]);
  }

  async unlink(projectId: string, one: string, other: string): Promise<void> {
    await this.#db.query(unlink, [projectId, one, other]);
  }
}

/** Merges go one way, under the locks of both, so a chain has no circle; the limit is for a fault of ours. */
const finalTarget = {
  name: 'merge_target',
  text: `with recursive chain as (
      select r.request_id, r.requester, target_of(r.merged_into) as target, 0 as place from request r
        where r.id_project = $1 and r.request_id = $2
      union all
      select r.request_id, r.requester, target_of(r.merged_into), c.place + 1 from chain c
        join request r on r.id_project = $1 and r.request_id = c.target where c.place < ${maxMerged})
    select request_id as "requestId", requester from chain where place > 0 and target is null`,
};

const counts = {
  name: 'merge_counts',
  text: `select (select count(*)::int from (select from request r where r.id_project = $1 and r.merged_into is not null
      and target_of(r.merged_into) = $2 limit ${maxMerged}) m) as merged,
    (select count(*)::int from request_link l where l.id_project = $1 and l.request = $3) as links`,
};

/** The request itself is the first row, so that one without relations is not one that is not there. */
const relatedText = (visible: string): string => `with own as (
    select r.id, r.request_id from request r where r.id_project = $1 and r.request_id = $2 and ${visible})
  select 'own' as kind, true as "isVisible", '{}'::json as view from own
  union all
  select kind, "isVisible", view from (
    select x.kind, (${visible}) as "isVisible", json_strip_nulls(json_build_object('request_id', r.request_id, 'ticket_id', r.ticket_id::text,
      'subject', r.subject, 'first_text', left(r.first_text, 500), 'status', r.status,
      'createdAt', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) as view
    from own o cross join lateral (
      select 'merged' as kind, m.id from request m
        where m.id_project = $1 and m.merged_into is not null and target_of(m.merged_into) = o.request_id
      union all
      select 'link', l.other from request_link l where l.id_project = $1 and l.request = o.id) x
    join request r on r.id_project = $1 and r.id = x.id
    order by x.kind, r.id limit ${maxMerged + maxLinks}) related`;

const areLinked = {
  name: 'request_linked',
  text: 'select from request_link where id_project = $1 and request = $2 and other = $3',
};

const link = {
  name: 'request_link',
  text: `insert into request_link (id_project, request, other) values ($1, $2, $3), ($1, $3, $2) on conflict do nothing`,
};

const unlink = {
  name: 'request_unlink',
  text: `delete from request_link where id_project = $1 and ((request = $2 and other = $3) or (request = $3 and other = $2))`,
};
