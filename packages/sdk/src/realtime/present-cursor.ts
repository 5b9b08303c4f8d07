import type { Parley } from '../core/types.ts';

export const changes = { name: 'listChanges', address: 'GET changes' };

/** The end of the feed. */
export async function presentCursor(parley: Parley, retries?: number): Promise<string> {
  const { data } = await parley.send<{ cursor: string }>(changes, {}, { retries });
  return data.cursor;
}

/** Topics in the feed that have no first frame: without a cursor, a break before their first change would lose it. */
export const withoutSnapshot = /\/inbox$|^\/[^/]+\/messages\/[^/]+$/;
