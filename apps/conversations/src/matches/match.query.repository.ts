import { AppError, type MatchView } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';
import { type AskedWord, hasAnyOf } from '@parley/service-kit/search';

import { endUserAudiences } from '../access/message.view.ts';
import { matchesOf, type Searched } from './matches.ts';

/** What is asked of the requests of one page. */
export interface MatchQuery {
  ids: readonly string[];
  words: readonly AskedWord[];
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
    const rows = await this.#db
      .query<TextRow>(readTexts, [projectId, ids, isEndUser ? endUserAudiences : null])
      .catch(noneInTime);
    const byRequest = Map.groupBy(rows, ({ request }) => request);
    return new Map(
      [...byRequest].map(([request, texts]) => [
        request,
        matchesOf(texts.filter(fewOfEach(words)).map(searchedOf), words),
      ]),
    );
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

const maxTexts = 3;

/** Of the texts of one request, at most three of each kind that have any of the words. */
function fewOfEach(words: readonly AskedWord[]): (row: TextRow) => boolean {
  const hasAny = hasAnyOf(words);
  const taken = new Map<TextRow['place'], number>();
  return ({ place, text }) => {
    const known = taken.get(place) ?? 0;
    if (known === maxTexts || !hasAny(text)) return false;
    taken.set(place, known + 1);
    return true;
  };
}

/** Of a long text only the beginning is looked at, of a long conversation the newest messages, in characters also. */
const longText = 20_000;
const longTalk = 500;
const maxTalk = 50_000;

/** What is searched of requests: `$1` project, `$2` `_id`s, `$3` audiences (`null`: the team’s). */
const readTexts = {
  name: 'read_match_texts',
  text: `with asked as materialized (
      select r.*, l.record as lead from unnest($2::text[]) a (id)
      cross join lateral (select * from request r where r.id_project = $1 and r.id = a.id offset 0) r
      left join lateral (select record from copy_lead c where c.id_project = $1 and c.id = r.lead_id offset 0) l on true)
    select a.id as request, t.place, t.seq, t.text from asked a cross join lateral (
      select 1 as nth, 'message' as place, m.seq, m.text from (
        select seq, text, sum(length(text)) over (order by seq desc) - length(text) as newer from (
          select seq, left(text, ${longText}) as text from message where id_project = $1 and request = a.id
            and ($3::text[] is null or audience = any ($3)) order by seq desc limit ${longTalk}) n) m
        where m.newer < ${maxTalk}
      union all select 2, 'note', null, left(x.n->>'text', ${longText}) from jsonb_array_elements(a.notes) x (n)
        where $3::text[] is null
      union all select 3, 'subject', null, a.subject where a.subject is not null
      union all select 4, 'first_text', null, left(a.first_text, ${longText})
      union all select 5, 'lead', null, x.text from unnest(array[coalesce(a.lead, a.snapshot->'lead')->>'fullname',
        coalesce(a.lead, a.snapshot->'lead')->>'email']) x (text) where $3::text[] is null and x.text is not null
      union all select 6, 'tag', null, x.t->>'tag' from jsonb_array_elements(a.tags) x (t) where $3::text[] is null
      union all select 7, 'rating', null, a.rating_message where a.rating_message is not null) t
    order by a.id, t.nth, t.seq desc`,
};
