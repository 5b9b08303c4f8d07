import { createHash } from 'node:crypto';

import type { AddressObject, AttachmentStream } from 'mailparser';

import { isTrackingPixel, pixelHeadBytes } from '../attachment/pixels.ts';
import { addressKeyOf } from '../mailbox/mail-address.ts';
import type { MailPart } from './mail-parser.ts';
import { newTextOf } from './new-text.ts';
import type { FoundAttachment, MailPerson, ParsedMail } from './parsed-mail.ts';
import { isEmpty, readTnef, type Tnef } from './tnef.ts';
import { type Walked, walkMail } from './walk-mail.ts';
import type { MailPieces } from './worker-thread.ts';

const maxAnswers = 50;
const maxPeople = 50;
const maxAttachments = 100;
const maxSubject = 998;
const maxText = 262_144;
const maxName = 200;
/** Of an attachment, as it is handed over: smaller ones are whole. */
const pieceBytes = 65_536;

/** Parses a mail. Runs in the parser's thread alone: it may take all the memory and time that it is given. */
export async function readMail(pieces: MailPieces): Promise<ParsedMail> {
  const { mail, files } = await read(pieces);
  const subject = storable(mail.subject ?? '').slice(0, maxSubject);
  const fullText = storable(mail.text).slice(0, maxText).trim();
  return {
    from: peopleIn(mail.from)[0] ?? null,
    to: peopleIn(mail.to),
    cc: peopleIn(mail.cc),
    answers: answersOf(mail),
    subject,
    date: mail.date && !Number.isNaN(mail.date.getTime()) ? mail.date.toISOString() : null,
    text: newTextOf(fullText, subject),
    fullText,
    hasHtml: mail.html !== null,
    attachments: files.slice(0, maxAttachments),
    ...flagsOf(mail),
  };
}

/**
 * Hands over the bytes of some attachments, in pieces that each have a buffer of their own.
 * @param wanted their sizes, by their places
 */
export async function readAttachments(
  pieces: MailPieces,
  wanted: ReadonlyMap<string, number>,
  hand: (part: MailPart) => Promise<void>,
): Promise<void> {
  const handOver = async (place: string, content: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    const size = wanted.get(place);
    if (size === undefined) return;
    let left = size;
    for await (const bytes of regrouped(content, size)) {
      left -= bytes.length;
      await hand({ place, bytes, isLast: left === 0 });
    }
  };
  await walkMail(pieces, async (attachment, nth) => {
    const place = String(nth);
    if (!isTnef(attachment)) return handOver(place, attachment.content);
    if (![...wanted.keys()].some((other) => other === place || other.startsWith(`${place}.`))) return;
    const packed = await contentOf(attachment);
    await handOver(place, [packed]);
    for (const [inner, { content }] of (readTnef(packed)?.files ?? []).entries())
      await handOver(`${place}.${inner + 1}`, [content]);
  });
}

/** Fills one piece after the other: a decoder gives many small ones. */
async function* regrouped(content: AsyncIterable<Buffer> | Iterable<Buffer>, size: number): AsyncGenerator<Uint8Array> {
  let left = size;
  let piece = new Uint8Array(Math.min(left, pieceBytes));
  let at = 0;
  for await (const chunk of content) {
    for (let rest: Uint8Array = chunk; rest.length > 0; ) {
      const some = rest.subarray(0, piece.length - at);
      piece.set(some, at);
      at += some.length;
      rest = rest.subarray(some.length);
      if (at < piece.length) continue;
      left -= at;
      yield piece;
      if (left === 0) return;
      piece = new Uint8Array(Math.min(left, pieceBytes));
      at = 0;
    }
  }
}

export async function readHtml(pieces: MailPieces): Promise<string | null> {
  return (await read(pieces)).mail.html;
}

/** An attachment, and what it holds if it is a `winmail.dat`. */
interface Met {
  file: FoundAttachment;
  packed?: Pick<Tnef, 'text' | 'html'> & { files: FoundAttachment[] };
}

async function read(pieces: MailPieces): Promise<{ mail: Walked; files: FoundAttachment[] }> {
  const met: Met[] = [];
  const mail = await walkMail(pieces, async (attachment, nth) => {
    if (nth <= maxAttachments) met.push(await meet(attachment, String(nth)));
  });
  const files: FoundAttachment[] = [];
  for (const { file, packed } of met) {
    if (packed) files.push(...(await unpack(mail, file, packed)));
    else files.push(file);
  }
  return { mail, files };
}

