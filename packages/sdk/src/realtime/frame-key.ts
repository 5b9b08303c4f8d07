import type { Frame } from './types.ts';

/** By what a repeated frame is known. Rows of different requests may share a cursor; a mention may come again with another one. */
export function keyOf({ cursor = '', method, message }: Frame): string {
  const { _id = JSON.stringify(message) } = message as { _id?: string };
  return `${method} ${_id} ${method === 'MENTION' ? '' : cursor}`;
}
