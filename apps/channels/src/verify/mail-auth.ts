/** Whether a mail is from whom it says: words of RFC 8601. Source: contract 26 section 4. */
export interface MailAuth {
  spf: string;
  dkim: string;
  dmarc: string;
  arc: string;
  /** The domain of `From` has vouched for it, by SPF or by DKIM. */
  aligned: boolean;
  /** What the domain asks for where neither holds: none, quarantine or reject; absent: it says nothing. */
  policy?: string;
}

/** How the mail has come to us. */
export interface MailOrigin {
  /** Of the server that brought it by SMTP; absent: the newest `Received` line says it. */
  ip?: string;
  helo?: string;
  sender?: string;
}

/** Where nothing could be verified. */
export const unverified: MailAuth = { spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none', aligned: false };

/** Whether the domain of the sender asks to refuse the mail. */
export function isForged({ dmarc, policy }: MailAuth): boolean {
  return dmarc === 'fail' && policy === 'reject';
}
