import type { ServerFault } from '@parley/contracts';

export type MailTemplate =
  | 'already_registered'
  | 'connection_bypassed'
  | 'invitation'
  | 'joined_project'
  | 'mailbox_failing'
  | 'mailbox_not_sending'
  | 'mailbox_recovered'
  | 'mailbox_sends_again'
  | 'password_changed'
  | 'password_reset'
  | 'verification';

/** What the mails say in one language. `{firstname}`, `{inviter}`, `{person}`, `{connection}`, `{mailbox}` and `{project}` stand for names. */
export interface MailTexts {
  greeting: string;
  greetingWithoutName: string;
  /** Leads to the address of the button. */
  fallback: string;
  footer: string;
  footerOfProject: string;
  /** Why a mailbox fails, and what to do. */
  faults: Record<ServerFault, string>;
  mails: Record<MailTemplate, TextsOfMail>;
}

interface TextsOfMail {
  subject: string;
  /** Paragraphs above and below the button. */
  above: readonly string[];
  button: string;
  below: readonly string[];
}
