import type { Match } from './row.ts';

/** The text of a match in pieces, those that were searched for marked. */
export function piecesOf({ text, ranges }: Match): { text: string; isHit: boolean }[] {
  const pieces: { text: string; isHit: boolean }[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    pieces.push(
      { text: text.slice(at, from), isHit: false },
      { text: text.slice(Math.max(at, from), to), isHit: true },
    );
    at = Math.max(at, to);
  }
  pieces.push({ text: text.slice(at), isHit: false });
  return pieces.filter((piece) => piece.text !== '');
}
