/** The summed columns of `request_rollup`. */
export const sumColumns = [
  'total',
  'unserved',
  'abandoned',
  'served',
  'closed',
  'with_bot',
  'waiting_count',
  'waiting_sum',
  'duration_count',
  'duration_sum',
  'rating_count',
  'rating_sum',
] as const;

/**
 * The same columns for one request, from the columns that facts and deltas share.
 * @param sign SQL of 1 to add, -1 to subtract
 */
export function contributionSql(sign: string): string {
  return `${sign} as total, ${sign} * (status = 100)::int as unserved, ${sign} * (status = 150)::int as abandoned,
    ${sign} * (status = 200)::int as served, ${sign} * (status = 1000)::int as closed, ${sign} * has_bot::int as with_bot,
    ${sign} * (waiting_ms is not null)::int as waiting_count, ${sign} * coalesce(waiting_ms, 0) as waiting_sum,
    ${sign} * (duration_ms is not null)::int as duration_count, ${sign} * coalesce(duration_ms, 0) as duration_sum,
    ${sign} * (rating is not null)::int as rating_count, ${sign} * coalesce(rating, 0) as rating_sum`;
}

/** `sum(total) as total, …` */
export const summedSql = sumColumns.map((column) => `sum(${column}) as ${column}`).join(', ');

/** The number of the quarter of an hour of a time. */
export const quarterSql = (time: string): string => `floor(date_part('epoch', ${time}) / 900)::int`;
