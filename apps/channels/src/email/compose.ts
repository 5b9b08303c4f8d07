import type { OutgoingMail as Composed } from '@parley/outbound/mail';

import type { OutgoingFile } from '../attachment/outgoing-files.ts';
import { htmlOf, linesToHtml, textOf } from './markup.ts';

/** All that a mail is made of. */
export interface Parts {
  id: string;
  messageId: string;
  from: { address: string; name: string };
  /** Where answers and bounces go. */
  replyTo: string;
  to: string;
  cc: readonly string[];
  subject: string;
  number?: string;
  /** The requester has written by mail. */
  isAnswer: boolean;
  /** Written by a machine: other machines must not answer it. */
  isAutomatic: boolean;
  texts: readonly { text: string; file?: OutgoingFile | undefined }[];
  signature: string;
  /** Newest first. */
  quoted: readonly { text: string; author: string; at: string }[];
  /** Message-IDs without angle brackets, oldest first. */
  answers: string | undefined;
  references: readonly string[];
  loop: string;
}

const maxQuoted = 5;
const maxQuotedBytes = 16_384;
const maxReferences = 20;
const maxSubject = 200;

/** Makes a mail. Source: contract 26 section 6. */
export function compose(parts: Parts): Composed {
  const { id, messageId, from, replyTo, to, cc, answers, isAutomatic, loop } = parts;
  const references = parts.references.slice(-maxReferences).map(bracketed);
  const person = (address: string) => ({ name: '', address });
  return {
    id,
    messageId: bracketed(messageId),
    from,
    // Objects, so that a comma in an address adds no recipient.
    to: person(to),
    cc: cc.map(person),
    replyTo: person(replyTo),
    envelope: { from: replyTo, to: [to, ...cc] },
    subject: subjectOf(parts),
    ...(answers !== undefined && { inReplyTo: bracketed(answers) }),
    ...(references.length > 0 && { references }),
    headers: {
      'X-Parley-Loop': loop,
      ...(isAutomatic && { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' }),
    },
    ...bodyOf(parts),
    attachments: parts.texts.flatMap(({ file }) => (file && 'content' in file ? [attachmentOf(file)] : [])),
  };
}

function subjectOf({ subject, number, isAnswer }: Pick<Parts, 'subject' | 'number' | 'isAnswer'>): string {
  const line = [...subject.replace(/\s+/g, ' ').trim()].slice(0, maxSubject).join('');
  const mark = number === undefined ? '' : `[#${number}]`;
  const marked = mark === '' || line.includes(mark) ? line : `${line} ${mark}`.trim();
  return isAnswer && !/^re:/i.test(marked) ? `Re: ${marked}` : marked;
}

function bodyOf({ texts, signature, quoted }: Parts): { text: string; html: string } {
  const shown = quotesOf(quoted);
  const plain = [
    ...texts.flatMap(({ text, file }) => [textOf(text), ...(file ? [fileText(file)] : [])]),
    ...(signature ? [`-- \n${textOf(signature)}`] : []),
    ...shown.map(({ head, text }) => `${head}\n${text.replace(/^/gm, '> ')}`),
  ];
  const html = [
    ...texts.flatMap(({ text, file }) => [`<p>${htmlOf(text)}</p>`, ...(file ? [fileHtml(file)] : [])]),
    ...(signature ? [`<p>-- <br>${htmlOf(signature)}</p>`] : []),
    ...shown.map(
      ({ head, text }) => `<p>${linesToHtml(head)}</p><blockquote type="cite">${linesToHtml(text)}</blockquote>`,
    ),
  ];
  return {
    text: `${plain.filter((one) => one.trim() !== '').join('\n\n')}\n`,
    html: `<!doctype html><html><body dir="auto">${html.join('\n')}</body></html>`,
  };
}

function attachmentOf({ name, type, content, cid }: Extract<OutgoingFile, { content: Buffer }>) {
  const place = cid === undefined ? {} : { cid, contentDisposition: 'inline' as const };
  return { filename: name, contentType: type, content, ...place };
}

function fileText(file: OutgoingFile): string {
  return 'link' in file ? `${file.name}: ${file.link}` : `[${file.name}]`;
}

function fileHtml(file: OutgoingFile): string {
  const name = linesToHtml(file.name);
  if ('link' in file)
    return `<p>${/^https?:\/\//i.test(file.link) ? `<a href="${linesToHtml(file.link)}">${name}</a>` : name}</p>`;
  if (file.cid === undefined) return `<p>[${name}]</p>`;
  return `<p><img src="cid:${file.cid}" alt="${name}" style="max-width:100%"></p>`;
}

/** Of the newest ones, as many as there is room for. */
function quotesOf(quoted: Parts['quoted']): { head: string; text: string }[] {
  let left = maxQuotedBytes;
  return quoted.slice(0, maxQuoted).flatMap(({ text, author, at }) => {
    const head = `${author}, ${at.slice(0, 16).replace('T', ' ')} UTC:`;
    left -= Buffer.byteLength(head) + Buffer.byteLength(text);
    return left < 0 || text.trim() === '' ? [] : [{ head, text }];
  });
}

function bracketed(messageId: string): string {
  return `<${messageId.replace(/[<>\s]/g, '')}>`;
}
