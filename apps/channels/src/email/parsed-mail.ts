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
  attachments: MailAttachment[];
  /** Encrypted: its text is in an attachment. */
  isSealed: boolean;
  /** What a filter before us says. */
  spam: { isFlagged: boolean; score: number | null };
}

interface MailAttachment {
  name: string;
  type: string;
  /** By which its HTML names it. */
  cid?: string;
  size: number;
}
