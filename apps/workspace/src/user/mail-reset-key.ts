import type { Task } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { isPasswordUseless } from '../sign-in/enforcement.ts';

/**
 * The task between a reset request and its mail. Looks up here whether the address has an account, so that the call costs
 * the same for every address.
 */
export async function mailResetKey(context: Context, task: Task): Promise<void> {
  const { db, users, codes, mails } = context;
  const { email } = mails.openResetRequest(task);
  await db.transaction(async () => {
    const user = await users.findByEmail(email);
    if (!user || (await isPasswordUseless(context, user))) return;

    const key = await codes.issue(user.id, 'reset', new Date());
    const data = { firstname: user.firstname, key };
    // A repeated task mails twice; the second key voids the first.
    await mails.send({ to: email, template: 'password_reset', data });
  });
}
