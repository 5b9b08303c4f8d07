import type { MailThread } from '../email/mail-thread.ts';
import { type MailPieces, unlessUnreadable } from '../email/worker-thread.ts';
import { type MailAuth, type MailOrigin, unverified } from './mail-auth.ts';

export interface MailVerifier {
  /** Never refuses: a mail that cannot be verified is not. @throws what `mail` throws */
  verify(mail: MailPieces, origin: MailOrigin): Promise<MailAuth>;
}

/** @param mta the name under which mail arrives here */
export function createMailVerifier(thread: MailThread, mta: string): MailVerifier {
  return {
    async verify(mail, origin) {
      const verifying = thread.run({ kind: 'verify', options: { ...origin, mta } }, mail) as Promise<MailAuth>;
      return (await verifying.catch(unlessUnreadable)) ?? unverified;
    },
  };
}
