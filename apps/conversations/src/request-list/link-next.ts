import { nextLink } from '@parley/service-kit/database';
import { answer } from '@parley/service-kit/http';

type QueryValue = string | number | boolean | undefined;

/** Members of an input that stand in the path, not in the query. */
const inPath = new Set(['id_project', 'request_id']);

/** A list whose next page, if there is one, stands in `Link`, with all that was asked for of this one. */
export function linkNext<Body extends object>(body: Body, next: string | undefined, input: object): Body {
  return next === undefined ? body : answer(body, { Link: nextLink(next, queryOf(input)) });
}

/** The query of an input, as it was sent. */
export function queryOf(input: object): Record<string, QueryValue | QueryValue[]> {
  const asked = Object.entries(input).filter(([name]) => !inPath.has(name));
  return Object.fromEntries(asked.map(asSent));
}

/** As the parameter stands in a query: lists are separated by commas, but for `tags`, whose name is repeated. */
function asSent([name, value]: [string, unknown]): [string, QueryValue | QueryValue[]] {
  if (!Array.isArray(value)) return [name, value as QueryValue];
  return [name, name === 'tags' ? value : value.join(',')];
}
