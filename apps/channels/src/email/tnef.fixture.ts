/** Makes a `winmail.dat`, as Outlook does. Source: MS-OXTNEF. */

type Value =
  | { id: number; text: string }
  | { id: number; bytes: Buffer; type?: number }
  | { id: number; number: number };

const uint = (value: number, size: 2 | 4 = 4): Buffer => {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntLE(value, 0, size);
  return bytes;
};
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

function attribute(level: 1 | 2, id: number, data: Buffer): Buffer {
  const sum = data.reduce((all, byte) => (all + byte) % 65_536, 0);
  return Buffer.concat([Buffer.from([level]), uint(id), uint(data.length), data, uint(sum, 2)]);
}

function properties(values: readonly Value[]): Buffer {
  const named = Buffer.concat([
    ...[
      uint(0x0003, 2),
      uint(0x8001, 2),
      Buffer.alloc(16, 7),
      uint(1),
      uint(10),
      padded(Buffer.from('Wort\0', 'utf16le')),
    ],
    uint(42),
  ]);
  const several = Buffer.concat([
    ...[uint(0x101f, 2), uint(0x3900, 2), uint(2)],
    ...['one\0', 'three\0'].flatMap((text) => {
      const bytes = Buffer.from(text, 'utf16le');
      return [uint(bytes.length), padded(bytes)];
    }),
  ]);
  const own = values.map((value) => {
    if ('number' in value) return Buffer.concat([uint(0x0003, 2), uint(value.id, 2), uint(value.number)]);
    const [type, bytes] =
      'text' in value ? [0x001f, Buffer.from(`${value.text}\0`, 'utf16le')] : [value.type ?? 0x0102, value.bytes];
    return Buffer.concat([uint(type, 2), uint(value.id, 2), uint(1), uint(bytes.length), padded(bytes)]);
  });
  return Buffer.concat([uint(values.length + 2), named, several, ...own]);
}

export interface TnefParts {
  codepage?: number;
  /** Of the attribute that older programs write, in the codepage. */
  body?: Buffer;
  text?: string;
  html?: string;
  /** Compressed. */
  rtf?: Buffer;
  files?: readonly {
    title?: Buffer;
    longName?: string;
    type?: string;
    cid?: string;
    content?: Buffer;
    /** A message inside the message. */
    message?: Buffer;
  }[];
}

export function tnefOf({ codepage = 1252, body, text, html, rtf, files = [] }: TnefParts): Buffer {
  const message: Value[] = [
    { id: 0x0017, number: 1 },
    ...(text === undefined ? [] : [{ id: 0x1000, text }]),
    ...(html === undefined ? [] : [{ id: 0x1013, bytes: Buffer.from(html) }]),
    ...(rtf ? [{ id: 0x1009, bytes: rtf }] : []),
  ];
  return Buffer.concat([
    ...[uint(0x223e9f78), uint(1, 2), attribute(1, 0x00089006, uint(0x00010000))],
    attribute(1, 0x00069007, Buffer.concat([uint(codepage), uint(0)])),
    ...(body ? [attribute(1, 0x0002800c, body)] : []),
    attribute(1, 0x00069003, properties(message)),
    ...files.flatMap(({ title, longName, type, cid, content, message: inner }) => {
      const more: Value[] = [
        ...(longName === undefined ? [] : [{ id: 0x3707, text: longName }]),
        ...(type === undefined ? [] : [{ id: 0x370e, text: type }]),
        ...(cid === undefined ? [] : [{ id: 0x3712, text: cid }]),
        ...(inner ? [{ id: 0x3701, type: 0x000d, bytes: Buffer.concat([Buffer.alloc(16, 7), inner]) }] : []),
      ];
      return [
        attribute(2, 0x00069002, Buffer.alloc(14, 1)),
        ...(title ? [attribute(2, 0x00018010, title)] : []),
        ...(content ? [attribute(2, 0x0006800f, content)] : []),
        ...(more.length > 0 ? [attribute(2, 0x00069005, properties(more))] : []),
      ];
    }),
  ]);
}
