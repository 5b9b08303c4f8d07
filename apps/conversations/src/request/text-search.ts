/** Anything between words: white space and ASCII punctuation. Other signs are left to the parser of PostgreSQL. */
const between = '[\\s!-/:-@\\[-`{-~]+';

/** What is searched of `request r`, as one text; long notes are searched at their beginning. */
const searchedText = `concat_ws(' ', r.first_text, r.subject, r.rating_message,
  r.snapshot->'lead'->>'fullname', r.snapshot->'lead'->>'email',
  (select concat_ws(' ', c.record->>'fullname', c.record->>'email') from copy_lead c
    where c.id_project = r.id_project and c.id = r.lead_id),
  (select string_agg(t->>'tag', ' ') from jsonb_array_elements(r.tags) t),
  (select left(string_agg(n->>'text', ' '), 50000) from jsonb_array_elements(r.notes) n))`;

/** Its words, case and accents set aside. */
const words = `to_tsvector('simple', lower(regexp_replace(
  regexp_replace(normalize(${searchedText}, NFKD), '[\\u0300-\\u036f]', '', 'g'), '${between}', ' ', 'g')))`;

/** A condition on `request r`: it holds every word of the expression that `place` is bound to. */
export const matchesSql = (place: string): string => `${words} @@ to_tsquery('simple', ${place})`;

/** How well it matches; more is better. */
export const scoreSql = (place: string): string =>
  `ts_rank(${words}, to_tsquery('simple', ${place}))::double precision`;

const most = 20;

/** The words of a search, all wanted, the last one as a prefix; nothing searchable is empty and finds nothing. */
export function searchExpression(fullText: string): string {
  const found =
    fullText
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const wanted = found.slice(0, most);
  return wanted.map((word, place) => (place === wanted.length - 1 ? `${word}:*` : word)).join(' & ');
}
