import { Readable } from 'node:stream';

import { type AttachmentStream, type MessageText, MailParser as Parser } from 'mailparser';

import type { MailPieces } from './worker-thread.ts';

type Headers = Pick<Parser, 'subject' | 'from' | 'to' | 'cc' | 'date' | 'inReplyTo' | 'references'>;

/** A mail without its attachments. */
export interface Walked extends Headers {
  text: string;
  /** Null: it has none. */
  html: string | null;
  headers: ReadonlyMap<string, unknown>;
  headerLines: readonly { key: string; line: string }[];
}

/** Meets an attachment; what it does not read of it is passed over. @param nth from 1 */
export type MeetAttachment = (attachment: AttachmentStream, nth: number) => Promise<void>;

/**
 * Parses a mail as its pieces come. Attachments are met one after the other, in the order of the mail; none is in memory that is not kept
 * by who meets it.
 */
export async function walkMail(mail: MailPieces, meet: MeetAttachment = async () => undefined): Promise<Walked> {
  const parser = new Parser({
    skipImageLinks: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    maxHtmlLengthToParse: 5_000_000,
    checksumAlgo: false,
  });
  const source = Readable.from(mail, { objectMode: false });
  source.once('error', (error) => parser.destroy(error)).pipe(parser);
  let words: Partial<MessageText> = {};
  let nth = 0;
  for await (const found of parser as AsyncIterable<AttachmentStream | MessageText>) {
    if (found.type === 'attachment') {
      nth += 1;
      await meet(found, nth);
      found.release?.();
    } else words = found;
  }
  const { subject, from, to, cc, date, inReplyTo, references, headers, headerLines } = parser;
  return {
    ...({ subject, from, to, cc, date, inReplyTo, references } as Headers),
    ...{ text: words.text ?? '', html: words.html || null },
    ...{ headers: headers || new Map(), headerLines: headerLines || [] },
  };
}
