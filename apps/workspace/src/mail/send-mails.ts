import type { Context } from '../context.ts';
import type { QueuedMail } from './mail.repository.ts';
import { letterOf, nextAttempt } from './mail.ts';

const atOnce = 10;

/** The worker of the mail queue: sends what is due, a few at a time. */
export async function sendMails(context: Context): Promise<void> {
  for (;;) {
    const due = await context.mails.claim(atOnce, new Date());
    await Promise.all(due.map((mail) => sendMail(context, mail)));
    if (due.length < atOnce) break;
  }
  context.parkedMails.set(await context.mails.countParked());
}

async function sendMail(context: Context, queued: QueuedMail): Promise<void> {
  const letter = letterOf(queued.mail, context.config.DASHBOARD_URL);
  if (!letter) return prepareResetMail(context, queued);

  try {
    await context.mailTransport.deliver({ id: queued.id, to: queued.to, ...letter });
  } catch (error) {
    const at = new Date();
    const dueAt = nextAttempt(queued, at);
    await context.mails.failed(queued.id, dueAt, at);
    // Answers of mail servers repeat the address: the log gets the kind of the failure only.
    const reason = (error as { code?: unknown }).code;
    context.log.warn({ mailId: queued.id, template: queued.mail.template, reason, parked: !dueAt }, 'mail not sent');
    return;
  }
  await context.mails.delivered(queued.id);
}

/**
 * Whether an address has an account is looked up here and not in the call that asks for the mail, so that this call
 * costs the same for every address.
 */
async function prepareResetMail(context: Context, queued: QueuedMail): Promise<void> {
  const at = new Date();
  await context.db.transaction(async () => {
    const user = await context.users.findByEmail(queued.to);
    if (!user) return context.mails.delivered(queued.id);

    const key = await context.codes.issue(user.id, 'reset', at);
    await context.mails.rewrite(
      queued.id,
      { template: 'password_reset', data: { firstname: user.firstname, key } },
      at,
    );
  });
}
