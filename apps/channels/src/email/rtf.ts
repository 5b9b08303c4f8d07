import { charsetOf, decode } from './code-page.ts';

/** What an RTF document says: HTML where it encapsulates HTML, else text. */
interface RtfContent {
  html: string;
  text: string;
}

/** Groups inside groups: of a deeper document, what stands before is read. */
const maxDepth = 500;
const maxFonts = 1_000;

const tokens = /\\([a-z]+)(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/giy;

/** Groups that hold no words of the document; so do all that begin with `\*`. */
const withoutWords = new Set([
  ...['fonttbl', 'colortbl', 'stylesheet', 'info', 'pict', 'objdata', 'fldinst', 'themedata', 'datastore', 'xe', 'tc'],
  ...[
    'header',
    'headerl',
    'headerr',
    'headerf',
    'footer',
    'footerl',
    'footerr',
    'footerf',
    'rxe',
    'listtable',
    'generator',
  ],
]);

/** Words that stand for characters. */
const characters: Readonly<Record<string, string>> = {
  ...{ par: '\n', line: '\n', sect: '\n', page: '\n', row: '\n', tab: '\t', cell: '\t' },
  ...{ emdash: '—', endash: '–', emspace: ' ', enspace: ' ', bullet: '•' },
  ...{ lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”' },
};
const symbols: Readonly<Record<string, string>> = {
  ...{ '{': '{', '}': '}', '\\': '\\', '~': '\u00a0', _: '\u2011', '-': '', '\r': '\n', '\n': '\n' },
};

/** Code pages of the charsets of fonts. Source: RTF 1.9.1, fcharset. */
const codePages: Readonly<Record<number, number>> = {
  ...{ 0: 1252, 77: 10_000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258 },
  ...{ 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250 },
};

/** What holds for a group and those inside it. */
interface Group {
  /** Its words are not those of the document. */
  isSilent: boolean;
  /** Holds markup of the encapsulated HTML. */
  isTag: boolean;
  /** Between `\htmlrtf` and `\htmlrtf0`: what the HTML says otherwise. */
  isRtfOnly: boolean;
  inFonts: boolean;
  font: number | undefined;
  /** Characters that follow one of Unicode for programs that know none. */
  fallbacks: number;
  /** No control word has come yet. */
  isNew: boolean;
  /** To be ignored by programs that do not know its word. */
  isOptional: boolean;
}

/** Reads RTF, and takes the HTML out of it that Outlook puts in. Source: MS-OXRTFEX. */
export function readRtf(rtf: string): RtfContent {
  return new RtfReader().read(rtf);
}

class RtfReader {
  #isHtml = false;
  #codePage = 1252;
  #defaultFont = 0;
  readonly #fonts = new Map<number, number>();
  #fontOfTable = 0;
  #group: Group = {
    ...{ isSilent: false, isTag: false, isRtfOnly: false, inFonts: false, font: undefined, fallbacks: 1 },
    ...{ isNew: false, isOptional: false },
  };
  readonly #outer: Group[] = [];
  readonly #out: string[] = [];
  /** Octets in the charset of the font: those of one character may be written in different ways. */
  #octets: string[] = [];
  #toSkip = 0;

  read(rtf: string): RtfContent {
    const token = new RegExp(tokens);
    for (let found = token.exec(rtf); found; found = token.exec(rtf)) {
      const [, word, number, hex, symbol, brace, words] = found;
      if (word === 'bin') token.lastIndex += Math.max(0, Number(number ?? 0));
      else if (word !== undefined) this.#control(word, number === undefined ? undefined : Number(number));
      else if (hex !== undefined) this.#octet(String.fromCharCode(Number.parseInt(hex, 16)));
      else if (symbol !== undefined) this.#symbol(symbol);
      else if (words !== undefined) this.#words(words);
      else if (brace === '{' && this.#outer.length === maxDepth) break;
      else if (brace !== undefined) this.#brace(brace);
    }
    this.#flush();
    const content = this.#out.join('');
    return this.#isHtml ? { html: content, text: '' } : { html: '', text: content };
  }

  #brace(brace: string): void {
    this.#flush();
    this.#toSkip = 0;
    if (brace === '}') {
      this.#group = this.#outer.pop() ?? this.#group;
      return;
    }
    this.#outer.push(this.#group);
    this.#group = { ...this.#group, isNew: true, isOptional: false };
  }

  #control(word: string, number: number | undefined): void {
    if (this.#isSkipped()) return;
    this.#flush();
    const group = this.#group;
    if (group.isNew) {
      group.isNew = false;
      group.isTag ||= this.#isHtml && group.isOptional && word === 'htmltag';
      group.isSilent ||= group.isOptional || withoutWords.has(word) || (this.#isHtml && word === 'pntext');
      group.inFonts ||= word === 'fonttbl';
    }
    const character = characters[word];
    if (character !== undefined) this.#say(character);
    else if (word === 'u') this.#unicode(number ?? 0);
    else if (word === 'uc') group.fallbacks = Math.max(0, number ?? 0);
    else if (word === 'fromhtml') this.#isHtml = true;
    else if (word === 'htmlrtf') group.isRtfOnly = number !== 0;
    else this.#font(word, number ?? 0);
  }

  #font(word: string, number: number): void {
    const { inFonts } = this.#group;
    if (word === 'ansicpg') this.#codePage = number;
    else if (word === 'mac') this.#codePage = 10_000;
    else if (word === 'deff') this.#defaultFont = number;
    else if (word === 'plain') this.#group.font = undefined;
    else if (word === 'f' && inFonts) this.#fontOfTable = number;
    else if (word === 'f') this.#group.font = number;
    else if (word === 'fcharset' && inFonts && this.#fonts.size < maxFonts)
      this.#fonts.set(this.#fontOfTable, codePages[number] ?? 0);
  }

  #symbol(symbol: string): void {
    if (this.#isSkipped()) return;
    if (symbol === '*') {
      this.#group.isOptional = this.#group.isNew;
      return;
    }
    this.#flush();
    this.#say(symbols[symbol] ?? '');
  }

  #unicode(number: number): void {
    this.#say(String.fromCharCode(number & 0xffff));
    this.#toSkip = this.#group.fallbacks;
  }

  #words(words: string): void {
    const skipped = Math.min(this.#toSkip, words.length);
    this.#toSkip -= skipped;
    this.#octets.push(words.slice(skipped));
  }

  #octet(octet: string): void {
    if (!this.#isSkipped()) this.#octets.push(octet);
  }

  #isSkipped(): boolean {
    if (this.#toSkip === 0) return false;
    this.#toSkip -= 1;
    return true;
  }

  #flush(): void {
    if (this.#octets.length === 0) return;
    const octets = this.#octets.join('');
    this.#octets = [];
    const { font = this.#defaultFont } = this.#group;
    const charset = charsetOf(this.#fonts.get(font) || this.#codePage);
    if (this.#isHeard()) this.#out.push(decode(Buffer.from(octets, 'latin1'), charset));
  }

  #say(words: string): void {
    if (this.#isHeard()) this.#out.push(words);
  }

  #isHeard(): boolean {
    const { isSilent, isTag, isRtfOnly } = this.#group;
    return isTag || !(isSilent || isRtfOnly);
  }
}
