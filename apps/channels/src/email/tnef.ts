import { charsetOf, decode } from './code-page.ts';
import { decompressRtf } from './compressed-rtf.ts';
import { readRtf } from './rtf.ts';

/** A file that a `winmail.dat` holds. */
interface TnefFile {
  name: string;
  type: string;
  cid?: string;
  content: Buffer;
}

export interface Tnef {
  files: TnefFile[];
  text: string;
  html: string;
}

const signature = 0x223e9f78;
/** Messages inside messages. */
const maxDepth = 5;
const maxFiles = 100;
/** As much as is read of the HTML of a mail. */
const maxRtfBytes = 5_000_000;
const octets = 'application/octet-stream';

/** Ids of attributes. Source: MS-OXTNEF 2.1.3.2. */
const attribute = {
  ...{ attachmentBegins: 0x00069002, title: 0x00018010, data: 0x0006800f, attachmentProperties: 0x00069005 },
  ...{ body: 0x0002800c, properties: 0x00069003, codepage: 0x00069007 },
};

/** Ids of MAPI properties. Source: MS-OXPROPS. */
const property = {
  ...{
    body: 0x1000,
    rtf: 0x1009,
    html: 0x1013,
    longName: 0x3707,
    name: 0x3704,
    type: 0x370e,
    cid: 0x3712,
    object: 0x3701,
  },
};

/** Sizes of values that have one. Source: MS-OXCDATA 2.11.1; each is padded to four bytes. */
const sizes: Readonly<Record<number, number>> = {
  ...{ 0: 4, 1: 4, 2: 2, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 2 },
  ...{ 20: 8, 64: 8, 72: 16 },
};
const unicode = 0x001f;
const string8 = 0x001e;
const ofVariableSize: ReadonlySet<number> = new Set([string8, unicode, 0x000d, 0x0102]);
const multiple = 0x1000;
const named = 0x8000;

/**
 * Takes out of a `winmail.dat` of Outlook what it holds. Only words in RTF are compressed, and they are bounded apart. Of a file that
 * is cut off or damaged, what stands before the damage is taken.
 * @returns undefined for what is no such file
 */
export function readTnef(bytes: Buffer): Tnef | undefined {
  return read(bytes, 0);
}

function read(bytes: Buffer, depth: number): Tnef | undefined {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== signature) return undefined;
  const found: Tnef = { files: [], text: '', html: '' };
  try {
    readAttributes(bytes, found, depth);
  } catch (error) {
    // Of Buffer: the file ends before its attributes do.
    if (!(error instanceof RangeError)) throw error;
  }
  found.files = found.files.filter(({ content }) => content.length > 0).slice(0, maxFiles);
  return found;
}

function readAttributes(bytes: Buffer, found: Tnef, depth: number): void {
  let charset = 'windows-1252';
  let file: TnefFile | undefined;
  // Level, id and length stand before each, a checksum behind it.
  for (let at = 6; at < bytes.length; ) {
    const id = bytes.readUInt32LE(at + 1);
    const length = bytes.readUInt32LE(at + 5);
    const data = bytes.subarray(at + 9, at + 9 + length);
    at += 11 + length;
    if (id === attribute.codepage) charset = charsetOf(data.readUInt32LE(0));
    if (id === attribute.body) found.text ||= textOf(data, charset);
    if (id === attribute.properties) readMessage(data, found, charset);
    if (id === attribute.attachmentBegins) {
      if (found.files.length >= maxFiles) return;
      file = { name: '', type: octets, content: Buffer.alloc(0) };
      found.files.push(file);
    }
    if (!file) continue;
    if (id === attribute.title) file.name ||= fileNameOf(textOf(data, charset));
    if (id === attribute.data) file.content = data;
    if (id === attribute.attachmentProperties) readAttachment(data, found, file, { charset, depth });
  }
}

