import { AppError, type MatchView } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

import { endUserAudiences } from '../access/message.view.ts';
import { matchesOf, type Searched } from './matches.ts';

/** What is asked of the requests of one page. */
export interface MatchQuery {
  ids: readonly string[];
  /** As the index has them; the last one may be a beginning. */
  words: readonly string[];
  /** End users see no notes and tags, and not every message. */
  isEndUser: boolean;
}

/** Says what a text search has found in each request of a page. */
export class MatchQueries {
  readonly #db: Database;

  /** @param db of searches, with a time limit */
  constructor(db: Database) {
    this.#db = db;
  }

  /** By `_id`. A page is not refused because there was no time to say what was found: then it has no matches. */
  async find(projectId: string, { ids, words, isEndUser }: MatchQuery): Promise<Map<string, MatchView[]>> {
    if (ids.length === 0 || words.length === 0) return new Map();
    const values = [projectId, ids, anyOf(words), isEndUser ? endUserAudiences : null];
    const rows = await this.#db.query<TextRow>(readTexts, values).catch(noneInTime);
    const byRequest = Map.groupBy(rows, ({ request }) => request);
    return new Map([...byRequest].map(([request, texts]) => [request, matchesOf(texts.map(searchedOf), words)]));
  }
}

interface TextRow {
  request: string;
  place: Searched['in'];
  seq: number | null;
  text: string;
}

const searchedOf = ({ place, seq, text }: TextRow): Searched => ({ in: place, ...(seq !== null && { seq }), text });

function noneInTime(error: unknown): TextRow[] {
  if (error instanceof AppError && error.kind === 'unavailable') return [];
  throw error;
}

const anyOf = (words: readonly string[]): string => `${words.join(' | ')}:*`;

/** Of a long text only the beginning is looked at, of a long conversation the newest messages. */
const longText = 20_000;
const longTalk = 500;
const maxTexts = 3;

/**
 * Texts with a word of a query, by request: `$1` project, `$2` `_id`s, `$3` any of the words, `$4` audiences (`null`: the team’s).
 */
const readTexts = {
  name: 'read_match_texts',
  text: `with asked as materialized (
      select r.*, to_tsquery('simple', $3) as wanted, l.record as lead
      from unnest($2::text[]) a (id) join request r on r.id_project = $1 and r.id = a.id
      left join copy_lead l on l.id_project = $1 and l.id = r.lead_id)
    select a.id as request, t.place, t.seq, t.text from asked a cross join lateral (
      select 1 as nth, 'message' as place, m.seq, m.text from (
        (select n.seq, left(n.text, ${longText}) as text from (
          select seq, text from message where id_project = $1 and request = a.id
            and ($4::text[] is null or audience = any ($4)) order by seq desc limit ${longTalk}) n
        where search_words(left(n.text, ${longText})) @@ a.wanted limit ${maxTexts})) m
      union all select 2, 'note', null, n.text from (
        select left(x.n->>'text', ${longText}) as text from jsonb_array_elements(a.notes) x (n)
        where $4::text[] is null and search_words(left(x.n->>'text', ${longText})) @@ a.wanted limit ${maxTexts}) n
      union all select 3, 'subject', null, a.subject where a.subject is not null
      union all select 4, 'first_text', null, left(a.first_text, ${longText})
      union all select 5, 'lead', null, x.text from unnest(array[coalesce(a.lead, a.snapshot->'lead')->>'fullname',
        coalesce(a.lead, a.snapshot->'lead')->>'email']) x (text) where $4::text[] is null and x.text is not null
      union all select 6, 'tag', null, x.t->>'tag' from jsonb_array_elements(a.tags) x (t) where $4::text[] is null
      union all select 7, 'rating', null, a.rating_message where a.rating_message is not null) t
    order by a.id, t.nth, t.seq desc`,
};
