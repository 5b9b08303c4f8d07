import { setImmediate as immediate } from 'node:timers/promises';

import { RE2JS, RE2Set } from 're2js';

/** Instructions of a compiled pattern: what it may cost for each character. */
const maxProgramSize = 100;
/** Counted repetitions multiply what there is to compile. */
const maxRepetition = 100;
/** A match is searched for within a window, or many matches that each look far ahead would take quadratic time. */
const windowLength = 1_000;
/** Windows overlap by this: a match up to this long lies within one. */
const overlapLength = 200;
/** Of the states that a pattern remembers, in bytes. */
const maxStateBytes = 65_536;

/** Matches that may still be replaced, over several texts. */
interface ReplacementBudget {
  left: number;
}

/** A regular expression in the syntax of RE2, which takes time in proportion to the text, whatever both are. Long texts yield to other work of the process meanwhile. */
export class TextPattern {
  readonly #expression: RE2JS;
  /** Says sooner than the expression that there is no match. */
  readonly #filter = new RE2Set(RE2Set.UNANCHORED, 0, maxStateBytes);

  private constructor(expression: RE2JS) {
    this.#expression = expression;
    this.#filter.add(expression.pattern());
    this.#filter.compile();
  }

  /** Undefined for one that is invalid, too large, or matches the empty text. */
  static compile(source: string): TextPattern | undefined {
    if (largestRepetition(source) > maxRepetition) return undefined;
    try {
      const expression = RE2JS.compile(source);
      const isFit = expression.programSize() <= maxProgramSize && !expression.matcher('').find();
      return isFit ? new TextPattern(expression) : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * The text with the marker in the place of each match. Once the budget is used up a text with a further match becomes the marker
   * as a whole, which bounds the time and the length of what results.
   */
  async replaceIn(text: string, marker: string, budget: ReplacementBudget): Promise<string> {
    let result = '';
    let done = 0;
    let at = 0;
    while (at < text.length) {
      if (at > 0) await immediate();
      const windowEnd = borderBefore(text, at + windowLength);
      const match = this.#firstMatch(text, at, windowEnd);
      const isCut = windowEnd < text.length;
      if (!match) {
        at = isCut ? borderBefore(text, windowEnd - overlapLength) : text.length;
        continue;
      }
      const { start, end } = match;
      // It may be longer, or none, beyond the window.
      if (isCut && end === windowEnd && start > at && end - start <= overlapLength) {
        at = start;
        continue;
      }
      if (budget.left === 0) return marker;
      budget.left -= 1;
      if (start < end) {
        result += text.slice(done, start) + marker;
        done = end;
      }
      at = start < end ? end : borderAfter(text, end);
    }
    return result + text.slice(done);
  }

  #firstMatch(text: string, from: number, to: number): { start: number; end: number } | undefined {
    // With the character before it, by which `^` and `\b` decide.
    const offset = Math.max(from - 1, 0);
    const window = text.slice(offset, to);
    if (this.#filter.match(window).length === 0) return undefined;
    const matcher = this.#expression.matcher(window);
    return matcher.find(from - offset) ? { start: offset + matcher.start(), end: offset + matcher.end() } : undefined;
  }
}

function largestRepetition(source: string): number {
  const counts = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].flatMap(([, least, most]) => [
    Number(least),
    Number(most ?? 0),
  ]);
  return Math.max(0, ...counts);
}

/** Where text may be cut at `index` or before, not within a surrogate pair. */
function borderBefore(text: string, index: number): number {
  return isWithinPair(text, index) ? index - 1 : Math.min(index, text.length);
}

/** The end of the character that begins at `index`. */
function borderAfter(text: string, index: number): number {
  return isWithinPair(text, index + 1) ? index + 2 : index + 1;
}

function isWithinPair(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff;
}
