import { piecesOf } from './matches.ts';
import type { Match } from './row.ts';

/** What a search has found, from shortly before its first word. */
export function MatchText({ match }: { match: Match }) {
  const pieces = piecesOf(match);
  return pieces.map(({ text, isHit }, index) =>
    isHit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text keep their order.
      <mark key={index} className="bg-warn-soft font-semibold text-ink">
        {text}
      </mark>
    ) : index === 0 && text.length > before ? (
      `…${text.slice(-before)}`
    ) : (
      text
    ),
  );
}

/** Characters that are shown before the first hit. */
const before = 12;