async function meet(attachment: AttachmentStream, place: string): Promise<Met> {
  if (!isTnef(attachment)) return { file: { ...partOf(attachment), place, ...(await measured(attachment.content)) } };
  const content = await contentOf(attachment);
  const file = { ...partOf(attachment), place, ...(await measured([content])) };
  const inside = readTnef(content);
  if (!inside || isEmpty(inside)) return { file };
  const files = await Promise.all(
    inside.files.map(async ({ name, type, cid, content: bytes }, nth) => ({
      ...partOf({ filename: name, contentType: type, ...(cid !== undefined && { cid }) }),
      ...{ place: `${place}.${nth + 1}`, ...(await measured([bytes])) },
    })),
  );
  return { file, packed: { files, text: inside.text, html: inside.html } };
}

/** What is known of a file without its bytes. */
async function measured(content: AsyncIterable<Buffer> | Iterable<Buffer>) {
  const hash = createHash('sha256');
  let head: Buffer = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    size += chunk.length;
    if (head.length < pixelHeadBytes) head = Buffer.concat([head, chunk.subarray(0, pixelHeadBytes)]);
  }
  return { size, sha256: hash.digest('hex'), isPixel: isTrackingPixel(head) };
}

async function contentOf({ content }: AttachmentStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function isTnef({ contentType, filename = '' }: AttachmentStream): boolean {
  return /^application\/(?:vnd\.)?ms-tnef$/i.test(contentType) || /^winmail\.dat$/i.test(filename);
}

/**
 * Puts what a `winmail.dat` holds in its place. Its words are those of the mail, where the mail has none of its own; where neither has
 * any, it stays as a file beside the others.
 */
async function unpack(mail: Walked, file: FoundAttachment, packed: NonNullable<Met['packed']>) {
  const { files, text, html } = packed;
  if (mail.text.trim() !== '' || mail.html !== null) return files;
  if (html !== '') mail.html = html;
  mail.text = text || (html && (await textOf(html)));
  return text === '' && html === '' ? [file, ...files] : files;
}

async function textOf(html: string): Promise<string> {
  return (await walkMail([Buffer.from(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`)])).text;
}

type Described = Pick<AttachmentStream, 'filename' | 'contentType' | 'cid'>;

function partOf({ filename, contentType, cid }: Described): Pick<FoundAttachment, 'name' | 'type' | 'cid'> {
  const name = storable(filename ?? '').slice(0, maxName) || (extensions[contentType] ?? '');
  const type = storable(contentType).slice(0, maxName);
  return { name, type, ...(cid && { cid: storable(cid).slice(0, maxName) }) };
}

/** Names of parts that have none. */
const extensions: Readonly<Record<string, string>> = {
  ...{ 'message/rfc822': 'message.eml', 'text/calendar': 'invitation.ics', 'image/png': 'image.png' },
  ...{ 'image/jpeg': 'image.jpg', 'image/gif': 'image.gif', 'application/pgp-encrypted': 'message.asc' },
};

/** What is said of a mail beside its text. */
function flagsOf({ headers, headerLines }: Walked): Pick<ParsedMail, 'isSealed' | 'spam'> {
  const type = JSON.stringify(headers.get('content-type') ?? '').toLowerCase();
  const isSealed = /multipart\/encrypted|application\/(?:x-)?pkcs7-mime|application\/pgp-encrypted/.test(type);
  const lineOf = (name: string) => headerLines.find(({ key }) => key === name)?.line.slice(name.length + 1) ?? '';
  const score = /(?:^|score=)\s*(-?\d{1,4}(?:\.\d{1,4})?)/i.exec(
    lineOf('x-spam-score') || lineOf('x-spam-status'),
  )?.[1];
  const isFlagged = /^\s*yes/i.test(lineOf('x-spam-flag'));
  return { isSealed, spam: { isFlagged, score: score === undefined ? null : Number(score) } };
}

function peopleIn(header: AddressObject | AddressObject[] | undefined): MailPerson[] {
  const entries = [header ?? []].flat().flatMap(({ value }) => value);
  const people = new Map<string, MailPerson>();
  // A group has its people inside.
  for (const { address, name } of entries.flatMap((entry) => [entry, ...(entry.group ?? [])])) {
    const key = addressKeyOf(address ?? '');
    if (key === undefined || people.has(key) || people.size === maxPeople) continue;
    people.set(key, { address: key, name: storable(name).slice(0, maxName).trim() });
  }
  return [...people.values()];
}

function answersOf({ inReplyTo = '', references = [] }: Walked): string[] {
  const ids = [...idsIn(inReplyTo), ...[references].flat().flatMap(idsIn).reverse()];
  return [...new Set(ids)].slice(0, maxAnswers);
}

function idsIn(header: string): string[] {
  return header
    .split(/[\s,<>]+/)
    .map(storable)
    .filter((id) => id !== '' && id.length <= maxSubject);
}

/** Without what PostgreSQL cannot hold. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
