import { nextLink } from '@parley/service-kit/database';
import { type Answered, answer, type Reply } from '@parley/service-kit/http';

type QueryValue = string | number | boolean | undefined;

/** Path parameters, which are not part of the query. */
const inPath = new Set(['id_project', 'request_id']);

/** Adds a `Link` to the next page, if there is one, with the same query. */
export function linkNext<Body extends object>(
  body: Answered<Body>,
  next: string | undefined,
  input: object,
): Reply<Body> {
  return answer(body, next === undefined ? {} : { Link: nextLink(next, queryOf(input)) });
}

/** The query of an input, as sent. */
export function queryOf(input: object): Record<string, QueryValue | QueryValue[]> {
  const asked = Object.entries(input).filter(([name]) => !inPath.has(name));
  return Object.fromEntries(asked.map(asSent));
}

/** Array values are comma-separated, except `tags`, which is repeated. */
function asSent([name, value]: [string, unknown]): [string, QueryValue | QueryValue[]] {
  if (!Array.isArray(value)) return [name, value as QueryValue];
  return [name, name === 'tags' ? value : value.join(',')];
}
