import { largestRow, type MatchView } from '@parley/contracts';
import { type AskedWord, type FoundWord, findWords } from '@parley/service-kit/search';

/** A text in which words may stand. */
export interface Searched extends Pick<MatchView, 'in' | 'seq'> {
  text: string;
}

const maxMatches = 3;
const maxTextLength = 200;
/** Of the text before the first word that was found. */
const leadIn = 40;

/** The texts that show best why a search has found a request: together they hold as many words of the query as possible. */
export function matchesOf(searched: readonly Searched[], words: readonly AskedWord[]): MatchView[] {
  const candidates = searched.flatMap((one) => matchIn(one, words) ?? []);
  const chosen: Candidate[] = [];
  const shown = new Set<AskedWord>();
  while (chosen.length < maxMatches) {
    const news = ({ words: held }: Candidate) => [...held].filter((word) => !shown.has(word)).length;
    const rest = candidates.filter((one) => !chosen.includes(one) && !chosen.some((other) => repeats(one, other)));
    const [best] = rest.toSorted((one, other) => news(other) - news(one) || other.words.size - one.words.size);
    if (!best) break;
    chosen.push(best);
    for (const word of best.words) shown.add(word);
  }
  return chosen.map(({ view }) => view);
}

interface Candidate {
  view: MatchView;
  words: Set<AskedWord>;
}

/** A first text is mostly that of the first message as well. */
const repeats = (one: Candidate, other: Candidate): boolean => one.view.text === other.view.text;

function matchIn({ text, ...place }: Searched, wanted: readonly AskedWord[]): Candidate | undefined {
  const found = findWords(text, wanted);
  const [first] = found;
  if (!first) return undefined;
  const { from, to } = excerpt(text, first);
  const shown = found.filter((one) => one.from >= from && one.to <= to);
  if (shown.length === 0) return undefined;
  return {
    view: { ...place, text: text.slice(from, to), ranges: shown.map((one) => [one.from - from, one.to - from]) },
    words: new Set(shown.map(({ word }) => word)),
  };
}

/** Part of a text around what was found, begun between words where there are any, and never cut inside a character. */
function excerpt(text: string, found: FoundWord): { from: number; to: number } {
  if (text.length <= maxTextLength) return { from: 0, to: text.length };
  const from = found.to - leadInOf(text, found) > maxTextLength ? found.from : leadInOf(text, found);
  return { from, to: atCharacter(text, Math.min(text.length, from + maxTextLength)) };
}

function leadInOf(text: string, { from }: FoundWord): number {
  if (from <= leadIn) return 0;
  const earliest = from - leadIn;
  const space = text.slice(earliest, from).search(/\s/u);
  return space < 0 ? atCharacter(text, earliest) : earliest + space + 1;
}

/** The last position up to this one that does not split a character from its combining marks. */
function atCharacter(text: string, place: number): number {
  let at = place;
  while (at > 0 && at < text.length && (continues.test(text.slice(at, at + 2)) || text[at - 1] === joiner)) at -= 1;
  return at;
}

const joiner = '\u200D';
const continues = /^(?:[\uDC00-\uDFFF\u200D]|\p{M})/u;

/** As many matches as the row has room for. */
export function thatFit(row: string, matches: readonly MatchView[]): MatchView[] {
  let bytes = Buffer.byteLength(row) + matchesMember;
  return matches.filter((match) => {
    const more = Buffer.byteLength(JSON.stringify(match)) + 1;
    const fits = bytes + more <= largestRow;
    if (fits) bytes += more;
    return fits;
  });
}

/** The names around them, and what is added last: the reader's position and the score. */
const matchesMember =
  ',"matches":[],"read":{"upto":1234567890,"unread":1234567890,"mentioned":false},"score":0.1234567890123456789'.length;
