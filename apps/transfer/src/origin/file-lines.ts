import { bytesOfFile } from './bytes-of-file.ts';

/** As long as the largest record may be. */
const maxLine = 16 * 2 ** 20;

/** A line with its number, and the byte at which it begins, or why it has none. */
export type Line =
  | { at: number; line: number; text: string; fault?: undefined }
  | { at: number; line: number; text?: undefined; fault: string };

/**
 * Lines of a file, which may be gzip. One that is no UTF-8 is a fault of its own; one that is too long ends the file, since nothing behind it
 * is known to be a line.
 */
export async function* linesOfFile(file: string): AsyncGenerator<Line> {
  /** What has no end yet, in pieces: joining them at each part of a long line would take time by the square of its length. */
  let pieces: Buffer[] = [];
  let length = 0;
  let at = 0;
  let line = 0;
  const joined = (last: Buffer) => (pieces.length === 0 ? last : Buffer.concat([...pieces, last]));
  try {
    for await (const chunk of bytesOfFile(file)) {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        const bytes = joined(chunk.subarray(start, end));
        line += 1;
        yield lineOf(at, line, bytes);
        [pieces, length] = [[], 0];
        at += bytes.length + 1;
        start = end + 1;
      }
      const open = chunk.subarray(start);
      pieces.push(open);
      length += open.length;
      if (length > maxLine) {
        yield { at, line: line + 1, fault: `a line of more than ${maxLine} bytes` };
        return;
      }
    }
  } catch (error) {
    yield { at, line: line + 1, fault: error instanceof Error ? error.message : 'cannot be read' };
    return;
  }
  if (length > 0) yield lineOf(at, line + 1, Buffer.concat(pieces));
}

function lineOf(at: number, line: number, bytes: Buffer): Line {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { at, line, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  } catch {
    return { at, line, fault: 'a line that is no UTF-8' };
  }
}
