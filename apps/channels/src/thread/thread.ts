/** A request that is held by mail. Addresses are in the form in which they are compared. */
export interface Thread {
  requestId: string;
  requester: string;
  /** `lead_id` of the requester of a chat that continues by mail; null: derived from the address. */
  leadId: string | null;
  /** Addresses that its mails have named, the requester's included. */
  parties: readonly string[];
  /** Where its mail arrives. */
  mailboxId: string;
  /** Who gets the team's answers as well. */
  cc: readonly string[];
}

/** Those of one mail that count for who may write where. */
export interface Correspondents {
  sender: string;
  /** `To` and `Cc`. */
  recipients: readonly string[];
}

/**
 * Whether a mail that answers one of a thread belongs into its request: its sender takes part in it, or writes to its requester as
 * well. Anyone else gets a request of their own: a header can be guessed, and a mail can be forwarded. Source: contract 26 section 3.
 */
export function belongsTo(
  { requester, parties }: Pick<Thread, 'requester' | 'parties'>,
  { sender, recipients }: Correspondents,
): boolean {
  return sender === requester || parties.includes(sender) || recipients.includes(requester);
}
