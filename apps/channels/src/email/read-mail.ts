import { type AddressObject, type ParsedMail as Parsed, simpleParser } from 'mailparser';

import { addressKeyOf } from '../mailbox/mail-address.ts';
import { newTextOf } from './new-text.ts';
import type { MailPerson, ParsedMail } from './parsed-mail.ts';

const maxAnswers = 50;
const maxPeople = 50;
const maxAttachments = 100;
const maxSubject = 998;
const maxText = 262_144;
const maxName = 200;

/** Parses a mail. Runs in the parser's thread alone: it may take all the memory and time that it is given. */
export async function readMail(bytes: Buffer): Promise<ParsedMail> {
  const mail = await simpleParser(bytes, {
    skipImageLinks: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    maxHtmlLengthToParse: 5_000_000,
  });
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
    attachments: mail.attachments.slice(0, maxAttachments).map(({ filename, contentType, size }) => ({
      ...{ name: storable(filename ?? '').slice(0, maxName), type: storable(contentType).slice(0, maxName), size },
    })),
  };
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
