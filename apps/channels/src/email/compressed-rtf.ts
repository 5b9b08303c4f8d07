/** What the dictionary begins with. Source: MS-OXRTFCP 2.1.2.1. */
const beginning =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArial' +
  'Times New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';

const dictionarySize = 4_096;
const headerSize = 16;
const compressed = 0x75465a4c;
const plain = 0x414c454d;

/**
 * Decompresses RTF as Outlook stores it (LZFu). Of data that is cut off or damaged, what stands before the damage is taken.
 * @param maxBytes of the result: the rest is cut off
 */
export function decompressRtf(bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.length < headerSize) return Buffer.alloc(0);
  const kind = bytes.readUInt32LE(8);
  const size = Math.min(bytes.readUInt32LE(4), maxBytes);
  if (kind === plain) return bytes.subarray(headerSize, headerSize + size);
  // An octet of the data stands for eight of the result at most, whatever the header says.
  const out = Buffer.alloc(Math.min(size, (bytes.length - headerSize) * 8));
  return kind === compressed ? out.subarray(0, inflate(bytes.subarray(headerSize), out)) : Buffer.alloc(0);
}

/** @returns how much of `out` was written */
function inflate(data: Buffer, out: Buffer): number {
  const dictionary = Buffer.alloc(dictionarySize);
  let place = dictionary.write(beginning, 'latin1');
  let written = 0;
  const put = (byte: number) => {
    dictionary[place] = byte;
    place = (place + 1) % dictionarySize;
    out[written] = byte;
    written += 1;
  };
  // Each octet of flags says of the next eight entries whether they are references.
  for (let at = 0; at < data.length; ) {
    const flags = data[at] ?? 0;
    at += 1;
    for (let bit = 1; bit < 256; bit *= 2) {
      if (written === out.length) return written;
      if ((flags & bit) === 0) {
        const literal = data[at];
        if (literal === undefined) return written;
        put(literal);
        at += 1;
        continue;
      }
      if (at + 2 > data.length) return written;
      const reference = data.readUInt16BE(at);
      at += 2;
      const from = reference >> 4;
      if (from === place) return written;
      const length = (reference & 0x0f) + 2;
      for (let nth = 0; nth < length && written < out.length; nth += 1)
        put(dictionary[(from + nth) % dictionarySize] ?? 0);
    }
  }
  return written;
}
