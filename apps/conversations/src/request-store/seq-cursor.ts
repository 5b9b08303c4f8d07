import { commonErrors } from '@parley/contracts';

/** Cursor of lists within one request: the last `seq` and the direction. */
export function writeSeqCursor(seq: number, up: boolean): string {
  return Buffer.from(JSON.stringify(['seq', up, seq])).toString('base64url');
}

/** @throws cursor_invalid */
export function readSeqCursor(cursor: string, up: boolean): number {
  const [noun, way, seq] = parse(cursor);
  const fits = noun === 'seq' && way === up && typeof seq === 'number' && Number.isInteger(seq);
  if (!fits || seq < 0 || seq > largestSeq) throw commonErrors.cursor_invalid();
  return seq;
}

/** Maximum of the PostgreSQL type `int`. */
export const largestSeq = 2_147_483_647;

function parse(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
