import { unlessUnreadable, WorkerThread } from '../email/worker-thread.ts';
import { type MailAuth, type MailOrigin, unverified } from './mail-auth.ts';
import type { VerifyOptions } from './verify-mail.ts';

export interface VerifyJob {
  bytes: Uint8Array;
  options: VerifyOptions;
}

export interface MailVerifier {
  /** Never refuses: a mail that cannot be verified is not. */
  verify(bytes: Buffer, origin: MailOrigin): Promise<MailAuth>;
  stop(): Promise<void>;
}

interface Options {
  timeoutMs: number;
  mta: string;
  servers: readonly string[];
}

/** Verifies mails in a thread of its own, one after the other. */
export function createMailVerifier({ timeoutMs, mta, servers }: Options): MailVerifier {
  const program = new URL('./verify.worker.ts', import.meta.url);
  const thread = new WorkerThread<VerifyJob, MailAuth>(program, { timeoutMs, data: servers });
  return {
    async verify(bytes, origin) {
      const options = { ...origin, mta };
      return (await thread.run({ bytes, options }).catch(unlessUnreadable)) ?? unverified;
    },
    stop: () => thread.stop(),
  };
}
