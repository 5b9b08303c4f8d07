import type { HtmlOptions } from '../html/safe-html.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { WorkerThread } from './worker-thread.ts';

/** What the parser's thread is asked for. */
export type ParserJob =
  | { kind: 'read'; bytes: Uint8Array }
  | { kind: 'html'; bytes: Uint8Array; options: HtmlOptions }
  | { kind: 'attachments'; bytes: Uint8Array };

/** The bytes of a part of a mail. */
export interface MailPart {
  name: string;
  /** As the mail says: a hint. */
  type: string;
  /** Of its Content-ID, without angle brackets. */
  cid?: string;
  bytes: Uint8Array;
}

export interface MailParser {
  /** @throws UnreadableMail */
  parse(bytes: Buffer): Promise<ParsedMail>;
  /** The attachments, in the order of the mail and of `ParsedMail.attachments`. @throws UnreadableMail */
  attachments(bytes: Buffer): Promise<MailPart[]>;
  /** The HTML of a mail, made safe; null when it has none. @throws UnreadableMail */
  html(bytes: Buffer, options: HtmlOptions): Promise<string | null>;
  stop(): Promise<void>;
}

/** Parses mails in a thread of its own, one after the other. */
export function createMailParser({ timeoutMs }: { timeoutMs: number }): MailParser {
  const thread = new WorkerThread<ParserJob, unknown>(new URL('./parse.worker.ts', import.meta.url), { timeoutMs });
  return {
    parse: (bytes) => thread.run({ kind: 'read', bytes }) as Promise<ParsedMail>,
    attachments: (bytes) => thread.run({ kind: 'attachments', bytes }) as Promise<MailPart[]>,
    html: (bytes, options) => thread.run({ kind: 'html', bytes, options }) as Promise<string | null>,
    stop: () => thread.stop(),
  };
}
