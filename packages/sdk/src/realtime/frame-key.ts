import type { Frame } from './types.ts';

/** Identifies a repeated frame: frames of different records may share a cursor. */
export function keyOf({ cursor, method, message }: Frame): string {
  const { _id = JSON.stringify(message) } = message as { _id?: string };
  return [cursor, method, _id].join();
}
