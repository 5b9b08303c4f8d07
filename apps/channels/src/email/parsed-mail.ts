/** An address as a header has it. */
export interface MailPerson {
  /** In the form in which addresses are compared. */
  address: string;
  name: string;
}

/** What a mail says, as plain data: it crosses from the parser's thread. */
export interface ParsedMail {
  from: MailPerson | null;
  /** `To` and `Cc`, each address once. */
  to: MailPerson[];
  cc: MailPerson[];
  /** Message-IDs that the mail answers, without angle brackets: `In-Reply-To`, then `References` from the last to the first. */
  answers: string[];
  subject: string;
  date: string | null;
  /** What is new in it. */
  text: string;
  /** With what it quotes. */
  fullText: string;
  hasHtml: boolean;
  attachments: FoundAttachment[];
  /** Encrypted: its text is in an attachment. */
  isSealed: boolean;
  /** What a filter before us says. */
  spam: { isFlagged: boolean; score: number | null };
}

export interface MailAttachment {
  name: string;
  /** As the mail says: a hint. */
  type: string;
  /** By which its HTML names it, without angle brackets. */
  cid?: string;
  size: number;
}

/** An attachment as it was met; its bytes are read by its place. */
export interface FoundAttachment extends MailAttachment {
  /** `2`, or `2.1` for a file that is packed in another one. */
  place: string;
  sha256: string;
  /** A tracking pixel, or an image that only takes up space. */
  isPixel: boolean;
}
