import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** A message to a request, which is named as in the path of the call. */
interface Said {
  project: string;
  request: string;
  text: string;
  attributes: object;
}

/** One statement for each call; its row holds the answer, as `json`. */
export interface Statements {
  send(said: Said): pg.QueryConfig;
  first(said: Said & { visitor: string }): pg.QueryConfig;
  messages(project: string, request: string, limit: number): pg.QueryConfig;
  requests(project: string): pg.QueryConfig;
  get(project: string, request: string): pg.QueryConfig;
}

export function newId(): string {
  return Math.floor(Date.now() / 1000).toString(16) + randomBytes(8).toString('hex');
}

/** The rows of a query as one array. */
export function arrayOf(query: string): string {
  return `select coalesce(json_agg(found), '[]')::text as json from (${query}) found`;
}
