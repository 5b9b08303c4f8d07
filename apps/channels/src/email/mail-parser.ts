import type { HtmlOptions } from '../html/safe-html.ts';
import type { MailThread } from './mail-thread.ts';
import type { ParsedMail } from './parsed-mail.ts';
import type { MailPieces, TakePart } from './worker-thread.ts';

/** A piece of an attachment. */
export interface MailPart {
  /** Of the attachment in the mail: see `FoundAttachment`. */
  place: string;
  bytes: Uint8Array;
  isLast: boolean;
}

export interface MailParser {
  /** @throws UnreadableMail; what `mail` throws */
  parse(mail: MailPieces): Promise<ParsedMail>;
  /**
   * The bytes of some attachments, one after the other in the order of the mail, in pieces.
   * @param wanted their sizes, by their places
   * @throws UnreadableMail; what `mail` and `take` throw
   */
  attachments(mail: MailPieces, wanted: ReadonlyMap<string, number>, take: TakePart<MailPart>): Promise<void>;
  /** The HTML of a mail, made safe; null when it has none. @throws UnreadableMail; what `mail` throws */
  html(mail: MailPieces, options: HtmlOptions): Promise<string | null>;
}

export function createMailParser(thread: MailThread): MailParser {
  return {
    parse: (mail) => thread.run({ kind: 'read' }, mail) as Promise<ParsedMail>,
    attachments: (mail, wanted, take) => thread.run({ kind: 'attachments', wanted }, mail, take) as Promise<void>,
    html: (mail, options) => thread.run({ kind: 'html', options }, mail) as Promise<string | null>,
  };
}
