/** Bytes `start` to `end`, both included. */
export interface Range {
  start: number;
  end: number;
}

/**
 * Parses a Range header. Source: RFC 9110 section 14. Several ranges, other units and malformed ranges mean the whole
 * file.
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

/** Whether If-Range matches this version, so that Range applies. */
export function isStill(ifRange: string | undefined, etag: string, lastModified: Date): boolean {
  if (ifRange === undefined) return true;
  if (ifRange.startsWith('"')) return ifRange === etag;
  const at = Date.parse(ifRange);
  return !ifRange.startsWith('W/') && Math.floor(lastModified.getTime() / 1000) * 1000 === at;
}

/** Headers of an answer with all of `size` bytes, or a range of them. */
export function lengthHeaders(size: number, range: Range | undefined): Record<string, string | number> {
  if (!range) return { 'content-length': size };
  const { start, end } = range;
  return { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` };
}

/** Of an answer to a range that lies outside. */
export function outsideHeaders(size: number): Record<string, string | number> {
  return { 'cache-control': 'no-store', 'content-range': `bytes */${size}`, 'content-length': 0 };
}
