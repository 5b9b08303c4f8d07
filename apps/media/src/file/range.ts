/** Bytes `start` to `end`, both included. */
export interface Range {
  start: number;
  end: number;
}

/**
 * What part of a file a Range header asks for. Source: RFC 9110 section 14; several ranges, another unit and what is no
 * range at all mean the whole.
 */
export function rangeOf(header: string | undefined, size: number): Range | 'whole' | 'outside' {
  const match = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '');
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  if (first === '') return suffix(Number(last), size);
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'outside';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

function suffix(length: number, size: number): Range | 'outside' {
  if (length === 0 || size === 0) return 'outside';
  return { start: Math.max(0, size - length), end: size - 1 };
}

/** Whether If-Range lets the Range count: it names this very version. */
export function isStill(ifRange: string | undefined, etag: string, lastModified: Date): boolean {
  if (ifRange === undefined) return true;
  if (ifRange.startsWith('"')) return ifRange === etag;
  const at = Date.parse(ifRange);
  return !ifRange.startsWith('W/') && Math.floor(lastModified.getTime() / 1000) * 1000 === at;
}
