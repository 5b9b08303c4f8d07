import { commonErrors } from '@parley/contracts';

/** Lists inside one request go by `seq`; the cursor is the last one and the way the list went. */
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

/** The largest a column of numbers in sequence holds. */
export const largestSeq = 2_147_483_647;

function parse(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
