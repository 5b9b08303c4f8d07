import { newId } from '@parley/service-kit/call';
import { WorkLoop } from '@parley/service-kit/concurrency';

import type { Context } from '../context.ts';
import type { ClaimedMail } from './outgoing.repository.ts';
import { sendMail } from './send-mail.ts';

/** Sends what is due. */
interface MailSender {
  /** There may be something new. */
  wake(): void;
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Mails at once of one replica; a mailbox has four of them at most. */
const atOnce = 16;
/** Longer than an attempt may take, so that no mail is sent by two workers. */
const leaseMs = 180_000;

/** Starts the worker; any number of replicas may run one. */
export function startMailSender(context: Context): MailSender {
  const holder = newId();
  const { outgoing, clock, log } = context;
  const loop = new WorkLoop<ClaimedMail>({
    ...{ name: 'mails', log, concurrency: atOnce, pollMs: 1_000 },
    async take(free) {
      const mails = await outgoing.claim(free, holder, clock.now(), leaseMs);
      return mails.length > 0 ? mails : undefined;
    },
    perform: (mail) => sendMail(context, mail, holder),
    async dueInMs() {
      const dueAt = await outgoing.dueAt();
      return dueAt && dueAt.getTime() - clock.now().getTime();
    },
    describe: ({ projectId, id }) => ({ projectId, mailId: id }),
  });
  return loop;
}
