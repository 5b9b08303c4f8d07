import type { Task } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';

/**
 * The worker's step between the request for a reset and its mail: whether the address has an account is looked up here
 * and not in the call, so that the call costs the same for every address.
 */
export async function mailResetKey({ db, users, codes, mails }: Context, task: Task): Promise<void> {
  const { email } = mails.openResetRequest(task);
  await db.transaction(async () => {
    const user = await users.findByEmail(email);
    if (!user) return;

    const key = await codes.issue(user.id, 'reset', new Date());
    const data = { firstname: user.firstname, key };
    // Done twice, it mails twice: the first key is void by then.
    await mails.send({ to: email, template: 'password_reset', data });
  });
}