function readMessage(data: Buffer, found: Tnef, charset: string): void {
  let rtf: Buffer | undefined;
  for (const { id, type, value } of propertiesIn(data)) {
    if (id === property.rtf) rtf = value;
    if (id === property.body) found.text = textOf(value, charsetOfType(type, charset)) || found.text;
    if (id === property.html) found.html = textOf(value, type === unicode ? 'utf-16le' : htmlCharsetOf(value, charset));
  }
  if (!rtf || !hasNoWords(found)) return;
  const { html, text } = readRtf(decompressRtf(rtf, maxRtfBytes).toString('latin1'));
  Object.assign(found, { html, text: text.trim() });
}

function readAttachment(
  data: Buffer,
  found: Tnef,
  file: TnefFile,
  { charset, depth }: { charset: string; depth: number },
): void {
  for (const { id, type, value } of propertiesIn(data)) {
    const text = () => textOf(value, charsetOfType(type, charset));
    if (id === property.longName) file.name = fileNameOf(text()) || file.name;
    if (id === property.name) file.name ||= fileNameOf(text());
    if (id === property.type) file.type = text() || octets;
    if (id === property.cid && text() !== '') file.cid = text();
    if (id === property.object) readObject(value, found, file, depth);
  }
}

/** A message inside the message has its text as a file, and its own files beside it; anything else is kept as it is. */
function readObject(value: Buffer, found: Tnef, file: TnefFile, depth: number): void {
  // The id of the interface stands before the object.
  const object = value.subarray(16);
  const inner = depth < maxDepth ? read(object, depth + 1) : undefined;
  if (!inner || isEmpty(inner)) {
    if (file.content.length === 0) file.content = object;
    return;
  }
  file.content = Buffer.from(inner.text || inner.html);
  file.name = `${file.name || 'message'}${inner.text ? '.txt' : '.html'}`;
  file.type = inner.text ? 'text/plain' : 'text/html';
  found.files.push(...inner.files);
}

/** Whether nothing could be taken out. */
export function isEmpty(found: Tnef): boolean {
  return found.files.length === 0 && hasNoWords(found);
}

function hasNoWords({ text, html }: Tnef): boolean {
  return text === '' && html === '';
}

interface Property {
  id: number;
  type: number;
  /** The first of several. */
  value: Buffer;
}

function* propertiesIn(data: Buffer): Generator<Property> {
  let at = 4;
  for (let left = data.readUInt32LE(0); left > 0; left -= 1) {
    const word = data.readUInt16LE(at);
    const id = data.readUInt16LE(at + 2);
    at += 4;
    if (id >= named) {
      const isByName = data.readUInt32LE(at + 16) === 1;
      at += isByName ? 24 + padded(data.readUInt32LE(at + 20)) : 24;
    }
    const type = word & ~multiple;
    const isVariable = ofVariableSize.has(type);
    let count = 1;
    if (isVariable || (word & multiple) !== 0) {
      count = data.readUInt32LE(at);
      at += 4;
    }
    let value: Buffer | undefined;
    for (; count > 0; count -= 1) {
      const size = isVariable ? data.readUInt32LE(at) : sizes[type];
      if (size === undefined) throw new RangeError('A property has an unknown type.');
      if (isVariable) at += 4;
      if (at + size > data.length) throw new RangeError('A property ends behind its attribute.');
      value ??= data.subarray(at, at + size);
      at += padded(size);
    }
    if (value) yield { id, type, value };
  }
}

const padded = (size: number): number => Math.ceil(size / 4) * 4;

function charsetOfType(type: number, charset: string): string {
  return type === unicode ? 'utf-16le' : charset;
}

/** HTML says itself how it is encoded. */
function htmlCharsetOf(html: Buffer, byDefault: string): string {
  return /charset\s*=\s*["']?([\w-]+)/i.exec(html.subarray(0, 2_048).toString('latin1'))?.[1] ?? byDefault;
}

function textOf(bytes: Buffer, charset: string): string {
  return decode(bytes, charset).replace(/\0+$/, '');
}

/** Without the folders of the sender's machine. */
function fileNameOf(path: string): string {
  return path.split(/[\\/]/).at(-1)?.trim() ?? '';
}
