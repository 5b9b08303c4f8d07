import { type AddressObject, type ParsedMail as Parsed, simpleParser } from 'mailparser';

import { addressKeyOf } from '../mailbox/mail-address.ts';
import type { MailPart } from './mail-parser.ts';
import { newTextOf } from './new-text.ts';
import type { MailPerson, ParsedMail } from './parsed-mail.ts';
import { isEmpty, readTnef, type Tnef } from './tnef.ts';

const maxAnswers = 50;
const maxPeople = 50;
const maxAttachments = 100;
const maxSubject = 998;
const maxText = 262_144;
const maxName = 200;

/** Parses a mail. Runs in the parser's thread alone: it may take all the memory and time that it is given. */
export async function readMail(bytes: Buffer): Promise<ParsedMail> {
  const mail = await parse(bytes);
  const subject = storable(mail.subject ?? '').slice(0, maxSubject);
  const fullText = storable(mail.text ?? '')
    .slice(0, maxText)
    .trim();
  return {
    from: peopleIn(mail.from)[0] ?? null,
    to: peopleIn(mail.to),
    cc: peopleIn(mail.cc),
    answers: answersOf(mail),
    subject,
    date: mail.date && !Number.isNaN(mail.date.getTime()) ? mail.date.toISOString() : null,
    text: newTextOf(fullText, subject),
    fullText,
    hasHtml: typeof mail.html === 'string',
    attachments: mail.attachments.slice(0, maxAttachments).map(({ size, ...attachment }) => ({
      ...{ ...partOf(attachment), size },
    })),
    ...flagsOf(mail),
  };
}

/** The bytes of the attachments, in the same order. */
export async function readAttachments(bytes: Buffer): Promise<MailPart[]> {
  const { attachments } = await parse(bytes);
  return attachments.slice(0, maxAttachments).map(({ content, ...attachment }) => ({
    ...{ ...partOf(attachment), bytes: content },
  }));
}

export async function readHtml(bytes: Buffer): Promise<string | null> {
  const { html } = await parse(bytes);
  return typeof html === 'string' ? html : null;
}

async function parse(bytes: Buffer | string): Promise<Parsed> {
  const mail = await simpleParser(bytes, {
    skipImageLinks: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    maxHtmlLengthToParse: 5_000_000,
  });
  for (const attachment of mail.attachments.filter(isTnef)) {
    const inside = readTnef(attachment.content);
    if (inside && !isEmpty(inside)) await unpack(mail, attachment, inside);
  }
  return mail;
}

type Attachment = Parsed['attachments'][number];

function isTnef({ contentType, filename = '' }: Attachment): boolean {
  return /^application\/(?:vnd\.)?ms-tnef$/i.test(contentType) || /^winmail\.dat$/i.test(filename);
}

/**
 * Puts what a `winmail.dat` holds in its place. Its words are those of the mail, where the mail has none of its own; where neither has
 * any, it stays as a file beside the others.
 */
async function unpack(mail: Parsed, packed: Attachment, { files, text, html }: Tnef): Promise<void> {
  const hasWords = (mail.text ?? '').trim() !== '' || typeof mail.html === 'string';
  const inside = files.map(({ name, type, cid, content }) => ({
    ...packed,
    ...{ filename: name, contentType: type, cid, content, size: content.length },
  }));
  const isKept = !hasWords && text === '' && html === '';
  const place = mail.attachments.indexOf(packed) + Number(isKept);
  mail.attachments.splice(place, isKept ? 0 : 1, ...(inside as Attachment[]));
  if (hasWords) return;
  if (html !== '') mail.html = html;
  mail.text = text || (html && (await parse(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`)).text);
}

type Described = Pick<Parsed['attachments'][number], 'filename' | 'contentType' | 'cid'>;

function partOf({ filename, contentType, cid }: Described): Omit<MailPart, 'bytes'> {
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
function flagsOf({ headers, headerLines }: Parsed): Pick<ParsedMail, 'isSealed' | 'spam'> {
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

function answersOf({ inReplyTo = '', references = [] }: Parsed): string[] {
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
