/** RTF of Outlook with HTML inside. */
export const encapsulated = [
  '{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fswiss\\fcharset204 Arial;}}',
  '{\\colortbl\\red0\\green0\\blue0;}{\\*\\generator Parley tests;}\\uc1\\pard\\plain\\deftab360 \\f0\\fs24',
  "{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Gr\\'fc\\'dfe, {\\*\\htmltag84 <b>}\\htmlrtf {\\b \\htmlrtf0 Vera",
  '\\htmlrtf }\\htmlrtf0 {\\*\\htmltag92 </b>} {\\*\\htmltag84 &amp;}\\htmlrtf &\\htmlrtf0  Co\\htmlrtf\\par}\\htmlrtf0',
  '{\\*\\htmltag72 </p>}{\\*\\mhtmltag72 </div>}}',
].join('\r\n');

const beginning =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArial' +
  'Times New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const window = 4_096;

/** Compresses as Outlook does (LZFu). Source: MS-OXRTFCP. @param size as the header says */
export function compressRtf(rtf: string, size = rtf.length): Buffer {
  const text = beginning + rtf;
  const entries: { isReference: boolean; bytes: number[] }[] = [];
  let at = beginning.length;
  while (at < text.length) {
    const { from, length } = longestMatch(text, at);
    if (length > 1) entries.push({ isReference: true, bytes: referenceTo(from, length) });
    else entries.push({ isReference: false, bytes: [text.charCodeAt(at)] });
    at += Math.max(1, length);
  }
  // A reference to the place of writing is the end.
  entries.push({ isReference: true, bytes: referenceTo(at, 2) });
  const runs: number[] = [];
  for (let first = 0; first < entries.length; first += 8) {
    const run = entries.slice(first, first + 8);
    runs.push(run.reduce((flags, { isReference }, nth) => flags | (Number(isReference) << nth), 0));
    runs.push(...run.flatMap(({ bytes }) => bytes));
  }
  return withHeader(Buffer.from(runs), size);
}

/** @param kind `LZFu`, or `MELA`: not compressed */
export function withHeader(data: Buffer, size: number, kind = 'LZFu'): Buffer {
  const header = Buffer.alloc(16);
  header.writeUInt32LE(data.length + 12, 0);
  header.writeUInt32LE(size, 4);
  header.write(kind, 8, 'latin1');
  return Buffer.concat([header, data]);
}

function referenceTo(place: number, length: number): number[] {
  const reference = ((place % window) << 4) | (length - 2);
  return [reference >> 8, reference & 0xff];
}

function longestMatch(text: string, at: number): { from: number; length: number } {
  let best = { from: 0, length: 0 };
  for (let from = Math.max(0, at - window + 20); from < at; from += 1) {
    let length = 0;
    while (length < 17 && at + length < text.length && from + length < at && text[from + length] === text[at + length])
      length += 1;
    if (length > best.length) best = { from, length };
  }
  return best;
}
